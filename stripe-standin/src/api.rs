//! Stripe's API for servers: API keys, faults and idempotency keys. The calls themselves are in `calls`.

mod calls;
mod charges;
mod payments;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::SECRET_KEY;
use crate::fault::Fate;
use crate::form::Form;
use crate::objects::{Refusal, VERSION};
use crate::world::{StoredAnswer, Stripe, World};

pub(crate) fn routes() -> Router<Stripe> {
    Router::new().fallback(answer)
}

/// The parts of a request that decide the answer.
pub(crate) struct ApiRequest {
    pub(crate) method: Method,
    /// The segments of the path below `/v1`.
    pub(crate) path: Vec<String>,
    pub(crate) form: Form,
}

async fn answer(State(stripe): State<Stripe>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let is_known = text(AUTHORIZATION.as_str()) == format!("Bearer {SECRET_KEY}");
    if !is_known {
        return Refusal::new(StatusCode::UNAUTHORIZED, "api_key_invalid", "Invalid API Key provided.").into_response();
    }
    if text("stripe-version") != VERSION {
        return Refusal::new(
            StatusCode::BAD_REQUEST,
            "version_unknown",
            "Another version is expected.",
        )
        .into_response();
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let key = Some(text("idempotency-key").to_owned()).filter(|key| !key.is_empty());
    let asked = ApiRequest {
        path: uri
            .path()
            .trim_start_matches('/')
            .split('/')
            .map(str::to_owned)
            .collect(),
        form: Form::read(if body.is_empty() {
            uri.query().unwrap_or_default()
        } else {
            &body
        }),
        method,
    };
    // Two requests are equal whatever the order of their parameters.
    let request = format!("{} {:?} {:?}", asked.method, asked.path, asked.form);
    let (fate, latency) = {
        let Ok(mut world) = stripe.lock() else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        world.requests += 1;
        let fate = world.faults.next();
        if let Some(answer) = answer_without_running(&mut world, fate, key.as_deref(), &request) {
            return answer;
        }
        (fate, world.faults.latency())
    };
    tokio::time::sleep(latency).await;
    let Ok(mut world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let (status, body) = carry_out(&mut world, fate, &asked);
    if let Some(key) = key {
        world.in_flight.remove(&key);
        // A request that was refused before it took effect may run again.
        if status.is_success() || status.is_server_error() {
            let stored = StoredAnswer {
                request,
                status: status.as_u16(),
                body: body.clone(),
            };
            world.stored_answers.insert(key, stored);
        }
    }
    (status, body).into_response()
}

/// The answer to a request that does not run: because of a fault, or of its idempotency key.
fn answer_without_running(world: &mut World, fate: Fate, key: Option<&str>, request: &str) -> Option<Response> {
    match fate {
        Fate::Down => return Some((StatusCode::SERVICE_UNAVAILABLE, "<html>down</html>").into_response()),
        Fate::TooMany => {
            return Some(
                Refusal::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit", "Too many requests.").into_response(),
            );
        }
        Fate::Fine | Fate::Broken | Fate::BrokenAfter => {}
    }
    let key = key?;
    if let Some(stored) = world.stored_answers.get(key) {
        if stored.request != request {
            let words =
                "Keys for idempotent requests can only be used with the same parameters they were first used with.";
            return Some(Refusal::new(StatusCode::BAD_REQUEST, "idempotency_error", words).into_response());
        }
        let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        return Some((status, stored.body.clone()).into_response());
    }
    if !world.in_flight.insert(key.to_owned()) {
        let words = "There is currently another in-progress request using this key.";
        return Some(Refusal::new(StatusCode::CONFLICT, "idempotency_key_in_use", words).into_response());
    }
    None
}

fn carry_out(world: &mut World, fate: Fate, asked: &ApiRequest) -> (StatusCode, String) {
    let broken = || {
        let refusal = Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "api_error",
            "An unknown error occurred.",
        );
        (refusal.status, refusal.body())
    };
    if fate == Fate::Broken {
        return broken();
    }
    let done = calls::call(world, asked);
    if fate == Fate::BrokenAfter {
        return broken();
    }
    match done {
        Ok(value) => (StatusCode::OK, value.to_string()),
        Err(refusal) => (refusal.status, refusal.body()),
    }
}
