//! People with an account.
//!
//! Invariant: somebody is known by (issuer, subject); an address counts only when it is verified.

pub mod picture;

pub use picture::picture_offered;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::owner::{Owner, OwnerKind};
use crate::subscription::Status;

/// The id of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UserId(pub Uuid);

impl UserId {
    /// The user as an owner of what they confide.
    #[must_use]
    pub const fn owner(self) -> Owner {
        Owner {
            id: self.0,
            kind: OwnerKind::User,
        }
    }
}

/// A person with an account.
#[derive(Debug, Clone)]
pub struct User {
    /// Who.
    pub id: UserId,
    /// The first name, if it is known.
    pub first_name: Option<String>,
    /// The last name, if it is known.
    pub last_name: Option<String>,
    /// The address, if it is known.
    pub email: Option<String>,
    /// Since when they may not take part, if staff blocked them.
    pub blocked_at: Option<OffsetDateTime>,
    /// Until when staff gave them premium.
    pub manual_premium_until: Option<OffsetDateTime>,
    /// Their customer id at the payment provider.
    pub stripe_customer_id: Option<String>,
    /// The state of their subscription, in the provider's word.
    pub subscription_status: Option<String>,
    /// Until when they have premium though a renewal is unpaid.
    pub subscription_grace_until: Option<OffsetDateTime>,
    /// The version of their picture, if there is one: it changes with the picture.
    pub picture: Option<String>,
    /// When they signed in for the first time.
    pub created_at: OffsetDateTime,
}

impl User {
    /// Whether they have premium now: by a subscription that gives access, or by a gift of staff.
    #[must_use]
    pub fn is_premium(&self, now: OffsetDateTime) -> bool {
        let by_subscription = self
            .subscription_status
            .as_deref()
            .is_some_and(|word| Status::from_word(word).gives_premium(self.subscription_grace_until, now));
        by_subscription || self.manual_premium_until.is_some_and(|until| until > now)
    }
}

/// Keeps the account of an owner who has one from being deleted until the transaction is over. Comes before every other lock.
///
/// # Errors
/// `SignInRequired` if the account is gone; `Unavailable` or `Internal` from the database.
pub(crate) async fn keep(tx: &mut PgConnection, owner: Owner) -> Result<()> {
    if owner.kind == OwnerKind::User {
        sqlx::query!("select id from app_user where id = $1 for key share", owner.id)
            .fetch_optional(tx)
            .await?
            .ok_or(Error::SignInRequired)?;
    }
    Ok(())
}

/// Reads one user.
///
/// # Errors
/// `NotFound` if there is none; `Unavailable` or `Internal` from the database.
pub async fn find(db: &PgPool, id: UserId) -> Result<User> {
    let row = sqlx::query!(
        "select first_name, last_name, email, blocked_at, manual_premium_until, stripe_customer_id,
             subscription_status, subscription_grace_until, left(encode(avatar_sha256, 'hex'), 16) as picture, created_at
         from app_user where id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::NotFound)?;
    Ok(User {
        id,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        blocked_at: row.blocked_at,
        manual_premium_until: row.manual_premium_until,
        stripe_customer_id: row.stripe_customer_id,
        subscription_status: row.subscription_status,
        subscription_grace_until: row.subscription_grace_until,
        picture: row.picture,
        created_at: row.created_at,
    })
}
