//! The local state of a subscription, and the locks for changing it.
//!
//! Invariant: locks are taken in the order account, customers, subscriptions.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Status, duplicate, refresh_user};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::notifications::{self, Notification};
use crate::payments::{Plan, RemoteSubscription, from_timestamp};

/// Stripe's answer to a request for a subscription.
pub(super) enum RemoteAnswer<'a> {
    Found(&'a RemoteSubscription),
    /// Stripe has no such subscription, so nobody is billed for it.
    Missing,
}

/// The local state of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalState {
    pub(super) status: Option<String>,
    /// How often it is paid: the word of a [`Plan`].
    pub(super) plan: String,
    pub(super) period_end: Option<OffsetDateTime>,
    pub(super) ends_at: Option<OffsetDateTime>,
    pub(super) unpaid_since: Option<OffsetDateTime>,
    /// While collection is paused: until when it is paid.
    pub(super) paid_until: Option<OffsetDateTime>,
}

impl From<&RemoteSubscription> for LocalState {
    fn from(remote: &RemoteSubscription) -> Self {
        Self {
            status: Some(remote.status.clone()),
            plan: remote.plan.as_str().to_owned(),
            period_end: remote.period_end.and_then(from_timestamp),
            ends_at: remote.ends_at.and_then(from_timestamp),
            unpaid_since: remote.unpaid_since.and_then(from_timestamp),
            paid_until: remote.paid_until.and_then(from_timestamp),
        }
    }
}

impl LocalState {
    pub(super) fn after(&self, answer: &RemoteAnswer<'_>) -> Self {
        match answer {
            RemoteAnswer::Found(remote) => Self::from(*remote),
            RemoteAnswer::Missing => Self {
                status: Some(self.ended().as_str().to_owned()),
                unpaid_since: None,
                paid_until: None,
                ..self.clone()
            },
        }
    }

    /// The status after the end: what was never paid has expired.
    fn ended(&self) -> Status {
        match self.status() {
            None | Some(Status::Incomplete | Status::IncompleteExpired) => Status::IncompleteExpired,
            Some(_) => Status::Canceled,
        }
    }

    pub(super) fn plan(&self) -> Plan {
        Plan::from_word(&self.plan)
    }

    pub(super) fn status(&self) -> Option<Status> {
        self.status.as_deref().map(Status::from_word)
    }
}

/// A subscription whose row, customer and user are locked.
pub(super) struct Locked {
    pub(super) customer: Uuid,
    pub(super) user: Option<UserId>,
    pub(super) claimant: Option<UserId>,
    pub(super) is_ending: bool,
    pub(super) last_answered: i64,
    pub(super) local: LocalState,
}

/// Locks the account, then the rows. None if the owner changed before the lock was taken.
pub(super) async fn lock(tx: &mut PgConnection, row: Uuid) -> Result<Option<Locked>> {
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
        "select stripe_customer.id as customer, user_id, claimant_id, ending_since, told, status, plan, period_end,
             ends_at, unpaid_since, paid_until
         from stripe_customer join subscription on subscription.customer_id = stripe_customer.id
         where subscription.id = $1 for update",
        row
    )
    .fetch_one(tx)
    .await?;
    if found.user_id.or(found.claimant_id) != expected {
        return Ok(None);
    }
    Ok(Some(Locked {
        customer: found.customer,
        user: found.user_id.map(UserId),
        claimant: found.claimant_id.map(UserId),
        is_ending: found.ending_since.is_some(),
        last_answered: found.told,
        local: LocalState {
            status: found.status,
            plan: found.plan,
            period_end: found.period_end,
            ends_at: found.ends_at,
            unpaid_since: found.unpaid_since,
            paid_until: found.paid_until,
        },
    }))
}

/// Whether the subscription was ever paid. An unpaid one, started by a stranger, is not handed over.
pub(super) fn is_worth_claiming(status: Option<Status>) -> bool {
    status.is_some_and(|status| !matches!(status, Status::Incomplete | Status::IncompleteExpired | Status::Unknown))
}

/// Assigns a visitor's customer to a user, both locked, updates the account, and records what they pay twice now. The
/// visitor's cookie no longer gives access.
pub async fn hand_over(ctx: &Ctx, tx: &mut PgConnection, customer: Uuid, user: UserId) -> Result<()> {
    assign(tx, customer, user).await?;
    refresh_and_notify(tx, customer, Some(user)).await?;
    let duplicates = duplicate::mark(tx, user).await?;
    duplicate::note(ctx, tx, user, &duplicates).await
}

/// Assigns a visitor's customer to a user.
pub(super) async fn assign(tx: &mut PgConnection, customer: Uuid, user: UserId) -> Result<()> {
    sqlx::query!(
        "update stripe_customer set user_id = $2, claimant_id = null, visitor_hash = null where id = $1",
        customer,
        user.0
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Updates the account, and notifies open streams.
pub(super) async fn refresh_and_notify(tx: &mut PgConnection, customer: Uuid, user: Option<UserId>) -> Result<()> {
    if let Some(user) = user {
        refresh_user(tx, user).await?;
    }
    for id in [Some(customer), user.map(|user| user.0)].into_iter().flatten() {
        notify(tx, id).await?;
    }
    Ok(())
}

/// Notifies open streams of a customer or a user.
pub(super) async fn notify(tx: &mut PgConnection, id: Uuid) -> Result<()> {
    notifications::notify(tx, &Notification::Subscription(id)).await
}
