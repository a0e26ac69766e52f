//! How somebody's subscription stands, for themselves.
//!
//! Invariant: a visitor is told of what their own cookie began and of nothing else.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{CheckoutToken, GRACE, Status, settle};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::user::User;

/// Who wants to know.
#[derive(Clone)]
pub enum Asker {
    /// Somebody who is signed in.
    User(Box<User>),
    /// Somebody who is not, by the cookie of what they began.
    Visitor(CheckoutToken),
    /// Somebody who began nothing.
    Nobody,
}

/// How a subscription stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether they have premium now; for a visitor, whether they will once they sign in with the address they typed.
    pub is_premium: bool,
    /// Its state, in Stripe's word.
    pub status: Option<String>,
    /// When it is paid next.
    pub renews_at: Option<OffsetDateTime>,
    /// When it ends, if it was cancelled and no other one goes on.
    pub cancels_at: Option<OffsetDateTime>,
    /// Until when premium stays though a renewal is unpaid.
    pub grace_until: Option<OffsetDateTime>,
}

/// How somebody's subscription stands; the best of them if there are several.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn standing(ctx: &Ctx, asker: &Asker, now: OffsetDateTime) -> Result<Standing> {
    let (user, visitor_hash) = match asker {
        Asker::User(user) => (Some(user.id.0), None),
        Asker::Visitor(token) => (None, Some(token.hash())),
        Asker::Nobody => return Ok(Standing::default()),
    };
    let best = sqlx::query!(
        r#"select status as "status!", period_end, ends_at, unpaid_since,
               bool_or(ending_since is null
                   and (status = 'past_due' or (status in ('active', 'trialing') and ends_at is null))) over () as "goes_on!"
           from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status is not null
               and (visitor_hash is not null or not by_visitor or status not in ('incomplete', 'incomplete_expired'))
           order by array_position(array['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'], status),
               ends_at is not null, unpaid_since desc nulls last, period_end desc nulls last
           limit 1"#,
        user,
        visitor_hash
    )
    .fetch_optional(&ctx.db)
    .await?;
    let by_gift = match asker {
        Asker::User(user) => user.manual_premium_until.is_some_and(|until| until > now),
        Asker::Visitor(_) | Asker::Nobody => false,
    };
    let Some(best) = best else {
        return Ok(Standing {
            is_premium: by_gift,
            ..Standing::default()
        });
    };
    let status = Status::from_word(&best.status);
    let grace_until = best
        .unpaid_since
        .filter(|_| status == Status::PastDue)
        .map(|since| since + GRACE);
    // The dates of one whose payment is late are those of a month that nobody has paid.
    let runs = matches!(status, Status::Active | Status::Trialing);
    Ok(Standing {
        is_premium: by_gift || status.gives_premium(grace_until, now),
        status: Some(best.status),
        renews_at: best.period_end.filter(|_| runs && best.ends_at.is_none()),
        // While another one goes on, it would be untrue that nothing more is charged.
        cancels_at: best.ends_at.filter(|_| runs && !best.goes_on),
        grace_until,
    })
}

/// The word under which Postgres tells of changes to what somebody asked about.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn topic(ctx: &Ctx, asker: &Asker) -> Result<Option<Uuid>> {
    match asker {
        Asker::User(user) => Ok(Some(user.id.0)),
        Asker::Visitor(token) => Ok(sqlx::query_scalar!(
            "select id from stripe_customer where visitor_hash = $1",
            token.hash()
        )
        .fetch_optional(&ctx.db)
        .await?),
        Asker::Nobody => Ok(None),
    }
}

/// How long an answer of Stripe's about something unpaid is taken to be new.
const NEW: Duration = Duration::seconds(2);

/// Asks Stripe about what is not known to be paid, so that whoever has just paid need not wait for an event. That Stripe
/// does not answer changes nothing.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn ask_again(ctx: &Ctx, asker: &Asker) -> Result<()> {
    let (user, visitor_hash) = match asker {
        Asker::User(user) => (Some(user.id.0), None),
        Asker::Visitor(token) => (None, Some(token.hash())),
        Asker::Nobody => return Ok(()),
    };
    let unpaid = sqlx::query_scalar!(
        r#"select subscription.stripe_id as "stripe_id!"
           from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
           where (user_id = $1 or visitor_hash = $2) and status = 'incomplete'
               and (told_at is null or told_at < now() - make_interval(secs => $3))"#,
        user,
        visitor_hash,
        NEW.as_seconds_f64()
    )
    .fetch_all(&ctx.db)
    .await?;
    for stripe_id in unpaid {
        if let Err(error) = settle(ctx, &stripe_id).await {
            tracing::info!(%error, "Stripe could not be asked about a payment yet");
        }
    }
    Ok(())
}
