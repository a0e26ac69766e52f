//! An account as a whole: everything that is held of somebody, to hand over or to delete.
//!
//! Invariant: whatever table has a column of a user is deleted from here and exported from here. A test compares both
//! with the schema, so that a new table cannot be forgotten.

pub mod block;
mod export;

pub use export::{EmailSignIn, Export, Identity, Report, Session, Story, Subscription, Usage, export};

use sqlx::PgConnection;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::subscription;
use crate::user::UserId;

/// What was done when an account was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// Names this deletion; the log has it too, without saying whose it was.
    pub id: Uuid,
    /// What became of the subscription.
    pub subscription: SubscriptionEnd,
    /// How many stories were deleted.
    pub stories_removed: u64,
    /// How many prayers were deleted.
    pub prayers_removed: u64,
}

/// What becomes of a subscription when its account is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// There was none.
    None,
    /// It had ended before.
    Cancelled,
    /// A job goes on until the payment provider says that it is cancelled.
    Cancelling,
}

impl SubscriptionEnd {
    /// The word in logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Cancelled => "cancelled",
            Self::Cancelling => "cancelling",
        }
    }
}

/// Deletes an account and everything that is held of its owner: sessions, stories (published ones too), prayers, counters, jobs,
/// the picture, and the key with which their words were sealed, so that copies of them stay closed. Of a blocked account
/// `block` keeps what it takes to know the person again.
///
/// # Errors
/// `SignInRequired` if the account is gone already; `Unavailable` or `Internal` from the database, and then nothing was
/// deleted.
pub async fn delete(ctx: &Ctx, user: UserId) -> Result<Receipt> {
    let mut tx = database::begin(&ctx.db).await?;
    lock(&mut tx, user).await?;
    let subscription = end_billing(&mut tx, user).await?;
    let stories_removed = sqlx::query!("delete from testimony where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
    let prayers_removed = sqlx::query!("delete from prayer where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
    sqlx::query!("delete from testimony_report where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    sqlx::query!("delete from usage where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "delete from job where payload ? 'user' and payload ->> 'user' = $1",
        user.0.to_string()
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from data_key where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "delete from email_sign_in where lower(email) in (
             select lower(email) from app_user where id = $1 and email_verified
             union select subject from identity where user_id = $1 and issuer = 'email')",
        user.0
    )
    .execute(&mut *tx)
    .await?;
    block::note(&mut tx, &ctx.config.key_ring, user.0).await?;
    // Sessions and ways of signing in go with it.
    sqlx::query!("delete from app_user where id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    let entry = Entry::new(Actor::User(user), Action::UserDeleted, Subject::User(user.0));
    let number = |removed| Detail::Number(i64::try_from(removed).unwrap_or(i64::MAX));
    let entry = entry
        .with("stories", number(stories_removed))
        .with("prayers", number(prayers_removed));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    let receipt = Receipt {
        id: Uuid::new_v4(),
        subscription,
        stories_removed,
        prayers_removed,
    };
    tracing::info!(receipt.id = %receipt.id, stories_removed, prayers_removed, subscription = subscription.as_str(), "account deleted");
    Ok(receipt)
}

/// Locks the account, so that nothing can be sealed or counted for it from here on.
async fn lock(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?
        .ok_or(Error::SignInRequired)?;
    Ok(())
}

/// Marks what is billed to end, and leaves of it what the payment provider needs to end it: nothing that tells of whom.
/// What they began as a visitor is theirs, too: nobody could end it after them.
async fn end_billing(tx: &mut PgConnection, user: UserId) -> Result<SubscriptionEnd> {
    subscription::note_claimant(tx, user).await?;
    let ends = subscription::end_all(tx, user).await?;
    sqlx::query!(
        "update stripe_customer set user_id = null, claimant_id = null, visitor_hash = null, email = null, name = null
         where user_id = $1 or claimant_id = $1",
        user.0
    )
    .execute(tx)
    .await?;
    Ok(ends)
}
