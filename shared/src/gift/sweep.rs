//! What happens to gifts without anybody's doing: lost events, payments that were never made, and old rows.

use super::limits::cancel;
use super::sync::sync;
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::jobs::{self, Job};

/// Asks Stripe about gifts that are not paid yet, closes the forms of those begun a day ago, and enqueues refunds whose job
/// staff have discarded. Part of the sweep of events.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub(crate) async fn sweep(ctx: &Ctx) -> Result<()> {
    let open = sqlx::query!(
        r#"select stripe_id as "stripe_id!",
               created_at < now() - interval '1 day' or declines >= 8 as "is_old!"
           from gift where state = 'begun' and stripe_id is not null
               and (told_at is null or told_at < now() - interval '5 minutes')"#
    )
    .fetch_all(&ctx.db)
    .await?;
    for gift in open {
        if gift.is_old {
            cancel(ctx, &gift.stripe_id).await?;
        } else {
            sync(ctx, &gift.stripe_id).await?;
        }
    }
    let mut tx = database::begin(&ctx.db).await?;
    let abandoned = sqlx::query_scalar!(
        "select id from gift where state = 'refunding'
             and not exists (select from job where kind = 'refund_gift' and payload ->> 'id' = gift.id::text
                 and finished_at is null and dead_at is null)"
    )
    .fetch_all(&mut *tx)
    .await?;
    for id in abandoned {
        jobs::enqueue(&mut tx, &Job::RefundGift { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Compares gifts with Stripe: all that can be used, and those of the last half year, which may still be disputed. Part of
/// the nightly comparison.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub(crate) async fn reconcile(ctx: &Ctx) -> Result<()> {
    let compared = sqlx::query_scalar!(
        r#"select stripe_id as "stripe_id!" from gift
           where stripe_id is not null
               and (state = 'paid' or (state = 'used' and paid_at > now() - interval '180 days'))"#
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in compared {
        sync(ctx, &stripe_id).await?;
    }
    Ok(())
}

/// Deletes gifts that were never paid, after two days. Idempotent: it deletes by age.
pub async fn delete_abandoned(ctx: &Ctx) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from gift where id in (
                 select id from gift where created_at < now() - interval '2 days'
                     and (state = 'canceled' or (state = 'begun' and stripe_id is null))
                 order by created_at limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(&ctx.db)
    })
    .await
}
