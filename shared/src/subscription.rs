//! Premium that is paid: who subscribes, what Stripe says of it, and what follows.
//!
//! Invariant: what we believe of a subscription is what Stripe last said when asked. No event, no page and no address in
//! a browser is believed; they only make us ask. So any order of events, any repetition and any gap end in the same.

mod buyer;
mod checkout;
mod claim;
mod compare;
mod end;
mod event;
mod held;
mod settle;
mod standing;

pub use buyer::{Buyer, CheckoutToken, Wanted};
pub use checkout::begin;
pub use claim::{claim, delete_unclaimed, note_claimant};
pub use compare::compare;
pub use end::{cancel_with_period, end, end_all, open_portal};
pub use event::{Received, delete_old, process, receive, sweep};
pub use settle::{Settled, settle};
pub use standing::{Asker, Standing, ask_again, standing, topic};

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::payments::Payments;
use crate::user::UserId;

/// How long premium stays while a renewal is unpaid.
pub const GRACE: Duration = Duration::days(7);

/// Where a subscription stands, in Stripe's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is paid.
    Active,
    /// It costs nothing yet.
    Trialing,
    /// A renewal is unpaid, and tried again.
    PastDue,
    /// Renewals are unpaid, and no longer tried.
    Unpaid,
    /// It rests.
    Paused,
    /// The first invoice is not paid yet.
    Incomplete,
    /// The first invoice was never paid.
    IncompleteExpired,
    /// It is over.
    Canceled,
    /// A word that we do not know. It gives nothing.
    Unknown,
}

impl Status {
    /// Reads Stripe's word.
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

    /// The word, for the audit trail.
    #[must_use]
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

    /// Whether it will never cost or give anything again.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }

    /// Whether premium follows from it. A renewal that is unpaid is forgiven until the end of its grace.
    #[must_use]
    pub fn gives_premium(self, grace_until: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
        match self {
            Self::Active | Self::Trialing => true,
            Self::PastDue => grace_until.is_some_and(|until| until > now),
            Self::Unpaid
            | Self::Paused
            | Self::Incomplete
            | Self::IncompleteExpired
            | Self::Canceled
            | Self::Unknown => false,
        }
    }
}

/// Stripe, where payments are set up.
fn payments(ctx: &Ctx) -> Result<&Payments> {
    ctx.payments.as_ref().ok_or(Error::PaymentsNotSetUp)
}

/// Writes into somebody's account what follows from all their subscriptions: the best of them counts. Something that was
/// only begun in their name by whoever typed their address counts for nothing.
async fn refresh_user(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!(
        "update app_user set (stripe_customer_id, subscription_status, subscription_grace_until) = (
             select customer.stripe_id, subscription.status,
                 case when subscription.status = 'past_due' then subscription.unpaid_since + make_interval(secs => $2) end
             from stripe_customer customer left join subscription
                 on subscription.customer_id = customer.id and subscription.status is not null
                 and subscription.status not in ('incomplete', 'incomplete_expired')
             where customer.user_id = $1 and customer.stripe_id is not null
                 and (not customer.by_visitor or subscription.id is not null)
             order by array_position(array['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'], subscription.status),
                 subscription.ends_at is not null, subscription.unpaid_since desc nulls last,
                 subscription.period_end desc nulls last, customer.created_at
             limit 1)
         where id = $1",
        user.0,
        GRACE.as_seconds_f64()
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn premium_follows_from_a_status_as_decided() {
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
