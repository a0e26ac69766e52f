//! What a visitor paid becomes somebody's who signs in with the address they typed.
//!
//! Invariant: only a verified address claims, only when somebody signs in with it, and only what was paid: what was
//! begun under another's address gives and costs them nothing.

use sqlx::PgConnection;
use uuid::Uuid;

use super::Status;
use super::held::{hand_over, is_worth_claiming, tell};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::user::UserId;

/// Claims what waits under a verified address, in the transaction of a sign-in that holds the account. What is not paid
/// yet is noted, and handed over when it is.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn claim(tx: &mut PgConnection, user: UserId, verified_email: &str) -> Result<()> {
    // Locked before anything is read of them: whoever writes what Stripe says holds them too.
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
            tell(tx, customer, Some(user)).await?;
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

/// Notes somebody as the claimant of all that waits under an address they have proved, in the transaction that deletes
/// their account and holds it: they may have paid as a visitor and never signed in since.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn note_claimant(tx: &mut PgConnection, user: UserId) -> Result<()> {
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

/// Deletes what nobody has claimed for a month and nobody pays: what visitors typed and never paid, and what was left of
/// deleted accounts until it was over. What was begun in the last two days may be paid yet (it expires after 23 hours),
/// and what shall end and has a name at Stripe stays until Stripe says that it is over: we may not have heard that it was
/// paid. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
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
