//! The relay wakes workers when jobs are due: through Redis when one is enqueued, by itself once a second.
//!
//! Invariant: a due job that nobody holds is claimed within about a second by a worker that has room, whatever Redis does. A
//! wake-up too many claims nothing.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::FutureExt as _;
use shared::error::{Error, Result, within};
use shared::jobs::{self, Lane};
use shared::metrics;
use shared::notifications::{Notification, Receiver};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until, timeout};

use crate::queue::RedisQueue;
use crate::work::Worker;

const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long Postgres may take to answer.
const DB_TIMEOUT: Duration = Duration::from_secs(20);
/// How long Redis may take to answer. Meanwhile nobody is woken.
const REDIS_TIMEOUT: Duration = Duration::from_secs(2);

/// Redis, once it has answered for the first time.
pub type Redis = Arc<OnceLock<RedisQueue>>;

/// Relays for as long as the process lives, through outages of Postgres and Redis.
pub async fn relay(worker: Arc<Worker>, redis: Redis, mut surplus: UnboundedReceiver<Lane>) {
    let mut receiver = worker.ctx.notifications.subscribe();
    let mut relay = Relay {
        worker,
        redis,
        next_look: Instant::now(),
        is_redis_away: false,
    };
    loop {
        tokio::select! {
            () = sleep_until(relay.next_look) => relay.look().await,
            lanes = next_lanes(&mut receiver) => match lanes {
                Some(lanes) => relay.enqueued(&lanes).await,
                None => relay.next_look = Instant::now(),
            },
            Some(lane) = surplus.recv() => drop(relay.wake(&BTreeSet::from([lane])).await),
        }
    }
}

/// The lanes of the next notifications; `None` if some may have been missed.
async fn next_lanes(receiver: &mut Receiver) -> Option<BTreeSet<Lane>> {
    let mut lanes = BTreeSet::new();
    let mut next = Some(receiver.next().await);
    while let Some(notification) = next {
        match notification {
            Notification::Job(lane) => drop(lanes.insert(lane)),
            Notification::Anything => return None,
            Notification::Document(_)
            | Notification::DocumentGone(_)
            | Notification::Generation
            | Notification::Subscription(_)
            | Notification::StaffReading { .. }
            | Notification::Closing => {}
        }
        next = receiver.next().now_or_never();
    }
    Some(lanes)
}

struct Relay {
    worker: Arc<Worker>,
    redis: Redis,
    next_look: Instant,
    is_redis_away: bool,
}

impl Relay {
    /// Looks for due jobs, wakes this worker for them, and others through Redis.
    async fn look(&mut self) {
        let due = self.due_lanes().await;
        match &due {
            Ok(lanes) => lanes.iter().for_each(|lane| self.worker.queue(*lane).ring()),
            Err(error) => {
                tracing::warn!(%error, "Postgres cannot be asked for due jobs");
                self.worker.note_failure();
            }
        }
        let answered = self.look_at_redis(due.as_deref().unwrap_or_default()).await;
        metrics::relay_works(due.is_ok() && answered);
        self.next_look = Instant::now() + LOOK_INTERVAL;
    }

    async fn due_lanes(&self) -> Result<Vec<Lane>> {
        within(
            DB_TIMEOUT,
            jobs::due_lanes(&self.worker.ctx.reserved_pool, self.worker.leases()),
        )
        .await
    }

    async fn look_at_redis(&mut self, due: &[Lane]) -> bool {
        let Some(mut redis) = self.redis.get().cloned() else {
            return false;
        };
        let work = async {
            redis.check().await?;
            for lane in Lane::ALL {
                redis.trim(lane).await?;
            }
            for lane in due {
                redis.wake(*lane).await?;
            }
            anyhow::Ok(())
        };
        let answered = timeout(REDIS_TIMEOUT, work).await;
        self.judge(answered.unwrap_or_else(|_| Err(Error::timed_out().into())))
            .await
    }

    /// Wakes one worker for each of these lanes; this one if Redis does not answer.
    async fn enqueued(&mut self, lanes: &BTreeSet<Lane>) {
        let pushed = self.wake(lanes).await;
        for lane in lanes {
            let queue = self.worker.queue(*lane);
            // The worker that pushed does not wait for its own wake-up. Nobody else would, without Redis.
            if pushed.as_ref().is_none_or(|pushed| pushed.contains(lane)) {
                queue.ring();
            } else {
                // A worker with room fetches the wake-up now rather than at its next poll.
                queue.poll.wake();
            }
        }
    }

    /// Wakes a worker for each of these lanes through Redis. Returns the lanes for which no wake-up was waiting, or `None` if
    /// Redis did not answer.
    async fn wake(&mut self, lanes: &BTreeSet<Lane>) -> Option<BTreeSet<Lane>> {
        let mut redis = self.redis.get().cloned().filter(|_| !self.is_redis_away)?;
        let mut pushed = BTreeSet::new();
        let work = async {
            for lane in lanes {
                if redis.wake(*lane).await? {
                    pushed.insert(*lane);
                }
            }
            anyhow::Ok(())
        };
        let answered = timeout(REDIS_TIMEOUT, work).await;
        let works = self
            .judge(answered.unwrap_or_else(|_| Err(Error::timed_out().into())))
            .await;
        works.then_some(pushed)
    }

    /// Notes whether Redis works, and heals it if it holds keys of another type.
    async fn judge(&mut self, answered: anyhow::Result<()>) -> bool {
        let works = answered.is_ok();
        if works == self.is_redis_away {
            tracing::warn!(is_away = !works, "jobs come straight from Postgres while Redis is away");
        }
        self.is_redis_away = !works;
        if let Err(error) = answered {
            tracing::warn!(error = format!("{error:#}"), "nobody could be woken through Redis");
            if is_of_wrong_type(&error)
                && let Some(mut redis) = self.redis.get().cloned()
            {
                redis.heal().await;
            }
        }
        works
    }
}

/// Whether a key of ours holds something else in Redis: another program writes there, or an older release did.
fn is_of_wrong_type(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.to_string().contains("WRONGTYPE"))
}
