//! The relay pushes the ids of due rows to Redis. It wakes on a notification, and polls once a second.
//!
//! Invariant: one query covers the first push, a Redis that lost its data, a dead worker and a retry. At most
//! `jobs::IN_REDIS` unfinished ids of a lane are in Redis. An id may be pushed twice; the claim makes that harmless.

use std::time::Duration;

use shared::ctx::Ctx;
use shared::error::Error;
use shared::jobs::{self, LEASE_TIMEOUT, Lane, Leases, Outbox};
use shared::metrics;
use shared::notifications::{Notification, Receiver};
use tokio::time::{Instant, sleep, timeout};

use crate::direct::RedisSeen;
use crate::queue::RedisQueue;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
const BACKLOG_PAUSE: Duration = Duration::from_millis(20);
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// How long one look may take before it counts as a failure.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Relays for as long as the process lives, through outages of Postgres and Redis.
pub async fn relay(ctx: Ctx, mut queue: RedisQueue, seen: RedisSeen) {
    let mut receiver = ctx.notifications.subscribe();
    let mut last_failure = None;
    loop {
        let leases = leases_after(last_failure);
        let relayed = timeout(TIMEOUT, relay_once(&ctx, &mut queue, leases)).await;
        let relayed = relayed.unwrap_or_else(|_| Err(Error::timed_out().into()));
        metrics::relay_works(relayed.is_ok());
        if relayed.is_ok() {
            seen.note();
        }
        let pause = match relayed {
            Ok(Sent::All) => None,
            Ok(Sent::Partly) => Some(BACKLOG_PAUSE),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "nothing could be relayed");
                if is_of_wrong_type(&error) {
                    queue.heal().await;
                }
                last_failure = Some(Instant::now());
                Some(RETRY_PAUSE)
            }
        };
        match pause {
            Some(pause) => sleep(pause).await,
            // A timeout is no failure: then the relay polls.
            None => drop(timeout(POLL_INTERVAL, wait_for_job(&mut receiver)).await),
        }
    }
}

/// Whether a key of ours holds something else in Redis: another program writes there, or an older release did.
fn is_of_wrong_type(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.to_string().contains("WRONGTYPE"))
}

async fn wait_for_job(receiver: &mut Receiver) {
    while !matches!(receiver.next().await, Notification::Job | Notification::Anything) {}
}

/// While Postgres was away no lease could be extended. For one lease timeout after that, expired leases are not enforced.
fn leases_after(last_failure: Option<Instant>) -> Leases {
    if last_failure.is_some_and(|failure| failure.elapsed() < LEASE_TIMEOUT) {
        Leases::Suspended
    } else {
        Leases::Enforced
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Sent {
    All,
    Partly,
}

async fn relay_once(ctx: &Ctx, queue: &mut RedisQueue, leases: Leases) -> anyhow::Result<Sent> {
    if queue.was_emptied().await? {
        let rechecked = jobs::recheck_all(&ctx.db).await?;
        tracing::info!(rechecked, "Redis has lost its data: sending all ids again");
    }
    let mut sent = Sent::All;
    for lane in Lane::ALL {
        let Some(outbox) = Outbox::open(&ctx.db, lane, leases).await? else {
            continue;
        };
        queue.trim(lane).await?;
        if outbox.unsent().is_empty() && outbox.stale().is_empty() {
            continue;
        }
        let lost = queue.missing(lane, outbox.stale()).await?;
        let ids = [outbox.unsent(), &lost].concat();
        queue.push(lane, &ids).await?;
        metrics::relayed(lane, ids.len());
        if outbox.is_full() {
            sent = Sent::Partly;
        }
        outbox.commit().await?;
    }
    Ok(sent)
}
