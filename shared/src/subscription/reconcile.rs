//! Nightly reconciliation of all subscriptions with Stripe.
//!
//! Invariant: every difference is synced here. It counts as drift only while no event is unprocessed, because then
//! nothing else would have corrected it.

use std::collections::{BTreeSet, HashMap};

use uuid::Uuid;

use super::duplicate::find_all;
use super::locked::LocalState;
use super::sync::Synced;
use super::{Status, payments, sync};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::gift;
use crate::jobs::{self, Job};
use crate::payments::RemoteSubscription;

/// Compares local and remote state, syncs differences, records the drift, and looks for what somebody pays twice. Runs as `Job::ReconcileSubscriptions`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub async fn reconcile(ctx: &Ctx) -> Result<()> {
    let remote = remote_subscriptions(ctx).await?;
    let local = local_subscriptions(ctx).await?;
    let compared: BTreeSet<&String> = remote.keys().chain(local.keys()).collect();
    let differing: Vec<&String> = compared
        .iter()
        .copied()
        .filter(|&id| remote.get(id).map(LocalState::from) != local.get(id).cloned())
        .collect();
    let is_behind =
        sqlx::query_scalar!(r#"select exists (select from stripe_event where settled_at is null) as "is_behind!""#)
            .fetch_one(&ctx.db)
            .await?;
    let mut drift = 0_i64;
    for id in differing {
        if sync(ctx, id).await? == Synced::Changed && !is_behind {
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
    requeue_endings(ctx).await?;
    Box::pin(gift::reconcile(ctx)).await?;
    Box::pin(find_all(ctx)).await
}

async fn remote_subscriptions(ctx: &Ctx) -> Result<HashMap<String, RemoteSubscription>> {
    let payments = payments(ctx)?;
    let mut all = HashMap::new();
    let mut after: Option<String> = None;
    loop {
        let page = payments
            .current_subscriptions(after.as_deref())
            .await
            .map_err(Error::from)?;
        let Some(last) = page.last() else {
            return Ok(all);
        };
        after = Some(last.id.clone());
        // Stripe lists expired subscriptions forever. One that has ended only at Stripe is dropped here, which makes it
        // differ from the local state, so that it is synced.
        let current = page
            .into_iter()
            .filter(|remote| !Status::from_word(&remote.status).is_over());
        all.extend(current.map(|remote| (remote.id.clone(), remote)));
    }
}

/// The local subscriptions that have not ended.
async fn local_subscriptions(ctx: &Ctx) -> Result<HashMap<String, LocalState>> {
    let rows = sqlx::query!(
        r#"select stripe_id as "stripe_id!", status, plan, period_end, ends_at, unpaid_since, paid_until from subscription
           where stripe_id is not null and (status is null or status not in ('canceled', 'incomplete_expired'))"#
    )
    .fetch_all(&ctx.db)
    .await?;
    let local = rows.into_iter().map(|row| {
        let local = LocalState {
            status: row.status,
            plan: row.plan,
            period_end: row.period_end,
            ends_at: row.ends_at,
            unpaid_since: row.unpaid_since,
            paid_until: row.paid_until,
        };
        (row.stripe_id, local)
    });
    Ok(local.collect())
}

/// Enqueues jobs for subscriptions that are marked to end but have no job, because staff discarded it.
async fn requeue_endings(ctx: &Ctx) -> Result<()> {
    let abandoned = sqlx::query_scalar!(
        "select id from subscription
         where ending_since is not null and stripe_id is not null
             and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired')
             and not exists (select from job where kind = 'end_subscription' and payload ->> 'id' = subscription.id::text
                 and finished_at is null and dead_at is null)"
    )
    .fetch_all(&ctx.db)
    .await?;
    let mut tx = database::begin(&ctx.db).await?;
    for id in abandoned {
        jobs::enqueue(&mut tx, &Job::EndSubscription { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}
