//! Refuses cross-site calls (CSRF).
//!
//! Invariant: an unsafe call of a browser needs `Sec-Fetch-Site: same-origin` or an `Origin` that is ours; neither is 403.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shared::config::Config;

use crate::error::ApiError;
use crate::extract::origin::is_same_origin;
use crate::policy::Policy;

/// The answer to an unsafe call that is not known to come from a page of ours.
pub fn refused(config: &Config, policy: Policy, request: &Request) -> Option<Response> {
    let safe = request.method().is_safe();
    let allowed = safe || policy.is_signed || is_same_origin(request.headers(), config.public_url.as_deref());
    let refusal = || {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "CROSS_SITE",
            "This can only be done from the app itself.",
        )
    };
    (!allowed).then(|| refusal().into_response())
}
