//! Claiming: a subscription paid by a visitor becomes the user's who signs in with the same verified address.
//!
//! Invariant: only a sign-in with a verified address claims, and only paid subscriptions. An unpaid subscription that
//! someone else started with that address has no effect on the user.

use sqlx::PgConnection;
use uuid::Uuid;

use super::Status;
use super::locked::{hand_over, is_worth_claiming, refresh_and_notify};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::ids::UserId;

/// Claims the subscriptions of a verified address, in the transaction of a sign-in that has locked the account.
///
/// For an unpaid subscription it records the claimant, who gets it once it is paid.
pub async fn claim(tx: &mut PgConnection, user: UserId, verified_email: &str) -> Result<()> {
    // Locked before reading their subscriptions, as every write of a Stripe answer does.
    let waiting: Vec<Uuid> = sqlx::query_scalar!(
        "select id from stripe_customer where user_id is null and lower(email) = lower($1) order by id for update",
        verified_email
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut has_claimed = false;
    for customer in waiting {
        let statuses = sqlx::query_scalar!(r#"select status from subscription where customer_id = $1"#, customer)
            .fetch_all(&mut *tx)
            .await?;
        let is_paid = |status: &Option<String>| is_worth_claiming(status.as_deref().map(Status::from_word));
        if statuses.iter().any(is_paid) {
            hand_over(tx, customer, user).await?;
            refresh_and_notify(tx, customer, Some(user)).await?;
            has_claimed = true;
        } else {
            sqlx::query!(
                "update stripe_customer set claimant_id = $2 where id = $1",
                customer,
                user.0
            )
            .execute(&mut *tx)
            .await?;
        }
    }
    if has_claimed {
        let entry = Entry::new(Actor::User(user), Action::SubscriptionClaimed, Subject::User(user.0));
        audit::record(tx, &entry).await?;
    }
    Ok(())
}

/// Records a user as the claimant of all unclaimed subscriptions of their verified addresses.
///
/// Runs in the transaction that deletes the account and has locked it. The user may have paid as a visitor without
/// signing in since.
pub async fn record_claimant(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!(
        "update stripe_customer set claimant_id = $1 where id in (
             select id from stripe_customer where user_id is null and lower(email) in (
                 select lower(email) from app_user where id = $1 and email_verified
                 union select subject from identity where user_id = $1 and issuer = 'email')
             order by id for update)",
        user.0
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes customers that are unclaimed for a month and have no open subscription. Idempotent: it deletes by age.
///
/// A subscription of the last two days counts as open, because it can still be paid (it expires after 23 hours). One
/// that is marked to end and has an id at Stripe counts as open until Stripe confirms the end.
pub async fn delete_unclaimed(ctx: &Ctx) -> Result<u64> {
    let deleted = sqlx::query!(
        "delete from stripe_customer
         where user_id is null and created_at < now() - interval '30 days' and not exists (
             select from subscription where customer_id = stripe_customer.id
                 and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired')
                 and (coalesce(status, 'incomplete') <> 'incomplete' or (ending_since is not null and subscription.stripe_id is not null)
                     or subscription.created_at > now() - interval '2 days'))"
    )
    .execute(&ctx.db)
    .await?;
    Ok(deleted.rows_affected())
}
