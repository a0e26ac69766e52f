//! Syncing: requests a subscription from Stripe and stores the answer.
//!
//! Invariant: each request gets a number before it is sent. An answer is stored, with the row and its user's account
//! locked, only if no later request was answered before. No database connection is held during a request to Stripe, so
//! that an outage of Stripe blocks nothing else.

use sqlx::PgConnection;
use uuid::Uuid;

use super::late::tell_if_late;
use super::locked::{Locked, RemoteAnswer, assign, is_worth_claiming, lock, refresh_and_notify};
use super::{Status, duplicate, payments, refresh_user};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::jobs::{self, Job};
use crate::payments::{PayableSubscription, Payments, Problem, RemoteSubscription};

/// A row whose owner changes before it is locked is locked again.
const MAX_LOCK_ATTEMPTS: u32 = 5;

/// The result of a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Synced {
    /// The local state was current.
    Same,
    /// The local state was updated.
    Changed,
    /// The subscription belongs to no customer of ours.
    Foreign,
}

/// The result of attaching a newly created subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attached {
    /// It is attached to its row.
    Ours,
    /// It is already marked to end.
    Unwanted,
}

/// A request to Stripe, with its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedRequest {
    row: Uuid,
    number: i64,
}

/// Requests a subscription from Stripe and stores the answer.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn sync(ctx: &Ctx, stripe_id: &str) -> Result<Synced> {
    let payments = payments(ctx)?;
    if let Some(request) = next_request(ctx, stripe_id).await? {
        return store_answer(ctx, request, payments.subscription(stripe_id).await, Actor::System).await;
    }
    // The id is unknown. The metadata and the customer of the subscription show whether it is ours.
    let remote = match payments.subscription(stripe_id).await {
        Ok(remote) => remote,
        Err(Problem::Missing) => return Ok(Synced::Foreign),
        Err(problem) => return Err(problem.into()),
    };
    if !payments.is_ours(remote.live) || !adopt(ctx, &remote).await? {
        return Ok(Synced::Foreign);
    }
    match next_request(ctx, stripe_id).await? {
        Some(request) => store_answer(ctx, request, payments.subscription(stripe_id).await, Actor::System).await,
        None => Ok(Synced::Foreign),
    }
}

/// Requests a subscription with how to pay it, and stores the answer. None if Stripe has no such subscription.
pub(super) async fn fetch_payable(
    ctx: &Ctx,
    payments: &Payments,
    stripe_id: &str,
) -> Result<Option<PayableSubscription>> {
    let Some(request) = next_request(ctx, stripe_id).await? else {
        return Ok(None);
    };
    match payments.payable_subscription(stripe_id).await {
        Ok(payable) => {
            write(ctx, request, &RemoteAnswer::Found(&payable.remote), Actor::System).await?;
            Ok(Some(payable))
        }
        Err(Problem::Missing) => {
            write(ctx, request, &RemoteAnswer::Missing, Actor::System).await?;
            Ok(None)
        }
        Err(problem) => Err(problem.into()),
    }
}

