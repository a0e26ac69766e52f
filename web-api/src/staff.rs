//! Whether a member of staff calls.
//!
//! Invariant: every call below `/api/admin` but signing in takes `StaffOnly` before it looks at anything else.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use shared::session::SessionToken;
use shared::staff::{self, Staff};

use crate::app::AppState;
use crate::cookies::Purpose;
use crate::error::ApiError;

/// A member of staff who is signed in. Everybody else is refused.
pub struct StaffOnly {
    /// Who.
    pub staff: Staff,
    /// The secret of their session.
    pub token: SessionToken,
}

impl FromRequestParts<AppState> for StaffOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let jar = CookieJar::from_headers(&parts.headers);
        let cookie = Purpose::Staff.value(state.ctx.config.environment, &jar);
        let token = cookie
            .and_then(SessionToken::from_cookie)
            .ok_or_else(ApiError::staff_only)?;
        let staff = staff::find(&state.ctx, &token).await?;
        let staff = staff.ok_or_else(ApiError::staff_only)?;
        Ok(Self { staff, token })
    }
}
