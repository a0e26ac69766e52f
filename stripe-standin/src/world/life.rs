//! The life of subscriptions, and the events that report it.

use std::collections::BTreeMap;

use super::{Customer, FIRST_PAYMENT, Invoice, MONTH, Subscription, World};

impl World {
    /// Creates a customer.
    pub fn make_customer(
        &mut self,
        email: Option<&str>,
        name: Option<&str>,
        metadata: BTreeMap<String, String>,
    ) -> String {
        let id = self.id("cus");
        let customer = Customer {
            id: id.clone(),
            email: email.map(str::to_owned),
            name: name.map(str::to_owned),
            metadata,
            created: self.now(),
        };
        self.customers.insert(id.clone(), customer);
        id
    }

    /// Creates a subscription whose first invoice is open.
    pub fn make_subscription(&mut self, customer: &str, metadata: BTreeMap<String, String>) -> String {
        let (id, now) = (self.id("sub"), self.now());
        let subscription = Subscription {
            id: id.clone(),
            customer: customer.to_owned(),
            status: "incomplete".to_owned(),
            period_start: now,
            period_end: now + MONTH,
            cancel_at_period_end: false,
            created: now,
            canceled_at: None,
            ended_at: None,
            metadata,
            latest_invoice: String::new(),
            card: None,
        };
        self.subscriptions.insert(id.clone(), subscription);
        let invoice = self.bill(&id);
        self.record_event("customer.subscription.created", &id);
        self.record_invoice_event("invoice.finalized", &invoice);
        id
    }

    fn bill(&mut self, subscription: &str) -> String {
        let (id, intent, now) = (self.id("in"), self.id("pi"), self.now());
        let amount = self.unit_amount;
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return id;
        };
        found.latest_invoice.clone_from(&id);
        let invoice = Invoice {
            id: id.clone(),
            subscription: subscription.to_owned(),
            customer: found.customer.clone(),
            status: "open",
            intent,
            intent_status: "requires_payment_method",
            created: now,
            amount,
        };
        self.invoices.insert(id.clone(), invoice);
        id
    }

    /// Pays the open invoices with a card that works, at least for now.
    pub fn pay(&mut self, subscription: &str, card: &str) {
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return;
        };
        if found.ended_at.is_some() {
            return;
        }
        let was = std::mem::replace(&mut found.status, "active".to_owned());
        found.card = Some(card.to_owned());
        let open: Vec<String> = self.open_invoices(subscription);
        for invoice in open {
            self.mark(&invoice, "paid", "succeeded");
            self.record_invoice_event("invoice.paid", &invoice);
        }
        if was != "active" {
            self.record_event("customer.subscription.updated", subscription);
        }
    }

    fn open_invoices(&self, subscription: &str) -> Vec<String> {
        let is_open = |invoice: &&Invoice| invoice.subscription == subscription && invoice.status == "open";
        self.invoices
            .values()
            .filter(is_open)
            .map(|invoice| invoice.id.clone())
            .collect()
    }

    pub(crate) fn mark(&mut self, invoice: &str, status: &'static str, intent_status: &'static str) {
        if let Some(invoice) = self.invoices.get_mut(invoice) {
            invoice.status = status;
            invoice.intent_status = intent_status;
        }
    }

    /// Begins the next period, which is paid or is not.
    pub fn renew(&mut self, subscription: &str, is_paid: bool) {
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return;
        };
        if found.ended_at.is_some() || found.status == "incomplete" {
            return;
        }
        found.period_start = found.period_end;
        found.period_end += MONTH;
        let card = found.card.clone().unwrap_or_default();
        let invoice = self.bill(subscription);
        if is_paid {
            self.record_event("customer.subscription.updated", subscription);
            self.pay(subscription, &card);
        } else {
            self.set_status(subscription, "past_due");
            self.record_invoice_event("invoice.payment_failed", &invoice);
        }
    }

    /// Sets another status, as Stripe's settings, its dashboard or time do.
    pub fn set_status(&mut self, subscription: &str, status: &str) {
        let now = self.now();
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return;
        };
        if found.ended_at.is_some() {
            return;
        }
        status.clone_into(&mut found.status);
        let is_over = matches!(status, "canceled" | "incomplete_expired");
        if is_over {
            found.ended_at = Some(now);
            found.canceled_at.get_or_insert(now);
            for invoice in self.open_invoices(subscription) {
                self.mark(&invoice, "void", "canceled");
                self.record_invoice_event("invoice.voided", &invoice);
            }
        }
        let kind = match status {
            "canceled" => "customer.subscription.deleted",
            "paused" => "customer.subscription.paused",
            _ => "customer.subscription.updated",
        };
        self.record_event(kind, subscription);
    }

    /// Ends it at once. One that was never paid expires.
    pub fn cancel(&mut self, subscription: &str) {
        let is_unpaid = self
            .subscription(subscription)
            .is_some_and(|found| found.status == "incomplete");
        self.set_status(subscription, if is_unpaid { "incomplete_expired" } else { "canceled" });
    }

    /// Forgets a subscription: Stripe has none by this id.
    pub fn forget_subscription(&mut self, subscription: &str) {
        self.subscriptions.remove(subscription);
    }

    /// Ends it with the current period, or lets it go on after all.
    pub fn cancel_with_period(&mut self, subscription: &str, ends: bool) {
        let now = self.now();
        if let Some(found) = self.subscriptions.get_mut(subscription) {
            found.cancel_at_period_end = ends;
            found.canceled_at = ends.then_some(now);
        }
        self.record_event("customer.subscription.updated", subscription);
    }

    /// Advances time: due subscriptions renew, end or expire.
    pub fn advance(&mut self, seconds: i64) {
        self.ahead += seconds;
        let now = self.now();
        let ids: Vec<String> = self.subscriptions.keys().cloned().collect();
        for id in ids {
            let Some(found) = self.subscription(&id) else { continue };
            let is_due = found.period_end <= now && matches!(found.status.as_str(), "active" | "trialing");
            if found.status == "incomplete" && found.created + FIRST_PAYMENT <= now {
                self.set_status(&id, "incomplete_expired");
            } else if is_due && found.cancel_at_period_end {
                self.set_status(&id, "canceled");
            } else if is_due {
                let is_good = found.card.as_deref() != Some(crate::money::GOOD_ONCE);
                self.renew(&id, is_good);
            }
        }
    }
}
