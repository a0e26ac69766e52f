//! Gifts in an export.
//!
//! Invariant: one that was accepted says nothing of its giver, and one that was given nothing of its receiver.

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::error::Result;
use crate::ids::UserId;

/// A gift, given or accepted. One that was accepted says nothing of its giver.
#[derive(Debug)]
pub struct Gift {
    /// Whether they paid it; otherwise they accepted it.
    pub is_given: bool,
    /// Its state.
    pub state: String,
    /// The email address for the receipt.
    pub email: Option<String>,
    /// The payment at the payment provider.
    pub stripe_id: Option<String>,
    /// What was paid, in cents of a dollar.
    pub amount: Option<i64>,
    /// When it was begun.
    pub created_at: Option<OffsetDateTime>,
    /// When it was paid.
    pub paid_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was accepted.
    pub used_at: Option<OffsetDateTime>,
}

pub(super) async fn gifts(tx: &mut PgConnection, user: UserId) -> Result<Vec<Gift>> {
    let rows = sqlx::query_as!(
        Gift,
        r#"select true as "is_given!", state as "state!", email, stripe_id, amount as "amount?", created_at as "created_at?", paid_at,
               expires_at, used_at
           from gift where giver_id = $1
           union all
           select false, state, null, null, null, null, null, null, used_at from gift where receiver_id = $1
           order by 6 nulls last, 9"#,
        user.0
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}
