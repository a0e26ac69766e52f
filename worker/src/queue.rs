//! The only module that names apalis. It pushes job ids to Redis and delivers them to the worker.
//!
//! Invariant: Redis is a wake-up signal, not a store. It carries ids, and every outcome stands in the job's row; a
//! delivered task is always acknowledged. A loop that ends for any reason is restarted under a new name.

mod redis;

use std::ops::Deref as _;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::*;
use apalis_core::backend::ext::poll_strategy::{PollSnapshot, PollStrategy};
use shared::jobs::Lane;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

pub use self::redis::{QueuedJob, RedisQueue};

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

/// Takes ids of one lane from Redis and works on them, until shutdown.
pub async fn serve(worker: Arc<Worker>, mut queue: RedisQueue, lane: Lane) {
    while !worker.is_stopping() {
        let name = format!("{}-{}-{}", lane.as_str(), std::process::id(), ulid::Ulid::new());
        let backend = queue.storage(lane).poll_with_strategy(SteadyPoll {
            period: poll_interval(lane),
            interval: None,
        });
        let loop_of_apalis = WorkerBuilder::new(name.as_str())
            .backend(backend)
            .data(HandlerState {
                worker: worker.clone(),
                queue: queue.clone(),
                lane,
            })
            .concurrency(worker.concurrency(lane) as usize)
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
            Ok(Err(error)) => tracing::debug!(%error, "nothing was requeued; others will find it"),
            Err(_) => tracing::debug!("Redis does not answer; others will find what was fetched"),
        }
    }
}

/// The state of the handler.
#[derive(Clone)]
struct HandlerState {
    worker: Arc<Worker>,
    queue: RedisQueue,
    lane: Lane,
}

/// Handles an id in its own task: the loop may end at any moment, and a job that was begun must be recorded.
async fn handle(job: QueuedJob, served: Data<HandlerState>) -> Result<(), BoxDynError> {
    let HandlerState {
        worker,
        mut queue,
        lane,
    } = served.deref().clone();
    #[expect(
        clippy::disallowed_methods,
        reason = "a job that was begun outlives the queue's loop"
    )]
    let worked = tokio::spawn(async move {
        queue.mark_delivered(lane, job.id).await;
        worker.handle(lane, job.id).await;
    });
    if let Err(error) = worked.await {
        tracing::error!(job.id = %job.id, %error, "the outcome was lost; its lease will expire");
    }
    Ok(())
}

/// A poll strategy with a steady interval that always leaves a waker registered. The built-in one can lose its wake-up
/// after a slow answer and then sleeps until the next heartbeat.
struct SteadyPoll {
    period: Duration,
    interval: Option<Interval>,
}

impl Clone for SteadyPoll {
    fn clone(&self) -> Self {
        Self {
            period: self.period,
            interval: None,
        }
    }
}

impl PollStrategy for SteadyPoll {
    fn poll_drive(&mut self, context: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let period = self.period;
        let interval = self.interval.get_or_insert_with(|| {
            let mut steady = interval(period);
            steady.set_missed_tick_behavior(MissedTickBehavior::Delay);
            steady
        });
        while interval.poll_tick(context).is_ready() {}
        Poll::Pending
    }
}
