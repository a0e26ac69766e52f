//! Export and deletion of an account with all data about its user.
//!
//! Invariant: both cover every table that has a column with a user. A test compares them with the schema, so that a new
//! table cannot be forgotten.

pub mod block;
mod export;

pub use export::{EmailSignIn, Export, Gift, Identity, Report, Session, Subscription, Testimony, Usage, export};

use sqlx::PgConnection;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::subscription;
use crate::testimony;

/// The result of deleting an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The id of this deletion. The log has it too, without the user.
    pub id: Uuid,
    /// The state of the subscription.
    pub subscription: SubscriptionEnd,
    /// The number of deleted testimonies.
    pub testimonies_removed: u64,
    /// The number of deleted prayers.
    pub prayers_removed: u64,
}

/// The state of a subscription when its account is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// There was none.
    None,
    /// It had already ended.
    Cancelled,
    /// A job retries until the payment provider confirms the cancellation.
    Cancelling,
}

impl SubscriptionEnd {
    /// The name in logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Cancelled => "cancelled",
            Self::Cancelling => "cancelling",
        }
    }
}

/// Deletes an account with all its data: sessions, testimonies (also published ones), prayers, kept letters,
/// counters, jobs, the picture and the data key. Without the key, sealed copies in backups can never be opened. For a blocked account,
/// `block` keeps digests that recognise the person.
///
/// # Errors
/// `SignInRequired` if the account is already gone.
pub async fn delete(ctx: &Ctx, user: UserId) -> Result<Receipt> {
    let mut tx = database::begin(&ctx.db).await?;
    lock(&mut tx, user).await?;
    let subscription = end_billing(&mut tx, user).await?;
    let testimonies_removed = sqlx::query!("delete from testimony where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
    let prayers_removed = sqlx::query!("delete from prayer where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
    sqlx::query!("delete from kept_letter where owner_id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    testimony::forget_prayers_of(&ctx.config.key_ring, &mut tx, user.owner()).await?;
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
    block::record(&mut tx, &ctx.config.key_ring, user.0).await?;
    // Cascades to sessions, identities and browsers of Web Push.
    sqlx::query!("delete from app_user where id = $1", user.0)
        .execute(&mut *tx)
        .await?;
    let entry = Entry::new(Actor::User(user), Action::UserDeleted, Subject::User(user.0));
    let number = |removed| Detail::Number(i64::try_from(removed).unwrap_or(i64::MAX));
    let entry = entry
        .with("stories", number(testimonies_removed))
        .with("prayers", number(prayers_removed));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    let receipt = Receipt {
        id: Uuid::new_v4(),
        subscription,
        testimonies_removed,
        prayers_removed,
    };
    tracing::info!(receipt.id = %receipt.id, testimonies_removed, prayers_removed, subscription = subscription.as_str(), "account deleted");
    Ok(receipt)
}

/// Locks the account, so that no concurrent request seals or counts anything for it.
async fn lock(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?
        .ok_or(Error::SignInRequired)?;
    Ok(())
}

/// Marks all subscriptions for cancellation, and keeps only the ids that the payment provider needs.
///
/// Includes subscriptions that the user started as a visitor, because nobody else could end them.
async fn end_billing(tx: &mut PgConnection, user: UserId) -> Result<SubscriptionEnd> {
    subscription::record_claimant(tx, user).await?;
    let ends = subscription::end_all(tx, user).await?;
    sqlx::query!(
        "update stripe_customer set user_id = null, claimant_id = null, visitor_hash = null, email = null, name = null
         where user_id = $1 or claimant_id = $1",
        user.0
    )
    .execute(&mut *tx)
    .await?;
    // What was given stays given: the link is with somebody else by now.
    sqlx::query!(
        "update gift set giver_id = null, giver_hash = null, email = null, code_sealed = null where giver_id = $1",
        user.0
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update gift set receiver_id = null where receiver_id = $1", user.0)
        .execute(tx)
        .await?;
    Ok(ends)
}
