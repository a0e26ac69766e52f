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
    /// A status of a subscription, or what happens to it: `renewed`, `renewal_failed`, `disputed`, `refunded`,
    /// `partly_refunded`, `suspected`, `collection_paused`, `collection_resumed`, `card_renewed`, `customer_deleted`.
    becomes: String,
}

async fn change(State(stripe): State<Stripe>, Path(id): Path<String>, Json(change): Json<Change>) -> StatusCode {
    with(&stripe, |world| match change.becomes.as_str() {
        "renewed" => world.renew(&id, true),
        "renewal_failed" => world.renew(&id, false),
        "disputed" => world.dispute(&id),
        "refunded" => world.refund(&id, None),
        "partly_refunded" => world.refund(&id, Some(100)),
        "suspected" => world.warn_of_fraud(&id),
        "collection_paused" => world.pause_collection(&id, true),
        "collection_resumed" => world.pause_collection(&id, false),
        "card_renewed" => with_customer(world, &id, |world, customer| {
            world.attach_card(customer, "4242424242424242", true);
        }),
        "customer_deleted" => with_customer(world, &id, crate::World::delete_customer),
        status => world.set_status(&id, status),
    })
}

fn with_customer(world: &mut crate::World, subscription: &str, change: impl FnOnce(&mut crate::World, &str)) {
    if let Some(customer) = world.subscription(subscription).map(|found| found.customer.clone()) {
        change(world, &customer);
    }
}

fn with(stripe: &Stripe, change: impl FnOnce(&mut crate::World)) -> StatusCode {
    stripe.lock().map_or(StatusCode::INTERNAL_SERVER_ERROR, |mut world| {
        change(&mut world);
        StatusCode::NO_CONTENT
    })
}
