//! What platforms ask.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use shared::document;

use crate::app::AppState;

/// The process runs.
pub async fn alive() -> &'static str {
    "alive"
}

/// Whether the parts are wanted, too: `/readyz?verbose`.
#[derive(Deserialize)]
pub struct Wanted {
    verbose: Option<String>,
}

/// The process may be sent requests.
pub async fn ready(State(state): State<AppState>, Query(wanted): Query<Wanted>) -> (StatusCode, String) {
    let health = &state.health;
    let (status, short) = if health.is_ready() {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    };
    if wanted.verbose.is_none() {
        return (status, short.to_owned());
    }
    let good = |is_good| if is_good { "good" } else { "wrong" };
    let topics = state.ctx.content.topics.len();
    let parts = [
        format!("{} database answers", good(health.database_answers())),
        format!("{} schema and keys", good(health.is_usable())),
        format!("{} content: {topics} topics", good(topics > 0)),
        "good crisis screening: needs none of these".to_owned(),
        index(&state),
        reader(&state).await,
        short.to_owned(),
    ];
    (status, parts.join("\n") + "\n")
}

fn index(state: &AppState) -> String {
    state.ctx.search.generation().map_or_else(
        || "note index: none is open, guidance goes on without sources".to_owned(),
        |number| format!("good index: generation {number}"),
    )
}

async fn reader(state: &AppState) -> String {
    let found = match document::reader_is_locked_in(&state.ctx.db).await {
        Ok(Some(true)) => "good document reader: locked in",
        Ok(Some(false)) => "note document reader: degraded, the kernel cannot lock it in",
        Ok(None) => "note document reader: nothing was read yet",
        Err(_) => "note document reader: unknown",
    };
    found.to_owned()
}
