//! Limits on checkouts, and the response to declined cards.
//!
//! Invariant: nobody can lock the owner of an address out. When strangers have begun many checkouts with an address, its
//! owner signs in with it, and pays as a user.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::buyer::{Buyer, CheckoutForm};
use crate::ctx::Ctx;
use crate::error::{Error, Limit, Result};
use crate::jobs::{self, Job, Mail};
use crate::mail::{self, Letter};
use crate::rate_limit::RateLimit;

const HOUR: Duration = Duration::from_hours(1);
/// How many unpaid checkouts of visitors may name one address.
const UNPAID_PER_ADDRESS: i64 = 5;
/// How many declined cards end an unpaid subscription: its payment form takes no more.
const DECLINES_PER_SUBSCRIPTION: i16 = 8;

const NEW_PER_IP_PREFIX: RateLimit = RateLimit {
    kind: "checkout_from",
    allowed: 10,
    within: HOUR,
    limit: Limit::Attempts,
};
/// The limit while stolen cards are tried.
const NEW_PER_IP_PREFIX_UNDER_ATTACK: RateLimit = RateLimit {
    allowed: 2,
    ..NEW_PER_IP_PREFIX
};
const REQUESTS_PER_BUYER: RateLimit = RateLimit {
    kind: "checkout_by",
    allowed: 30,
    within: HOUR,
    limit: Limit::Attempts,
};
/// Declined first payments of everybody. More mean that stolen cards are tried.
const DECLINES: RateLimit = RateLimit {
    kind: "first_payment_declined",
    allowed: 30,
    within: HOUR,
    limit: Limit::Attempts,
};
/// The key of a counter that counts everybody together.
const EVERYBODY: [u8; 32] = [0; 32];

/// Counts a checkout of a buyer, and a new one also by `ip_prefix`.
///
/// # Errors
/// `TooMany` at a limit.
pub async fn count_checkout(ctx: &Ctx, buyer: &Buyer, ip_prefix: Option<[u8; 32]>, now: OffsetDateTime) -> Result<()> {
    let (user, visitor_hash) = buyer.columns();
    let is_known = sqlx::query_scalar!(
        r#"select exists (select from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
               where ((not by_visitor and user_id = $1) or visitor_hash = $2)
                   and (status is null or status = 'incomplete') and ending_since is null and not is_adopted) as "is_known!""#,
        user,
        visitor_hash
    )
    .fetch_one(&ctx.db)
    .await?;
    count_new_checkout(ctx, buyer, ip_prefix.filter(|_| !is_known), now).await
}

/// Counts a checkout of a buyer, and by `ip_prefix` if there is one: it is new then.
///
/// # Errors
/// `TooMany` at a limit.
pub(crate) async fn count_new_checkout(
    ctx: &Ctx,
    buyer: &Buyer,
    ip_prefix: Option<[u8; 32]>,
    now: OffsetDateTime,
) -> Result<()> {
    let id = match buyer {
        Buyer::User(user) => user.0.as_bytes().to_vec(),
        Buyer::Visitor(token) => token.hash(),
    };
    let by_hash = ctx.config.key_ring.digest("checkout", &id);
    REQUESTS_PER_BUYER.count(&ctx.db, &by_hash, now).await?;
    let Some(ip_prefix) = ip_prefix else {
        return Ok(());
    };
    let limit = if DECLINES.is_reached(&ctx.db, &EVERYBODY, now).await? {
        NEW_PER_IP_PREFIX_UNDER_ATTACK
    } else {
        NEW_PER_IP_PREFIX
    };
    limit.count(&ctx.db, &ip_prefix, now).await
}

/// Refuses a visitor's address that too many unpaid checkouts of other visitors name already.
pub(super) async fn require_proof_of_crowded_address(
    tx: &mut PgConnection,
    buyer: &Buyer,
    form: &CheckoutForm,
) -> Result<()> {
    let Buyer::Visitor(token) = buyer else {
        return Ok(());
    };
    // Concurrent checkouts with one address are counted one after the other.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtext('checkout address'), hashtext(lower($1)))",
        form.email
    )
    .execute(&mut *tx)
    .await?;
    let others = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from stripe_customer where user_id is null and first_paid_at is null and lower(email) = lower($1)
                   and visitor_hash is distinct from $2 limit $3) as others"#,
        form.email,
        token.hash(),
        UNPAID_PER_ADDRESS
    )
    .fetch_one(tx)
    .await?;
    if others < UNPAID_PER_ADDRESS {
        Ok(())
    } else {
        Err(Error::AddressNotProven)
    }
}

/// Counts a declined first payment, in the transaction that settles its event.
///
/// After several, the payment form is closed. After many of all buyers, staff get a mail, and new checkouts are limited
/// more strictly for the rest of the hour.
pub(super) async fn count_decline(tx: &mut PgConnection, subscription: &str, now: OffsetDateTime) -> Result<()> {
    let declined = sqlx::query!(
        "update subscription set declines = least(declines + 1, 1000),
             ending_since = case when declines + 1 >= $2::smallint then coalesce(ending_since, now()) else ending_since end
         where stripe_id = $1 and status = 'incomplete' returning id, declines",
        subscription,
        DECLINES_PER_SUBSCRIPTION
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(declined) = declined else {
        return Ok(());
    };
    if declined.declines == DECLINES_PER_SUBSCRIPTION {
        jobs::enqueue(&mut *tx, &Job::EndSubscription { id: declined.id }).await?;
    }
    count_first_decline(tx, now).await
}

/// Counts a declined first payment among those of everybody. Many are told to staff.
pub(crate) async fn count_first_decline(tx: &mut PgConnection, now: OffsetDateTime) -> Result<()> {
    match DECLINES.count(&mut *tx, &EVERYBODY, now).await {
        Err(Error::TooMany { .. }) => {
            let hour = now.unix_timestamp().div_euclid(3600);
            let message = Mail::CardTesting { hour };
            jobs::enqueue_scheduled(tx, &Job::SendMail { message }, &format!("card_testing {hour}")).await
        }
        counted => counted,
    }
}

/// The mail to staff about many declined cards; none if no address of staff is set.
pub fn card_testing_letter(ctx: &Ctx, hour: i64) -> Option<Letter> {
    mail::to_staff(
        ctx,
        format!("card-testing-{hour}"),
        "Many cards are being declined",
        "More than 30 first payments were declined within an hour. Somebody may be testing stolen cards.\n\n\
         New checkouts are limited more strictly for now. Please look at Stripe's dashboard: Radar can block such cards.",
    )
}
