//! The refund of a gift that nobody has used.
//!
//! Invariant: its code is closed before the money goes back, so that nobody has both.

use uuid::Uuid;

use super::sync::sync;
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::payments::Problem;
use crate::subscription::payments;

/// Refunds a gift whose code staff have closed. Runs as `Job::RefundGift`.
///
/// # Errors
/// `PaymentsUnavailable` until Stripe confirms the refund.
pub async fn refund(ctx: &Ctx, id: Uuid) -> Result<()> {
    let found = sqlx::query_scalar!(
        r#"select stripe_id as "stripe_id!" from gift
           where id = $1 and state = 'refunding' and stripe_id is not null"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(stripe_id) = found else {
        return Ok(());
    };
    match payments(ctx)?.refund_payment(&stripe_id, id).await {
        Ok(_) => {}
        // Disputed, or nothing is left to pay it with: the gift can be used again, and staff see that.
        Err(Problem::Refused { .. } | Problem::Missing) => return reopen(ctx, id).await,
        Err(problem) => return Err(problem.into()),
    }
    sync(ctx, &stripe_id).await?;
    let state = sqlx::query_scalar!("select state from gift where id = $1", id)
        .fetch_optional(&ctx.db)
        .await?;
    if state.as_deref() == Some("refunding") {
        return Err(Error::PaymentsUnavailable(anyhow::anyhow!(
            "Stripe does not say yet that it is refunded"
        )));
    }
    Ok(())
}

async fn reopen(ctx: &Ctx, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let reopened = sqlx::query!(
        "update gift set state = 'paid', refund_asked_at = null where id = $1 and state = 'refunding'",
        id
    )
    .execute(&mut *tx)
    .await?;
    if reopened.rows_affected() == 1 {
        let entry = Entry::new(Actor::System, Action::GiftRefundRefused, Subject::Gift(id));
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
