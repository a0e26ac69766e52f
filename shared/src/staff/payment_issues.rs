//! Payments that need attention, for staff: disputes, refunds and early fraud warnings.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Staff;
use crate::audit::{self, Action, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};

const MAX_LISTED: i64 = 100;

/// A payment that needs attention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Its id here.
    pub id: Uuid,
    /// `dispute`, `inquiry`, `refund`, `refund_failed` or `fraud_warning`.
    pub kind: String,
    /// The charge at Stripe.
    pub charge_stripe_id: String,
    /// The subscription's id at Stripe.
    pub subscription_stripe_id: Option<String>,
    /// The subscription's status at Stripe.
    pub status: Option<String>,
    /// Whether it paid a gift.
    pub is_of_gift: bool,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: String,
    /// Whether it ended the subscription.
    pub ends: bool,
    /// When we learned of it.
    pub created_at: OffsetDateTime,
}

/// The payments that nobody has handled, newest first.
pub async fn list(db: &PgPool) -> Result<Vec<Issue>> {
    let issues = sqlx::query_as!(
        Issue,
        r#"select payment_issue.id, kind, charge_stripe_id, subscription.stripe_id as "subscription_stripe_id?",
               subscription.status as "status?", gift_id is not null as "is_of_gift!", amount, currency, ends, payment_issue.created_at
           from payment_issue left join subscription on subscription.id = subscription_id
           where handled_at is null order by payment_issue.created_at desc limit $1"#,
        MAX_LISTED
    )
    .fetch_all(db)
    .await?;
    Ok(issues)
}

/// Marks a payment as handled.
///
/// # Errors
/// `NotFound` if it is unknown or handled already.
pub async fn handle(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let handled = sqlx::query!(
        "update payment_issue set handled_at = now() where id = $1 and handled_at is null
         returning subscription_id, gift_id",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    let of_subscription = Subject::Subscription(handled.subscription_id.unwrap_or(id));
    let subject = handled.gift_id.map_or(of_subscription, Subject::Gift);
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &Entry::new(staff.actor(), Action::PaymentHandled, subject),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}
