//! Stripe's responses as types of our own.

use miniserde::json::{Object, Value};
use stripe_shared::{Event, Invoice, Subscription, SubscriptionStatus};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Plan;
use super::client::{CUSTOMER_ROW, SUBSCRIPTION_ROW};

/// The state of a subscription at Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSubscription {
    /// Its id at Stripe.
    pub id: String,
    /// The customer's id at Stripe.
    pub customer: String,
    /// Stripe's word for its status; `paused` also while collection is paused, which Stripe calls `active`.
    pub status: String,
    /// How often it is paid.
    pub plan: Plan,
    /// The end of the month or year that is paid or due.
    pub period_end: Option<i64>,
    /// When it ends or ended, if that is known.
    pub ends_at: Option<i64>,
    /// Since when a renewal is unpaid.
    pub unpaid_since: Option<i64>,
    /// While collection is paused: until when the last paid invoice reaches.
    pub paid_until: Option<i64>,
    /// The id of the schedule that it follows, which forbids every other change of its end.
    pub schedule: Option<String>,
    /// Whether it belongs to live mode.
    pub live: bool,
    /// The id of its row, from its metadata.
    pub row: Option<Uuid>,
    /// The id of the customer's row, from its metadata.
    pub customer_row: Option<Uuid>,
}

/// A subscription, and the way to pay its first invoice.
pub struct PayableSubscription {
    /// Its state at Stripe.
    pub remote: RemoteSubscription,
    /// How to pay, if anything is due.
    pub payment: Option<FirstPayment>,
}

/// How to pay a first invoice. Only the buyer may see it, and it is never logged.
pub enum FirstPayment {
    /// The client secret of the payment form.
    Form(String),
    /// The URL of a page at Stripe.
    Page(String),
}

/// An event in Stripe's list of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteEvent {
    /// Its id at Stripe.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// When it was created.
    pub created: i64,
    /// Whether it belongs to live mode.
    pub live: bool,
    /// The subscription's id at Stripe.
    pub subscription: Option<String>,
    /// The charge's id at Stripe, if it is about a charge.
    pub charge: Option<String>,
    /// The customer's id at Stripe, if their default card changed or a card was attached.
    pub customer: Option<String>,
    /// The id of the card that was attached.
    pub card: Option<String>,
}

/// The time of a Unix timestamp.
pub fn from_timestamp(seconds: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(seconds).ok()
}

pub(super) fn subscription(found: &Subscription) -> RemoteSubscription {
    let period_end = found.items.data.first().map(|item| item.current_period_end);
    let row = |name: &str| found.metadata.get(name).and_then(|id| Uuid::try_parse(id).ok());
    RemoteSubscription {
        id: found.id.to_string(),
        customer: found.customer.id().to_string(),
        status: if is_collection_paused(found) {
            "paused"
        } else {
            found.status.as_str()
        }
        .to_owned(),
        plan: Plan::of(found),
        period_end,
        ends_at: found
            .ended_at
            .or(found.cancel_at)
            .or_else(|| period_end.filter(|_| found.cancel_at_period_end)),
        unpaid_since: None,
        paid_until: None,
        schedule: found.schedule.as_ref().map(|schedule| schedule.id().to_string()),
        live: found.livemode,
        row: row(SUBSCRIPTION_ROW),
        customer_row: row(CUSTOMER_ROW),
    }
}

/// Whether staff have paused collection of a subscription that would otherwise run. Stripe's word stays `active`, and
/// unpaid months go by.
pub(super) fn is_collection_paused(found: &Subscription) -> bool {
    let runs = matches!(found.status, SubscriptionStatus::Active | SubscriptionStatus::Trialing);
    runs && found.pause_collection.is_some()
}

pub(super) fn payable(found: &Subscription) -> PayableSubscription {
    let invoice = found.latest_invoice.as_ref().and_then(|invoice| invoice.as_object());
    PayableSubscription {
        remote: subscription(found),
        payment: invoice.and_then(first_payment),
    }
}

/// The URL of the page of the latest invoice, which was expanded.
pub(super) fn invoice_page(found: &Subscription) -> Option<String> {
    found.latest_invoice.as_ref()?.as_object()?.hosted_invoice_url.clone()
}

fn first_payment(invoice: &Invoice) -> Option<FirstPayment> {
    let secret = invoice
        .confirmation_secret
        .as_ref()
        .map(|secret| secret.client_secret.clone());
    let page = || invoice.hosted_invoice_url.clone().map(FirstPayment::Page);
    secret.map(FirstPayment::Form).or_else(page)
}

pub(super) fn event(event: &Event) -> Option<RemoteEvent> {
    let Value::Object(object) = &event.data.object else {
        return None;
    };
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    };
    let field = |value: Option<&Value>, name: &str| match value {
        Some(Value::Object(object)) => object.get(name).cloned(),
        _ => None,
    };
    let details = field(object.get("parent"), "subscription_details");
    let subscription = match text(object.get("object")).as_deref() {
        Some("subscription") => text(object.get("id")),
        Some("invoice") => {
            text(field(details.as_ref(), "subscription").as_ref()).or_else(|| text(object.get("subscription")))
        }
        _ => None,
    };
    let charge = match text(object.get("object")).as_deref() {
        Some("charge") => text(object.get("id")),
        Some("dispute" | "radar.early_fraud_warning" | "refund") => text(object.get("charge")),
        _ => None,
    };
    let customer = match text(object.get("object")).as_deref() {
        Some("customer") if has_other_default(event, object) => text(object.get("id")),
        Some("payment_method") => text(object.get("customer")),
        _ => None,
    };
    let is_card = text(object.get("object")).as_deref() == Some("payment_method");
    let card = text(object.get("id")).filter(|_| is_card);
    Some(RemoteEvent {
        id: event.id.to_string(),
        kind: event.type_.as_str().to_owned(),
        created: event.created,
        live: event.livemode,
        subscription,
        charge,
        customer,
        card,
    })
}

/// Whether an update of a customer changed with what they pay. Stripe reports every other change by the same event.
fn has_other_default(event: &Event, customer: &Object) -> bool {
    let Some(Value::Object(previous)) = &event.data.previous_attributes else {
        return false;
    };
    let default = |settings: &Object| match settings.get("invoice_settings") {
        Some(Value::Object(settings)) => settings.get("default_payment_method").cloned(),
        _ => None,
    };
    // A default source counts only while there is no default card, which comes before it.
    let has_card = matches!(default(customer), Some(Value::String(_) | Value::Object(_)));
    default(previous).is_some() || !has_card && previous.contains_key("default_source")
}

/// The id of the subscription that an invoice is for.
pub(super) fn subscription_of_invoice(invoice: &Invoice) -> Option<String> {
    let details = invoice.parent.as_ref()?.subscription_details.as_ref()?;
    Some(details.subscription.id().to_string())
}
