//! The life of subscriptions, and the events that report it.

use std::collections::BTreeMap;

use crate::{PRICE, objects};

use super::{Customer, FIRST_PAYMENT, Invoice, Subscription, World};

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
            default_card: None,
            is_deleted: false,
            preferred_locales: Vec::new(),
            is_delinquent: false,
        };
        self.customers.insert(id.clone(), customer);
        id
    }

    /// Creates a monthly subscription whose first invoice is open.
    pub fn make_subscription(&mut self, customer: &str, metadata: BTreeMap<String, String>) -> String {
        self.make_subscription_at(PRICE, customer, metadata)
    }

    /// Creates a subscription at a price, whose first invoice is open.
    pub fn make_subscription_at(&mut self, price: &str, customer: &str, metadata: BTreeMap<String, String>) -> String {
        let (id, now) = (self.id("sub"), self.now());
        let period = self.price(price).map_or(0, |price| price.period());
        let subscription = Subscription {
            id: id.clone(),
            customer: customer.to_owned(),
            status: "incomplete".to_owned(),
            period_start: now,
            period_end: now + period,
            cancel_at_period_end: false,
            created: now,
            canceled_at: None,
            ended_at: None,
            metadata,
            latest_invoice: String::new(),
            card: None,
            is_collection_paused: false,
            coupon: None,
            price: price.to_owned(),
            other_price: None,
            schedule: None,
        };
        self.subscriptions.insert(id.clone(), subscription);
        let invoice = self.bill(&id);
        self.record_event("customer.subscription.created", &id);
        self.record_invoice_event("invoice.finalized", &invoice);
        id
    }

    pub(super) fn bill(&mut self, subscription: &str) -> String {
        let (id, intent, now) = (self.id("in"), self.id("pi"), self.now());
        let price = self.subscription(subscription).map(|found| self.price_of(found));
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return id;
        };
        found.latest_invoice.clone_from(&id);
        let invoice = Invoice {
            id: id.clone(),
            subscription: subscription.to_owned(),
            customer: found.customer.clone(),
            status: "open".to_owned(),
            intent,
            intent_status: "requires_payment_method".to_owned(),
            created: now,
            amount: price.map_or(0, |price| price.amount),
            period: (found.period_start, found.period_end),
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
        let customer = found.customer.clone();
        let open: Vec<String> = self.open_invoices(subscription);
        for invoice in open {
            self.mark(&invoice, "paid", "succeeded");
            self.charge(&invoice);
            self.record_invoice_event("invoice.paid", &invoice);
        }
        if was != "active" {
            self.record_event("customer.subscription.updated", subscription);
        }
        self.set_delinquent(&customer, false);
    }

    fn open_invoices(&self, subscription: &str) -> Vec<String> {
        let is_open = |invoice: &&Invoice| invoice.subscription == subscription && invoice.status == "open";
        self.invoices
            .values()
            .filter(is_open)
            .map(|invoice| invoice.id.clone())
            .collect()
    }

    pub(crate) fn mark(&mut self, invoice: &str, status: &str, intent_status: &str) {
        if let Some(invoice) = self.invoices.get_mut(invoice) {
            status.clone_into(&mut invoice.status);
            intent_status.clone_into(&mut invoice.intent_status);
        }
    }

    /// Begins the next period, which is paid or is not.
    pub fn renew(&mut self, subscription: &str, is_paid: bool) {
        self.follow_schedule(subscription);
        let period = self
            .subscription(subscription)
            .map_or(0, |found| self.price_of(found).period());
        let Some(found) = self.subscriptions.get_mut(subscription) else {
            return;
        };
        if found.ended_at.is_some() || found.status == "incomplete" {
            return;
        }
        found.period_start = found.period_end;
        found.period_end += period;
        let card = found.card.clone().unwrap_or_default();
        let (is_collection_paused, customer) = (found.is_collection_paused, found.customer.clone());
        let invoice = self.bill(subscription);
        if is_collection_paused {
            // With the behavior `void`, the month goes by, and nothing is charged.
            self.mark(&invoice, "void", "canceled");
            self.record_invoice_event("invoice.voided", &invoice);
            self.record_event("customer.subscription.updated", subscription);
        } else if is_paid {
            self.record_event("customer.subscription.updated", subscription);
            self.pay(subscription, &card);
        } else {
            self.set_status(subscription, "past_due");
            self.record_invoice_event("invoice.payment_failed", &invoice);
            self.set_delinquent(&customer, true);
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
            found.schedule = None;
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

    /// Pauses collection, as the dashboard does: the status stays, months go by, and nothing is charged. Or resumes it.
    pub fn pause_collection(&mut self, subscription: &str, is_paused: bool) {
        self.edit(subscription, |found| found.is_collection_paused = is_paused);
    }

    /// Adds a coupon in the dashboard.
    pub fn add_coupon(&mut self, subscription: &str, coupon: &str) {
        self.edit(subscription, |found| found.coupon = Some(coupon.to_owned()));
    }

    /// Sets another price in the dashboard, in cents of a currency.
    pub fn change_price(&mut self, subscription: &str, cents: i64, currency: &str) {
        self.edit(subscription, |found| {
            found.other_price = Some((cents, currency.to_owned()));
        });
    }

    pub(super) fn edit(&mut self, subscription: &str, change: impl FnOnce(&mut Subscription)) {
        if let Some(found) = self.subscriptions.get_mut(subscription) {
            change(found);
            self.record_event("customer.subscription.updated", subscription);
        }
    }

    /// Deletes a customer in the dashboard: their subscriptions end at once.
    pub fn delete_customer(&mut self, customer: &str) {
        let theirs: Vec<String> = self
            .subscriptions()
            .filter(|found| found.customer == customer)
            .map(|found| found.id.clone())
            .collect();
        for subscription in theirs {
            self.cancel(&subscription);
        }
        if let Some(found) = self.customers.get_mut(customer) {
            found.is_deleted = true;
            let deleted = objects::customer(found);
            self.push_event("customer.deleted", deleted);
        }
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
