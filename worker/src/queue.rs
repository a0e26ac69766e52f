//! The only module that names apalis. It pushes wake-ups to Redis and delivers them to the workers.
//!
//! Invariant: Redis is a wake-up signal, not a store. A worker with room takes one wake-up at a time, and claims what is due.
//! A loop that ends for any reason is restarted under a new name.

mod redis;

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::*;
use apalis_core::backend::ext::poll_strategy::{PollSnapshot, PollStrategy};
use shared::jobs::Lane;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

pub use self::redis::{RedisQueue, WakeUp};

use crate::work::Worker;

/// How often an idle lane polls Redis.
const fn poll_interval(lane: Lane) -> Duration {
    match lane {
        Lane::Urgent => Duration::from_millis(20),
        Lane::Mail | Lane::Payments => Duration::from_millis(50),
        Lane::Bulk => Duration::from_millis(100),
    }
}

const RESTART_PAUSE: Duration = Duration::from_millis(500);
const REQUEUE_TIMEOUT: Duration = Duration::from_secs(2);

/// Takes wake-ups of one lane from Redis, until shutdown.
pub async fn serve(worker: Arc<Worker>, mut queue: RedisQueue, lane: Lane) {
    while !worker.is_stopping() {
        let name = format!("{}-{}-{}", lane.as_str(), std::process::id(), ulid::Ulid::new());
        let backend = queue.storage(lane).poll_with_strategy(SteadyPoll {
            worker: worker.clone(),
            lane,
            interval: None,
        });
        let loop_of_apalis = WorkerBuilder::new(name.as_str())
            .backend(backend)
            .data(HandlerState {
                worker: worker.clone(),
                lane,
            })
            .concurrency(1)
            .build(handle);
        let ended = tokio::select! {
            ended = loop_of_apalis.run() => Some(ended),
            () = worker.stopping() => None,
        };
        if let Some(ended) = ended {
            let reason = ended.err().map(|error| error.to_string());
            tracing::warn!(lane = lane.as_str(), reason, "the queue's loop ended; restarting it");
            sleep(RESTART_PAUSE).await;
        }
        match timeout(REQUEUE_TIMEOUT, queue.requeue(lane, &name)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "nothing was requeued; the next look wakes somebody"),
            Err(_) => tracing::debug!("Redis does not answer; the next look wakes somebody"),
        }
    }
}

/// The state of the handler.
#[derive(Clone)]
struct HandlerState {
    worker: Arc<Worker>,
    lane: Lane,
}

/// Has the lane claim what is due. Returns once there is room again: until then other workers get the wake-ups.
async fn handle(_: WakeUp, served: Data<HandlerState>) -> Result<(), BoxDynError> {
    let HandlerState { worker, lane } = &*served;
    let queue = worker.queue(*lane);
    queue.ring();
    queue.until_room().await;
    Ok(())
}

/// A poll strategy with a steady interval that always leaves a waker registered, and that the relay can wake. The built-in
/// one can lose its wake-up after a slow answer and then sleeps until the next heartbeat.
struct SteadyPoll {
    worker: Arc<Worker>,
    lane: Lane,
    interval: Option<Interval>,
}

impl Clone for SteadyPoll {
    fn clone(&self) -> Self {
        Self {
            worker: self.worker.clone(),
            lane: self.lane,
            interval: None,
        }
    }
}

impl PollStrategy for SteadyPoll {
    fn poll_drive(&mut self, context: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let period = poll_interval(self.lane);
        self.worker.queue(self.lane).poll.register(context.waker());
        let interval = self.interval.get_or_insert_with(|| {
            let mut steady = interval(period);
            steady.set_missed_tick_behavior(MissedTickBehavior::Delay);
            steady
        });
        while interval.poll_tick(context).is_ready() {}
        Poll::Pending
    }
}
