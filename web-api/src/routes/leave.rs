//! The quick exit: forgets the guest.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;

use crate::error::refusals::Forbidden;
use crate::extract::cookies::Purpose;
use crate::state::AppState;

/// Forgets the guest of this browser, so that nobody who signs in here afterwards gets what they shared.
///
/// Nothing leads from this browser to what they shared any more.
#[utoipa::path(post, operation_id = "leave", path = "/leave", tag = "account", responses((status = 204, description = "forgotten"), Forbidden))]
pub async fn leave(State(state): State<AppState>) -> (StatusCode, CookieJar) {
    let forget = Purpose::Guest.removal(state.ctx.config.environment);
    (StatusCode::NO_CONTENT, CookieJar::new().add(forget))
}
