//! Stripe's answers in our own words.

use miniserde::json::Value;
use stripe_shared::{Event, Invoice, Subscription};
use time::OffsetDateTime;
use uuid::Uuid;

use super::asking::{CUSTOMER_ROW, SUBSCRIPTION_ROW};

/// What Stripe says of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Stripe's name for it.
    pub id: String,
    /// Stripe's name for who pays.
    pub customer: String,
    /// Its state, in Stripe's word.
    pub status: String,
    /// When the month that is paid, or due, is over.
    pub period_end: Option<i64>,
    /// When it ends or ended, if that is settled.
    pub ends_at: Option<i64>,
    /// Since when a renewal is unpaid.
    pub unpaid_since: Option<i64>,
    /// Whether money moves.
    pub live: bool,
    /// The row that we said it is.
    pub row: Option<Uuid>,
    /// The row that we said its customer is.
    pub customer_row: Option<Uuid>,
}

/// A subscription that can be paid, and how.
pub struct Begun {
    /// What Stripe says of it.
    pub said: Said,
    /// How it is paid.
    pub way: Option<Way>,
}

/// How a first invoice is paid. It is told to whoever began it and to nobody else, and never logged.
pub enum Way {
    /// By the payment form, which this secret opens.
    Form(String),
    /// On a page of Stripe's.
    Page(String),
}

/// An event, as the list of events has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// Stripe's name for it.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// When it happened.
    pub created: i64,
    /// Whether money moves.
    pub live: bool,
    /// The subscription that it is about.
    pub subscription: Option<String>,
}

/// A moment of Stripe's, in our own measure.
#[must_use]
pub fn moment(seconds: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(seconds).ok()
}

pub(super) fn said(found: &Subscription) -> Said {
    let period_end = found.items.data.first().map(|item| item.current_period_end);
    let row = |name: &str| found.metadata.get(name).and_then(|id| Uuid::try_parse(id).ok());
    Said {
        id: found.id.to_string(),
        customer: found.customer.id().to_string(),
        status: found.status.as_str().to_owned(),
        period_end,
        ends_at: found
            .ended_at
            .or(found.cancel_at)
            .or_else(|| period_end.filter(|_| found.cancel_at_period_end)),
        unpaid_since: None,
        live: found.livemode,
        row: row(SUBSCRIPTION_ROW),
        customer_row: row(CUSTOMER_ROW),
    }
}

pub(super) fn begun(found: &Subscription) -> Begun {
    let invoice = found.latest_invoice.as_ref().and_then(|invoice| invoice.as_object());
    Begun {
        said: said(found),
        way: invoice.and_then(way),
    }
}

fn way(invoice: &Invoice) -> Option<Way> {
    let secret = invoice
        .confirmation_secret
        .as_ref()
        .map(|secret| secret.client_secret.clone());
    let page = || invoice.hosted_invoice_url.clone().map(Way::Page);
    secret.map(Way::Form).or_else(page)
}

pub(super) fn happened(event: &Event) -> Option<Happened> {
    let Value::Object(object) = &event.data.object else {
        return None;
    };
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    };
    let inside = |value: Option<&Value>, name: &str| match value {
        Some(Value::Object(object)) => object.get(name).cloned(),
        _ => None,
    };
    let details = inside(object.get("parent"), "subscription_details");
    let subscription = match text(object.get("object")).as_deref() {
        Some("subscription") => text(object.get("id")),
        Some("invoice") => {
            text(inside(details.as_ref(), "subscription").as_ref()).or_else(|| text(object.get("subscription")))
        }
        _ => None,
    };
    Some(Happened {
        id: event.id.to_string(),
        kind: event.type_.as_str().to_owned(),
        created: event.created,
        live: event.livemode,
        subscription,
    })
}
