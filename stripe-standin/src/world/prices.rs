//! The two prices: of a month, and of a year.

use serde::{Deserialize, Serialize};

use super::{Schedule, Subscription, World};
use crate::{PRICE, PRICE_YEARLY};

/// The length of a billing month.
const MONTH: i64 = 30 * 24 * 3600;
/// The length of a billing year.
const YEAR: i64 = 365 * 24 * 3600;

/// What is paid, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: String,
    /// `month` or `year`.
    pub interval: String,
}

impl Price {
    /// 200 dollars a year.
    pub(super) fn of_a_year() -> Self {
        Self {
            amount: 20_000,
            currency: "usd".to_owned(),
            interval: "year".to_owned(),
        }
    }

    /// The length of a period, in seconds.
    pub(super) fn period(&self) -> i64 {
        if self.interval == "year" { YEAR } else { MONTH }
    }
}

/// The price of subscriptions that were saved before there were two.
pub(super) fn usual() -> String {
    PRICE.to_owned()
}

impl World {
    /// A price by its id.
    pub(crate) fn price(&self, id: &str) -> Option<Price> {
        match id {
            PRICE => Some(Price {
                amount: self.unit_amount,
                currency: "usd".to_owned(),
                interval: "month".to_owned(),
            }),
            PRICE_YEARLY => Some(self.yearly.clone()),
            _ => None,
        }
    }

    /// What a subscription costs: its price, or what staff have set in the dashboard.
    pub(crate) fn price_of(&self, found: &Subscription) -> Price {
        let usual = self.price(&found.price).unwrap_or_else(Price::of_a_year);
        match found.other_price.clone() {
            Some((amount, currency)) => Price {
                amount,
                currency,
                ..usual
            },
            None => usual,
        }
    }

    /// Changes to another plan, as in the portal: a new period begins and is paid.
    pub fn change_plan(&mut self, subscription: &str, price: &str) {
        let (now, period) = (self.now(), self.price(price).map(|price| price.period()));
        let (Some(found), Some(period)) = (self.subscriptions.get_mut(subscription), period) else {
            return;
        };
        price.clone_into(&mut found.price);
        found.other_price = None;
        (found.period_start, found.period_end) = (now, now + period);
        let card = found.card.clone().unwrap_or_default();
        self.bill(subscription);
        self.record_event("customer.subscription.updated", subscription);
        self.pay(subscription, &card);
    }

    /// Changes to another plan with the next period, as a portal with that setting does, or staff: by a schedule.
    pub fn schedule_plan(&mut self, subscription: &str, price: &str) {
        let schedule = Schedule {
            id: self.id("sub_sched"),
            price: price.to_owned(),
        };
        self.edit(subscription, |found| {
            if found.ended_at.is_none() {
                found.schedule = Some(schedule);
            }
        });
    }

    /// The next period of a scheduled subscription begins: that was all of the schedule.
    pub(super) fn follow_schedule(&mut self, subscription: &str) {
        if let Some(found) = self.subscriptions.get_mut(subscription)
            && let Some(schedule) = found.schedule.take()
        {
            found.price = schedule.price;
            found.other_price = None;
        }
    }

    /// Ends a schedule, and leaves its subscription as it is. Returns the subscription's id; none without such a schedule.
    pub(crate) fn release_schedule(&mut self, schedule: &str) -> Option<String> {
        let has_it = |found: &&Subscription| found.schedule.as_ref().is_some_and(|held| held.id == schedule);
        let subscription = self.subscriptions().find(has_it)?.id.clone();
        self.edit(&subscription, |found| found.schedule = None);
        Some(subscription)
    }
}
