//! The cards of customers, and late invoices that are paid with them.

use super::{Card, World};
use crate::objects;

impl World {
    /// A customer attaches a new card, and makes it their default one or does not.
    pub fn attach_card(&mut self, customer: &str, number: &str, is_default: bool) {
        let (id, now) = (self.id("pm"), self.now());
        let card = Card {
            id: id.clone(),
            customer: customer.to_owned(),
            number: number.to_owned(),
            created: now,
        };
        let attached = objects::payment_method(&card);
        self.cards.insert(id.clone(), card);
        self.push_event("payment_method.attached", attached);
        if !is_default {
            return;
        }
        if let Some(found) = self.customers.get_mut(customer) {
            found.default_card = Some(id);
            let changed = objects::customer(found);
            self.push_event("customer.updated", changed);
        }
    }

    /// Pays an open invoice with a card of its customer.
    ///
    /// # Errors
    /// The code and the message of a refusal.
    pub(crate) fn pay_invoice(&mut self, invoice: &str, card: &str) -> Result<(), (&'static str, &'static str)> {
        let number = self.cards.get(card).map(|card| card.number.clone()).unwrap_or_default();
        let outcome = crate::money::outcome(&number);
        if outcome.is_err() {
            self.record_invoice_event("invoice.payment_failed", invoice);
        } else if let Some(subscription) = self.invoices.get(invoice).map(|found| found.subscription.clone()) {
            self.pay(&subscription, &number);
        }
        outcome
    }
}
