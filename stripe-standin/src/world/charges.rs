//! Charges of paid invoices and payments: disputes, refunds and early fraud warnings.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::World;
use crate::objects;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Charge {
    pub(crate) id: String,
    /// The invoice that it paid; none of a one-off payment.
    pub(crate) invoice: Option<String>,
    pub(crate) intent: String,
    pub(crate) amount: i64,
    pub(crate) refunded: i64,
    pub(crate) is_disputed: bool,
    pub(crate) created: i64,
}

/// A dispute, or an inquiry that comes before one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) id: String,
    pub(crate) charge: String,
    pub(crate) amount: i64,
    pub(crate) status: String,
    pub(crate) created: i64,
}

/// A refund of a charge, or of a part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) id: String,
    pub(crate) charge: String,
    pub(crate) amount: i64,
    /// `succeeded` or `failed`.
    pub(crate) status: String,
    pub(crate) created: i64,
}

impl World {
    /// Records the charge that has paid an invoice.
    pub(super) fn charge(&mut self, invoice: &str) {
        let (id, now) = (self.id("ch"), self.now());
        if let Some(paid) = self.invoices.get(invoice) {
            let charge = Charge {
                id: id.clone(),
                invoice: Some(invoice.to_owned()),
                intent: paid.intent.clone(),
                amount: paid.amount,
                refunded: 0,
                is_disputed: false,
                created: now,
            };
            self.charges.insert(id, charge);
        }
    }

    /// Records the charge that has paid a one-off payment, and returns its id.
    pub(super) fn charge_payment(&mut self, payment: &str) -> Option<String> {
        let (id, created) = (self.id("ch"), self.now());
        let amount = self.payments.get(payment)?.amount;
        let charge = Charge {
            id: id.clone(),
            invoice: None,
            intent: payment.to_owned(),
            amount,
            refunded: 0,
            is_disputed: false,
            created,
        };
        self.charges.insert(id.clone(), charge);
        Some(id)
    }

    /// Whether a charge paid a subscription, or the one-off payment of this id.
    fn has_paid(&self, charge: &Charge, id: &str) -> bool {
        let invoice = charge.invoice.as_ref().and_then(|invoice| self.invoices.get(invoice));
        invoice.map_or(charge.intent == id, |invoice| invoice.subscription == id)
    }

    /// The id of the newest charge for a subscription or a one-off payment.
    pub fn last_charge(&self, subscription: &str) -> Option<String> {
        let is_theirs = |charge: &&Charge| self.has_paid(charge, subscription);
        self.charges.values().rfind(is_theirs).map(|charge| charge.id.clone())
    }

    /// The cardholder disputes the newest charge at their bank.
    pub fn dispute(&mut self, subscription: &str) {
        self.open_dispute(subscription, "needs_response");
    }

    /// The cardholder's bank asks about the newest charge, as before a dispute. No money is taken back.
    pub fn inquire(&mut self, subscription: &str) {
        self.open_dispute(subscription, "warning_needs_response");
    }

    fn open_dispute(&mut self, subscription: &str, status: &str) {
        let Some(charge) = self.last_charge(subscription) else {
            return;
        };
        if let Some(charge) = self.charges.get_mut(&charge) {
            charge.is_disputed = true;
        }
        let (id, created) = (self.id("du"), self.now());
        let dispute = Dispute {
            id: id.clone(),
            amount: self.charges[&charge].amount,
            charge,
            status: status.to_owned(),
            created,
        };
        let opened = objects::dispute(self, &dispute);
        self.disputes.insert(id, dispute);
        self.push_event("charge.dispute.created", opened);
    }

    /// The newest dispute of a subscription gets another status: an inquiry becomes a dispute (`needs_response`) or is
    /// closed (`warning_closed`), a dispute is `won` or `lost`.
    pub fn move_dispute(&mut self, subscription: &str, status: &str) {
        let Some(charge) = self.last_charge(subscription) else {
            return;
        };
        let Some(dispute) = self.disputes.values_mut().rfind(|found| found.charge == charge) else {
            return;
        };
        status.clone_into(&mut dispute.status);
        let moved = dispute.clone();
        let kind = match status {
            "won" | "lost" | "warning_closed" => "charge.dispute.closed",
            _ => "charge.dispute.updated",
        };
        let object = objects::dispute(self, &moved);
        self.push_event(kind, object);
    }

    /// Staff refund so many cents of the newest charge in the dashboard; all of it if none are given.
    pub fn refund(&mut self, subscription: &str, cents: Option<i64>) {
        if let Some(id) = self.last_charge(subscription) {
            self.refund_charge(&id, cents);
        }
    }

    /// Refunds so many cents of a charge, or all that is left.
    pub(crate) fn refund_charge(&mut self, id: &str, cents: Option<i64>) -> Option<Refund> {
        let (refund, created) = (self.id("re"), self.now());
        let charge = self.charges.get_mut(id)?;
        let left = charge.amount - charge.refunded;
        let amount = cents.unwrap_or(left).min(left);
        charge.refunded += amount;
        let object = objects::charge(charge);
        let refund = Refund {
            id: refund,
            charge: id.to_owned(),
            amount,
            status: "succeeded".to_owned(),
            created,
        };
        self.refunds.insert(refund.id.clone(), refund.clone());
        self.push_event("charge.refunded", object);
        Some(refund)
    }

    /// The newest refund for a subscription or a one-off payment fails: the bank has sent the money back.
    pub fn fail_refund(&mut self, subscription: &str) {
        let Some(charge) = self.last_charge(subscription) else {
            return;
        };
        let is_made = |refund: &&mut Refund| refund.charge == charge && refund.status == "succeeded";
        let Some(refund) = self.refunds.values_mut().rfind(is_made) else {
            return;
        };
        "failed".clone_into(&mut refund.status);
        let failed = refund.clone();
        if let Some(charge) = self.charges.get_mut(&charge) {
            charge.refunded -= failed.amount;
        }
        let object = objects::refund(self, &failed);
        self.push_event("charge.refund.updated", object.clone());
        self.push_event("refund.failed", object);
    }

    /// Whether a charge is disputed, which an inquiry is not.
    pub(crate) fn has_dispute(&self, charge: &str) -> bool {
        let mut all = self.disputes.values();
        all.any(|found| found.charge == charge && !found.status.starts_with("warning_"))
    }

    /// How many cents of the charges for a subscription or a one-off payment were refunded.
    pub fn refunded(&self, subscription: &str) -> i64 {
        let is_theirs = |charge: &&Charge| self.has_paid(charge, subscription);
        let theirs = self.charges.values().filter(is_theirs);
        theirs.map(|charge| charge.refunded).sum()
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
