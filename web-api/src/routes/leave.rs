//! The quick exit: forgets the guest, and a sign-in that has begun.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;

use crate::error::refusals::Forbidden;
use crate::extract::cookies::Purpose;
use crate::state::AppState;

/// Forgets the guest of this browser, so that nobody who signs in here afterwards gets what they shared, and a sign-in
/// that has begun, whose address the sign-in page would show.
///
/// Nothing leads from this browser to what they shared any more.
#[utoipa::path(post, operation_id = "leave", path = "/leave", tag = "account", responses((status = 204, description = "forgotten"), Forbidden))]
pub async fn leave(State(state): State<AppState>) -> (StatusCode, CookieJar) {
    let environment = state.ctx.config.environment;
    let forget = [
        Purpose::Guest,
        Purpose::KnownBrowser,
        Purpose::SignInMailed,
        Purpose::PendingSignIn,
    ];
    let forget = forget.map(|purpose| purpose.removal(environment));
    (
        StatusCode::NO_CONTENT,
        forget.into_iter().fold(CookieJar::new(), CookieJar::add),
    )
}
