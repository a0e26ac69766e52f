//! Claiming: a subscription paid by a visitor becomes a user's.
//!
//! Invariant: only a verified address or the paying browser claims, and only paid subscriptions. Signing in claims what
//! the same browser has paid. Everything else is offered, and the user must accept it: a payer may have mistyped the
//! address, and a stranger must get neither premium nor the payer's billing page. However many unpaid subscriptions
//! strangers started with an address, they have no effect on its user.

use sqlx::PgConnection;
use uuid::Uuid;

use super::locked::{notify, refresh_and_notify};
use super::{CheckoutToken, duplicate};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;

/// Claims what this browser has begun with a verified address, in the transaction of a sign-in that has locked the
/// account. An unpaid subscription becomes the user's once it is paid.
pub async fn claim(
    ctx: &Ctx,
    tx: &mut PgConnection,
    user: UserId,
    verified_email: &str,
    browser: &CheckoutToken,
) -> Result<()> {
    let begun = sqlx::query!(
        r#"update stripe_customer set
             user_id = case when first_paid_at is not null then $1::uuid end,
             claimant_id = case when first_paid_at is null then $1::uuid end,
             visitor_hash = case when first_paid_at is null then visitor_hash end
         where visitor_hash = $2 and user_id is null and lower(email) = lower($3)
         returning id, first_paid_at is not null as "is_paid!""#,
        user.0,
        browser.hash(),
        verified_email
    )
    .fetch_optional(&mut *tx)
    .await?;
    match begun {
        Some(begun) if begun.is_paid => note_claimed(ctx, tx, user, &[begun.id]).await,
        Some(_) | None => Ok(()),
    }
}

/// Whether a paid subscription waits for a user's acceptance.
pub async fn is_offered(ctx: &Ctx, user: UserId, browser: Option<&CheckoutToken>) -> Result<bool> {
    let offered = sqlx::query_scalar!(
        r#"select exists (
               select from stripe_customer where user_id is null and first_paid_at is not null and not is_declined
                   and lower(email) in (select lower(email) from app_user where id = $1 and email_verified
                       union select lower(subject) from identity where user_id = $1 and issuer = 'email')
           ) or exists (
               select from stripe_customer where user_id is null and first_paid_at is not null and visitor_hash = $2
           ) as "is_offered!""#,
        user.0,
        browser.map(CheckoutToken::hash)
    )
    .fetch_one(&ctx.db)
    .await?;
    Ok(offered)
}

/// Claims all subscriptions that are offered to a user.
///
/// # Errors
/// `NotFound` if none is offered; `SignInRequired` if the account is gone.
pub async fn accept(ctx: &Ctx, user: UserId, browser: Option<&CheckoutToken>) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let addresses = verified_addresses(&mut tx, user).await?;
    // Locked before their subscriptions, as every write of a Stripe answer does. The visitor's cookie no longer gives
    // access.
    let accepted = sqlx::query_scalar!(
        "with offered as (
             select id from stripe_customer
             where user_id is null and first_paid_at is not null
                 and ((lower(email) = any($2) and not is_declined) or visitor_hash = $3)
             order by id for update
         )
         update stripe_customer set user_id = $1, claimant_id = null, visitor_hash = null
         from offered where stripe_customer.id = offered.id returning stripe_customer.id",
        user.0,
        &addresses,
        browser.map(CheckoutToken::hash)
    )
    .fetch_all(&mut *tx)
    .await?;
    if accepted.is_empty() {
        return Err(Error::NotFound);
    }
    note_claimed(ctx, &mut tx, user, &accepted).await?;
    tx.commit().await?;
    Ok(())
}

/// Records that a user did not pay what is offered to them: the payer has mistyped the address.
///
/// # Errors
/// `SignInRequired` if the account is gone.
pub async fn decline(ctx: &Ctx, user: UserId) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let addresses = verified_addresses(&mut tx, user).await?;
    let declined = sqlx::query_scalar!(
        "with offered as (
             select id from stripe_customer
             where user_id is null and first_paid_at is not null and lower(email) = any($1) and not is_declined
             order by id for update
         )
         update stripe_customer set is_declined = true from offered where stripe_customer.id = offered.id
         returning stripe_customer.id",
        &addresses
    )
    .fetch_all(&mut *tx)
    .await?;
    if !declined.is_empty() {
        duplicate::dismiss(&mut tx, &declined).await?;
        let entry = Entry::new(Actor::User(user), Action::SubscriptionDeclined, Subject::User(user.0));
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The verified addresses of a user, in lower case. Locks the account.
pub(super) async fn verified_addresses(tx: &mut PgConnection, user: UserId) -> Result<Vec<String>> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::SignInRequired)?;
    let addresses = sqlx::query_scalar!(
        r#"select lower(email) as "address!" from app_user where id = $1 and email_verified and email is not null
           union select lower(subject) from identity where user_id = $1 and issuer = 'email'"#,
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(addresses)
}

async fn note_claimed(ctx: &Ctx, tx: &mut PgConnection, user: UserId, claimed: &[Uuid]) -> Result<()> {
    if let Some((first, others)) = claimed.split_first() {
        refresh_and_notify(tx, *first, Some(user)).await?;
        for other in others {
            notify(tx, *other).await?;
        }
    }
    let duplicates = duplicate::mark(tx, user).await?;
    let entry = Entry::new(Actor::User(user), Action::SubscriptionClaimed, Subject::User(user.0));
    audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
    duplicate::note(ctx, tx, user, &duplicates).await
}
