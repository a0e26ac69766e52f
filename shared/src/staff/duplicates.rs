//! Subscriptions that were paid twice, for staff.
//!
//! Invariant: staff decide only about those whose payer may be another person; the others end by themselves.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Staff;
use crate::audit::{self, Action, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};

const MAX_LISTED: i64 = 100;

/// A second subscription of somebody who pays for another one, or perhaps does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// The row of the subscription.
    pub id: Uuid,
    /// `asked`, `ending`, `refunded` or `not_renewed`.
    pub state: String,
    /// Its id at Stripe.
    pub stripe_id: Option<String>,
    /// The id at Stripe of the one that goes on.
    pub kept_stripe_id: Option<String>,
    /// Whether an account has it.
    pub is_claimed: bool,
    /// What was refunded, in the smallest unit of the currency.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: Option<String>,
    /// When it was found.
    pub found_at: OffsetDateTime,
}

/// Those that nobody has handled, newest first.
pub async fn list(db: &PgPool) -> Result<Vec<Duplicate>> {
    let found = sqlx::query_as!(
        Duplicate,
        r#"select subscription.id, state, subscription.stripe_id, kept.stripe_id as "kept_stripe_id?",
               user_id is not null as "is_claimed!", amount, currency, found_at
           from duplicate_subscription
               join subscription on subscription.id = subscription_id
               join stripe_customer on stripe_customer.id = subscription.customer_id
               left join subscription kept on kept.id = kept_id
           where handled_at is null and state <> 'dismissed' order by found_at desc limit $1"#,
        MAX_LISTED
    )
    .fetch_all(db)
    .await?;
    Ok(found)
}

/// Ends and refunds one whose payer may be another person: a job goes on until it is done.
///
/// # Errors
/// `NotFound`; `Conflict` if nobody has to decide about it any more.
pub async fn refund(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let state = sqlx::query_scalar!(
        "select state from duplicate_subscription where subscription_id = $1 for update",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    if state != "asked" {
        return Err(Error::Conflict("It ends already, or it is none."));
    }
    sqlx::query!(
        "update duplicate_subscription set state = 'ending' where subscription_id = $1",
        id
    )
    .execute(&mut *tx)
    .await?;
    jobs::enqueue(&mut tx, &Job::EndDuplicate { id }).await?;
    record(ctx, &mut tx, staff, Action::SubscriptionEnded, id).await?;
    tx.commit().await?;
    Ok(())
}

/// Takes one from the list.
///
/// # Errors
/// `NotFound` if it is unknown or handled already.
pub async fn handle(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let handled = sqlx::query!(
        "update duplicate_subscription set handled_at = now() where subscription_id = $1 and handled_at is null",
        id
    )
    .execute(&mut *tx)
    .await?;
    if handled.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    record(ctx, &mut tx, staff, Action::SubscriptionDuplicateHandled, id).await?;
    tx.commit().await?;
    Ok(())
}

async fn record(ctx: &Ctx, tx: &mut PgConnection, staff: &Staff, action: Action, id: Uuid) -> Result<()> {
    let entry = Entry::new(staff.actor(), action, Subject::Subscription(id));
    audit::record(tx, &ctx.config.key_ring, &entry).await?;
    Ok(())
}
