//! The administration of users: search, account, block, grant and revoke premium.
//!
//! Invariant: blocking a user ends their sessions in the same transaction. An operation that changes nothing is not
//! audited.

mod account;
mod search;

pub use account::{Account, PrayerCounts, SignIn, Story, StoryCounts, account, stories};
pub use search::{Found, Search, search};

use super::Staff;
use crate::account::{SubscriptionEnd, block};
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::gift;
use crate::ids::UserId;
use crate::session::{self, Ended};
use crate::subscription;
use crate::user::User;
use time::Duration;

/// Whether a user is blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Blocked; their sessions end.
    Blocked,
    /// Not blocked.
    Open,
}

/// Blocks or unblocks a user.
///
/// # Errors
/// `NotFound` if there is no such user.
pub async fn set_access(ctx: &Ctx, staff: &Staff, id: UserId, access: Access) -> Result<User> {
    let mut tx = database::begin(&ctx.db).await?;
    let blocks = access == Access::Blocked;
    let was_blocked = sqlx::query_scalar!(
        r#"select blocked_at is not null as "blocked!" from app_user where id = $1 for update"#,
        id.0
    )
    .fetch_one(&mut *tx)
    .await?;
    let user = sqlx::query_as!(
        User,
        r#"update app_user set blocked_at = case when $2 then coalesce(blocked_at, now()) end where id = $1
         returning id as "id: UserId", first_name, last_name, email, blocked_at, manual_premium_until,
             gift_until, gift_held, stripe_customer_id, subscription_status, subscription_grace_until, null::text as picture, language, created_at"#,
        id.0,
        blocks
    )
    .fetch_one(&mut *tx)
    .await?;
    if was_blocked != blocks {
        let (action, ended) = if blocks {
            (
                Action::UserBlocked,
                session::end_all(&mut tx, id, Ended::Blocked).await?,
            )
        } else {
            block::lift(&mut tx, id.0).await?;
            (Action::UserUnblocked, 0)
        };
        let sessions = Detail::Number(i64::try_from(ended).unwrap_or(i64::MAX));
        let entry = Entry::new(staff.actor(), action, Subject::User(id.0)).with("sessions", sessions);
        audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    }
    tx.commit().await?;
    Ok(user)
}

/// The months of one premium grant: 1 to 36.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Months(i32);

impl Months {
    /// Parses a number of months.
    ///
    /// # Errors
    /// `InvalidFields` unless it is from 1 to 36.
    pub fn parse(number: Option<i64>) -> Result<Self> {
        number
            .filter(|number| (1..=36).contains(number))
            .and_then(|number| i32::try_from(number).ok())
            .map(Self)
            .ok_or_else(|| Error::InvalidFields(Fields::one("months", "Please give 1 to 36 whole months.")))
    }
}

/// Extends a user's granted premium.
///
/// # Errors
/// `UserBlocked` if the user is blocked; `NotFound` if there is no such user.
pub async fn grant(ctx: &Ctx, staff: &Staff, id: UserId, months: Months) -> Result<User> {
    let mut tx = database::begin(&ctx.db).await?;
    let user = sqlx::query_as!(
        User,
        r#"update app_user set manual_premium_until =
             greatest(now(), coalesce(manual_premium_until, now())) + make_interval(months => $2)
         where id = $1 and blocked_at is null
         returning id as "id: UserId", first_name, last_name, email, blocked_at, manual_premium_until,
             gift_until, gift_held, stripe_customer_id, subscription_status, subscription_grace_until, null::text as picture, language, created_at"#,
        id.0,
        months.0
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(mut user) = user else {
        crate::user::find(&ctx.db, id).await?;
        return Err(Error::UserBlocked);
    };
    // A gift runs after the grant, so that no day of it is lost.
    gift::settle(&mut tx, id, Duration::ZERO).await?;
    let entry = Entry::new(staff.actor(), Action::PremiumGranted, Subject::User(id.0));
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("months", Detail::Number(months.0.into())),
    )
    .await?;
    tx.commit().await?;
    user.gift_until = crate::user::find(&ctx.db, id).await?.gift_until;
    Ok(user)
}

/// What happens to the subscription at the payment provider when premium is revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtProvider {
    /// It continues.
    Keep,
    /// It is cancelled at once.
    Cancel,
}

/// Revokes granted premium. With `AtProvider::Cancel` it also cancels the user's subscriptions: a job retries until the
/// payment provider confirms the end.
///
/// # Errors
/// `NotFound` if there is no such user.
pub async fn revoke(ctx: &Ctx, staff: &Staff, id: UserId, at_provider: AtProvider) -> Result<(User, SubscriptionEnd)> {
    let mut tx = database::begin(&ctx.db).await?;
    let had_premium = sqlx::query_scalar!(
        r#"select manual_premium_until is not null as "given!" from app_user where id = $1 for update"#,
        id.0
    )
    .fetch_one(&mut *tx)
    .await?;
    let subscription = match at_provider {
        AtProvider::Keep => SubscriptionEnd::None,
        AtProvider::Cancel => subscription::end_all(&mut tx, id).await?,
    };
    if had_premium {
        sqlx::query!("update app_user set manual_premium_until = null where id = $1", id.0)
            .execute(&mut *tx)
            .await?;
        gift::settle(&mut tx, id, Duration::ZERO).await?;
    }
    if had_premium || subscription == SubscriptionEnd::Cancelling {
        let entry = Entry::new(staff.actor(), Action::PremiumRevoked, Subject::User(id.0));
        let word = Detail::Word(subscription.as_str());
        audit::record(&mut tx, &ctx.config.key_ring, &entry.with("subscription", word)).await?;
    }
    tx.commit().await?;
    Ok((crate::user::find(&ctx.db, id).await?, subscription))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_whole_and_one_to_thirty_six() {
        for number in [Some(0), Some(-1), Some(37), Some(1_000_000_000), None] {
            assert!(Months::parse(number).is_err(), "{number:?}");
        }
        assert!(Months::parse(Some(1)).is_ok() && Months::parse(Some(36)).is_ok());
    }
}
