//! The pages for browsers: a double of Stripe.js, the card frame, the billing portal and an invoice page.

use axum::extract::{Path, Query, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde::Deserialize;
use serde_json::Value;

use crate::world::{Invoice, Portal, Stripe, Subscription, World};
use crate::{PRICE, PRICE_YEARLY};

const SCRIPT: &str = include_str!("../assets/stripe.js");
const FRAME: &str = include_str!("../assets/frame.html");
const PORTAL: &str = include_str!("../assets/portal.html");
/// The placeholder of the stand-in's address in the script and the pages.
const ORIGIN: &str = "{{origin}}";

pub(crate) fn routes() -> Router<Stripe> {
    Router::new()
        .route("/stripe.js", get(script))
        .route("/frame.html", get(async || Html(FRAME)))
        .route("/browser/confirm", post(confirm))
        .route("/browser/authenticate", post(authenticate))
        .route("/browser/payment-intent", get(intent))
        .route("/portal/{session}", get(portal).post(change_in_portal))
        .route("/invoice/{id}", get(invoice).post(pay_invoice))
}

async fn script(State(stripe): State<Stripe>) -> Response {
    let Ok(world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, SCRIPT.replace(ORIGIN, &world.url)).into_response()
}

#[derive(Deserialize)]
struct Confirmation {
    secret: String,
    number: String,
}

async fn confirm(State(stripe): State<Stripe>, Json(asked): Json<Confirmation>) -> Response {
    told(&stripe, |world| world.confirm(&asked.secret, &asked.number))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Authentication {
    secret: String,
    is_them: bool,
}

async fn authenticate(State(stripe): State<Stripe>, Json(asked): Json<Authentication>) -> Response {
    told(&stripe, |world| world.authenticate(&asked.secret, asked.is_them))
}

#[derive(Deserialize)]
struct IntentQuery {
    client_secret: String,
}

async fn intent(State(stripe): State<Stripe>, Query(which): Query<IntentQuery>) -> Response {
    told(&stripe, |world| world.intent_by_secret(&which.client_secret))
}

fn told(stripe: &Stripe, ask: impl FnOnce(&mut World) -> Value) -> Response {
    let Ok(mut world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let everywhere: [(HeaderName, &str); 1] = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (everywhere, Json(ask(&mut world))).into_response()
}

async fn portal(State(stripe): State<Stripe>, Path(session): Path<String>) -> Response {
    let Ok(world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let is_customer = |open: &&Portal| {
        world
            .customers
            .get(&open.customer)
            .is_some_and(|found| !found.is_deleted)
    };
    let Some(open) = world.portals.get(&session).filter(is_customer) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let rows: String = world
        .subscriptions()
        .filter(|found| found.customer == open.customer)
        .map(row)
        .collect();
    let invoices: String = world
        .invoices
        .values()
        .filter(|found| found.customer == open.customer)
        .map(invoice_row)
        .collect();
    let page = PORTAL
        .replace("{{rows}}", &rows)
        .replace("{{invoices}}", &invoices)
        .replace("{{return}}", &escaped(&open.return_url));
    Html(page).into_response()
}

fn row(found: &Subscription) -> String {
    let (word, action, label) = if found.cancel_at_period_end {
        (" (ends with this month)", "resume", "Keep subscription")
    } else {
        ("", "cancel", "Cancel subscription")
    };
    let (other, other_label) = if found.price == PRICE_YEARLY {
        ("monthly", "Pay monthly")
    } else {
        ("yearly", "Pay yearly")
    };
    let form = if matches!(found.status.as_str(), "active" | "trialing" | "past_due") {
        format!(
            "<form method=post><input type=hidden name=subscription value=\"{}\"><button name=action value={action}>{label}</button>\
             <button name=action value={other}>{other_label}</button></form>",
            found.id
        )
    } else {
        String::new()
    };
    format!("<li>Premium: {}{word}{form}</li>", escaped(&found.status))
}

fn invoice_row(found: &Invoice) -> String {
    format!("<li><a href=/invoice/{0}>{0}</a>: {1}</li>", found.id, found.status)
}

/// A change of a subscription (`cancel`, `resume`, `monthly`, `yearly`), or a new card.
#[derive(Deserialize)]
struct PortalChange {
    #[serde(default)]
    subscription: String,
    #[serde(default)]
    number: String,
    action: String,
}

async fn change_in_portal(
    State(stripe): State<Stripe>,
    Path(session): Path<String>,
    Form(change): Form<PortalChange>,
) -> Response {
    let Ok(mut world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let owner = world.portals.get(&session).map(|open| open.customer.clone());
    if let Some(owner) = owner.as_ref().filter(|_| change.action == "card") {
        let number: String = change.number.chars().filter(char::is_ascii_digit).collect();
        world.attach_card(owner, &number, true);
        return Redirect::to(&format!("/portal/{session}")).into_response();
    }
    let is_theirs = world
        .subscription(&change.subscription)
        .is_some_and(|found| Some(&found.customer) == owner.as_ref());
    if !is_theirs {
        return StatusCode::NOT_FOUND.into_response();
    }
    match change.action.as_str() {
        "monthly" => world.change_plan(&change.subscription, PRICE),
        "yearly" => world.change_plan(&change.subscription, PRICE_YEARLY),
        action => world.cancel_with_period(&change.subscription, action == "cancel"),
    }
    Redirect::to(&format!("/portal/{session}")).into_response()
}

async fn invoice(State(stripe): State<Stripe>, Path(id): Path<String>) -> Response {
    let Ok(world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let Some(found) = world.invoices.get(&id) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let button = if found.status == "open" {
        let (dollars, cents) = (found.amount / 100, found.amount % 100);
        format!("<form method=post><button>Pay ${dollars}.{cents:02}</button></form>")
    } else {
        String::new()
    };
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Invoice</title><h1>Invoice of the stand-in</h1>\
         <p>Nobody pays anything here.</p><p>Status: {}</p>{button}</html>",
        found.status
    );
    Html(page).into_response()
}

async fn pay_invoice(State(stripe): State<Stripe>, Path(id): Path<String>) -> Response {
    let Ok(mut world) = stripe.lock() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let subscription = world.invoices.get(&id).map(|found| found.subscription.clone());
    if let Some(subscription) = subscription {
        world.pay(&subscription, "4242424242424242");
    }
    Redirect::to(&format!("/invoice/{id}")).into_response()
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
