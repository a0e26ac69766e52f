//! Syncing: requests the payment of a gift from Stripe and stores the answer.
//!
//! Invariant: each request gets a number before it is sent, and an answer is stored only if no later one was answered
//! before. Locks are taken in the order account, gift.

use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use super::State;
use super::balance::{GIFT, settle};
use super::code::{GiftCode, KEY_OWNER, place};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::jobs::Mail;
use crate::mail;
use crate::notifications::{self, Notification};
use crate::payments::{Disputed, PaymentState, Problem, RemotePayment};
use crate::subscription::payments;
use crate::vault;

/// For how long the code of a gift can be used: five years, as is the law for gift cards in many places.
const EXPIRES_AFTER: Duration = Duration::days(5 * 365 + 1);
/// A gift whose receiver changes before it is locked is locked again.
const MAX_LOCK_ATTEMPTS: u32 = 5;

/// A request to Stripe, with its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedRequest {
    gift: Uuid,
    number: i64,
}

/// Requests the payment of a gift from Stripe and stores the answer. A payment that is none of ours is ignored.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub async fn sync(ctx: &Ctx, stripe_id: &str) -> Result<()> {
    let payments = payments(ctx)?;
    let request = match next_request(ctx, stripe_id).await? {
        Some(request) => request,
        None => match adopt(ctx, stripe_id).await? {
            Some(request) => request,
            None => return Ok(()),
        },
    };
    store(ctx, request, payments.payment(stripe_id).await).await
}

/// Finds the row of a payment whose id is unknown, because the answer that created it was lost.
async fn adopt(ctx: &Ctx, stripe_id: &str) -> Result<Option<NumberedRequest>> {
    let payments = payments(ctx)?;
    let remote = match payments.payment(stripe_id).await {
        Ok(remote) => remote,
        Err(Problem::Missing) => return Ok(None),
        Err(problem) => return Err(problem.into()),
    };
    if !payments.is_ours(remote.live) {
        return Ok(None);
    }
    sqlx::query!(
        "update gift set stripe_id = $2 where id = $1 and stripe_id is null and state = 'begun'",
        remote.row,
        remote.id
    )
    .execute(&ctx.db)
    .await?;
    next_request(ctx, stripe_id).await
}

/// Numbers the next request for a gift.
pub(super) async fn next_request(ctx: &Ctx, stripe_id: &str) -> Result<Option<NumberedRequest>> {
    let request = sqlx::query_as!(
        NumberedRequest,
        "update gift set asked = asked + 1 where stripe_id = $1 returning id as gift, asked as number",
        stripe_id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(request)
}

/// What Stripe says about a gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    Canceled,
    Paid,
    Refunded,
    Disputed,
}

/// Stores the answer to a request.
pub(super) async fn store(ctx: &Ctx, request: NumberedRequest, answer: Result<RemotePayment, Problem>) -> Result<()> {
    let said = match answer {
        Ok(remote) => said(ctx, &remote).await?,
        Err(Problem::Missing) => Said::Canceled,
        Err(problem) => return Err(problem.into()),
    };
    for _ in 0..MAX_LOCK_ATTEMPTS {
        let mut tx = database::begin(&ctx.db).await?;
        let Some(locked) = lock(&mut tx, request.gift).await? else {
            continue;
        };
        if locked.told < request.number {
            write(ctx, &mut tx, request, &locked, said).await?;
        }
        tx.commit().await?;
        return Ok(());
    }
    Err(Error::Unavailable(anyhow::anyhow!(
        "the gift changes hands all the time"
    )))
}

async fn said(ctx: &Ctx, remote: &RemotePayment) -> Result<Said> {
    let is_disputed = match &remote.charge {
        Some(charge) if charge.is_disputed => payments(ctx)?.disputed(&charge.id).await? == Disputed::Dispute,
        Some(_) | None => false,
    };
    let is_refunded = remote.charge.as_ref().is_some_and(|charge| charge.is_refunded);
    Ok(match remote.state {
        _ if is_disputed => Said::Disputed,
        _ if is_refunded => Said::Refunded,
        PaymentState::Succeeded => Said::Paid,
        PaymentState::Canceled => Said::Canceled,
        PaymentState::Open | PaymentState::Processing => Said::Nothing,
    })
}

