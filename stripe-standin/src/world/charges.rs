//! Charges of paid invoices: disputes, refunds and early fraud warnings.

use serde_json::json;

use super::{Charge, World};
use crate::objects;

impl World {
    /// Records the charge that has paid an invoice.
    pub(super) fn charge(&mut self, invoice: &str) {
        let (id, now) = (self.id("ch"), self.now());
        if let Some(paid) = self.invoices.get(invoice) {
            let charge = Charge {
                id: id.clone(),
                invoice: invoice.to_owned(),
                intent: paid.intent.clone(),
                amount: paid.amount,
                refunded: 0,
                is_disputed: false,
                created: now,
            };
            self.charges.insert(id, charge);
        }
    }

    /// The id of the newest charge for a subscription.
    pub fn last_charge(&self, subscription: &str) -> Option<String> {
        let is_theirs = |charge: &&Charge| {
            let invoice = self.invoices.get(&charge.invoice);
            invoice.is_some_and(|invoice| invoice.subscription == subscription)
        };
        self.charges.values().rfind(is_theirs).map(|charge| charge.id.clone())
    }

    /// The cardholder disputes the newest charge at their bank.
    pub fn dispute(&mut self, subscription: &str) {
        let Some(id) = self.last_charge(subscription) else {
            return;
        };
        if let Some(charge) = self.charges.get_mut(&id) {
            charge.is_disputed = true;
        }
        let dispute = self.id("du");
        let amount = self.charges[&id].amount;
        let object = json!({"id": dispute, "object": "dispute", "charge": id, "amount": amount, "currency": "usd",
            "payment_intent": self.charges[&id].intent, "reason": "fraudulent", "status": "needs_response"});
        self.push_event("charge.dispute.created", object);
    }

    /// Staff refund so many cents of the newest charge in the dashboard; all of it if none are given.
    pub fn refund(&mut self, subscription: &str, cents: Option<i64>) {
        let Some(id) = self.last_charge(subscription) else {
            return;
        };
        if let Some(charge) = self.charges.get_mut(&id) {
            let left = charge.amount - charge.refunded;
            charge.refunded += cents.unwrap_or(left).min(left);
        }
        let object = objects::charge(&self.charges[&id]);
        self.push_event("charge.refunded", object);
    }

    /// The bank warns that the newest charge may be fraud.
    pub fn warn_of_fraud(&mut self, subscription: &str) {
        let Some(charge) = self.last_charge(subscription) else {
            return;
        };
        let id = self.id("issfr");
        let object = json!({"id": id, "object": "radar.early_fraud_warning", "charge": charge, "actionable": true,
            "fraud_type": "made_with_stolen_card"});
        self.push_event("radar.early_fraud_warning.created", object);
    }
}
