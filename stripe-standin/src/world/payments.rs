//! One-off payments: a payment intent without an invoice, and the card that pays it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::World;
use crate::objects;

/// A payment intent of its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Payment {
    /// Its id.
    pub id: String,
    /// Its status.
    pub status: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// Where Stripe sends the receipt.
    pub receipt_email: Option<String>,
    pub(crate) currency: String,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) created: i64,
    pub(crate) charge: Option<String>,
}

impl Payment {
    /// The client secret of its form.
    pub fn secret(&self) -> String {
        format!("{}_secret_standin", self.id)
    }

    pub(crate) fn is_open(&self) -> bool {
        self.status.starts_with("requires_")
    }
}

impl World {
    /// Creates a payment that waits for a card.
    pub(crate) fn make_payment(
        &mut self,
        amount: i64,
        currency: &str,
        email: Option<&str>,
        metadata: BTreeMap<String, String>,
    ) -> String {
        let (id, created) = (self.id("pi"), self.now());
        let payment = Payment {
            id: id.clone(),
            status: "requires_payment_method".to_owned(),
            amount,
            receipt_email: email.map(str::to_owned),
            currency: currency.to_owned(),
            metadata,
            created,
            charge: None,
        };
        self.payments.insert(id.clone(), payment);
        id
    }

    /// All one-off payments, oldest first.
    pub fn payments(&self) -> impl Iterator<Item = &Payment> {
        self.payments.values()
    }

    /// A one-off payment by its id.
    pub fn payment(&self, id: &str) -> Option<&Payment> {
        self.payments.get(id)
    }

    pub(crate) fn payment_by_secret(&self, secret: &str) -> Option<String> {
        let found = self.payments.values().find(|payment| payment.secret() == secret)?;
        Some(found.id.clone())
    }

    /// Sets a status, and reports it by an event if it has one.
    pub(crate) fn move_payment(&mut self, id: &str, status: &str, kind: Option<&'static str>) {
        if let Some(found) = self.payments.get_mut(id) {
            status.clone_into(&mut found.status);
            let object = objects::payment(self, &self.payments[id], false);
            if let Some(kind) = kind {
                self.push_event(kind, object);
            }
        }
    }

    /// A card pays it.
    pub(crate) fn succeed(&mut self, id: &str) {
        let charge = self.charge_payment(id);
        if let Some(found) = self.payments.get_mut(id) {
            found.charge = charge;
        }
        self.move_payment(id, "succeeded", Some("payment_intent.succeeded"));
    }

    /// Its JSON, as a browser may see it.
    pub(crate) fn payment_for_browser(&self, id: &str) -> Value {
        objects::payment(self, &self.payments[id], false)
    }
}
