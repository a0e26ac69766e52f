//! Objects and errors in Stripe's JSON.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::world::{
    Card, Charge, Customer, Dispute, Event, Invoice, Payment, Portal, Price, Refund, Subscription, World,
};

/// The version of Stripe's API.
pub(crate) const VERSION: &str = "2026-09-30.endive";
const CURRENCY: &str = "usd";

/// An error answer.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    code: &'static str,
    message: String,
    parameter: Option<String>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            parameter: None,
        }
    }

    /// Adds the name of the parameter.
    pub(crate) fn about(self, parameter: &str) -> Self {
        Self {
            parameter: Some(parameter.to_owned()),
            ..self
        }
    }

    pub(crate) fn missing(what: &str, id: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "resource_missing",
            &format!("No such {what}: '{id}'"),
        )
        .about("id")
    }

    pub(crate) fn body(&self) -> String {
        let kind = match (self.status.as_u16(), self.code) {
            (500.., _) => "api_error",
            (_, "idempotency_error") => "idempotency_error",
            _ => "invalid_request_error",
        };
        json!({"error": {"type": kind, "code": self.code, "message": self.message, "param": self.parameter}})
            .to_string()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, self.body()).into_response()
    }
}

pub(crate) fn list(address: &str, data: &[Value], has_more: bool) -> Value {
    json!({"object": "list", "data": data, "has_more": has_more, "url": address})
}

pub(crate) fn price(id: &str, price: &Price) -> Value {
    let Price {
        amount,
        currency,
        interval,
    } = price;
    json!({
        "id": id, "object": "price", "active": true, "billing_scheme": "per_unit", "created": 1_790_000_000,
        "currency": currency, "livemode": false, "metadata": {}, "product": "prod_premium", "type": "recurring",
        "unit_amount": amount, "unit_amount_decimal": amount.to_string(),
        "recurring": {"interval": interval, "interval_count": 1, "usage_type": "licensed"},
    })
}

pub(crate) fn customer(found: &Customer) -> Value {
    json!({
        "id": found.id, "object": "customer", "created": found.created, "livemode": false,
        "email": found.email, "name": found.name, "metadata": found.metadata,
        "invoice_settings": {"default_payment_method": found.default_card},
        "preferred_locales": found.preferred_locales, "delinquent": found.is_delinquent,
    })
}

/// What Stripe still says about a deleted customer.
pub(crate) fn deleted_customer(found: &Customer) -> Value {
    json!({"id": found.id, "object": "customer", "deleted": true})
}

pub(crate) fn payment_method(found: &Card) -> Value {
    method(&found.id, &found.customer, &found.number, found.created)
}

/// A card. The fingerprint is the same for the same number, for every customer.
fn method(id: &str, customer: &str, number: &str, created: i64) -> Value {
    let last4 = number.get(number.len().saturating_sub(4)..).unwrap_or_default();
    json!({
        "id": id, "object": "payment_method", "billing_details": {}, "created": created,
        "customer": customer, "livemode": false, "type": "card",
        "card": {"brand": "visa", "exp_month": 12, "exp_year": 2034, "fingerprint": format!("fingerprint_{number}"),
            "funding": "credit", "last4": last4},
    })
}

/// The parts of a subscription that are objects instead of ids.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expanded {
    /// The latest invoice, with the secret of its payment form.
    pub(crate) first_invoice: bool,
    /// The card that pays.
    pub(crate) payment_method: bool,
}

