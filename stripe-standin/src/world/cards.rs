//! The cards of customers, and late invoices that are paid with them.

use serde_json::{Value, json};

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
        if is_default {
            self.set_default_card(customer, id);
        }
    }

    /// A customer makes their newest card the default one.
    pub fn choose_newest_card(&mut self, customer: &str) {
        let newest = self.cards.values().rfind(|card| card.customer == customer);
        let Some(newest) = newest.map(|card| card.id.clone()) else {
            return;
        };
        self.set_default_card(customer, newest);
    }

    fn set_default_card(&mut self, customer: &str, card: String) {
        if let Some(found) = self.customers.get_mut(customer) {
            let before = found.default_card.replace(card);
            let previous = json!({"invoice_settings": {"default_payment_method": before}});
            self.record_customer_update(customer, previous);
        }
    }

    /// Staff correct the name of a customer in the dashboard.
    pub fn rename_customer(&mut self, customer: &str, name: &str) {
        if let Some(found) = self.customers.get_mut(customer) {
            let before = found.name.replace(name.to_owned());
            self.record_customer_update(customer, json!({"name": before}));
        }
    }

    /// Notes whether the last renewal of a customer was paid, as Stripe does.
    pub(super) fn set_delinquent(&mut self, customer: &str, is_delinquent: bool) {
        let Some(found) = self.customers.get_mut(customer) else {
            return;
        };
        let before = std::mem::replace(&mut found.is_delinquent, is_delinquent);
        if before != is_delinquent {
            self.record_customer_update(customer, json!({"delinquent": before}));
        }
    }

    /// How often an invoice of a subscription was tried and not paid.
    pub fn declined(&self, subscription: &str) -> usize {
        let is_theirs = |id: &Value| {
            let invoice = id.as_str().and_then(|id| self.invoices.get(id));
            invoice.is_some_and(|invoice| invoice.subscription == subscription)
        };
        let failed = self
            .events
            .iter()
            .filter(|event| event.kind == "invoice.payment_failed");
        failed.filter(|event| is_theirs(&event.object["id"])).count()
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
