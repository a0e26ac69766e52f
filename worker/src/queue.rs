//! The only module that names apalis: it rings with job ids and hands them to the worker. Redis carries nothing else.
//!
//! Invariant: apalis is the bell and not the record. Every outcome stands in the job's row; to Redis a task that was
//! handed over is done. If its loop ends for any reason, it is started again under a new name.

mod bell;

use std::ops::Deref as _;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::*;
use apalis_core::backend::ext::poll_strategy::{PollSnapshot, PollStrategy};
use shared::jobs::Lane;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

pub use bell::{Bell, Ring};

use crate::work::Worker;

/// How often an idle lane asks Redis for ids: push to handler takes half of it.
const POLL: Duration = Duration::from_millis(20);
const RESTART_PAUSE: Duration = Duration::from_millis(500);
const PUT_BACK_WITHIN: Duration = Duration::from_secs(2);

/// Takes ids of one lane from Redis and works on them, until the process is asked to stop.
pub async fn serve(worker: Arc<Worker>, mut bell: Bell, lane: Lane) {
    while !worker.is_stopping() {
        let name = format!("{}-{}-{}", lane.as_str(), std::process::id(), ulid::Ulid::new());
        let backend = bell.storage(lane).poll_with_strategy(Tick {
            period: POLL,
            interval: None,
        });
        let loop_of_apalis = WorkerBuilder::new(name.as_str())
            .backend(backend)
            .data(Served {
                worker: worker.clone(),
                bell: bell.clone(),
                lane,
            })
            .concurrency(worker.concurrency(lane) as usize)
            .build(hand_over);
        let ended = tokio::select! {
            ended = loop_of_apalis.run() => Some(ended),
            () = worker.stopping() => None,
        };
        if let Some(ended) = ended {
            let reason = ended.err().map(|error| error.to_string());
            tracing::warn!(
                lane = lane.as_str(),
                reason,
                "the queue's loop ended; starting it again"
            );
            sleep(RESTART_PAUSE).await;
        }
        match timeout(PUT_BACK_WITHIN, bell.put_back(lane, &name)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "nothing was put back; others will find it"),
            Err(_) => tracing::debug!("Redis does not answer; others will find what was fetched"),
        }
    }
}

/// What the handler is given.
#[derive(Clone)]
struct Served {
    worker: Arc<Worker>,
    bell: Bell,
    lane: Lane,
}

/// Works on an id in a task of its own: the loop may end at any moment, and what was begun must be recorded.
async fn hand_over(ring: Ring, served: Data<Served>) -> Result<(), BoxDynError> {
    let Served { worker, mut bell, lane } = served.deref().clone();
    #[expect(
        clippy::disallowed_methods,
        reason = "a job that was begun outlives the queue's loop"
    )]
    let worked = tokio::spawn(async move {
        bell.handed_over(lane, ring.id).await;
        worker.work_on(lane, ring.id).await;
    });
    if let Err(error) = worked.await {
        tracing::error!(job.id = %ring.id, %error, "the outcome was lost; its lease will run out");
    }
    Ok(())
}

/// Polls at a steady pace and always leaves a waker registered: the built-in interval can lose its wake-up after one
/// slow answer, and is deaf until the next heartbeat then.
struct Tick {
    period: Duration,
    interval: Option<Interval>,
}

impl Clone for Tick {
    fn clone(&self) -> Self {
        Self {
            period: self.period,
            interval: None,
        }
    }
}

impl PollStrategy for Tick {
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
