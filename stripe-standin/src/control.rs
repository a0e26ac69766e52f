//! The control API for browser tests: faults, careless delivery, and time.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::deliver::Carelessness;
use crate::fault::Faults;
use crate::world::Stripe;

pub(crate) fn routes() -> Router<Stripe> {
    Router::new()
        .route("/faults", post(set_faults))
        .route("/carelessness", post(set_carelessness))
        .route("/advance", post(advance))
        .route("/subscriptions", get(subscriptions))
        .route("/subscriptions/{id}", post(change))
}

async fn set_faults(State(stripe): State<Stripe>, Json(faults): Json<Faults>) -> StatusCode {
    with(&stripe, |world| world.faults = faults)
}

async fn set_carelessness(State(stripe): State<Stripe>, Json(carelessness): Json<Carelessness>) -> StatusCode {
    with(&stripe, |world| world.carelessness = carelessness)
}

#[derive(Deserialize)]
struct Advance {
    seconds: i64,
}

async fn advance(State(stripe): State<Stripe>, Json(advance): Json<Advance>) -> StatusCode {
    with(&stripe, |world| world.advance(advance.seconds))
}

async fn subscriptions(State(stripe): State<Stripe>) -> Json<Value> {
    let Ok(world) = stripe.lock() else {
        return Json(Value::Null);
    };
    let all: Vec<Value> = world
        .subscriptions()
        .map(|found| {
            json!({"id": found.id, "customer": found.customer, "status": found.status,
                "email": world.email_of(&found.customer), "cancelAtPeriodEnd": found.cancel_at_period_end})
        })
        .collect();
    Json(Value::Array(all))
}

#[derive(Deserialize)]
struct Change {
    /// A status, or `renewed`, or `renewal_failed`.
    becomes: String,
}

async fn change(State(stripe): State<Stripe>, Path(id): Path<String>, Json(change): Json<Change>) -> StatusCode {
    with(&stripe, |world| match change.becomes.as_str() {
        "renewed" => world.renew(&id, true),
        "renewal_failed" => world.renew(&id, false),
        status => world.set_status(&id, status),
    })
}

fn with(stripe: &Stripe, change: impl FnOnce(&mut crate::World)) -> StatusCode {
    stripe.lock().map_or(StatusCode::INTERNAL_SERVER_ERROR, |mut world| {
        change(&mut world);
        StatusCode::NO_CONTENT
    })
}
