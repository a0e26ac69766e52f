//! What Stripe tells by itself, and what it never got to tell.
//!
//! Invariant: an event is a reason to ask, and nothing is believed of it but whom to ask about. Each is stored once; one
//! that never came is found in Stripe's list of events a quarter of an hour later.

mod body;

use body::{Envelope, subscription_in};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{payments, settle};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::payments::{Happened, is_genuine, moment};
use crate::vault::{self, Place};

/// The owner of the key that seals what belongs to no person.
const KEY: Uuid = Uuid::from_u128(0x5354_5249_5045_0000_8000_0000_0000_0001);
/// The list is read again from a little before where it was read to: events appear in it a moment late.
const OVERLAP: Duration = Duration::minutes(10);

/// What became of an event that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// It is stored, and will be worked off.
    Stored,
    /// It came before.
    Known,
    /// It is of a kind that tells us nothing, and is counted.
    Other,
    /// It is of the mode that we do not use.
    OtherMode,
}

/// Takes in an event: makes sure that Stripe signed it, stores it sealed, and leaves the rest to a job.
///
/// # Errors
/// `PaymentsNotSetUp`; `NotGenuine`; `Unavailable` or `Internal` from the database, and then Stripe sends it again.
pub async fn receive(ctx: &Ctx, signature: &str, body: &[u8], now: OffsetDateTime) -> Result<Received> {
    let payments = payments(ctx)?;
    if !is_genuine(signature, body, payments.webhook_secrets(), now) {
        return Err(Error::NotGenuine);
    }
    let envelope = Envelope::read(body).ok_or(Error::NotGenuine)?;
    let created = moment(envelope.created).ok_or(Error::NotGenuine)?;
    if !payments.is_ours(envelope.livemode) {
        tracing::warn!(event.kind = envelope.kind, "an event of the other mode");
        return Ok(Received::OtherMode);
    }
    let tells = envelope.tells();
    let mut tx = database::begin(&ctx.db).await?;
    let id = Uuid::now_v7();
    let stored = sqlx::query!(
        "insert into stripe_event (id, stripe_id, kind, created_at, settled_at)
         values ($1, $2, $3, $4, case when $5 then null else now() end) on conflict (stripe_id) do nothing",
        id,
        envelope.id,
        envelope.kind,
        created,
        tells
    )
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(Received::Known);
    }
    if tells {
        let key = vault::system_key(&mut tx, &ctx.config.key_ring, KEY).await?;
        let sealed = key.seal(place(id), body)?;
        sqlx::query!("update stripe_event set sealed = $2 where id = $1", id, sealed)
            .execute(&mut *tx)
            .await?;
        jobs::enqueue(&mut tx, &Job::ProcessStripeEvent { id }).await?;
    }
    tx.commit().await?;
    Ok(if tells { Received::Stored } else { Received::Other })
}

const fn place(id: Uuid) -> Place {
    Place {
        table: "stripe_event",
        column: "sealed",
        row: id,
        owner: KEY,
    }
}

/// Asks about whatever an event is about: the work of `Job::ProcessStripeEvent`. Its body goes with that.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe does not answer; `Unavailable` while payments are not set up, and from the database,
/// as `Internal` is.
pub async fn process(ctx: &Ctx, id: Uuid) -> Result<()> {
    if ctx.payments.is_none() {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "payments are not set up, but an event is to be worked off"
        )));
    }
    let mut tx = database::begin(&ctx.db).await?;
    let event = sqlx::query!(
        "select sealed, subscription_stripe_id from stripe_event where id = $1 and settled_at is null",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(event) = event else {
        return Ok(());
    };
    let subscription = match (event.subscription_stripe_id, event.sealed) {
        (Some(subscription), _) => Some(subscription),
        (None, Some(sealed)) => {
            let key = vault::system_key(&mut tx, &ctx.config.key_ring, KEY).await?;
            subscription_in(&key.open(place(id), &sealed)?)
        }
        (None, None) => None,
    };
    tx.commit().await?;
    if let Some(subscription) = subscription {
        settle(ctx, &subscription).await?;
    }
    sqlx::query!(
        "update stripe_event set settled_at = now(), sealed = null where id = $1 and settled_at is null",
        id
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// Reads Stripe's list of events since the last time, and works off those that never came, and those whose job is gone: the
/// work of `Job::SweepStripeEvents`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe does not answer, and then the next one reads from the same place.
pub async fn sweep(ctx: &Ctx) -> Result<()> {
    let payments = payments(ctx)?;
    let read_to = sqlx::query_scalar!("select read_to from stripe_watermark")
        .fetch_one(&ctx.db)
        .await?;
    let from = read_to - OVERLAP;
    let (mut newest, mut missed, mut after) = (read_to, 0, None);
    loop {
        let page = payments.events(after.as_deref()).await.map_err(Error::from)?;
        let mut tx = database::begin(&ctx.db).await?;
        let mut is_read = true;
        for event in page {
            let Some(created) = moment(event.created) else { continue };
            is_read = created < from;
            if is_read {
                break;
            }
            newest = newest.max(created);
            missed += u64::from(payments.is_ours(event.live) && take_in(&mut tx, &event, created).await?);
            after = Some(event.id);
        }
        tx.commit().await?;
        if is_read {
            break;
        }
    }
    sqlx::query!("update stripe_watermark set read_to = greatest(read_to, $1)", newest)
        .execute(&ctx.db)
        .await?;
    take_up_what_was_given_up(ctx).await?;
    if missed > 0 {
        tracing::info!(missed, "events of Stripe that never came were found");
    }
    Ok(())
}

/// Stores an event that never came. False if it had.
async fn take_in(tx: &mut PgConnection, event: &Happened, created: OffsetDateTime) -> Result<bool> {
    let Some(subscription) = &event.subscription else {
        return Ok(false);
    };
    let id = Uuid::now_v7();
    let stored = sqlx::query!(
        "insert into stripe_event (id, stripe_id, kind, created_at, subscription_stripe_id) values ($1, $2, $3, $4, $5)
         on conflict (stripe_id) do nothing",
        id,
        event.id,
        event.kind,
        created,
        subscription
    )
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(false);
    }
    jobs::enqueue(tx, &Job::ProcessStripeEvent { id }).await?;
    Ok(true)
}

/// Staff may have discarded the job of an event: that it is open stands in its row. A dead job waits for them.
async fn take_up_what_was_given_up(ctx: &Ctx) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let left = sqlx::query_scalar!(
        "select id from stripe_event where settled_at is null
             and not exists (select from job where kind = 'process_stripe_event'
                 and payload ->> 'id' = stripe_event.id::text and finished_at is null)"
    )
    .fetch_all(&mut *tx)
    .await?;
    for id in left {
        jobs::enqueue(&mut tx, &Job::ProcessStripeEvent { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Deletes events that were settled long ago. Stripe repeats none after three days. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_old(ctx: &Ctx) -> Result<u64> {
    let deleted = sqlx::query!("delete from stripe_event where settled_at < now() - interval '30 days'")
        .execute(&ctx.db)
        .await?;
    Ok(deleted.rows_affected())
}
