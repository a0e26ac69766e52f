//! All that Stripe has, once a night, beside all that we believe.
//!
//! Invariant: what differs is asked about and mended here; it counts as drift if no event about it was left to work
//! off, because then nothing else would have mended it.

use std::collections::{BTreeSet, HashMap};

use uuid::Uuid;

use super::held::Belief;
use super::settle::Settled;
use super::{Status, payments, settle};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::payments::Said;

/// Compares, mends and notes the drift: the work of `Job::CompareSubscriptions`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe does not answer; `Unavailable` or `Internal` from the database.
pub async fn compare(ctx: &Ctx) -> Result<()> {
    let theirs = all_of_theirs(ctx).await?;
    let ours = all_of_ours(ctx).await?;
    let compared: BTreeSet<&String> = theirs.keys().chain(ours.keys()).collect();
    let differing: Vec<&String> = compared
        .iter()
        .copied()
        .filter(|&id| theirs.get(id).map(Belief::from) != ours.get(id).cloned())
        .collect();
    let is_behind =
        sqlx::query_scalar!(r#"select exists (select from stripe_event where settled_at is null) as "is_behind!""#)
            .fetch_one(&ctx.db)
            .await?;
    let mut drift = 0_i64;
    for id in differing {
        if settle(ctx, id).await? == Settled::Changed && !is_behind {
            drift += 1;
        }
    }
    sqlx::query!(
        "insert into stripe_comparison (id, compared, drift) values ($1, $2, $3)",
        Uuid::now_v7(),
        i64::try_from(compared.len()).unwrap_or(i64::MAX),
        drift
    )
    .execute(&ctx.db)
    .await?;
    if drift > 0 {
        tracing::error!(
            drift,
            "subscriptions were other than we believed, and no event had told us"
        );
    }
    end_what_should_have_ended(ctx).await
}

async fn all_of_theirs(ctx: &Ctx) -> Result<HashMap<String, Said>> {
    let payments = payments(ctx)?;
    let mut all = HashMap::new();
    let mut after: Option<String> = None;
    loop {
        let page = payments
            .living_subscriptions(after.as_deref())
            .await
            .map_err(Error::from)?;
        let Some(last) = page.last() else {
            return Ok(all);
        };
        after = Some(last.id.clone());
        // Their list also has what was never paid and expired, for ever. What is over there and not here is missing
        // from theirs, and asked about.
        let living = page
            .into_iter()
            .filter(|said| !Status::from_word(&said.status).is_over());
        all.extend(living.map(|said| (said.id.clone(), said)));
    }
}

/// Those that are not over, as Stripe's list has them.
async fn all_of_ours(ctx: &Ctx) -> Result<HashMap<String, Belief>> {
    let rows = sqlx::query!(
        r#"select stripe_id as "stripe_id!", status, period_end, ends_at, unpaid_since from subscription
           where stripe_id is not null and (status is null or status not in ('canceled', 'incomplete_expired'))"#
    )
    .fetch_all(&ctx.db)
    .await?;
    let ours = rows.into_iter().map(|row| {
        let belief = Belief {
            status: row.status,
            period_end: row.period_end,
            ends_at: row.ends_at,
            unpaid_since: row.unpaid_since,
        };
        (row.stripe_id, belief)
    });
    Ok(ours.collect())
}

/// Staff may have discarded the job that ends a subscription: that it shall end stands in its row.
async fn end_what_should_have_ended(ctx: &Ctx) -> Result<()> {
    let left = sqlx::query_scalar!(
        "select id from subscription
         where ending_since is not null and stripe_id is not null
             and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired')
             and not exists (select from job where kind = 'end_subscription' and payload ->> 'id' = subscription.id::text
                 and finished_at is null and dead_at is null)"
    )
    .fetch_all(&ctx.db)
    .await?;
    let mut tx = database::begin(&ctx.db).await?;
    for id in left {
        jobs::enqueue(&mut tx, &Job::EndSubscription { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}