/// A gift whose row and whose receiver are locked.
pub(crate) struct Locked {
    pub(crate) state: State,
    pub(crate) receiver: Option<UserId>,
    told: i64,
}

/// Locks the receiver, then the gift. None if the receiver changed before the lock was taken.
pub(crate) async fn lock(tx: &mut PgConnection, gift: Uuid) -> Result<Option<Locked>> {
    let expected = sqlx::query_scalar!("select receiver_id from gift where id = $1", gift)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::NotFound)?;
    if let Some(receiver) = expected {
        sqlx::query!("select id from app_user where id = $1 for update", receiver)
            .fetch_optional(&mut *tx)
            .await?;
    }
    let found = sqlx::query!(
        "select state, receiver_id, told from gift where id = $1 for update",
        gift
    )
    .fetch_one(tx)
    .await?;
    Ok((found.receiver_id == expected).then(|| Locked {
        state: State::from_word(&found.state),
        receiver: found.receiver_id.map(UserId),
        told: found.told,
    }))
}

async fn write(ctx: &Ctx, tx: &mut PgConnection, request: NumberedRequest, locked: &Locked, said: Said) -> Result<()> {
    sqlx::query!(
        "update gift set told = $2, told_at = now() where id = $1",
        request.gift,
        request.number
    )
    .execute(&mut *tx)
    .await?;
    let next = match (locked.state, said) {
        (State::Begun, Said::Canceled) => State::Canceled,
        (State::Begun | State::Canceled, Said::Paid) => State::Paid,
        (State::Refunded | State::Disputed, _) | (_, Said::Nothing | Said::Canceled | Said::Paid) => return Ok(()),
        (_, Said::Refunded) => State::Refunded,
        (_, Said::Disputed) => State::Disputed,
    };
    if next == State::Paid {
        return hand_out(ctx, tx, request.gift).await;
    }
    end(tx, request.gift, locked, next).await?;
    let entry = Entry::new(Actor::System, Action::GiftChanged, Subject::Gift(request.gift));
    let entry = entry.with("status", Detail::Word(next.as_str()));
    audit::record(tx, &ctx.config.key_ring, &entry).await?;
    Ok(())
}

/// Makes the code of a gift that is paid now, and writes to its giver.
async fn hand_out(ctx: &Ctx, tx: &mut PgConnection, gift: Uuid) -> Result<()> {
    let code = GiftCode::fresh()?;
    let key = vault::system_key(tx, &ctx.config.key_ring, KEY_OWNER).await?;
    let sealed = key.seal(place(gift), code.bytes())?;
    sqlx::query!(
        "update gift set state = 'paid', paid_at = now(), expires_at = now() + make_interval(secs => $4),
             code_hash = $2, code_sealed = $3
         where id = $1",
        gift,
        code.hash(),
        sealed,
        EXPIRES_AFTER.as_seconds_f64()
    )
    .execute(&mut *tx)
    .await?;
    mail::enqueue(tx, Mail::GiftPaid { gift }).await?;
    let entry = Entry::new(Actor::System, Action::GiftPaid, Subject::Gift(gift));
    audit::record(tx, &ctx.config.key_ring, &entry).await?;
    Ok(())
}

/// Ends a gift: its code opens nothing any more, and what is left of its year is taken back. Both rows are locked.
pub(crate) async fn end(tx: &mut PgConnection, gift: Uuid, locked: &Locked, next: State) -> Result<()> {
    sqlx::query!(
        "update gift set state = $2, code_sealed = null where id = $1",
        gift,
        next.as_str()
    )
    .execute(&mut *tx)
    .await?;
    if let Some(receiver) = locked.receiver.filter(|_| locked.state == State::Used) {
        settle(&mut *tx, receiver, -GIFT).await?;
        notifications::notify(tx, &Notification::Subscription(receiver.0)).await?;
    }
    Ok(())
}
