//! Probes for the platform: liveness, whether people may be sent here, and readiness.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use shared::{document, probe};

use crate::state::AppState;

/// Liveness: the process runs.
pub async fn alive() -> &'static str {
    "alive"
}

/// Whether people may be sent here: as long as crisis help can be given, which needs neither Postgres nor Redis. A platform
/// routes by it; by readiness it would leave people in danger without help during an outage.
pub async fn traffic(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.health.is_stopping() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping")
    } else {
        (StatusCode::OK, "crisis help is given")
    }
}

/// `/readyz?verbose` also lists the parts.
#[derive(Deserialize)]
pub struct ReadyQuery {
    verbose: Option<String>,
}

/// Readiness: a new release may take over. Postgres answers, the schema is new enough, the keys are right.
pub async fn ready(State(state): State<AppState>, Query(query): Query<ReadyQuery>) -> (StatusCode, String) {
    let health = &state.health;
    let (status, short) = if health.is_ready() {
        (StatusCode::OK, "ready")
    } else if health.is_read_only() {
        (StatusCode::SERVICE_UNAVAILABLE, "the database is read-only")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    };
    if query.verbose.is_none() {
        return (status, short.to_owned());
    }
    let good = |is_good| if is_good { "good" } else { "wrong" };
    let topics = state.ctx.content.english.topics.len();
    let parts = [
        if health.is_read_only() {
            "wrong database is read-only".to_owned()
        } else {
            format!("{} database answers", good(health.database_answers()))
        },
        format!("{} schema and keys", good(health.is_usable())),
        format!("{} content: {topics} topics", good(topics > 0)),
        "good crisis screening: needs none of these".to_owned(),
        redis(&state).await,
        index(&state),
        reader(&state).await,
        short.to_owned(),
    ];
    (status, parts.join("\n") + "\n")
}

async fn redis(state: &AppState) -> String {
    let Some(address) = &state.ctx.config.redis_url else {
        return "note Redis: REDIS_URL is not set here".to_owned();
    };
    match probe::redis(address).await {
        Ok(answers) => format!("good Redis: {answers}"),
        Err(problem) => format!(
            "wrong Redis: {problem}. Mail, alerts and redaction come straight from Postgres, slower; other jobs wait"
        ),
    }
}

fn index(state: &AppState) -> String {
    state.ctx.search.generation().map_or_else(
        || "note index: none is open, guidance goes on without sources".to_owned(),
        |number| format!("good index: generation {number}"),
    )
}

async fn reader(state: &AppState) -> String {
    let text = match document::reader_is_sandboxed(&state.ctx.db).await {
        Ok(Some(true)) => "good document reader: locked in",
        Ok(Some(false)) => "note document reader: degraded, the kernel cannot lock it in",
        Ok(None) => "note document reader: nothing was read yet",
        Err(_) => "note document reader: unknown",
    };
    text.to_owned()
}
