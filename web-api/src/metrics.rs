//! Shows what was counted to whoever has the token.
//!
//! Invariant: no word that somebody sent becomes a label.

use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use shared::metrics;

use crate::app::AppState;
use crate::error::ApiError;

/// What Prometheus reads.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The usual methods. Anybody may send another one, and must not make labels by it.
#[must_use]
pub fn word(method: &Method) -> &'static str {
    let usual = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    usual
        .into_iter()
        .find(|word| *word == method.as_str())
        .unwrap_or("other")
}

/// Shows everything that is counted. Without a token in the settings there is no such page.
///
/// # Errors
/// 404 without the right token: whoever does not have it learns nothing.
pub async fn show(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let token = state
        .ctx
        .config
        .metrics_token
        .as_ref()
        .ok_or_else(ApiError::not_found)?;
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Digests are compared: how long that takes tells nothing of the token.
    let digest = |text: &str| state.ctx.config.key_ring.digest("metrics token", text.as_bytes());
    if digest(sent) != digest(token.reveal()) {
        return Err(ApiError::not_found());
    }
    Ok(([(CONTENT_TYPE, TEXT)], metrics::render(&state.ctx).await).into_response())
}
