//! Counts every answer by its route, and shows what was counted to whoever has the token.
//!
//! Invariant: a route is the template of a path (`/api/prayers/{id}`): no path that somebody typed becomes a label.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::metrics;

use crate::app::AppState;
use crate::error::ApiError;

/// What Prometheus reads.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The layer: notes how each request was answered, and how long it took until the answer began.
pub async fn measure(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = word(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("unknown", MatchedPath::as_str);
    metrics::answered(method, route, response.status().as_u16(), began.elapsed());
    response
}

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
    metrics::observe(&state.ctx).await;
    Ok(([(CONTENT_TYPE, TEXT)], metrics::render()).into_response())
}
