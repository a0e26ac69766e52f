//! The metrics endpoint, for callers with the token.
//!
//! Invariant: no text that a client sent becomes a label.

use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use shared::gauges;

use crate::error::ApiError;
use crate::state::AppState;

/// The text format of Prometheus.
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The label of a method: `other` for an unusual one, because clients can send any.
pub fn method_label(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known
        .into_iter()
        .find(|word| *word == method.as_str())
        .unwrap_or("other")
}

/// Renders all metrics. Without a token in the settings the endpoint does not exist.
///
/// # Errors
/// 404 without the right token, as if the endpoint did not exist.
pub async fn show(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let token = state
        .ctx
        .config
        .metrics_token
        .as_ref()
        .ok_or_else(ApiError::not_found)?;
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Digests are compared, so that timing reveals nothing of the token.
    let digest = |text: &str| state.ctx.config.key_ring.digest("metrics token", text.as_bytes());
    if digest(sent) != digest(token.reveal()) {
        return Err(ApiError::not_found());
    }
    Ok(([(CONTENT_TYPE, PROMETHEUS_TEXT)], gauges::render(&state.ctx).await).into_response())
}
