//! Another choice of plan before anything is paid.
//!
//! Invariant: only the chosen plan can be paid. What was paid for the other one in the same moment is refunded.

use uuid::Uuid;

use super::sync;
use crate::ctx::Ctx;
use crate::error::Result;
use crate::payments::{Payments, Plan, Problem};

/// An unpaid subscription of another plan than the one that is wanted now.
pub(super) struct OtherPlan<'a> {
    pub(super) subscription: Uuid,
    pub(super) attempt: i32,
    pub(super) stripe_id: Option<&'a str>,
    pub(super) wanted: Plan,
}

/// Ends an unpaid subscription of another plan at Stripe; one that Stripe does not know yet becomes one of the wanted plan.
/// The checkout then starts over.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable.
pub(super) async fn leave(ctx: &Ctx, payments: &Payments, other: &OtherPlan<'_>) -> Result<()> {
    let Some(stripe_id) = other.stripe_id else {
        // Another attempt has another idempotency key, as another request needs.
        sqlx::query!(
            "update subscription set plan = $2, attempt = attempt + 1
             where id = $1 and attempt = $3 and stripe_id is null",
            other.subscription,
            other.wanted.as_str(),
            other.attempt
        )
        .execute(&ctx.db)
        .await?;
        return Ok(());
    };
    sync(ctx, stripe_id).await?;
    if status(ctx, other.subscription).await?.as_deref() != Some("incomplete") {
        return Ok(());
    }
    match payments.end_subscription(stripe_id).await {
        // A refusal means that it has ended.
        Ok(()) | Err(Problem::Missing | Problem::Refused { .. }) => {}
        Err(problem) => return Err(problem.into()),
    }
    sync(ctx, stripe_id).await?;
    if status(ctx, other.subscription).await?.as_deref() == Some("canceled") {
        // It was paid in another tab between the two requests. One that was never paid is `incomplete_expired`.
        Box::pin(payments.refund_since(stripe_id, other.subscription, 0)).await?;
    }
    Ok(())
}

async fn status(ctx: &Ctx, subscription: Uuid) -> Result<Option<String>> {
    let status = sqlx::query_scalar!("select status from subscription where id = $1", subscription)
        .fetch_optional(&ctx.db)
        .await?;
    Ok(status.flatten())
}
