//! Looking at a gift by its code, and accepting it.
//!
//! Invariant: a gift is accepted once, by an account that did not pay it. Its receiver learns nothing about its giver.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::State;
use super::balance::{GIFT, settle};
use super::code::GiftCode;
use super::sync::{end, lock};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::notifications::{self, Notification};

/// How a gift stands for who looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It can be accepted.
    Open,
    /// The caller has accepted it, now or before.
    Accepted {
        /// Until when the caller has premium by gifts; none while a subscription runs.
        until: Option<OffsetDateTime>,
        /// How many days wait until no subscription runs any more.
        held_days: i64,
    },
    /// The caller has paid it.
    Own,
    /// Somebody else has accepted it.
    Used,
    /// Nobody has accepted it in time.
    Expired,
    /// It was refunded, disputed, or ended by staff.
    Ended,
}

struct Found {
    id: Uuid,
    state: String,
    giver: Option<Uuid>,
    receiver: Option<Uuid>,
    is_expired: bool,
}

impl Found {
    fn seen_by(&self, user: Option<UserId>) -> Outcome {
        let is_callers = |who: Option<Uuid>| user.is_some_and(|user| who == Some(user.0));
        match State::from_word(&self.state) {
            State::Used if is_callers(self.receiver) => Outcome::Accepted {
                until: None,
                held_days: 0,
            },
            State::Used => Outcome::Used,
            State::Paid if self.is_expired => Outcome::Expired,
            State::Paid if is_callers(self.giver) => Outcome::Own,
            State::Paid => Outcome::Open,
            State::Begun | State::Canceled | State::Refunding | State::Refunded | State::Disputed | State::Ended => {
                Outcome::Ended
            }
        }
    }
}

/// How the gift of a code stands for a user, or for a visitor.
///
/// # Errors
/// `NotFound` if no gift has this code.
pub async fn look(ctx: &Ctx, code: &GiftCode, user: Option<UserId>) -> Result<Outcome> {
    let mut tx = database::begin(&ctx.db).await?;
    let outcome = find(&mut tx, code).await?.seen_by(user);
    let seen = with_balance(&mut tx, outcome, user).await?;
    tx.commit().await?;
    Ok(seen)
}

/// Accepts the gift of a code for a user: a year of premium is added to what they have. Asked again, nothing changes.
///
/// # Errors
/// `NotFound` if no gift has this code; `SignInRequired` if the account is gone.
pub async fn accept(ctx: &Ctx, user: UserId, code: &GiftCode) -> Result<Outcome> {
    let mut tx = database::begin(&ctx.db).await?;
    lock_user(&mut tx, user).await?;
    let found = find(&mut tx, code).await?;
    let taken = match found.seen_by(Some(user)) {
        Outcome::Open => take(ctx, &mut tx, found.id, user, Actor::User(user), Action::GiftAccepted).await?,
        Outcome::Accepted { .. } | Outcome::Own | Outcome::Used | Outcome::Expired | Outcome::Ended => false,
    };
    // Read again: of two at once, one takes it, and the other learns that it is used.
    let outcome = if taken {
        Outcome::Accepted {
            until: None,
            held_days: 0,
        }
    } else {
        find(&mut tx, code).await?.seen_by(Some(user))
    };
    let seen = with_balance(&mut tx, outcome, Some(user)).await?;
    tx.commit().await?;
    Ok(seen)
}

/// Locks the account of a receiver.
pub(crate) async fn lock_user(tx: &mut PgConnection, user: UserId) -> Result<()> {
    sqlx::query!("select id from app_user where id = $1 for update", user.0)
        .fetch_optional(tx)
        .await?
        .map(drop)
        .ok_or(Error::SignInRequired)
}

/// Gives a paid gift to a user whose account is locked. Returns false if it is not to be had any more.
pub(crate) async fn take(
    ctx: &Ctx,
    tx: &mut PgConnection,
    gift: Uuid,
    user: UserId,
    actor: Actor<'_>,
    action: Action,
) -> Result<bool> {
    let taken = sqlx::query!(
        "update gift set state = 'used', used_at = now(), receiver_id = $2, code_sealed = null
         where id = $1 and state = 'paid' and expires_at > now()",
        gift,
        user.0
    )
    .execute(&mut *tx)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    settle(&mut *tx, user, GIFT).await?;
    notifications::notify(&mut *tx, &Notification::Subscription(user.0)).await?;
    let entry = Entry::new(actor, action, Subject::Gift(gift));
    audit::record(tx, &ctx.config.key_ring, &entry).await?;
    Ok(true)
}

/// Ends a gift without its money, in the name of staff. Returns false if it has ended before.
pub(crate) async fn end_by_staff(ctx: &Ctx, tx: &mut PgConnection, gift: Uuid, actor: Actor<'_>) -> Result<bool> {
    let locked = lock(tx, gift)
        .await?
        .ok_or(Error::Conflict("This has changed in the meantime."))?;
    if !matches!(locked.state, State::Paid | State::Used) {
        return Ok(false);
    }
    end(&mut *tx, gift, &locked, State::Ended).await?;
    let entry = Entry::new(actor, Action::GiftEnded, Subject::Gift(gift));
    audit::record(tx, &ctx.config.key_ring, &entry).await?;
    Ok(true)
}

async fn find(tx: &mut PgConnection, code: &GiftCode) -> Result<Found> {
    sqlx::query_as!(
        Found,
        r#"select id, state, giver_id as giver, receiver_id as receiver,
               coalesce(expires_at <= now(), false) as "is_expired!"
           from gift where code_hash = $1"#,
        code.hash()
    )
    .fetch_optional(tx)
    .await?
    .ok_or(Error::NotFound)
}

/// Fills in what the receiver has by gifts.
async fn with_balance(tx: &mut PgConnection, outcome: Outcome, user: Option<UserId>) -> Result<Outcome> {
    let (Outcome::Accepted { .. }, Some(user)) = (outcome, user) else {
        return Ok(outcome);
    };
    let balance = sqlx::query!(
        r#"select case when gift_until > now() then gift_until end as until,
               (gift_held + 43200) / 86400 as "held_days!"
           from app_user where id = $1"#,
        user.0
    )
    .fetch_one(tx)
    .await?;
    Ok(Outcome::Accepted {
        until: balance.until,
        held_days: balance.held_days,
    })
}
