//! Limits on codes that are tried, on gifts that are begun, and on declined cards.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::sync::sync;
use crate::ctx::Ctx;
use crate::error::{Error, Limit, Result};
use crate::ids::UserId;
use crate::payments::Problem;
use crate::rate_limit::RateLimit;
use crate::subscription::{Buyer, count_first_decline, count_new_checkout, payments};

/// Codes that are looked at or accepted. Nobody guesses one; this keeps the tries cheap.
const CODES_PER_IP_PREFIX: RateLimit = RateLimit {
    kind: "gift_code_from",
    allowed: 30,
    within: Duration::from_hours(1),
    limit: Limit::Attempts,
};
const CODES_PER_USER: RateLimit = RateLimit {
    kind: "gift_code_by",
    ..CODES_PER_IP_PREFIX
};
/// How many declined cards end an unpaid gift: its payment form takes no more.
const DECLINES_PER_GIFT: i16 = 8;

/// Counts a code that is tried.
///
/// # Errors
/// `TooMany` at a limit.
pub async fn count_attempt(
    ctx: &Ctx,
    user: Option<UserId>,
    ip_prefix: Option<[u8; 32]>,
    now: OffsetDateTime,
) -> Result<()> {
    if let Some(ip_prefix) = ip_prefix {
        CODES_PER_IP_PREFIX.count(&ctx.db, &ip_prefix, now).await?;
    }
    if let Some(user) = user {
        let by_hash = ctx.config.key_ring.digest("gift code", user.0.as_bytes());
        CODES_PER_USER.count(&ctx.db, &by_hash, now).await?;
    }
    Ok(())
}

/// Counts a gift that is begun, by the same limits as other checkouts.
///
/// # Errors
/// `TooMany` at a limit.
pub async fn count_checkout(ctx: &Ctx, giver: &Buyer, ip_prefix: Option<[u8; 32]>, now: OffsetDateTime) -> Result<()> {
    let (user, visitor_hash) = giver.columns();
    let is_known = sqlx::query_scalar!(
        r#"select exists (select from gift where state = 'begun' and (giver_id = $1 or giver_hash = $2)) as "is_known!""#,
        user,
        visitor_hash
    )
    .fetch_one(&ctx.db)
    .await?;
    count_new_checkout(ctx, giver, ip_prefix.filter(|_| !is_known), now).await
}

/// Counts a declined card of a gift, in the transaction that settles its event.
pub(crate) async fn count_decline(tx: &mut PgConnection, stripe_id: &str, now: OffsetDateTime) -> Result<()> {
    let declined = sqlx::query!(
        "update gift set declines = least(declines + 1, 1000) where stripe_id = $1 and state = 'begun'",
        stripe_id
    )
    .execute(&mut *tx)
    .await?;
    if declined.rows_affected() == 0 {
        return Ok(());
    }
    count_first_decline(tx, now).await
}

/// Closes the payment form of a gift for which too many cards were declined.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable. The sweep closes it, too.
pub(crate) async fn cancel_if_declined(ctx: &Ctx, stripe_id: &str) -> Result<()> {
    let is_over = sqlx::query_scalar!(
        r#"select exists (select from gift where stripe_id = $1 and state = 'begun' and declines >= $2) as "is_over!""#,
        stripe_id,
        DECLINES_PER_GIFT
    )
    .fetch_one(&ctx.db)
    .await?;
    if is_over { cancel(ctx, stripe_id).await } else { Ok(()) }
}

/// Makes sure that an unpaid gift can be paid no more. One that was paid meanwhile stays paid.
pub(super) async fn cancel(ctx: &Ctx, stripe_id: &str) -> Result<()> {
    match payments(ctx)?.cancel_payment(stripe_id).await {
        Ok(()) | Err(Problem::Missing | Problem::Refused { .. }) => {}
        Err(problem) => return Err(Error::from(problem)),
    }
    sync(ctx, stripe_id).await
}
