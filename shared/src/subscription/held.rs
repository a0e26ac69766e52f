//! A subscription and everything that changes with it, locked; and what we believe of it.
//!
//! Invariant: an account is locked before its customers, and a customer before its subscriptions.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Status, refresh_user};
use crate::error::{Error, Result};
use crate::news::{self, Notice};
use crate::payments::{Said, moment};
use crate::user::UserId;

/// What Stripe answered.
pub(super) enum Heard<'a> {
    Said(&'a Said),
    /// It knows no such subscription: nobody will be billed by it.
    Missing,
}

/// What we believe of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Belief {
    pub(super) status: Option<String>,
    pub(super) period_end: Option<OffsetDateTime>,
    pub(super) ends_at: Option<OffsetDateTime>,
    pub(super) unpaid_since: Option<OffsetDateTime>,
}

impl From<&Said> for Belief {
    fn from(said: &Said) -> Self {
        Self {
            status: Some(said.status.clone()),
            period_end: said.period_end.and_then(moment),
            ends_at: said.ends_at.and_then(moment),
            unpaid_since: said.unpaid_since.and_then(moment),
        }
    }
}

impl Belief {
    pub(super) fn after(&self, heard: &Heard<'_>) -> Self {
        match heard {
            Heard::Said(said) => Self::from(*said),
            Heard::Missing => Self {
                status: Some(Status::Canceled.as_str().to_owned()),
                unpaid_since: None,
                ..self.clone()
            },
        }
    }

    pub(super) fn status(&self) -> Option<Status> {
        self.status.as_deref().map(Status::from_word)
    }
}

/// A subscription whose row, customer and user are locked.
pub(super) struct Held {
    pub(super) customer: Uuid,
    pub(super) user: Option<UserId>,
    pub(super) claimant: Option<UserId>,
    pub(super) is_ending: bool,
    pub(super) told: i64,
    pub(super) belief: Belief,
}

/// Locks the account first, as everything does that is about a user. None if it was another's by the time it was locked.
pub(super) async fn hold(tx: &mut PgConnection, row: Uuid) -> Result<Option<Held>> {
    let expected = sqlx::query_scalar!(
        "select coalesce(user_id, claimant_id) from stripe_customer
         join subscription on subscription.customer_id = stripe_customer.id where subscription.id = $1",
        row
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    if let Some(user) = expected {
        sqlx::query!("select id from app_user where id = $1 for update", user)
            .fetch_optional(&mut *tx)
            .await?;
    }
    let found = sqlx::query!(
        "select stripe_customer.id as customer, user_id, claimant_id, ending_since, told, status, period_end, ends_at, unpaid_since
         from stripe_customer join subscription on subscription.customer_id = stripe_customer.id
         where subscription.id = $1 for update",
        row
    )
    .fetch_one(tx)
    .await?;
    if found.user_id.or(found.claimant_id) != expected {
        return Ok(None);
    }
    Ok(Some(Held {
        customer: found.customer,
        user: found.user_id.map(UserId),
        claimant: found.claimant_id.map(UserId),
        is_ending: found.ending_since.is_some(),
        told: found.told,
        belief: Belief {
            status: found.status,
            period_end: found.period_end,
            ends_at: found.ends_at,
            unpaid_since: found.unpaid_since,
        },
    }))
}

/// Whether something was ever paid: what was only begun in somebody's name is nothing to give them.
pub(super) fn is_worth_claiming(status: Option<Status>) -> bool {
    status.is_some_and(|status| !matches!(status, Status::Incomplete | Status::IncompleteExpired | Status::Unknown))
}

/// A visitor's customer becomes a user's; the cookie opens it no more.
pub(super) async fn hand_over(tx: &mut PgConnection, customer: Uuid, user: UserId) -> Result<()> {
    sqlx::query!(
        "update stripe_customer set user_id = $2, claimant_id = null, visitor_hash = null where id = $1",
        customer,
        user.0
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes what follows into the account, and tells whoever watches.
pub(super) async fn tell(tx: &mut PgConnection, customer: Uuid, user: Option<UserId>) -> Result<()> {
    if let Some(user) = user {
        refresh_user(tx, user).await?;
    }
    for id in [Some(customer), user.map(|user| user.0)].into_iter().flatten() {
        news::announce(tx, &Notice::Subscription(id)).await?;
    }
    Ok(())
}
