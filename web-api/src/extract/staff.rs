//! The extractor for staff.
//!
//! Invariant: every call below `/api/admin` except signing in takes `StaffOnly` first.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use shared::session::SessionToken;
use shared::staff::{self, Staff};

use crate::error::ApiError;
use crate::session::BrowserSession;
use crate::state::AppState;

/// A member of staff who is signed in. Everybody else is refused.
pub struct StaffOnly {
    /// The member of staff.
    pub staff: Staff,
    /// The token of their session.
    pub token: SessionToken,
}

impl FromRequestParts<AppState> for StaffOnly {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = BrowserSession::of(parts)?.token().ok_or_else(ApiError::staff_only)?;
        let staff = staff::find(&state.ctx, &token).await?;
        let staff = staff.ok_or_else(ApiError::staff_only)?;
        Ok(Self { staff, token })
    }
}
