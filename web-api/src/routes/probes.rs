//! What platforms ask.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use shared::document;

use crate::app::AppState;

/// The process runs.
pub async fn alive() -> &'static str {
    "alive"
}

/// The process may be sent requests. With `?verbose` it also says what works less well than it could.
pub async fn ready(State(state): State<AppState>, RawQuery(query): RawQuery) -> (StatusCode, String) {
    if !state.health.is_ready() {
        let message = "the database does not answer".to_owned();
        return (StatusCode::SERVICE_UNAVAILABLE, message);
    }
    match query.as_deref() {
        Some("verbose") => (StatusCode::OK, verbose(&state).await),
        Some(_) | None => (StatusCode::OK, "ready".to_owned()),
    }
}

async fn verbose(state: &AppState) -> String {
    let reader = match document::reader_is_locked_in(&state.ctx.db).await {
        Ok(Some(true)) => "locked in",
        Ok(Some(false)) => "degraded: the kernel cannot lock in the process that reads documents",
        Ok(None) => "nothing was read yet",
        Err(_) => "unknown",
    };
    let index = state.ctx.search.generation().map_or_else(
        || "none is open: guidance goes on without sources".to_owned(),
        |number| format!("generation {number}"),
    );
    format!("ready\ndocument reader: {reader}\nindex: {index}\n")
}
