//! Webhook events of Stripe, and the sweep for missed ones.
//!
//! Invariant: an event only names the subscription to request. Each event is stored once. A sweep of Stripe's list
//! finds a missed event within a quarter of an hour.

mod body;

use body::{Envelope, card_in, charge_in, customer_in, gift_payment_in, subscription_in};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::issue::sync_charge;
use super::limits::count_decline;
use super::{late, payments, sync};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::gift;
use crate::jobs::{self, Job};
use crate::payments::{RemoteEvent, from_timestamp, is_genuine};
use crate::vault::{self, Place};

/// The owner id of the data key for events, which belong to no user.
const SYSTEM_KEY_OWNER: Uuid = Uuid::from_u128(0x5354_5249_5045_0000_8000_0000_0000_0001);
/// The kinds of event that report a declined card, of an invoice and of a gift.
const PAYMENT_FAILED: &str = "invoice.payment_failed";
const GIFT_FAILED: &str = "payment_intent.payment_failed";
/// Each sweep overlaps the previous one, because events may appear late in the list.
const OVERLAP: Duration = Duration::minutes(10);

/// The result of receiving an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// It is stored, and a job will process it.
    Stored,
    /// It was received before.
    Known,
    /// Its kind is not relevant. It is only counted.
    Other,
    /// It is from the other mode of Stripe (live or test).
    OtherMode,
}

/// Receives an event: verifies its signature, stores it sealed and enqueues a job. After an error Stripe sends it
/// again.
///
/// # Errors
/// `PaymentsNotSetUp`; `NotGenuine` for an invalid signature.
pub async fn receive(ctx: &Ctx, signature: &str, body: &[u8], now: OffsetDateTime) -> Result<Received> {
    let payments = payments(ctx)?;
    if !is_genuine(signature, body, payments.webhook_secrets(), now) {
        return Err(Error::NotGenuine);
    }
    let envelope = Envelope::read(body).ok_or(Error::NotGenuine)?;
    let created = from_timestamp(envelope.created).ok_or(Error::NotGenuine)?;
    if !payments.is_ours(envelope.livemode) {
        tracing::warn!(event.kind = envelope.kind, "ignored an event of the other mode");
        return Ok(Received::OtherMode);
    }
    let is_relevant = envelope.is_relevant();
    let mut tx = database::begin(&ctx.db).await?;
    let id = Uuid::now_v7();
    let stored = sqlx::query!(
        "insert into stripe_event (id, stripe_id, kind, created_at, settled_at)
         values ($1, $2, $3, $4, case when $5 then null else now() end) on conflict (stripe_id) do nothing",
        id,
        envelope.id,
        envelope.kind,
        created,
        is_relevant
    )
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(Received::Known);
    }
    if is_relevant {
        let key = vault::system_key(&mut tx, &ctx.config.key_ring, SYSTEM_KEY_OWNER).await?;
        let sealed = key.seal(place(id), body)?;
        sqlx::query!("update stripe_event set sealed = $2 where id = $1", id, sealed)
            .execute(&mut *tx)
            .await?;
        jobs::enqueue(&mut tx, &Job::ProcessStripeEvent { id }).await?;
    }
    tx.commit().await?;
    Ok(if is_relevant { Received::Stored } else { Received::Other })
}

const fn place(id: Uuid) -> Place {
    Place {
        table: "stripe_event",
        column: "sealed",
        row: id,
        owner: SYSTEM_KEY_OWNER,
    }
}

/// Syncs the subscription or the charge of an event, and deletes the body of the event. Runs as `Job::ProcessStripeEvent`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable; `Unavailable` while payments are not set up.
pub async fn process(ctx: &Ctx, id: Uuid) -> Result<()> {
    if ctx.payments.is_none() {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "payments are not set up, but an event is to be worked off"
        )));
    }
    let mut tx = database::begin(&ctx.db).await?;
    let event = sqlx::query!(
        "select kind, created_at, sealed, subscription_stripe_id, charge_stripe_id, customer_stripe_id, card_stripe_id
         from stripe_event
         where id = $1 and settled_at is null",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(event) = event else {
        return Ok(());
    };
    let named = if let Some(sealed) = event.sealed {
        let key = vault::system_key(&mut tx, &ctx.config.key_ring, SYSTEM_KEY_OWNER).await?;
        let body = key.open(place(id), &sealed)?;
        Named {
            subscription: subscription_in(&body),
            charge: charge_in(&body),
            customer: customer_in(&body),
            card: card_in(&body),
            gift_payment: gift_payment_in(&body),
        }
    } else {
        // Found in Stripe's list. Payments of gifts are not in it: the sweep asks about each of them.
        Named {
            subscription: event.subscription_stripe_id,
            charge: event.charge_stripe_id,
            customer: event.customer_stripe_id,
            card: event.card_stripe_id,
            gift_payment: None,
        }
    };
    tx.commit().await?;
    sync_named(ctx, &named, &event.kind).await?;
    let mut tx = database::begin(&ctx.db).await?;
    let settled = sqlx::query!(
        "update stripe_event set settled_at = now(), sealed = null where id = $1 and settled_at is null",
        id
    )
    .execute(&mut *tx)
    .await?;
    if settled.rows_affected() == 1 {
        count_declined(&mut tx, &named, &event.kind, event.created_at).await?;
    }
    tx.commit().await?;
    match named.gift_payment.filter(|_| event.kind == GIFT_FAILED) {
        Some(payment) => gift::cancel_if_declined(ctx, &payment).await,
        None => Ok(()),
    }
}

