//! The status of a caller's own subscription.
//!
//! Invariant: a visitor sees only the subscription of their own cookie.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{CheckoutToken, GRACE, Status, sync};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::user::User;

/// The caller.
#[derive(Clone)]
pub enum Caller {
    /// A signed-in user.
    User(Box<User>),
    /// A visitor, identified by the cookie of a checkout.
    Visitor(CheckoutToken),
    /// A visitor without such a cookie.
    Nobody,
}

/// The status of a subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriptionStatus {
    /// Whether the caller has premium; for a visitor, whether signing in with the typed address will give it.
    pub is_premium: bool,
    /// Its status at Stripe.
    pub status: Option<String>,
    /// How often it is paid: `monthly`, `yearly`, or `other`.
    pub plan: Option<String>,
    /// The next renewal.
    pub renews_at: Option<OffsetDateTime>,
    /// When it ends, if it is cancelled and no other one continues.
    pub cancels_at: Option<OffsetDateTime>,
    /// The end of the grace period while a renewal is unpaid, or of the paid time while collection is paused.
    pub grace_until: Option<OffsetDateTime>,
    /// The address of a visitor's paid subscription, which waits for somebody to claim it.
    pub waits_for: Option<String>,
    /// A second subscription that was found lately.
    pub paid_twice: Option<PaidTwice>,
    /// Until when gifts give premium.
    pub gift_until: Option<OffsetDateTime>,
    /// How many days of gifts wait until no subscription renews any more.
    pub gift_days: i64,
}

/// What became of a second subscription of somebody who pays for another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidTwice {
    /// `ending`, `refunded` or `not_renewed`.
    pub state: String,
    /// What was refunded, in the smallest unit of the currency.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: Option<String>,
    /// When it was found.
    pub found_at: OffsetDateTime,
    /// When it ends, if it could not be refunded.
    pub ends_at: Option<OffsetDateTime>,
}

/// The newest second subscription of a caller that was found in the last 60 days.
async fn paid_twice(ctx: &Ctx, user: Option<Uuid>, visitor_hash: Option<&[u8]>) -> Result<Option<PaidTwice>> {
    let found = sqlx::query_as!(
        PaidTwice,
        "select state, amount, currency, found_at, ends_at from duplicate_subscription
             join subscription on subscription.id = subscription_id
             join stripe_customer on stripe_customer.id = subscription.customer_id
         where (user_id = $1 or visitor_hash = $2) and state in ('ending', 'refunded', 'not_renewed')
             and found_at > now() - interval '60 days'
         order by found_at desc limit 1",
        user,
        visitor_hash
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(found)
}

/// Reads the status of the caller's best subscription.
pub async fn status(ctx: &Ctx, caller: &Caller, now: OffsetDateTime) -> Result<SubscriptionStatus> {
    let (user, visitor_hash) = match caller {
        Caller::User(user) => (Some(user.id.0), None),
        Caller::Visitor(token) => (None, Some(token.hash())),
        Caller::Nobody => return Ok(SubscriptionStatus::default()),
    };
    let best = sqlx::query!(
        r#"select status as "status!", plan, period_end, ends_at, unpaid_since, paid_until, email,
               visitor_hash is not null and first_paid_at is not null as "is_waiting!",
               bool_or(ending_since is null
                   and (status = 'past_due' or (status in ('active', 'trialing') and ends_at is null))) over () as "goes_on!"
           from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status is not null
               and (visitor_hash is not null or not by_visitor or status not in ('incomplete', 'incomplete_expired'))
           order by array_position(array['active', 'trialing', 'past_due', 'paused', 'unpaid', 'incomplete'], status),
               ends_at is not null, unpaid_since desc nulls last, period_end desc nulls last
           limit 1"#,
        user,
        visitor_hash.as_deref()
    )
    .fetch_optional(&ctx.db)
    .await?;
    let paid_twice = paid_twice(ctx, user, visitor_hash.as_deref()).await?;
    let (gift_until, gift_days) = match caller {
        Caller::User(user) => (user.gift_until.filter(|until| *until > now), days(user.gift_held)),
        Caller::Visitor(_) | Caller::Nobody => (None, 0),
    };
    let is_granted = match caller {
        Caller::User(user) => user.manual_premium_until.is_some_and(|until| until > now) || gift_until.is_some(),
        Caller::Visitor(_) | Caller::Nobody => false,
    };
    let Some(best) = best else {
        return Ok(SubscriptionStatus {
            is_premium: is_granted,
            paid_twice,
            gift_until,
            gift_days,
            ..SubscriptionStatus::default()
        });
    };
    let status = Status::from_word(&best.status);
    let grace_until = if status == Status::Paused {
        best.paid_until
    } else {
        let unpaid_since = best.unpaid_since.filter(|_| status == Status::PastDue);
        unpaid_since.map(|since| since + GRACE)
    };
    // The dates of a past-due subscription belong to an unpaid period, so they are not shown.
    let runs = matches!(status, Status::Active | Status::Trialing);
    Ok(SubscriptionStatus {
        is_premium: is_granted || status.gives_premium(grace_until, now),
        status: Some(best.status),
        plan: Some(best.plan),
        renews_at: best.period_end.filter(|_| runs && best.ends_at.is_none()),
        // While another one continues, a cancellation date would wrongly suggest that charges end.
        cancels_at: best.ends_at.filter(|_| runs && !best.goes_on),
        grace_until,
        waits_for: best.email.filter(|_| best.is_waiting),
        paid_twice,
        gift_until,
        gift_days,
    })
}

/// Whole days of so many seconds, the nearest number.
const fn days(seconds: i64) -> i64 {
    (seconds + 43_200) / 86_400
}

/// The id in notifications about changes to the caller's subscription.
pub async fn topic(ctx: &Ctx, caller: &Caller) -> Result<Option<Uuid>> {
    match caller {
        Caller::User(user) => Ok(Some(user.id.0)),
        Caller::Visitor(token) => Ok(sqlx::query_scalar!(
            "select id from stripe_customer where visitor_hash = $1",
            token.hash()
        )
        .fetch_optional(&ctx.db)
        .await?),
        Caller::Nobody => Ok(None),
    }
}

/// How long Stripe's answer about an unpaid subscription counts as fresh.
const ANSWER_MAX_AGE: Duration = Duration::seconds(2);

/// Syncs the caller's unpaid subscriptions, so that a fresh payment shows before its event arrives.
///
/// Errors of Stripe are only logged.
pub async fn sync_unpaid(ctx: &Ctx, caller: &Caller) -> Result<()> {
    let (user, visitor_hash) = match caller {
        Caller::User(user) => (Some(user.id.0), None),
        Caller::Visitor(token) => (None, Some(token.hash())),
        Caller::Nobody => return Ok(()),
    };
    let unpaid = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!"
           from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status = 'incomplete'
               and (told_at is null or told_at < now() - make_interval(secs => $3))"#,
        user,
        visitor_hash,
        ANSWER_MAX_AGE.as_seconds_f64()
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in unpaid {
        if let Err(error) = sync(ctx, &stripe_id).await {
            tracing::info!(%error, "an unpaid subscription could not be synced");
        }
    }
    Ok(())
}
