//! The control API for browser tests, and a page with the same for people: faults, careless delivery, time, and what
//! happens to subscriptions and one-off payments.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser::escaped;
use crate::deliver::Carelessness;
use crate::fault::Faults;
use crate::world::{Payment, Stripe, Subscription, World};
use crate::{PRICE, PRICE_YEARLY};

const PAGE: &str = include_str!("../assets/control.html");
/// What can happen to a subscription, and how the page names it.
const HAPPENINGS: [(&str, &str); 27] = [
    ("renewed", "Next month is paid"),
    ("renewal_failed", "Next month is not paid"),
    ("card_renewed", "New card"),
    ("disputed", "Dispute"),
    ("dispute_won", "Dispute is won"),
    ("dispute_lost", "Dispute is lost"),
    ("inquired", "Inquiry"),
    ("inquiry_escalated", "Inquiry becomes a dispute"),
    ("inquiry_closed", "Inquiry is closed"),
    ("refunded", "Refund"),
    ("partly_refunded", "Refund one dollar"),
    ("refund_failed", "Refund fails"),
    ("suspected", "Fraud warning"),
    ("collection_paused", "Pause collection"),
    ("collection_resumed", "Resume collection"),
    ("trialing", "Trial"),
    ("unpaid", "Unpaid"),
    ("canceled", "Canceled"),
    ("coupon_added", "Coupon"),
    ("became_yearly", "Change to the yearly plan"),
    ("became_monthly", "Change to the monthly plan"),
    ("monthly_scheduled", "Monthly plan from the next period on"),
    ("price_changed", "Another price"),
    ("currency_changed", "Another currency"),
    ("customer_renamed", "Correct the name"),
    ("customer_deleted", "Delete customer"),
    ("deleted", "Delete subscription"),
];

pub(crate) fn routes() -> Router<Stripe> {
    Router::new()
        .route("/", get(page))
        .route("/change", post(change_on_page))
        .route("/wait", post(wait_on_page))
        .route("/faults", post(set_faults))
        .route("/carelessness", post(set_carelessness))
        .route("/advance", post(advance))
        .route("/subscriptions", get(subscriptions))
        .route("/subscriptions/{id}", post(change))
        .route("/payments", get(payments))
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

async fn payments(State(stripe): State<Stripe>) -> Json<Value> {
    let Ok(world) = stripe.lock() else {
        return Json(Value::Null);
    };
    let all = world.payments().map(|found| {
        json!({"id": found.id, "status": found.status, "amount": found.amount, "email": found.receipt_email,
            "refunded": world.refunded(&found.id)})
    });
    Json(Value::Array(all.collect()))
}

#[derive(Deserialize)]
struct Change {
    /// A status of a subscription, or a word of `HAPPENINGS`. Those about charges also happen to one-off payments.
    becomes: String,
}

async fn change(State(stripe): State<Stripe>, Path(id): Path<String>, Json(change): Json<Change>) -> StatusCode {
    with(&stripe, |world| happen(world, &id, &change.becomes))
}

fn happen(world: &mut World, id: &str, what: &str) {
    match what {
        "renewed" => world.renew(id, true),
        "renewal_failed" => world.renew(id, false),
        "disputed" => world.dispute(id),
        "dispute_won" => world.move_dispute(id, "won"),
        "dispute_lost" => world.move_dispute(id, "lost"),
        "inquired" => world.inquire(id),
        "inquiry_escalated" => world.move_dispute(id, "needs_response"),
        "inquiry_closed" => world.move_dispute(id, "warning_closed"),
        "refunded" => world.refund(id, None),
        "partly_refunded" => world.refund(id, Some(100)),
        "refund_failed" => world.fail_refund(id),
        "suspected" => world.warn_of_fraud(id),
        "collection_paused" => world.pause_collection(id, true),
        "collection_resumed" => world.pause_collection(id, false),
        "coupon_added" => world.add_coupon(id, "di_standin"),
        "became_yearly" => world.change_plan(id, PRICE_YEARLY),
        "became_monthly" => world.change_plan(id, PRICE),
        "monthly_scheduled" => world.schedule_plan(id, PRICE),
        "price_changed" => world.change_price(id, 1500, "usd"),
        "currency_changed" => world.change_price(id, 1900, "eur"),
        "card_renewed" => with_customer(world, id, |world, customer| {
            world.attach_card(customer, "4242424242424242", true);
        }),
        "customer_renamed" => with_customer(world, id, |world, customer| {
            world.rename_customer(customer, "Naomi Ruth");
        }),
        "customer_deleted" => with_customer(world, id, World::delete_customer),
        "deleted" => world.forget_subscription(id),
        status => world.set_status(id, status),
    }
}

/// The page for people: all subscriptions, newest first, each with what can happen to it.
async fn page(State(stripe): State<Stripe>) -> Html<String> {
    let Ok(world) = stripe.lock() else {
        return Html(String::new());
    };
    let choices: String = HAPPENINGS.iter().map(choice).collect();
    let mut rows: Vec<String> = world
        .subscriptions()
        .map(|found| row(&world, found, &choices))
        .collect();
    rows.extend(world.payments().map(|found| payment_row(found, &choices)));
    rows.reverse();
    Html(PAGE.replace("{{rows}}", &rows.concat()))
}

fn choice((word, name): &(&str, &str)) -> String {
    format!("<option value={word}>{name}</option>")
}

fn row(world: &World, found: &Subscription, choices: &str) -> String {
    let email = escaped(world.email_of(&found.customer).unwrap_or("deleted customer"));
    let status = escaped(&found.status);
    let id = &found.id;
    format!(
        "<li><b>{email}</b> {status} <code>{id}</code><form method=post action=/standin/change>\
         <input type=hidden name=subscription value=\"{id}\"><label>What happens <select name=becomes>{choices}</select></label>\
         <button>Do it</button></form></li>"
    )
}

fn payment_row(found: &Payment, choices: &str) -> String {
    let email = escaped(found.receipt_email.as_deref().unwrap_or("no address"));
    let (id, status) = (&found.id, escaped(&found.status));
    format!(
        "<li><b>{email}</b> one payment, {status} <code>{id}</code><form method=post action=/standin/change>\
         <input type=hidden name=subscription value=\"{id}\"><label>What happens <select name=becomes>{choices}</select></label>\
         <button>Do it</button></form></li>"
    )
}

#[derive(Deserialize)]
struct ChangeOnPage {
    subscription: String,
    becomes: String,
}

async fn change_on_page(State(stripe): State<Stripe>, Form(change): Form<ChangeOnPage>) -> Redirect {
    with(&stripe, |world| happen(world, &change.subscription, &change.becomes));
    Redirect::to("/standin")
}

#[derive(Deserialize)]
struct WaitOnPage {
    days: i64,
}

async fn wait_on_page(State(stripe): State<Stripe>, Form(wait): Form<WaitOnPage>) -> Redirect {
    with(&stripe, |world| world.advance(wait.days * 24 * 3600));
    Redirect::to("/standin")
}

fn with_customer(world: &mut World, subscription: &str, change: impl FnOnce(&mut World, &str)) {
    if let Some(customer) = world.subscription(subscription).map(|found| found.customer.clone()) {
        change(world, &customer);
    }
}

fn with(stripe: &Stripe, change: impl FnOnce(&mut World)) -> StatusCode {
    stripe.lock().map_or(StatusCode::INTERNAL_SERVER_ERROR, |mut world| {
        change(&mut world);
        StatusCode::NO_CONTENT
    })
}
