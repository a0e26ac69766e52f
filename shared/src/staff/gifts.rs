//! Gifts, for staff: list them, give the money back, end one, hand one over.
//!
//! Invariant: staff never see a code. Only a gift that nobody has used is refunded or handed over.

use time::OffsetDateTime;
use uuid::Uuid;

use super::Staff;
use super::subscriptions::user_of_address;
use crate::audit::{self, Action, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::gift;
use crate::jobs::{self, Job};

const MAX_LISTED: i64 = 100;

/// A gift, for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gift {
    /// Its id here.
    pub id: Uuid,
    /// The payment at Stripe.
    pub stripe_id: Option<String>,
    /// The giver's address for the receipt, as it was typed.
    pub email: Option<String>,
    /// `paid`, `used`, `refunding`, `refunded`, `disputed` or `ended`.
    pub state: String,
    /// In cents of a dollar.
    pub amount: i64,
    /// When it was paid.
    pub paid_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was accepted.
    pub used_at: Option<OffsetDateTime>,
}

/// The gifts that were paid, newest first; with a text, those of this whole address or payment.
pub async fn list(ctx: &Ctx, text: &str) -> Result<Vec<Gift>> {
    let gifts = sqlx::query_as!(
        Gift,
        "select id, stripe_id, email, state, amount, paid_at, expires_at, used_at from gift
         where state not in ('begun', 'canceled') and ($1 = '' or lower(email) = lower($1) or stripe_id = $1)
         order by created_at desc limit $2",
        text.trim(),
        MAX_LISTED
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(gifts)
}

/// Gives the money for an unused gift back: its code is closed, and a job goes on until Stripe confirms the refund.
///
/// # Errors
/// `NotFound`; `Conflict` if somebody has used it or it has ended.
pub async fn refund(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let closed = sqlx::query!(
        "update gift set state = 'refunding', refund_asked_at = now() where id = $1 and state = 'paid'",
        id
    )
    .execute(&mut *tx)
    .await?;
    if closed.rows_affected() == 0 {
        return Err(missing_or_moved(ctx, id).await);
    }
    jobs::enqueue(&mut tx, &Job::RefundGift { id }).await?;
    let entry = Entry::new(staff.actor(), Action::GiftRefundBegun, Subject::Gift(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends a gift, used or not. Its money stays; what is left of its year is taken back.
///
/// # Errors
/// `NotFound`; `Conflict` if it has ended.
pub async fn end(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    if !gift::end_by_staff(ctx, &mut tx, id, staff.actor()).await? {
        return Err(Error::Conflict("It has ended already."));
    }
    tx.commit().await?;
    Ok(())
}

/// Hands an unused gift over to the user who has proven an address, for example because its link is lost.
///
/// # Errors
/// `NotFound`; `InvalidFields` if nobody has proven the address; `Conflict` if somebody has used it or it has ended.
pub async fn hand_over(ctx: &Ctx, staff: &Staff, id: Uuid, email: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let user = user_of_address(&mut tx, email.trim()).await?;
    if !gift::take(ctx, &mut tx, id, user, staff.actor(), Action::GiftHandedOver).await? {
        return Err(missing_or_moved(ctx, id).await);
    }
    tx.commit().await?;
    Ok(())
}

async fn missing_or_moved(ctx: &Ctx, id: Uuid) -> Error {
    let exists = sqlx::query_scalar!(r#"select exists (select from gift where id = $1) as "exists!""#, id)
        .fetch_one(&ctx.db)
        .await;
    match exists {
        Ok(true) => Error::Conflict("Somebody has used it, or it has ended."),
        Ok(false) => Error::NotFound,
        Err(error) => error.into(),
    }
}
