//! Admission of a call after crisis screening: the rate limit of its `ip_prefix`, the check of its origin, its timeout.
//!
//! Invariant: neither check waits for anything.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::origin;
use crate::connections::OfReserve;
use crate::error::ApiError;
use crate::extract::appearance::Appearance;
use crate::extract::body::now;
use crate::extract::client_address::network;
use crate::policy::{Limited, Policy};
use crate::routes::login;
use crate::state::AppState;

/// When a caller for whom there is no room should try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The layer.
pub async fn admit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let policy = Policy::of(&request);
    let refused = without_room(policy, &request)
        .or_else(|| limited(&state, policy, &request))
        .or_else(|| origin::refused(&state.ctx.config, policy, &request));
    if let Some(refusal) = refused {
        return refusal;
    }
    let response = next.run(request);
    match policy.timeout {
        None => response.await,
        Some(limit) => match tokio::time::timeout(limit, response).await {
            Ok(response) => response,
            Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        },
    }
}

/// The layer of the routes for the platform. Its own probes are never limited; what costs more is.
pub async fn admit_probe(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_cheap =
        matches!(request.uri().path(), "/healthz" | "/healthz/traffic" | "/readyz") && request.uri().query().is_none();
    let refused = if is_cheap {
        None
    } else {
        limited(&state, Policy::CALL, &request)
    };
    match refused {
        Some(refusal) => refusal,
        None => next.run(request).await,
    }
}

/// The answer to a call on a connection of the reserve, which is left for crisis help: its answers come before this layer
/// or are never limited.
fn without_room(policy: Policy, request: &Request) -> Option<Response> {
    let is_of_reserve = request.extensions().get::<OfReserve>().is_some();
    (is_of_reserve && policy.limited != Limited::Never).then(|| {
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        (close, ApiError::busy(RETRY_AFTER)).into_response()
    })
}

/// The answer to a call over the rate limit.
fn limited(state: &AppState, policy: Policy, request: &Request) -> Option<Response> {
    if policy.limited == Limited::Never {
        return None;
    }
    let config = &state.ctx.config;
    let network = network(config, request.headers(), request.extensions())?;
    let wait = state.rate_limiter.take(&network).err()?;
    let appearance = |headers: &HeaderMap| Appearance::of(headers, config.environment, now());
    Some(match policy.limited {
        Limited::AsPage => login::too_many_calls(state, appearance(request.headers()), wait).into_response(),
        Limited::AsCall | Limited::Never => ApiError::too_many_calls(wait).into_response(),
    })
}
