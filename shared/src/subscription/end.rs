//! Cancelling a subscription, at the end of the paid period or at once, and Stripe's billing portal.
//!
//! Invariant: an immediate end is a mark in the row and a job, which retries until Stripe confirms the end.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::sync::{next_request, store_answer};
use super::{Buyer, Status, payments, sync};
use crate::account::SubscriptionEnd;
use crate::audit::Actor;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::jobs::{self, Job};
use crate::payments::{Payments, Problem, RemoteSubscription};
use crate::user::User;

/// Cancels a buyer's subscription at the end of the paid period, and returns that time.
///
/// A past-due or unpaid subscription ends at once, because no period is paid and Stripe would retry the payment; so does
/// one that is paused after an unpaid trial.
///
/// # Errors
/// `NoBilling` if the buyer has no running subscription; `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn cancel_with_period(ctx: &Ctx, buyer: &Buyer) -> Result<OffsetDateTime> {
    let payments = payments(ctx)?;
    let (user, visitor_hash) = buyer.columns();
    let actor = user.map_or(Actor::System, |user| Actor::User(UserId(user)));
    let running = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!" from subscription
           join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused')
               and ending_since is null"#,
        user,
        visitor_hash
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in &running {
        let cancelled = cancel(payments, stripe_id).await;
        // Numbered after the cancellation, so that an older answer of a concurrent request cannot overwrite this one.
        let Some(request) = next_request(ctx, stripe_id).await? else {
            continue;
        };
        let answer = match (cancelled, payments.subscription(stripe_id).await) {
            (Err(problem), Ok(remote)) if !will_end(&remote) => Err(problem),
            // Refused because it ends or has ended at Stripe, which is the wanted state.
            (Ok(()) | Err(_), answer) => answer,
        };
        store_answer(ctx, request, answer, actor).await?;
    }
    sqlx::query_scalar!(
        "select max(ends_at) from subscription where stripe_id = any($1)",
        &running
    )
    .fetch_one(&ctx.db)
    .await?
    .ok_or(Error::NoBilling)
}

/// Whether a subscription is over, or is paid and does not renew.
pub(super) fn will_end(remote: &RemoteSubscription) -> bool {
    match Status::from_word(&remote.status) {
        Status::PastDue | Status::Unpaid => false,
        Status::Active | Status::Trialing | Status::Paused => remote.ends_at.is_some(),
        status @ (Status::Incomplete | Status::IncompleteExpired | Status::Canceled | Status::Unknown) => {
            status.is_over()
        }
    }
}

/// Cancels a subscription according to its current status at Stripe.
async fn cancel(payments: &Payments, stripe_id: &str) -> Result<(), Problem> {
    let remote = payments.subscription(stripe_id).await?;
    let is_paid = match Status::from_word(&remote.status) {
        Status::PastDue | Status::Unpaid => false,
        Status::Paused => remote.paid_until.is_some(),
        Status::Active
        | Status::Trialing
        | Status::Incomplete
        | Status::IncompleteExpired
        | Status::Canceled
        | Status::Unknown => true,
    };
    if is_paid {
        payments.end_subscription_with_period(&remote).await
    } else {
        payments.end_subscription(stripe_id).await
    }
}

/// Creates a session of Stripe's billing portal, and returns its URL.
///
/// # Errors
/// `NoBilling` for a user without a customer at Stripe; `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn open_portal(ctx: &Ctx, user: &User, return_to: &str) -> Result<String> {
    let customer = user.stripe_customer_id.as_deref().ok_or(Error::NoBilling)?;
    match payments(ctx)?.open_portal(customer, return_to).await {
        // The customer was deleted in Stripe's dashboard.
        Err(Problem::Refused { parameter, .. }) if parameter.as_deref() == Some("customer") => Err(Error::NoBilling),
        opened => Ok(opened?),
    }
}

/// Marks all open subscriptions of a user to end at once, including unpaid ones with the user as claimant.
///
/// The caller's transaction has locked the account.
pub async fn end_all(tx: &mut PgConnection, user: UserId) -> Result<SubscriptionEnd> {
    // Customers are locked first, as in the checkout of a visitor, which locks no account.
    let found = sqlx::query!(
        r#"with customer as (
               select id from stripe_customer where user_id = $1 or claimant_id = $1 order by id for update
           ), locked as (
               select id, ending_since, coalesce(status, 'incomplete') as status from subscription
               where customer_id in (select id from customer) order by id for update
           ), marked as (
               update subscription set ending_since = now() from locked
               where subscription.id = locked.id and locked.ending_since is null
                   and locked.status not in ('canceled', 'incomplete_expired')
               returning subscription.id
           )
           select array(select id from marked) as "marked!",
               exists (select from locked where status not in ('canceled', 'incomplete_expired')) as "is_running!",
               exists (select from locked where status = 'canceled') as "has_ended!""#,
        user.0
    )
    .fetch_one(&mut *tx)
    .await?;
    let jobs: Vec<Job> = found.marked.iter().map(|id| Job::EndSubscription { id: *id }).collect();
    jobs::enqueue_all(tx, &jobs).await?;
    Ok(if found.is_running {
        SubscriptionEnd::Cancelling
    } else if found.has_ended {
        SubscriptionEnd::Cancelled
    } else {
        // What was never paid is not reported to the user: a stranger may have typed their address.
        SubscriptionEnd::None
    })
}

/// Ends a marked subscription at Stripe, and verifies it. Runs as `Job::EndSubscription`.
///
/// # Errors
/// `Unavailable` or `PaymentsUnavailable` until Stripe confirms the end.
pub async fn end(ctx: &Ctx, id: Uuid) -> Result<()> {
    let marked = sqlx::query_scalar!(
        "select stripe_id from subscription where id = $1 and ending_since is not null",
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    // Without an id at Stripe nobody could pay it. If the id arrives later, storing it enqueues this job again.
    let Some(Some(stripe_id)) = marked else {
        return Ok(());
    };
    let Some(payments) = &ctx.payments else {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "payments are not set up, but something is to be cancelled"
        )));
    };
    match payments.end_subscription(&stripe_id).await {
        // A refusal may mean that it has already ended. Its status decides.
        Ok(()) | Err(Problem::Missing | Problem::Refused { .. }) => {}
        Err(problem) => return Err(problem.into()),
    }
    sync(ctx, &stripe_id).await?;
    let status = sqlx::query_scalar!("select status from subscription where id = $1", id)
        .fetch_optional(&ctx.db)
        .await?
        .flatten();
    if status.as_deref().map(Status::from_word).is_none_or(Status::is_over) {
        return Ok(());
    }
    Err(Error::PaymentsUnavailable(anyhow::anyhow!(
        "Stripe does not say yet that it is over"
    )))
}
