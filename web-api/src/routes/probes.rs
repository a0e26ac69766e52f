//! What platforms ask.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::AppState;

/// The process runs.
pub async fn alive() -> &'static str {
    "alive"
}

/// The process may be sent requests.
pub async fn ready(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.health.is_ready() {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    }
}
