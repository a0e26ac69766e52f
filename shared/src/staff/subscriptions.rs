//! Subscriptions, for staff: find one by address or Stripe id, hand it over, end it.
//!
//! Invariant: a subscription is handed over only if nobody has claimed it, and only to a user who has proven the address.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Staff;
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::ids::UserId;
use crate::jobs::{self, Job};
use crate::subscription;

const MAX_FOUND: i64 = 50;

/// A subscription, for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The id of its row.
    pub id: Uuid,
    /// Its id at Stripe.
    pub stripe_id: Option<String>,
    /// The customer's id at Stripe.
    pub customer_stripe_id: Option<String>,
    /// The address for receipts, as it was typed.
    pub email: Option<String>,
    /// Its status at Stripe.
    pub status: Option<String>,
    /// How often it is paid: `monthly`, `yearly`, or `other`.
    pub plan: String,
    /// When it was begun.
    pub created_at: OffsetDateTime,
    /// The end of the month or year that is paid or due.
    pub period_end: Option<OffsetDateTime>,
    /// The user whose it is; none if nobody has claimed it.
    pub user: Option<Uuid>,
    /// Whether it is marked to end.
    pub is_ending: bool,
    /// Whether it runs on after a full refund.
    pub is_kept_after_refund: bool,
    /// When it ends or ended, if that is settled.
    pub ends_at: Option<OffsetDateTime>,
    /// Since when a renewal is unpaid.
    pub unpaid_since: Option<OffsetDateTime>,
    /// When Stripe last told its state; none if it never did.
    pub compared_at: Option<OffsetDateTime>,
}

/// A statement that reads subscriptions: the condition after its `where`, and its arguments. The last one is the most
/// rows that are read.
macro_rules! select_found {
    ($condition:literal, $limit:literal, $($argument:expr),+) => {
        sqlx::query_as!(
            Found,
            r#"select subscription.id, subscription.stripe_id, customer.stripe_id as customer_stripe_id, email, status, plan,
                   subscription.created_at, period_end, user_id as "user", ending_since is not null as "is_ending!",
                   is_kept_after_refund, ends_at, unpaid_since, told_at as compared_at
               from subscription join stripe_customer customer on customer.id = subscription.customer_id
               where "#
                + $condition
                + " order by first_paid_at is null, subscription.created_at desc limit "
                + $limit,
            $($argument),+
        )
    };
}

/// Finds subscriptions by a visitor's whole address or by an id at Stripe, paid ones first.
///
/// A user's subscription is found by its id at Stripe; by name and address the user is found.
pub async fn search(ctx: &Ctx, text: &str) -> Result<Vec<Found>> {
    let found = select_found!(
        "customer.id in (
             select id from stripe_customer where user_id is null and lower(email) = lower($1)
             union select id from stripe_customer where stripe_id = $1
             union select customer_id from subscription where stripe_id = $1)",
        "$2",
        text.trim(),
        MAX_FOUND
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(found)
}

/// The subscriptions of a user, paid ones first.
pub(super) async fn of_user(ctx: &Ctx, user: UserId) -> Result<Vec<Found>> {
    let found = select_found!("user_id = $1", "$2", user.0, MAX_FOUND)
        .fetch_all(&ctx.db)
        .await?;
    Ok(found)
}

/// Paid subscriptions that nobody has claimed, with an address that this user has proven.
pub(super) async fn unclaimed_of(ctx: &Ctx, user: UserId) -> Result<Vec<Found>> {
    let found = select_found!(
        "user_id is null and first_paid_at is not null and lower(email) in (
             select lower(email) from app_user where id = $1 and email_verified
             union select subject from identity where user_id = $1 and issuer = 'email')",
        "$2",
        user.0,
        MAX_FOUND
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(found)
}

/// Hands a paid subscription over to the user who has proven an address.
///
/// # Errors
/// `NotFound`; `InvalidFields` if nobody has proven the address; `Conflict` if it was never paid or is claimed.
pub async fn hand_over(ctx: &Ctx, staff: &Staff, id: Uuid, email: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let user = user_of_address(&mut tx, email.trim()).await?;
    let customer = lock_customer(&mut tx, id).await?;
    if customer.user.is_some() || !customer.is_paid {
        return Err(Error::Conflict("It was never paid, or somebody has it already."));
    }
    subscription::hand_over(ctx, &mut tx, customer.id, user).await?;
    let entry = Entry::new(staff.actor(), Action::SubscriptionHandedOver, Subject::User(user.0));
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("subscription", Detail::Id(id)),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Ends a subscription at once: a job retries until Stripe confirms it.
///
/// # Errors
/// `NotFound`; `Conflict` if it has ended already.
pub async fn end(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let customer = lock_customer(&mut tx, id).await?;
    let marked = sqlx::query!(
        "update subscription set ending_since = coalesce(ending_since, now())
         where id = $1 and coalesce(status, 'incomplete') not in ('canceled', 'incomplete_expired')",
        id
    )
    .execute(&mut *tx)
    .await?;
    if marked.rows_affected() == 0 {
        return Err(Error::Conflict("It has ended already."));
    }
    jobs::enqueue(&mut tx, &Job::EndSubscription { id }).await?;
    let subject = customer
        .user
        .map_or(Subject::Subscription(id), |user| Subject::User(user.0));
    let entry = Entry::new(staff.actor(), Action::SubscriptionEnded, subject);
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("subscription", Detail::Id(id)),
    )
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Lets a subscription run on after a full refund. Without this, a full refund ends it.
///
/// # Errors
/// `NotFound`; `Conflict` if that is so already.
pub async fn keep_after_refund(ctx: &Ctx, staff: &Staff, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    lock_customer(&mut tx, id).await?;
    let kept = sqlx::query!(
        "update subscription set is_kept_after_refund = true where id = $1 and not is_kept_after_refund",
        id
    )
    .execute(&mut *tx)
    .await?;
    if kept.rows_affected() == 0 {
        return Err(Error::Conflict("It is kept already."));
    }
    let entry = Entry::new(staff.actor(), Action::SubscriptionKept, Subject::Subscription(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// The user who has proven an address. Locks the account.
pub(super) async fn user_of_address(tx: &mut PgConnection, email: &str) -> Result<UserId> {
    let found = sqlx::query_scalar!(
        "select id from app_user where (lower(email) = lower($1) and email_verified)
             or id in (select user_id from identity where issuer = 'email' and subject = lower($1))
         order by id limit 1 for update",
        email
    )
    .fetch_optional(tx)
    .await?;
    let nobody = || {
        Fields::one(
            "email",
            "Nobody has signed in with this address yet. Ask them to sign in first.",
        )
    };
    found.map(UserId).ok_or_else(|| Error::InvalidFields(nobody()))
}

struct Customer {
    id: Uuid,
    user: Option<UserId>,
    is_paid: bool,
}

async fn lock_customer(tx: &mut PgConnection, subscription: Uuid) -> Result<Customer> {
    sqlx::query_as!(
        Customer,
        r#"select id, user_id as "user: UserId", first_paid_at is not null as "is_paid!" from stripe_customer
           where id = (select customer_id from subscription where id = $1) for update"#,
        subscription
    )
    .fetch_optional(tx)
    .await?
    .ok_or(Error::NotFound)
}
