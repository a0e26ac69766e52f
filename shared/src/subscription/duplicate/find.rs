//! The search for duplicates under one address, at a sign-in and every night.

use sqlx::PgConnection;
use uuid::Uuid;

use super::super::claim::verified_addresses;
use super::super::locked::refresh_and_notify;
use super::super::payments;
use super::{mark, note};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::jobs::{self, Job, Mail};
use crate::mail;

/// How many subscriptions with one address are compared at a time; the next night compares the rest.
const MAX_COMPARED: i64 = 20;

/// Searches under the verified addresses of a user. Runs as `Job::FindDuplicates`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub async fn find_duplicates(ctx: &Ctx, user: UserId) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let addresses = match verified_addresses(&mut tx, user).await {
        // The account was deleted since.
        Err(Error::SignInRequired) => return Ok(()),
        found => found?,
    };
    tx.commit().await?;
    for address in addresses {
        Box::pin(find_of_address(ctx, &address)).await?;
    }
    Ok(())
}

/// Searches among all subscriptions. Part of the nightly comparison.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub(in super::super) async fn find_all(ctx: &Ctx) -> Result<()> {
    let users = sqlx::query_scalar!(
        r#"select user_id as "user!" from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
           where user_id is not null and not is_adopted and ending_since is null and ends_at is null
               and status in ('active', 'trialing', 'past_due', 'unpaid')
           group by user_id having count(*) > 1"#
    )
    .fetch_all(&ctx.db)
    .await?;
    for user in users.into_iter().map(UserId) {
        let mut tx = database::begin(&ctx.db).await?;
        if lock_user(&mut tx, user).await? {
            let marked = mark(&mut tx, user).await?;
            note(ctx, &mut tx, user, &marked).await?;
        }
        tx.commit().await?;
    }
    let addresses = sqlx::query_scalar!(
        r#"select distinct lower(email) as "address!"
           from stripe_customer join subscription on subscription.customer_id = stripe_customer.id
           where user_id is null and first_paid_at is not null and not is_declined and email is not null
               and ending_since is null and ends_at is null and status in ('active', 'trialing', 'past_due', 'unpaid')
               and not exists (select from duplicate_subscription where subscription_id = subscription.id)"#
    )
    .fetch_all(&ctx.db)
    .await?;
    for address in addresses {
        Box::pin(find_of_address(ctx, &address)).await?;
    }
    requeue(ctx).await
}

/// A running subscription with an address.
struct Candidate {
    id: Uuid,
    customer: Uuid,
    stripe_id: String,
    is_claimed: bool,
}

/// Compares what is paid under an address with each other, and with what its owner has.
async fn find_of_address(ctx: &Ctx, address: &str) -> Result<()> {
    let user = sqlx::query_scalar!(
        "select id from app_user where (lower(email) = $1 and email_verified)
             or id in (select user_id from identity where issuer = 'email' and subject = $1)
         order by id limit 1",
        address
    )
    .fetch_optional(&ctx.db)
    .await?
    .map(UserId);
    let candidates = candidates(ctx, address, user).await?;
    if candidates.len() < 2 || candidates.iter().all(|one| one.is_claimed) {
        return Ok(());
    }
    let mut cards = Vec::with_capacity(candidates.len());
    for candidate in &candidates {
        cards.push(payments(ctx)?.card_fingerprint(&candidate.stripe_id).await?);
    }
    // The owner's own subscriptions come first; without any, the oldest is the one to compare with.
    let own = candidates.iter().filter(|one| one.is_claimed).count().max(1);
    let (known, others) = candidates.split_at(own);
    let is_known = |card: &Option<String>| card.is_some() && cards[..own].contains(card);
    let (same, asked): (Vec<_>, Vec<_>) = others.iter().zip(&cards[own..]).partition(|pair| is_known(pair.1));
    let same: Vec<&Candidate> = same.into_iter().map(|(one, _)| one).collect();
    let kept = &known[0];
    match user.filter(|_| kept.is_claimed) {
        Some(user) => claim(ctx, user, &same).await?,
        None => end_unclaimed(ctx, kept, &same).await?,
    }
    for (candidate, _) in asked {
        ask(ctx, kept, candidate).await?;
    }
    Ok(())
}

