//! What every call passes on its way in, after crisis screening: the limit on its household, the check where it comes
//! from, and the time that it may take.
//!
//! Invariant: neither check waits for anything.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::app::AppState;
use crate::origin;

/// How long a call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);
/// The one call that takes longer, below `/api`.
const UPLOADS: &str = "/admin/uploads";

/// The layer.
pub async fn admit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let config = &state.ctx.config;
    let refused = state.rate.refused(config, &request);
    if let Some(refusal) = refused.or_else(|| origin::refused(config, &request)) {
        return refusal;
    }
    in_time(request, next).await
}

/// Ends calls that take too long. Handing in large files takes its time, and watches over its own silence.
async fn in_time(request: Request, next: Next) -> Response {
    if request.method() == Method::POST && request.uri().path() == UPLOADS {
        return next.run(request).await;
    }
    match tokio::time::timeout(CALL_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
