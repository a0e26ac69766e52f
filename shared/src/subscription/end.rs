//! Ending a subscription: with the month that is paid, or at once; and the page of Stripe's where people do it too.
//!
//! Invariant: what shall end at once is a mark in its row and a job that goes on until Stripe says that it has ended.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::settle::{answered, number};
use super::{Status, payments, settle};
use crate::account::SubscriptionEnd;
use crate::audit::Actor;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::payments::{Payments, Problem};
use crate::user::{User, UserId};

/// Lets somebody's subscription end with the month that is paid, and says when that is. One whose payment is late ends at
/// once: no month of it is paid, and Stripe would go on trying to collect it.
///
/// # Errors
/// `NoBilling` if there is none that could end; `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn cancel_with_period(ctx: &Ctx, user: UserId) -> Result<OffsetDateTime> {
    let payments = payments(ctx)?;
    let running = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!" from subscription
           join stripe_customer on stripe_customer.id = subscription.customer_id
           where user_id = $1 and status in ('active', 'trialing', 'past_due') and ending_since is null"#,
        user.0
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in &running {
        let cancelled = cancel(payments, stripe_id).await;
        // Numbered after that: whoever asks meanwhile, for an event, hears nothing of it yet, and must not be believed more.
        let Some(question) = number(ctx, stripe_id).await? else {
            continue;
        };
        let answer = match (cancelled, payments.subscription(stripe_id).await) {
            (Err(problem), Ok(said)) if !Status::from_word(&said.status).is_over() => Err(problem),
            // Refused, because it was ended on Stripe's page meanwhile: it is as they want it.
            (Ok(()) | Err(_), answer) => answer,
        };
        answered(ctx, question, answer, Actor::User(user)).await?;
    }
    sqlx::query_scalar!(
        "select max(ends_at) from subscription where stripe_id = any($1)",
        &running
    )
    .fetch_one(&ctx.db)
    .await?
    .ok_or(Error::NoBilling)
}

/// Cancels a subscription as it stands now.
async fn cancel(payments: &Payments, stripe_id: &str) -> Result<(), Problem> {
    let said = payments.subscription(stripe_id).await?;
    if Status::from_word(&said.status) == Status::PastDue {
        payments.end_subscription(stripe_id).await
    } else {
        payments.end_subscription_with_period(stripe_id).await
    }
}

/// The address of Stripe's page about somebody's billing, which leads back to a page of ours.
///
/// # Errors
/// `NoBilling` for whoever never paid; `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn open_portal(ctx: &Ctx, user: &User, return_to: &str) -> Result<String> {
    let customer = user.stripe_customer_id.as_deref().ok_or(Error::NoBilling)?;
    match payments(ctx)?.open_portal(customer, return_to).await {
        // Somebody deleted the customer in Stripe's dashboard.
        Err(Problem::Refused { parameter, .. }) if parameter.as_deref() == Some("customer") => Err(Error::NoBilling),
        opened => Ok(opened?),
    }
}

/// Marks everything of somebody that is not over to end at once, in the caller's transaction, which holds their account:
/// also what they claimed and nobody has paid yet, as far as we have heard.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn end_all(tx: &mut PgConnection, user: UserId) -> Result<SubscriptionEnd> {
    // A visitor who begins holds their customer and no account: it is locked first here, too.
    let customers = sqlx::query_scalar!(
        "select id from stripe_customer where user_id = $1 or claimant_id = $1 order by id for update",
        user.0
    )
    .fetch_all(&mut *tx)
    .await?;
    let all = sqlx::query!(
        "select id, status, ending_since from subscription where customer_id = any($1) order by id for update",
        &customers
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut what_becomes_of_it = SubscriptionEnd::None;
    for subscription in all {
        let status = subscription.status.as_deref().map(Status::from_word);
        if status.is_some_and(Status::is_over) {
            // What was begun and never paid is nothing that somebody had: a stranger may have typed their address.
            if status != Some(Status::IncompleteExpired) && what_becomes_of_it == SubscriptionEnd::None {
                what_becomes_of_it = SubscriptionEnd::Cancelled;
            }
            continue;
        }
        what_becomes_of_it = SubscriptionEnd::Cancelling;
        if subscription.ending_since.is_some() {
            continue;
        }
        sqlx::query!(
            "update subscription set ending_since = now() where id = $1",
            subscription.id
        )
        .execute(&mut *tx)
        .await?;
        jobs::enqueue(tx, &Job::EndSubscription { id: subscription.id }).await?;
    }
    Ok(what_becomes_of_it)
}

/// Ends a subscription that is marked, and makes sure: the work of `Job::EndSubscription`.
///
/// # Errors
/// `Unavailable` or `PaymentsUnavailable` until Stripe has said that it is over.
pub async fn end(ctx: &Ctx, id: Uuid) -> Result<()> {
    let marked = sqlx::query_scalar!(
        "select stripe_id from subscription where id = $1 and ending_since is not null",
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    // Without a name, nobody was ever given a way to pay it. Should its name come yet, writing it enqueues this again.
    let Some(Some(stripe_id)) = marked else {
        return Ok(());
    };
    let Some(payments) = &ctx.payments else {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "payments are not set up, but something is to be cancelled"
        )));
    };
    match payments.end_subscription(&stripe_id).await {
        // Refused: it may have ended already. What it says of itself decides.
        Ok(()) | Err(Problem::Missing | Problem::Refused { .. }) => {}
        Err(problem) => return Err(problem.into()),
    }
    settle(ctx, &stripe_id).await?;
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
