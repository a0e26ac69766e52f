//! The outcome of a payment by card number. The numbers are Stripe's test cards.

use serde_json::{Value, json};

use crate::objects;
use crate::world::World;

/// The first payment succeeds, and every renewal fails.
pub(crate) const GOOD_ONCE: &str = "4000000000000341";
/// These cards need confirmation by the bank (3-D Secure).
const THREE_D_SECURE: [&str; 2] = ["4000002500003155", "4000002760003184"];

/// The decline code and message of a card.
fn decline(card: &str) -> Option<(&'static str, &'static str)> {
    Some(match card {
        "4000000000000002" => ("generic_decline", "Your card was declined."),
        "4000000000009995" => ("insufficient_funds", "Your card has insufficient funds."),
        "4000000000000069" => ("expired_card", "Your card has expired."),
        "4242424242424242" | "5555555555554444" | GOOD_ONCE => return None,
        card if THREE_D_SECURE.contains(&card) => return None,
        _ => (
            "test_mode_live_card",
            "Your card was declined. Please use a card for tests.",
        ),
    })
}

/// Whether a card pays without its holder, as at a renewal.
pub(crate) fn outcome(card: &str) -> Result<(), (&'static str, &'static str)> {
    if let Some(declined) = decline(card) {
        return Err(declined);
    }
    if THREE_D_SECURE.contains(&card) {
        let words = "This invoice's payment requires additional action before it can be completed.";
        return Err(("invoice_payment_intent_requires_action", words));
    }
    Ok(())
}

impl World {
    fn invoice_of(&self, secret: &str) -> Option<String> {
        let invoice = self.invoices.values().find(|invoice| invoice.secret() == secret)?;
        Some(invoice.id.clone())
    }

    /// Pays an invoice by its client secret, as the payment form does, and returns the form's answer.
    pub fn confirm(&mut self, secret: &str, card: &str) -> Value {
        if let Some(payment) = self.payment_by_secret(secret) {
            return self.confirm_payment(&payment, card);
        }
        let Some(id) = self.invoice_of(secret) else {
            return no_such_intent();
        };
        if self.invoices[&id].status != "open" {
            return already(&self.invoices[&id].intent_status);
        }
        if let Some((code, message)) = decline(card) {
            self.mark(&id, "open", "requires_payment_method");
            self.record_invoice_event("invoice.payment_failed", &id);
            return declined(code, message);
        }
        if THREE_D_SECURE.contains(&card) {
            self.mark(&id, "open", "requires_action");
            self.record_invoice_event("invoice.payment_action_required", &id);
        } else {
            let subscription = self.invoices[&id].subscription.clone();
            self.pay(&subscription, card);
        }
        self.intent(&id)
    }

    /// Completes 3-D Secure: the bank has confirmed the cardholder, or has not.
    pub fn authenticate(&mut self, secret: &str, is_them: bool) -> Value {
        if let Some(payment) = self.payment_by_secret(secret) {
            return self.authenticate_payment(&payment, is_them);
        }
        let Some(id) = self.invoice_of(secret) else {
            return no_such_intent();
        };
        if self.invoices[&id].intent_status != "requires_action" {
            return already(&self.invoices[&id].intent_status);
        }
        if is_them {
            let subscription = self.invoices[&id].subscription.clone();
            self.pay(&subscription, THREE_D_SECURE[0]);
            return self.intent(&id);
        }
        self.mark(&id, "open", "requires_payment_method");
        self.record_invoice_event("invoice.payment_failed", &id);
        not_authenticated()
    }

    fn confirm_payment(&mut self, id: &str, card: &str) -> Value {
        if !self.payments[id].is_open() {
            return already(&self.payments[id].status);
        }
        if let Some((code, message)) = decline(card) {
            self.move_payment(id, "requires_payment_method", Some("payment_intent.payment_failed"));
            return declined(code, message);
        }
        if THREE_D_SECURE.contains(&card) {
            self.move_payment(id, "requires_action", None);
        } else {
            self.succeed(id);
        }
        self.payment_for_browser(id)
    }

    fn authenticate_payment(&mut self, id: &str, is_them: bool) -> Value {
        if self.payments[id].status != "requires_action" {
            return already(&self.payments[id].status);
        }
        if is_them {
            self.succeed(id);
            return self.payment_for_browser(id);
        }
        self.move_payment(id, "requires_payment_method", Some("payment_intent.payment_failed"));
        not_authenticated()
    }

    /// A payment intent as a browser may see it.
    pub(crate) fn intent_by_secret(&self, secret: &str) -> Value {
        if let Some(payment) = self.payment_by_secret(secret) {
            return self.payment_for_browser(&payment);
        }
        self.invoice_of(secret)
            .map_or_else(no_such_intent, |id| self.intent(&id))
    }

    fn intent(&self, invoice: &str) -> Value {
        objects::intent(&self.invoices[invoice])
    }

    /// The client secret of a subscription's latest invoice.
    pub fn secret_of(&self, subscription: &str) -> Option<String> {
        let found = self.subscription(subscription)?;
        Some(self.invoices.get(&found.latest_invoice)?.secret())
    }
}

fn no_such_intent() -> Value {
    json!({"error": {"type": "invalid_request_error", "code": "resource_missing", "message": "No such payment_intent."}})
}

fn declined(code: &str, message: &str) -> Value {
    json!({"error": {"type": "card_error", "code": "card_declined", "decline_code": code, "message": message}})
}

fn not_authenticated() -> Value {
    let message =
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
    json!({"error": {"type": "invalid_request_error", "code": "payment_intent_authentication_failure", "message": message}})
}

fn already(status: &str) -> Value {
    let message = format!("This PaymentIntent could not be confirmed because it is {status}.");
    json!({"error": {"type": "invalid_request_error", "code": "payment_intent_unexpected_state", "message": message}})
}
