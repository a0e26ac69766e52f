//! The end of a duplicate: refund it and end it; if it cannot be refunded, it does not renew.
//!
//! Invariant: it is refunded before it ends, so nobody loses both the money and the month. An end is told only after
//! Stripe's state shows it.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::super::end::will_end;
use super::super::{payments, sync};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job, Mail};
use crate::mail;
use crate::payments::{Payments, Plan, Problem, Refunded};

/// A month of the duplicate that began this long before the other subscription overlaps with it, and is refunded.
const OVERLAP: Duration = Duration::days(31);
/// The same for a duplicate that is paid by the year.
const OVERLAP_OF_YEAR: Duration = Duration::days(366);

/// What became of a duplicate.
enum Outcome {
    Refunded(Refunded),
    NotRenewed,
    /// The other subscription does not go on, so this one is no duplicate any more.
    Dismissed,
}

impl Outcome {
    const fn state(&self) -> &'static str {
        match self {
            Self::Refunded(_) => "refunded",
            Self::NotRenewed => "not_renewed",
            Self::Dismissed => "dismissed",
        }
    }
}

struct Duplicate {
    stripe_id: String,
    is_paid: bool,
    goes_on: bool,
    plan: String,
    refund_since: OffsetDateTime,
}

/// Refunds and ends a duplicate, or keeps it from renewing. Runs as `Job::EndDuplicate`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub async fn end_duplicate(ctx: &Ctx, id: Uuid) -> Result<()> {
    let found = sqlx::query_as!(
        Duplicate,
        r#"select subscription.stripe_id as "stripe_id!", subscription.status in ('active', 'trialing') as "is_paid!",
               subscription.plan,
               coalesce(kept.ending_since is null and kept.ends_at is null
                   and kept.status in ('active', 'trialing', 'past_due', 'unpaid'), false) as "goes_on!",
               coalesce(kept.created_at, subscription.created_at) as "refund_since!"
           from duplicate_subscription
               join subscription on subscription.id = subscription_id
               left join subscription kept on kept.id = kept_id
           where subscription_id = $1 and state = 'ending' and subscription.stripe_id is not null"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(found) = found else {
        return Ok(());
    };
    let outcome = end_at_stripe(ctx, id, &found).await?;
    settle(ctx, id, &outcome).await
}

async fn end_at_stripe(ctx: &Ctx, id: Uuid, found: &Duplicate) -> Result<Outcome> {
    let payments = payments(ctx)?;
    if !found.goes_on {
        return Ok(Outcome::Dismissed);
    }
    if !found.is_paid {
        // Its payments are late, and earlier months were not paid twice.
        return Ok(Outcome::Refunded(Refunded::default()));
    }
    let overlap = match Plan::from_word(&found.plan) {
        Plan::Yearly => OVERLAP_OF_YEAR,
        Plan::Monthly | Plan::Other => OVERLAP,
    };
    let since = (found.refund_since - overlap).unix_timestamp();
    match Box::pin(payments.refund_since(&found.stripe_id, id, since)).await {
        Ok(refunded) => Ok(Outcome::Refunded(refunded)),
        Err(Problem::Missing) => Ok(Outcome::Refunded(Refunded::default())),
        Err(Problem::Refused { .. }) => {
            stop_renewal(payments, &found.stripe_id).await?;
            sync(ctx, &found.stripe_id).await?;
            Ok(Outcome::NotRenewed)
        }
        Err(problem) => Err(problem.into()),
    }
}

/// Keeps a subscription from renewing.
///
/// # Errors
/// `PaymentsUnavailable` also while it still renews: then the job tries again.
async fn stop_renewal(payments: &Payments, stripe_id: &str) -> Result<()> {
    let found = match payments.subscription(stripe_id).await {
        Err(Problem::Missing) => return Ok(()),
        found => found?,
    };
    match payments.end_subscription_with_period(&found).await {
        // A refusal may mean that it has ended. Its state decides.
        Ok(()) | Err(Problem::Missing | Problem::Refused { .. }) => {}
        Err(problem) => return Err(problem.into()),
    }
    match payments.subscription(stripe_id).await {
        Err(Problem::Missing) => Ok(()),
        Ok(remote) if will_end(&remote) => Ok(()),
        Ok(_) => Err(Error::PaymentsUnavailable(anyhow::anyhow!(
            "Stripe does not say that the duplicate will end"
        ))),
        Err(problem) => Err(problem.into()),
    }
}

async fn settle(ctx: &Ctx, id: Uuid, outcome: &Outcome) -> Result<()> {
    let nothing = Refunded::default();
    let refunded = match outcome {
        Outcome::Refunded(refunded) => refunded,
        Outcome::NotRenewed | Outcome::Dismissed => &nothing,
    };
    let mut tx = database::begin(&ctx.db).await?;
    let user = sqlx::query_scalar!(
        "select user_id from stripe_customer where id = (select customer_id from subscription where id = $1)",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .flatten();
    let settled = sqlx::query!(
        "update duplicate_subscription set state = $2, amount = $3, currency = $4, settled_at = now()
         where subscription_id = $1 and state = 'ending'",
        id,
        outcome.state(),
        refunded.amount,
        refunded.currency
    )
    .execute(&mut *tx)
    .await?;
    if settled.rows_affected() == 0 {
        return Ok(());
    }
    if matches!(outcome, Outcome::Refunded(_)) {
        sqlx::query!(
            "update subscription set ending_since = coalesce(ending_since, now()) where id = $1",
            id
        )
        .execute(&mut *tx)
        .await?;
        jobs::enqueue(&mut tx, &Job::EndSubscription { id }).await?;
    }
    if !matches!(outcome, Outcome::Dismissed) {
        mail::enqueue(&mut tx, Mail::DuplicateSubscription { subscription: id }).await?;
    }
    let subject = user.map_or(Subject::Subscription(id), Subject::User);
    let entry = Entry::new(Actor::System, Action::SubscriptionDuplicateSettled, subject)
        .with("outcome", Detail::Word(outcome.state()))
        .with("cents", Detail::Number(refunded.amount));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(())
}
