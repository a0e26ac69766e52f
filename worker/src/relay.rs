//! Due rows → Redis. It hears of new jobs by notification and looks by itself once a second.
//!
//! Invariant: one query covers first sending, a Redis that lost everything, a worker that died and a retry. At most
//! `jobs::IN_REDIS` unfinished ids of a lane are in Redis. An id may be pushed twice; claiming makes that harmless.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::jobs::{self, Doorbell, LEASE, Lane, Leases, Outbox};
use shared::metrics;
use tokio::time::{Instant, sleep, timeout};

use crate::queue::Bell;
use crate::work::no_answer;

const LOOK_BY_ITSELF: Duration = Duration::from_secs(1);
const BACKLOG_PAUSE: Duration = Duration::from_millis(20);
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// A server that says nothing at all is given up on, and asked again.
const PATIENCE: Duration = Duration::from_secs(20);

/// Relays for as long as the process lives, through outages of Postgres and Redis.
pub async fn relay(ctx: Ctx, mut bell: Bell) {
    let mut doorbell = None;
    let mut last_failure = None;
    loop {
        if doorbell.is_none() {
            doorbell = timeout(PATIENCE, Doorbell::connect(&ctx.db))
                .await
                .unwrap_or_else(|_| Err(no_answer()))
                .inspect_err(|error| tracing::debug!(%error, "no doorbell"))
                .ok();
        }
        let leases = leases_after(last_failure);
        let relayed = timeout(PATIENCE, relay_once(&ctx, &mut bell, leases)).await;
        let relayed = relayed.unwrap_or_else(|_| Err(anyhow::anyhow!("no answer")));
        metrics::relay_works(relayed.is_ok());
        let pause = match relayed {
            Ok(Sent::All) => None,
            Ok(Sent::AsManyAsFit) => Some(BACKLOG_PAUSE),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "nothing could be relayed");
                last_failure = Some(Instant::now());
                Some(AFTER_FAILURE)
            }
        };
        match (pause, &mut doorbell) {
            (Some(pause), _) => sleep(pause).await,
            (None, None) => sleep(LOOK_BY_ITSELF).await,
            (None, Some(heard)) => {
                if let Ok(Err(error)) = timeout(LOOK_BY_ITSELF, heard.ring()).await {
                    tracing::debug!(%error, "the doorbell was lost");
                    doorbell = None;
                }
            }
        }
    }
}

/// While Postgres was away nobody could extend a lease: for as long as one lasts, none is held against its worker.
fn leases_after(last_failure: Option<Instant>) -> Leases {
    if last_failure.is_some_and(|failure| failure.elapsed() < LEASE) {
        Leases::Believed
    } else {
        Leases::Doubted
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Sent {
    All,
    AsManyAsFit,
}

async fn relay_once(ctx: &Ctx, bell: &mut Bell, leases: Leases) -> anyhow::Result<Sent> {
    if bell.was_emptied().await? {
        let doubted = jobs::doubt_everything_sent(&ctx.db).await?;
        tracing::info!(doubted, "Redis holds nothing of ours: sending again what it was given");
    }
    let mut sent = Sent::All;
    for lane in Lane::ALL {
        let Some(outbox) = Outbox::open(&ctx.db, lane, leases).await? else {
            continue;
        };
        bell.trim(lane).await?;
        if outbox.unsent().is_empty() && outbox.doubtful().is_empty() {
            continue;
        }
        let lost = bell.not_waiting(lane, outbox.doubtful()).await?;
        let ids = [outbox.unsent(), &lost].concat();
        bell.ring(lane, &ids).await?;
        metrics::relayed(lane, ids.len());
        if outbox.is_full() {
            sent = Sent::AsManyAsFit;
        }
        outbox.settle().await?;
    }
    Ok(sent)
}
