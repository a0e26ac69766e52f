//! Users: people with an account.
//!
//! Invariant: (issuer, subject) identifies a user. Only a verified email address counts.

pub mod picture;

mod language;
mod name;

pub use language::keep_language;
pub use name::{NameChange, rename};
pub use picture::save_offered_picture;

use sqlx::PgPool;
use time::OffsetDateTime;

use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::subscription::Status;

/// A user.
#[derive(Debug, Clone)]
pub struct User {
    /// The id.
    pub id: UserId,
    /// The first name, if known.
    pub first_name: Option<String>,
    /// The last name, if known.
    pub last_name: Option<String>,
    /// The email address, if known.
    pub email: Option<String>,
    /// When staff blocked them, if they are blocked.
    pub blocked_at: Option<OffsetDateTime>,
    /// The end of the premium granted by staff.
    pub manual_premium_until: Option<OffsetDateTime>,
    /// The end of the premium by gifts that runs now or begins later.
    pub gift_until: Option<OffsetDateTime>,
    /// For how many seconds gifts give premium once no subscription renews any more.
    pub gift_held: i64,
    /// Their customer id at Stripe.
    pub stripe_customer_id: Option<String>,
    /// The status of their subscription, in Stripe's word.
    pub subscription_status: Option<String>,
    /// The end of the grace period of an unpaid renewal.
    pub subscription_grace_until: Option<OffsetDateTime>,
    /// The version of their picture, if there is one. It changes with the picture.
    pub picture: Option<String>,
    /// The tag of the language in which they last read the app, if it is known.
    pub language: Option<String>,
    /// When they first signed in.
    pub created_at: OffsetDateTime,
}

impl User {
    /// Whether they have premium now: by a subscription, granted by staff, or by a gift.
    pub fn is_premium(&self, now: OffsetDateTime) -> bool {
        let by_subscription = self
            .subscription_status
            .as_deref()
            .is_some_and(|word| Status::from_word(word).gives_premium(self.subscription_grace_until, now));
        // A gift that begins later begins when something else ends that gives premium until then.
        let until = [self.manual_premium_until, self.gift_until];
        by_subscription || until.into_iter().flatten().any(|until| until > now)
    }
}

/// A statement that reads users: what stands before its `select`, what stands after the columns, and its arguments. This
/// is the only place that maps a row to a user.
macro_rules! select_user {
    ($before:literal, $after:literal, $($argument:expr),+) => {
        sqlx::query_as!(
            $crate::user::User,
            $before
                + r#"select app_user.id as "id: UserId", app_user.first_name, app_user.last_name, app_user.email, app_user.blocked_at,
                 app_user.manual_premium_until, app_user.gift_until, app_user.gift_held, app_user.stripe_customer_id, app_user.subscription_status,
                 app_user.subscription_grace_until, left(encode(app_user.avatar_sha256, 'hex'), 16) as picture,
                 app_user.language, app_user.created_at "#
                + $after,
            $($argument),+
        )
    };
}
pub(crate) use select_user;

/// Reads a user.
///
/// # Errors
/// `NotFound` if there is no such user.
pub async fn find(db: &PgPool, id: UserId) -> Result<User> {
    select_user!("", "from app_user where id = $1", id.0)
        .fetch_optional(db)
        .await?
        .ok_or(Error::NotFound)
}
