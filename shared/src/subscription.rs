//! Paid subscriptions at Stripe, and the premium that follows from them.
//!
//! Invariant: the local state of a subscription is Stripe's last answer to a request. Events and browser redirects are
//! never trusted; they only trigger a request. So reordered, repeated and lost events lead to the same state.

mod buyer;
mod checkout;
mod claim;
mod cleanup;
mod duplicate;
mod end;
mod event;
mod issue;
mod late;
mod limits;
mod locked;
mod other_plan;
mod reconcile;
mod status;
mod sync;
mod visitor;

pub use buyer::{Buyer, CheckoutForm, CheckoutToken};
pub use checkout::begin;
pub use claim::{accept, claim, decline, is_offered};
pub use cleanup::{delete_unclaimed, erase_checkouts, record_claimant};
pub use duplicate::{duplicate_letter, end_duplicate, find_duplicates, search_at_sign_in};
pub use end::{cancel_with_period, end, end_all, open_portal};
pub use event::{Received, delete_old, process, receive, sweep};
pub use issue::issue_letter;
pub use late::{PAY_PATH, failed_letter, open_invoice};
pub use limits::{card_testing_letter, count_checkout};
pub(crate) use limits::{count_first_decline, count_new_checkout};
pub use locked::hand_over;
pub use reconcile::reconcile;
pub use status::{Caller, PaidTwice, SubscriptionStatus, status, sync_unpaid, topic};
pub use sync::{Synced, sync};
pub use visitor::{correct_address, receipt};

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::gift;
use crate::ids::UserId;
use crate::payments::Payments;

/// The grace period: how long premium lasts while a renewal is unpaid.
pub const GRACE: Duration = Duration::days(7);

/// The status of a subscription at Stripe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is paid.
    Active,
    /// It is in a free trial.
    Trialing,
    /// A renewal is unpaid, and Stripe retries the payment.
    PastDue,
    /// Renewals are unpaid, and Stripe no longer retries.
    Unpaid,
    /// Collection is paused by staff, or a trial ended without a card. Nothing is charged.
    Paused,
    /// The first invoice is not paid yet.
    Incomplete,
    /// The first invoice was never paid.
    IncompleteExpired,
    /// It has ended.
    Canceled,
    /// A status unknown to this version. It gives no premium.
    Unknown,
}

impl Status {
    /// Parses Stripe's name of a status.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "active" => Self::Active,
            "trialing" => Self::Trialing,
            "past_due" => Self::PastDue,
            "unpaid" => Self::Unpaid,
            "paused" => Self::Paused,
            "incomplete" => Self::Incomplete,
            "incomplete_expired" => Self::IncompleteExpired,
            "canceled" => Self::Canceled,
            _ => Self::Unknown,
        }
    }

    /// The name, for the audit trail.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Trialing => "trialing",
            Self::PastDue => "past_due",
            Self::Unpaid => "unpaid",
            Self::Paused => "paused",
            Self::Incomplete => "incomplete",
            Self::IncompleteExpired => "incomplete_expired",
            Self::Canceled => "canceled",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the status is final.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }

    /// Whether it gives premium. An unpaid renewal still does until the end of the grace period, and a paused one until
    /// the end of the month that is paid; `grace_until` is that time.
    pub fn gives_premium(self, grace_until: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
        match self {
            Self::Active | Self::Trialing => true,
            Self::PastDue | Self::Paused => grace_until.is_some_and(|until| until > now),
            Self::Unpaid | Self::Incomplete | Self::IncompleteExpired | Self::Canceled | Self::Unknown => false,
        }
    }
}

/// The Stripe client, if payments are set up.
pub(crate) fn payments(ctx: &Ctx) -> Result<&Payments> {
    ctx.payments.as_ref().ok_or(Error::PaymentsNotSetUp)
}

/// Updates a user's account from their best subscription.
///
/// An unpaid subscription that a visitor started with the user's address is ignored.
async fn refresh_user(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!(
        "update app_user set (stripe_customer_id, subscription_status, subscription_grace_until) = (
             select customer.stripe_id, subscription.status,
                 case subscription.status when 'past_due' then subscription.unpaid_since + make_interval(secs => $2)
                     when 'paused' then subscription.paid_until end
             from stripe_customer customer left join subscription
                 on subscription.customer_id = customer.id and subscription.status is not null
                 and subscription.status not in ('incomplete', 'incomplete_expired')
             where customer.user_id = $1 and customer.stripe_id is not null
                 and (not customer.by_visitor or subscription.id is not null)
             order by array_position(array['active', 'trialing', 'past_due', 'paused', 'unpaid', 'canceled'], subscription.status),
                 subscription.ends_at is not null, subscription.unpaid_since desc nulls last,
                 subscription.period_end desc nulls last, customer.created_at
             limit 1)
         where id = $1",
        user.0,
        GRACE.as_seconds_f64()
    )
    .execute(&mut *tx)
    .await?;
    // A gift runs while no subscription does.
    gift::settle(tx, user, Duration::ZERO).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn only_active_trialing_past_due_in_grace_and_paused_in_a_paid_month_give_premium() {
        let now = datetime!(2026-11-20 12:00 UTC);
        let second = Duration::seconds(1);
        for (word, grace_until, gives) in [
            ("active", None, true),
            ("trialing", None, true),
            ("past_due", Some(now + second), true),
            ("past_due", Some(now), false),
            ("past_due", None, false),
            ("incomplete", Some(now + second), false),
            ("incomplete_expired", None, false),
            ("unpaid", Some(now + second), false),
            ("canceled", None, false),
            ("paused", None, false),
            ("paused", Some(now + second), true),
            ("paused", Some(now), false),
            ("something_new", Some(now + second), false),
            ("", None, false),
        ] {
            assert_eq!(
                Status::from_word(word).gives_premium(grace_until, now),
                gives,
                "{word} {grace_until:?}"
            );
        }
    }
}