pub(crate) fn subscription(world: &World, found: &Subscription, expanded: Expanded) -> Value {
    let priced = world.price_of(found);
    let (amount, currency) = (priced.amount, &priced.currency);
    let discounts: Vec<&String> = found.coupon.iter().collect();
    let pause = found
        .is_collection_paused
        .then(|| json!({"behavior": "void", "resumes_at": null}));
    let plan = json!({
        "id": found.price, "object": "plan", "active": true, "billing_scheme": "per_unit", "created": 1_790_000_000,
        "currency": currency, "interval": priced.interval, "interval_count": 1, "livemode": false, "usage_type": "licensed",
        "amount": amount, "metadata": {},
    });
    let item = json!({
        "id": format!("si_{}", found.id), "object": "subscription_item", "created": found.created,
        "current_period_start": found.period_start, "current_period_end": found.period_end, "discounts": [],
        "metadata": {}, "plan": plan, "price": price(&found.price, &priced), "quantity": 1, "subscription": found.id, "tax_rates": [],
    });
    let card = format!("pm_of_{}", found.id);
    let pays_with = found.card.as_ref().map(|number| {
        if expanded.payment_method {
            method(&card, &found.customer, number, found.created)
        } else {
            json!(card)
        }
    });
    let latest = world.invoices.get(&found.latest_invoice);
    let latest_invoice = match latest {
        Some(latest) if expanded.first_invoice => invoice(world, latest, true),
        _ => json!(found.latest_invoice),
    };
    json!({
        "id": found.id, "object": "subscription", "status": found.status, "customer": found.customer,
        "automatic_tax": {"enabled": false}, "billing_cycle_anchor": found.created,
        "billing_mode": {"type": "flexible"}, "billing_schedules": [], "cancel_at": null,
        "cancel_at_period_end": found.cancel_at_period_end, "canceled_at": found.canceled_at,
        "collection_method": "charge_automatically", "created": found.created, "currency": currency, "discounts": discounts,
        "default_payment_method": pays_with, "pause_collection": pause, "ended_at": found.ended_at, "invoice_settings": {"issuer": {"type": "self"}},
        "items": list("/v1/subscription_items", &[item], false), "latest_invoice": latest_invoice, "livemode": false,
        "metadata": found.metadata, "start_date": found.created,
        "schedule": found.schedule.as_ref().map(|schedule| &schedule.id),
    })
}

/// A schedule that the subscription does not follow any more.
pub(crate) fn released_schedule(id: &str, found: &Subscription, now: i64) -> Value {
    json!({
        "id": id, "object": "subscription_schedule", "billing_mode": {"type": "flexible"}, "created": found.created,
        "customer": found.customer, "end_behavior": "release", "livemode": false, "metadata": {}, "phases": [],
        "default_settings": {"billing_cycle_anchor": "automatic", "invoice_settings": {"issuer": {"type": "self"}}},
        "released_at": now, "released_subscription": found.id, "status": "released", "subscription": null,
    })
}

pub(crate) fn invoice(world: &World, found: &Invoice, with_secret: bool) -> Value {
    let paid = if found.status == "paid" { found.amount } else { 0 };
    let line = json!({
        "id": format!("il_{}", found.id), "object": "line_item", "amount": found.amount, "currency": CURRENCY,
        "discountable": true, "discounts": [], "invoice": found.id, "livemode": false, "metadata": {},
        "period": {"start": found.period.0, "end": found.period.1}, "subtotal": found.amount,
    });
    let secret = (with_secret && found.status == "open")
        .then(|| json!({"client_secret": found.secret(), "type": "payment_intent"}));
    json!({
        "id": found.id, "object": "invoice", "status": found.status, "customer": found.customer,
        "amount_due": found.amount, "amount_overpaid": 0, "amount_paid": paid, "amount_remaining": found.amount - paid,
        "amount_shipping": 0, "attempt_count": 0, "attempted": false, "automatic_tax": {"enabled": false},
        "collection_method": "charge_automatically", "confirmation_secret": secret, "created": found.created,
        "currency": CURRENCY, "default_tax_rates": [], "discounts": [],
        "hosted_invoice_url": format!("{}/invoice/{}", world.url, found.id), "issuer": {"type": "self"},
        "lines": list("/v1/invoices/lines", &[line], false), "livemode": false, "metadata": {},
        "parent": {"type": "subscription_details", "subscription_details": {"subscription": found.subscription, "metadata": {}}},
        "payment_settings": {}, "period_end": found.created, "period_start": found.created,
        "post_payment_credit_notes_amount": 0, "pre_payment_credit_notes_amount": 0, "starting_balance": 0,
        "status_transitions": {"finalized_at": found.created}, "subtotal": found.amount, "total": found.amount,
    })
}