async fn candidates(ctx: &Ctx, address: &str, user: Option<UserId>) -> Result<Vec<Candidate>> {
    let found = sqlx::query_as!(
        Candidate,
        r#"select subscription.id, customer.id as customer, subscription.stripe_id as "stripe_id!",
               user_id is not null as "is_claimed!"
           from subscription join stripe_customer customer on customer.id = subscription.customer_id
           where customer.id in (
                   select id from stripe_customer
                   where user_id is null and first_paid_at is not null and not is_declined and lower(email) = $1
                   union select id from stripe_customer where user_id = $2)
               and not is_adopted and ending_since is null and ends_at is null
               and status in ('active', 'trialing', 'past_due', 'unpaid')
               and (user_id is not null
                   or not exists (select from duplicate_subscription duplicate
                       where duplicate.subscription_id = subscription.id and duplicate.state <> 'asked'))
           order by user_id is null, status in ('past_due', 'unpaid'), subscription.created_at, subscription.id limit $3"#,
        address,
        user.map(|user| user.0),
        MAX_COMPARED
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(found)
}

/// Gives what the owner of an account has paid with the same card and address to the account, and ends the duplicates.
async fn claim(ctx: &Ctx, user: UserId, same: &[&Candidate]) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    if same.is_empty() || !lock_user(&mut tx, user).await? {
        return Ok(());
    }
    let customers: Vec<Uuid> = same.iter().map(|one| one.customer).collect();
    let claimed = sqlx::query_scalar!(
        "with locked as (
             select id from stripe_customer where id = any($2) and user_id is null and not is_declined order by id for update
         )
         update stripe_customer set user_id = $1, claimant_id = null, visitor_hash = null
         from locked where stripe_customer.id = locked.id returning stripe_customer.id",
        user.0,
        &customers
    )
    .fetch_all(&mut *tx)
    .await?;
    let Some(first) = claimed.first() else {
        return Ok(());
    };
    refresh_and_notify(&mut tx, *first, Some(user)).await?;
    let marked = mark(&mut tx, user).await?;
    let entry = Entry::new(Actor::System, Action::SubscriptionClaimed, Subject::User(user.0));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    note(ctx, &mut tx, user, &marked).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends what a visitor has paid again with the same card and address.
async fn end_unclaimed(ctx: &Ctx, kept: &Candidate, same: &[&Candidate]) -> Result<()> {
    for one in same {
        let mut tx = database::begin(&ctx.db).await?;
        if insert(&mut tx, kept, one, "ending").await? {
            jobs::enqueue(&mut tx, &Job::EndDuplicate { id: one.id }).await?;
            let entry = Entry::new(
                Actor::System,
                Action::SubscriptionPaidTwice,
                Subject::Subscription(one.id),
            );
            audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Asks the owner of the address whether both are theirs. Staff see it, too.
async fn ask(ctx: &Ctx, kept: &Candidate, one: &Candidate) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    if insert(&mut tx, kept, one, "asked").await? {
        mail::enqueue(&mut tx, Mail::DuplicateSubscription { subscription: one.id }).await?;
        let entry = Entry::new(
            Actor::System,
            Action::SubscriptionAskedTwice,
            Subject::Subscription(one.id),
        );
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Inserts a duplicate that nobody has claimed since. Returns false if it was found before.
async fn insert(tx: &mut PgConnection, kept: &Candidate, one: &Candidate, state: &str) -> Result<bool> {
    let inserted = sqlx::query!(
        "insert into duplicate_subscription (subscription_id, kept_id, state)
             select $1, $2, $3 where exists (select from stripe_customer where id = $4 and user_id is null)
         on conflict (subscription_id) do update set state = excluded.state, kept_id = excluded.kept_id
             where duplicate_subscription.state = 'asked' and excluded.state = 'ending'",
        one.id,
        kept.id,
        state,
        one.customer
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Locks an account. Returns false if it is gone.
async fn lock_user(tx: &mut PgConnection, user: UserId) -> Result<bool> {
    let found = sqlx::query_scalar!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?;
    Ok(found.is_some())
}

/// Enqueues jobs for duplicates that are to end and have no job, because staff discarded it.
async fn requeue(ctx: &Ctx) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let abandoned = sqlx::query_scalar!(
        "select subscription_id from duplicate_subscription where state = 'ending'
             and not exists (select from job where kind = 'end_duplicate'
                 and payload ->> 'id' = subscription_id::text and finished_at is null and dead_at is null)"
    )
    .fetch_all(&mut *tx)
    .await?;
    for id in abandoned {
        jobs::enqueue(&mut tx, &Job::EndDuplicate { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}
