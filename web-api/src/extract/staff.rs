//! The extractor for staff.
//!
//! Invariant: every call below `/api/admin` except signing in takes `StaffOnly` first, and each needs the role that
//! `roles::LEAST` says.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use shared::role::Role;
use shared::session::SessionToken;
use shared::staff::{self, Staff};

use crate::error::ApiError;
use crate::roles;
use crate::session::BrowserSession;
use crate::state::AppState;

/// A member of staff who is signed in, and whose role allows the call. Everybody else is refused.
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
        let path = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str);
        let below_api = path.and_then(|path| path.strip_prefix("/api"));
        let least = below_api.map_or(Role::Owner, |path| roles::least(&parts.method, path));
        if staff.role < least {
            return Err(ApiError::role_too_low(least));
        }
        Ok(Self { staff, token })
    }
}