pub(crate) fn charge(found: &Charge) -> Value {
    json!({
        "id": found.id, "object": "charge", "amount": found.amount, "amount_captured": found.amount,
        "amount_refunded": found.refunded, "billing_details": {}, "captured": true, "created": found.created,
        "currency": CURRENCY, "disputed": found.is_disputed, "livemode": false, "metadata": {}, "paid": true,
        "payment_intent": found.intent, "refunded": found.refunded == found.amount, "status": "succeeded",
    })
}

pub(crate) fn dispute(world: &World, found: &Dispute) -> Value {
    let intent = world.charges.get(&found.charge).map(|charge| &charge.intent);
    json!({
        "id": found.id, "object": "dispute", "amount": found.amount, "balance_transactions": [], "charge": found.charge,
        "created": found.created, "currency": CURRENCY, "enhanced_eligibility_types": [],
        "evidence": {"enhanced_evidence": {}},
        "evidence_details": {"enhanced_eligibility": {}, "has_evidence": false, "past_due": false, "submission_count": 0},
        "is_charge_refundable": found.status.starts_with("warning_"), "livemode": false, "metadata": {},
        "payment_intent": intent, "reason": "fraudulent", "status": found.status,
    })
}

pub(crate) fn refund(world: &World, found: &Refund) -> Value {
    let intent = world.charges.get(&found.charge).map(|charge| &charge.intent);
    let reason = (found.status == "failed").then_some("lost_or_stolen_card");
    json!({
        "id": found.id, "object": "refund", "amount": found.amount, "charge": found.charge, "created": found.created,
        "currency": CURRENCY, "failure_reason": reason, "metadata": {}, "payment_intent": intent, "status": found.status,
    })
}

/// The payment that links an invoice and a payment intent.
pub(crate) fn invoice_payment(world: &World, found: &Invoice, with_invoice: bool) -> Value {
    let expanded = if with_invoice {
        invoice(world, found, false)
    } else {
        json!(found.id)
    };
    json!({
        "id": format!("inpay_{}", found.id), "object": "invoice_payment", "amount_requested": found.amount,
        "created": found.created, "currency": CURRENCY, "invoice": expanded, "is_default": true, "livemode": false,
        "payment": {"type": "payment_intent", "payment_intent": found.intent}, "status": found.status,
        "status_transitions": {"canceled_at": null, "paid_at": null},
    })
}

pub(crate) fn intent(invoice: &Invoice) -> Value {
    json!({
        "id": invoice.intent, "object": "payment_intent", "status": invoice.intent_status, "amount": invoice.amount,
        "currency": CURRENCY, "client_secret": invoice.secret(),
    })
}

/// A one-off payment.
pub(crate) fn payment(world: &World, found: &Payment, with_charge: bool) -> Value {
    let paid = found.charge.as_ref().and_then(|id| world.charges.get(id));
    let latest = match paid {
        Some(paid) if with_charge => charge(paid),
        _ => json!(found.charge),
    };
    let received = if found.status == "succeeded" { found.amount } else { 0 };
    json!({
        "id": found.id, "object": "payment_intent", "status": found.status, "amount": found.amount,
        "amount_capturable": 0, "amount_received": received, "capture_method": "automatic",
        "confirmation_method": "automatic", "created": found.created, "currency": found.currency,
        "client_secret": found.secret(), "latest_charge": latest, "livemode": false, "metadata": found.metadata,
        "payment_method_types": ["card"], "receipt_email": found.receipt_email,
    })
}

pub(crate) fn portal(world: &World, session: &Portal) -> Value {
    json!({
        "id": session.id, "object": "billing_portal.session", "configuration": "bpc_standin", "created": session.created,
        "customer": session.customer, "livemode": false, "return_url": session.return_url,
        "url": format!("{}/portal/{}", world.url, session.id),
    })
}

pub(crate) fn event(happened: &Event) -> Value {
    let mut data = json!({"object": happened.object});
    if let Some(previous) = &happened.previous {
        data["previous_attributes"] = previous.clone();
    }
    json!({
        "id": happened.id, "object": "event", "api_version": VERSION, "created": happened.created,
        "data": data, "livemode": false, "pending_webhooks": 1, "request": null,
        "type": happened.kind,
    })
}