/// What an event is about, by its id at Stripe.
struct Named {
    subscription: Option<String>,
    charge: Option<String>,
    customer: Option<String>,
    card: Option<String>,
    gift_payment: Option<String>,
}

async fn sync_named(ctx: &Ctx, named: &Named, kind: &str) -> Result<()> {
    if let Some(customer) = &named.customer {
        Box::pin(late::retry(ctx, customer, named.card.as_deref())).await?;
    }
    if let Some(charge) = &named.charge {
        Box::pin(sync_charge(ctx, charge, kind)).await?;
    }
    if let Some(subscription) = &named.subscription {
        sync(ctx, subscription).await?;
    }
    if let Some(payment) = &named.gift_payment {
        Box::pin(gift::sync(ctx, payment)).await?;
    }
    Ok(())
}

/// Counts a declined card, in the transaction that settles its event.
async fn count_declined(tx: &mut PgConnection, named: &Named, kind: &str, at: OffsetDateTime) -> Result<()> {
    match (kind, &named.subscription, &named.gift_payment) {
        (PAYMENT_FAILED, Some(subscription), _) => count_decline(tx, subscription, at).await,
        (GIFT_FAILED, _, Some(payment)) => gift::count_decline(tx, payment, at).await,
        _ => Ok(()),
    }
}

/// Reads Stripe's list of events since the last sweep, and enqueues jobs for missed events and for events without a
/// job. Runs as `Job::SweepStripeEvents`.
///
/// # Errors
/// `PaymentsUnavailable` while Stripe is unavailable. The next sweep then starts at the same position.
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
        let mut is_done = true;
        for event in page {
            let Some(created) = from_timestamp(event.created) else {
                continue;
            };
            is_done = created < from;
            if is_done {
                break;
            }
            newest = newest.max(created);
            missed += u64::from(payments.is_ours(event.live) && store_missed(&mut tx, &event, created).await?);
            after = Some(event.id);
        }
        tx.commit().await?;
        if is_done {
            break;
        }
    }
    sqlx::query!("update stripe_watermark set read_to = greatest(read_to, $1)", newest)
        .execute(&ctx.db)
        .await?;
    requeue_abandoned(ctx).await?;
    Box::pin(gift::sweep(ctx)).await?;
    if missed > 0 {
        tracing::info!(missed, "found missed events of Stripe");
    }
    Ok(())
}

/// Stores a missed event. Returns false if it was received before.
async fn store_missed(tx: &mut PgConnection, event: &RemoteEvent, created: OffsetDateTime) -> Result<bool> {
    if event.subscription.is_none() && event.charge.is_none() && event.customer.is_none() {
        return Ok(false);
    }
    let id = Uuid::now_v7();
    let stored = sqlx::query!(
        "insert into stripe_event (id, stripe_id, kind, created_at, subscription_stripe_id, charge_stripe_id, customer_stripe_id,
             card_stripe_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (stripe_id) do nothing",
        id,
        event.id,
        event.kind,
        created,
        event.subscription,
        event.charge,
        event.customer,
        event.card
    )
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(false);
    }
    jobs::enqueue(tx, &Job::ProcessStripeEvent { id }).await?;
    Ok(true)
}

/// Enqueues jobs for unprocessed events whose job staff discarded. A dead job is left to staff.
async fn requeue_abandoned(ctx: &Ctx) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let abandoned = sqlx::query_scalar!(
        "select id from stripe_event where settled_at is null
             and not exists (select from job where kind = 'process_stripe_event'
                 and payload ->> 'id' = stripe_event.id::text and finished_at is null)"
    )
    .fetch_all(&mut *tx)
    .await?;
    for id in abandoned {
        jobs::enqueue(&mut tx, &Job::ProcessStripeEvent { id }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Deletes old processed events. Stripe repeats none after three days. Idempotent: it deletes by age.
pub async fn delete_old(ctx: &Ctx) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from stripe_event where ctid in (
                 select ctid from stripe_event where settled_at < now() - interval '30 days' limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(&ctx.db)
    })
    .await
}