/// Numbers the next request for a subscription.
pub(super) async fn next_request(ctx: &Ctx, stripe_id: &str) -> Result<Option<NumberedRequest>> {
    let request = sqlx::query_as!(
        NumberedRequest,
        r#"update subscription set asked = asked + 1 where stripe_id = $1 returning id as row, asked as number"#,
        stripe_id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(request)
}

/// Stores the answer to a request.
pub(super) async fn store_answer(
    ctx: &Ctx,
    request: NumberedRequest,
    answer: Result<RemoteSubscription, Problem>,
    actor: Actor<'_>,
) -> Result<Synced> {
    match answer {
        Ok(remote) => write(ctx, request, &RemoteAnswer::Found(&remote), actor).await,
        Err(Problem::Missing) => write(ctx, request, &RemoteAnswer::Missing, actor).await,
        Err(problem) => Err(problem.into()),
    }
}

/// Stores the id of a customer at Stripe, also in the account.
pub(super) async fn store_customer_id(ctx: &Ctx, row: Uuid, stripe_id: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let user = sqlx::query_scalar!(
        "select app_user.id from app_user join stripe_customer on stripe_customer.user_id = app_user.id
         where stripe_customer.id = $1 for update of app_user",
        row
    )
    .fetch_optional(&mut *tx)
    .await?;
    sqlx::query!(
        "update stripe_customer set stripe_id = $2 where id = $1 and stripe_id is null",
        row,
        stripe_id
    )
    .execute(&mut *tx)
    .await?;
    if let Some(user) = user {
        refresh_user(&mut tx, UserId(user)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Stores the Stripe id of a newly created subscription.
///
/// The answer may repeat an old one (idempotency), so its state counts only if no id was stored yet.
pub(super) async fn attach(ctx: &Ctx, row: Uuid, remote: &RemoteSubscription) -> Result<Attached> {
    let attached = sqlx::query!(
        "update subscription set stripe_id = $2, asked = asked + 1 where id = $1 and stripe_id is null returning asked",
        row,
        remote.id
    )
    .fetch_optional(&ctx.db)
    .await?;
    if let Some(attached) = attached {
        let request = NumberedRequest {
            row,
            number: attached.asked,
        };
        write(ctx, request, &RemoteAnswer::Found(remote), Actor::System).await?;
    }
    let is_ending = sqlx::query_scalar!(
        r#"select ending_since is not null as "unwanted!" from subscription where id = $1"#,
        row
    )
    .fetch_one(&ctx.db)
    .await?;
    Ok(if is_ending { Attached::Unwanted } else { Attached::Ours })
}

/// Adopts a subscription with an unknown Stripe id. Returns false if it belongs to no customer of ours.
///
/// Either the answer that created it was lost, or staff created it at Stripe.
async fn adopt(ctx: &Ctx, remote: &RemoteSubscription) -> Result<bool> {
    let named = sqlx::query!(
        "update subscription set stripe_id = $2 where id = $1 and stripe_id is null",
        remote.row,
        remote.id
    )
    .execute(&ctx.db)
    .await?;
    if named.rows_affected() == 1 {
        if let Some(customer) = remote.customer_row {
            store_customer_id(ctx, customer, &remote.customer).await?;
        }
        return Ok(true);
    }
    let adopted = sqlx::query!(
        "insert into subscription (id, customer_id, stripe_id, is_adopted)
             select $1, id, $2, true from stripe_customer where stripe_id = $3
         on conflict (stripe_id) do nothing",
        Uuid::now_v7(),
        remote.id,
        remote.customer
    )
    .execute(&ctx.db)
    .await?;
    Ok(adopted.rows_affected() == 1)
}

async fn write(ctx: &Ctx, request: NumberedRequest, answer: &RemoteAnswer<'_>, actor: Actor<'_>) -> Result<Synced> {
    for _ in 0..MAX_LOCK_ATTEMPTS {
        let mut tx = database::begin(&ctx.db).await?;
        let Some(locked) = lock(&mut tx, request.row).await? else {
            continue;
        };
        let synced = write_locked(ctx, &mut tx, request, &locked, answer, actor).await?;
        tx.commit().await?;
        return Ok(synced);
    }
    Err(Error::Unavailable(anyhow::anyhow!(
        "the subscription changes hands all the time"
    )))
}

async fn write_locked(
    ctx: &Ctx,
    tx: &mut PgConnection,
    request: NumberedRequest,
    locked: &Locked,
    answer: &RemoteAnswer<'_>,
    actor: Actor<'_>,
) -> Result<Synced> {
    if locked.last_answered >= request.number {
        return Ok(Synced::Same);
    }
    let local = locked.local.after(answer);
    sqlx::query!(
        "update subscription set status = $2, period_end = $3, ends_at = $4, unpaid_since = $5, paid_until = $7,
             plan = $8, told = $6, told_at = now()
         where id = $1",
        request.row,
        local.status,
        local.period_end,
        local.ends_at,
        local.unpaid_since,
        request.number,
        local.paid_until,
        local.plan
    )
    .execute(&mut *tx)
    .await?;
    if local == locked.local {
        return Ok(Synced::Same);
    }
    let user = match (locked.user, locked.claimant) {
        (None, Some(claimant)) if is_worth_claiming(local.status()) => {
            assign(tx, locked.customer, claimant).await?;
            Some(claimant)
        }
        (user, _) => user,
    };
    if locked.is_ending && !local.status().is_some_and(Status::is_over) {
        jobs::enqueue(tx, &Job::EndSubscription { id: request.row }).await?;
    }
    tell_if_late(tx, request.row, locked.local.status(), local.status()).await?;
    refresh_and_notify(tx, locked.customer, user).await?;
    let status = Detail::Word(local.status().unwrap_or(Status::Unknown).as_str());
    let subject = user.map_or(Subject::Subscription(request.row), |user| Subject::User(user.0));
    let mut entry = Entry::new(actor, Action::SubscriptionChanged, subject).with("status", status);
    if user.is_some() {
        entry = entry.with("subscription", Detail::Id(request.row));
    }
    if local.plan != locked.local.plan {
        entry = entry.with("plan", Detail::Word(local.plan().as_str()));
    }
    let duplicates = match user {
        Some(user) => duplicate::mark(tx, user).await?,
        None => Vec::new(),
    };
    audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
    if let Some(user) = user {
        duplicate::note(ctx, tx, user, &duplicates).await?;
    }
    Ok(Synced::Changed)
}
