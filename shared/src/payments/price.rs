//! The check that the prices at Stripe are what we advertise.
//!
//! Invariant: nothing is sold before its price is verified. A wrong yearly price does not stop the monthly plan, and an
//! unreachable Stripe affects nothing else.

use std::sync::atomic::Ordering;
use std::time::Duration;

use stripe_product::price::RetrievePrice;
use stripe_shared::{Price, RecurringInterval, RecurringUsageType};

use super::{Payments, Plan, Problem};
use crate::error::{Error, Result};

/// 20 dollars in cents, as the frontend says.
const CENTS: i64 = 2000;
const CURRENCY: &str = "usd";
/// The names of the settings, for operators.
const MONTHLY: &str = "STRIPE_PRICE_ID";
const YEARLY: &str = "STRIPE_PRICE_ID_YEARLY";

/// The pause before the next check while a price is not verified.
const RETRY_PAUSE: Duration = Duration::from_secs(30);
/// The pause before the next check of verified prices.
const RECHECK_INTERVAL: Duration = Duration::from_hours(1);

impl Payments {
    /// Checks the prices regularly for as long as the process lives.
    pub async fn watch_price(&self) {
        loop {
            if let Err(error) = self.check_price().await {
                tracing::warn!(error = format!("{error:#}"), "premium is not sold for now");
            }
            if let Err(error) = self.check_yearly_price().await {
                tracing::warn!(error = format!("{error:#}"), "years of premium are not sold for now");
            }
            let is_complete = self.may_sell() && self.sells_years() == self.yearly_cents().is_some();
            tokio::time::sleep(if is_complete { RECHECK_INTERVAL } else { RETRY_PAUSE }).await;
        }
    }

    /// Whether a yearly price is set, verified or not.
    pub fn sells_years(&self) -> bool {
        self.settings.yearly_price.is_some()
    }

    /// Verifies the monthly price. A verified price stays verified while Stripe does not answer.
    ///
    /// # Errors
    /// `PaymentsUnavailable` if Stripe does not answer; `Internal` if the price is wrong.
    pub async fn check_price(&self) -> Result<()> {
        let checked = match self.price(&self.settings.price, MONTHLY).await {
            Ok(price) if self.is_ours(price.livemode) && is_twenty_dollars_a_month(&price) => Ok(()),
            Ok(_) => Err(Error::internal(anyhow::anyhow!(
                "STRIPE_PRICE_ID is not an active price of 20 dollars a month in the mode of the keys"
            ))),
            Err(error) => Err(error),
        };
        if !matches!(checked, Err(Error::PaymentsUnavailable(_))) {
            self.price_is_right.store(checked.is_ok(), Ordering::Relaxed);
        }
        checked
    }

    /// Verifies the yearly price, if one is set. A verified price stays verified while Stripe does not answer.
    ///
    /// # Errors
    /// `PaymentsUnavailable` if Stripe does not answer; `Internal` if the price is wrong.
    pub async fn check_yearly_price(&self) -> Result<()> {
        let Some(id) = &self.settings.yearly_price else {
            return Ok(());
        };
        let checked = self.price(id, YEARLY).await.and_then(|price| {
            dollars_a_year(&price, self.is_ours(price.livemode))
                .map_err(|fault| Error::internal(anyhow::anyhow!("{YEARLY}: {fault}")))
        });
        match checked {
            Ok(cents) => self.yearly_cents.store(cents, Ordering::Relaxed),
            Err(Error::PaymentsUnavailable(_)) => {}
            Err(_) => self.yearly_cents.store(0, Ordering::Relaxed),
        }
        checked.map(drop)
    }

    /// Fails unless the price of a plan is verified, now or before.
    ///
    /// # Errors
    /// `PaymentsUnavailable` if Stripe does not answer; `PaymentsNotSetUp` if the price is wrong or not set.
    pub async fn require_price(&self, plan: Plan) -> Result<()> {
        let is_verified = match plan {
            Plan::Monthly => self.may_sell(),
            Plan::Yearly if self.sells_years() => self.yearly_cents().is_some(),
            Plan::Yearly | Plan::Other => return Err(Error::PaymentsNotSetUp),
        };
        if is_verified {
            return Ok(());
        }
        let checked = match plan {
            Plan::Yearly => self.check_yearly_price().await,
            Plan::Monthly | Plan::Other => self.check_price().await,
        };
        if let Err(Error::Internal(cause)) = &checked {
            tracing::error!(error = format!("{cause:#}"), "premium cannot be sold");
            return Err(Error::PaymentsNotSetUp);
        }
        checked
    }

    /// The id of the price of a plan that is sold.
    pub(super) fn price_of(&self, plan: Plan) -> Option<&str> {
        match plan {
            Plan::Monthly => Some(&self.settings.price),
            Plan::Yearly => self.settings.yearly_price.as_deref(),
            Plan::Other => None,
        }
    }

    /// The price that a setting names.
    async fn price(&self, id: &str, setting: &str) -> Result<Price> {
        match RetrievePrice::new(id).send(&self.client).await.map_err(Problem::from) {
            Ok(price) => Ok(price),
            Err(problem @ (Problem::Busy | Problem::Failed | Problem::NoAnswer)) => Err(problem.into()),
            Err(Problem::Missing | Problem::Refused { .. }) => Err(Error::internal(anyhow::anyhow!(
                "{setting} names no price, or the key may not read it"
            ))),
        }
    }
}

fn is_twenty_dollars_a_month(price: &Price) -> bool {
    let is_monthly = is_paid_every(price, &RecurringInterval::Month);
    price.active && price.unit_amount == Some(CENTS) && price.currency.to_string() == CURRENCY && is_monthly
}

/// The cents of a price that is paid once a year in dollars, or what is wrong with it.
fn dollars_a_year(price: &Price, is_ours: bool) -> std::result::Result<i64, &'static str> {
    let cents = price.unit_amount.filter(|cents| *cents > 0);
    match cents {
        _ if !is_ours => Err("the price is of the other mode than the keys"),
        _ if !price.active => Err("the price is not active"),
        _ if price.currency.to_string() != CURRENCY => Err("the price is not in US dollars"),
        _ if !is_paid_every(price, &RecurringInterval::Year) => {
            Err("the price is not paid once a year, without a trial and without metering")
        }
        None => Err("the price has no fixed amount"),
        Some(cents) => Ok(cents),
    }
}

fn is_paid_every(price: &Price, interval: &RecurringInterval) -> bool {
    price.recurring.as_ref().is_some_and(|recurring| {
        recurring.interval == *interval
            && recurring.interval_count == 1
            && recurring.usage_type == RecurringUsageType::Licensed
            && recurring.trial_period_days.is_none()
    })
}
