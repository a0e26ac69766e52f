//! The check that the price at Stripe is the price we advertise.
//!
//! Invariant: nothing is sold before the price is verified. An unreachable Stripe affects nothing else.

use std::sync::atomic::Ordering;
use std::time::Duration;

use stripe_product::price::RetrievePrice;
use stripe_shared::{Price, RecurringInterval, RecurringUsageType};

use super::{Payments, Problem};
use crate::error::{Error, Result};

/// 20 dollars in cents, as the frontend says.
const CENTS: i64 = 2000;
const CURRENCY: &str = "usd";

/// The pause before the next check while the price is not verified.
const RETRY_PAUSE: Duration = Duration::from_secs(30);
/// The pause before the next check of a verified price.
const RECHECK_INTERVAL: Duration = Duration::from_hours(1);

impl Payments {
    /// Checks the price regularly for as long as the process lives.
    pub async fn watch_price(&self) {
        loop {
            if let Err(error) = self.check_price().await {
                tracing::warn!(error = format!("{error:#}"), "premium is not sold for now");
            }
            tokio::time::sleep(if self.may_sell() { RECHECK_INTERVAL } else { RETRY_PAUSE }).await;
        }
    }

    /// Verifies the price. A verified price stays verified while Stripe does not answer.
    ///
    /// # Errors
    /// `PaymentsUnavailable` if Stripe does not answer; `Internal` if the price is wrong.
    pub async fn check_price(&self) -> Result<()> {
        let answer = RetrievePrice::new(self.settings.price.as_str())
            .send(&self.client)
            .await;
        let price = match answer.map_err(Problem::from) {
            Ok(price) => price,
            Err(problem @ (Problem::Busy | Problem::Failed | Problem::NoAnswer)) => return Err(problem.into()),
            Err(Problem::Missing | Problem::Refused { .. }) => {
                self.price_is_right.store(false, Ordering::Relaxed);
                return Err(Error::internal(anyhow::anyhow!(
                    "STRIPE_PRICE_ID names no price, or the key may not read it"
                )));
            }
        };
        let is_right = self.is_ours(price.livemode) && is_twenty_dollars_a_month(&price);
        self.price_is_right.store(is_right, Ordering::Relaxed);
        if is_right {
            Ok(())
        } else {
            Err(Error::internal(anyhow::anyhow!(
                "STRIPE_PRICE_ID is not an active price of 20 dollars a month in the mode of the keys"
            )))
        }
    }

    /// Fails unless the price is verified, now or before.
    ///
    /// # Errors
    /// `PaymentsUnavailable` if Stripe does not answer; `PaymentsNotSetUp` if the price is wrong.
    pub async fn require_price(&self) -> Result<()> {
        if self.may_sell() {
            return Ok(());
        }
        let checked = self.check_price().await;
        if let Err(Error::Internal(cause)) = &checked {
            tracing::error!(error = format!("{cause:#}"), "premium cannot be sold");
            return Err(Error::PaymentsNotSetUp);
        }
        checked
    }
}

fn is_twenty_dollars_a_month(price: &Price) -> bool {
    let is_monthly = price.recurring.as_ref().is_some_and(|recurring| {
        recurring.interval == RecurringInterval::Month
            && recurring.interval_count == 1
            && recurring.usage_type == RecurringUsageType::Licensed
            && recurring.trial_period_days.is_none()
    });
    price.active && price.unit_amount == Some(CENTS) && price.currency.to_string() == CURRENCY && is_monthly
}
