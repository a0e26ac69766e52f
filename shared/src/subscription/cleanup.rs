//! Deletion of checkouts that came to nothing, and of those that name the address of a deleted account.
//!
//! Invariant: both work in batches, by an index. However many checkouts strangers began, no statement takes long.

use sqlx::PgConnection;
use uuid::Uuid;

use super::claim::verified_addresses;
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::ids::UserId;
use crate::jobs::{self, Job};

/// How many rows one statement changes.
const BATCH_SIZE: i64 = 1000;
/// How many checkouts are ended in the transaction that deletes the account; a job ends the others.
const ENDED_AT_ONCE: i64 = 100;

/// Deletes customers that never paid after two days, and those that are unclaimed for a month and have no open
/// subscription. Idempotent: it deletes by age.
///
/// An unpaid subscription of the last two days counts as open, because it can still be paid (it expires after 23 hours).
/// One that is marked to end and has an id at Stripe counts as open until Stripe confirms the end.
pub async fn delete_unclaimed(ctx: &Ctx) -> Result<u64> {
    let unpaid = database::in_batches(|| {
        sqlx::query!(
            "delete from stripe_customer where id in (
                 select id from stripe_customer
                 where user_id is null and first_paid_at is null and created_at < now() - interval '2 days'
                     and not exists (select from subscription where customer_id = stripe_customer.id
                         and coalesce(status, 'incomplete') <> 'incomplete_expired'
                         and ((ending_since is not null and subscription.stripe_id is not null)
                             or subscription.created_at > now() - interval '2 days'))
                 order by created_at limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(&ctx.db)
    })
    .await?;
    let unclaimed = database::in_batches(|| {
        sqlx::query!(
            "delete from stripe_customer where id in (
                 select id from stripe_customer
                 where user_id is null and first_paid_at is not null and created_at < now() - interval '30 days'
                     and not exists (select from subscription where customer_id = stripe_customer.id
                         and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired'))
                 order by created_at limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(&ctx.db)
    })
    .await?;
    Ok(unpaid + unclaimed)
}

/// Records a user as the claimant of the unclaimed subscriptions of their verified addresses, paid ones first.
///
/// Runs in the transaction that deletes the account and has locked it. The user may have paid as a visitor without
/// signing in since. What they have declined stays the payer's. If strangers have begun very many with these addresses, a job ends and erases the rest.
pub async fn record_claimant(tx: &mut PgConnection, user: UserId) -> Result<()> {
    for address in verified_addresses(tx, user).await? {
        let recorded = sqlx::query!(
            "with chosen as (
                 select id from stripe_customer where user_id is null and lower(email) = $2 and not is_declined
                 order by first_paid_at is null, id limit $3
             ), locked as (
                 select id from stripe_customer where id in (select id from chosen) and user_id is null order by id for update
             )
             update stripe_customer set claimant_id = $1 from locked where stripe_customer.id = locked.id",
            user.0,
            address,
            ENDED_AT_ONCE
        )
        .execute(&mut *tx)
        .await?;
        if recorded.rows_affected() == ENDED_AT_ONCE.unsigned_abs() {
            let id = Uuid::now_v7();
            sqlx::query!("insert into address_erasure (id, email) values ($1, $2)", id, address)
                .execute(&mut *tx)
                .await?;
            jobs::enqueue(tx, &Job::EraseCheckouts { id }).await?;
        }
    }
    Ok(())
}

/// Ends and erases the checkouts that name an address of a deleted account. Runs as `Job::EraseCheckouts`.
///
/// They are only marked to end: an unpaid one expires by itself, one that is paid is ended when Stripe says so, and the
/// nightly comparison ends the rest.
pub async fn erase_checkouts(ctx: &Ctx, id: Uuid) -> Result<()> {
    loop {
        let mut tx = database::begin(&ctx.db).await?;
        let taken = sqlx::query_scalar!(
            "select stripe_customer.id from stripe_customer
                 join address_erasure on lower(stripe_customer.email) = address_erasure.email
             where address_erasure.id = $1 and user_id is null and not is_declined and created_at <= requested_at
             order by stripe_customer.id limit $2 for update of stripe_customer",
            id,
            BATCH_SIZE
        )
        .fetch_all(&mut *tx)
        .await?;
        if taken.is_empty() {
            sqlx::query!("delete from address_erasure where id = $1", id)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            return Ok(());
        }
        sqlx::query!(
            "update subscription set ending_since = now() where customer_id = any($1) and ending_since is null
                 and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired')",
            &taken
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "update stripe_customer set claimant_id = null, visitor_hash = null, email = null, name = null where id = any($1)",
            &taken
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
}
