//! Works on the jobs of this process: claims them ahead, runs each in a task, extends their leases, records the outcome.
//!
//! Invariant: a claimed job ends as recorded or released, or its lease expires because the process died.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::{AbortHandle, Abortable};
use shared::ctx::Ctx;
use shared::error::{Error, Result, within};
use shared::jobs::{self, Claimed, Failed, Job, LEASE_TIMEOUT, Lane, Lease, Leases};
use shared::metrics::{self, JobEnd};
use shared::trace::{self, Span};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::ends::Run;
use crate::in_flight::InFlight;
use crate::local_queue::{LocalQueue, Waiting};
use crate::run;

const EXTEND_RETRY: Duration = Duration::from_millis(500);
/// How long one statement may take before it counts as an outage.
pub(crate) const DB_TIMEOUT: Duration = Duration::from_secs(20);
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);
pub(crate) const RECORD_RETRY: Duration = Duration::from_millis(500);
pub(crate) const MAX_RECORD_RETRY: Duration = Duration::from_secs(10);

/// The state of one worker process.
pub struct Worker {
    pub(crate) ctx: Ctx,
    /// The name of this process in reports.
    pub(crate) id: Uuid,
    pub(crate) in_flight: InFlight,
    mail: LocalQueue,
    urgent: LocalQueue,
    payments: LocalQueue,
    bulk: LocalQueue,
    ends: UnboundedSender<Run>,
    /// Lanes with more due jobs than this process has room for.
    pub(crate) surplus: UnboundedSender<Lane>,
    /// Quarantine: jobs whose next death is their last run one at a time, so that none dies by the crash of another.
    pub(crate) quarantine: Arc<Semaphore>,
    postgres_failed: Mutex<Option<Instant>>,
    stopping: watch::Sender<bool>,
}

/// What the loops of a worker receive from its jobs.
pub struct Receivers {
    /// Jobs that have succeeded.
    pub ends: UnboundedReceiver<Run>,
    /// Lanes with more due jobs than this process has room for.
    pub surplus: UnboundedReceiver<Lane>,
}

impl Worker {
    /// A worker with no job in flight.
    #[must_use]
    pub fn new(ctx: Ctx) -> (Self, Receivers) {
        let (ends, ends_receiver) = mpsc::unbounded_channel();
        let (surplus, surplus_receiver) = mpsc::unbounded_channel();
        let worker = Self {
            id: Uuid::now_v7(),
            mail: LocalQueue::new(Lane::Mail, ctx.config.mail_concurrency),
            urgent: LocalQueue::new(Lane::Urgent, ctx.config.urgent_concurrency),
            payments: LocalQueue::new(Lane::Payments, ctx.config.payments_concurrency),
            bulk: LocalQueue::new(Lane::Bulk, ctx.config.bulk_concurrency),
            quarantine: Arc::new(Semaphore::new(1)),
            in_flight: InFlight::default(),
            ends,
            surplus,
            postgres_failed: Mutex::default(),
            stopping: watch::Sender::new(false),
            ctx,
        };
        let receivers = Receivers {
            ends: ends_receiver,
            surplus: surplus_receiver,
        };
        (worker, receivers)
    }

    /// The local queue of a lane.
    pub const fn queue(&self, lane: Lane) -> &LocalQueue {
        match lane {
            Lane::Mail => &self.mail,
            Lane::Urgent => &self.urgent,
            Lane::Payments => &self.payments,
            Lane::Bulk => &self.bulk,
        }
    }

    /// Works on the claimed jobs of a lane, one after the other, until shutdown. A lane has one of these for each slot.
    pub async fn serve_slot(self: Arc<Self>, lane: Lane) {
        let queue = self.queue(lane);
        while let Some(waiting) = queue.next().await {
            let began = Instant::now();
            self.run_claimed(lane, waiting).await;
            queue.ended(began.elapsed());
        }
    }

    /// Runs a claimed job and has the outcome recorded. It needs no task of its own: while other processes use the
    /// processors, each change from one task to another would wait for its turn.
    async fn run_claimed(&self, lane: Lane, waiting: Waiting) {
        let Waiting {
            claimed:
                Claimed {
                    lease,
                    job,
                    trace,
                    waited,
                    ..
                },
            since,
            quarantine,
        } = waiting;
        // It may have been lost while it waited.
        if !self.in_flight.holds(lease) {
            return;
        }
        metrics::job_began(lane, waited + since.elapsed());
        let is_awaited = quarantine.is_some() || job.policy().limit.is_some();
        let mut run = Run {
            lease,
            kind: job.kind(),
            took: Duration::ZERO,
            span: Span::for_run(lease, trace, &job),
            quarantine,
            awaited_by: is_awaited.then_some(lane),
        };
        let span = tracing::info_span!("job", id = %lease.id, kind = run.kind, %trace);
        let began = Instant::now();
        let ctx = self.ctx.clone();
        let work = job.clone();
        let (abort, aborted) = AbortHandle::new_pair();
        self.in_flight.begin(lease, abort);
        let running =
            Box::pin(trace::within(trace, async move { run::run(&ctx, &work).await }).instrument(span.clone()));
        let Ok(outcome) = Abortable::new(isolated(job.policy().timeout, running), aborted).await else {
            return;
        };
        self.in_flight.end(lease);
        run.took = began.elapsed();
        match outcome {
            // An error would mean that the receiver is gone, which lives as long as the process.
            Ok(()) => drop(self.ends.send(run)),
            Err(error) => self.end_failed(run, &job, &error).instrument(span).await,
        }
    }

    /// Records a failed run.
    async fn end_failed(&self, run: Run, job: &Job, error: &Error) {
        if let Some(end) = self.record_failure(run.lease, job, error).await {
            metrics::job_ended(&run.kind, end, run.took);
            run.span.ended(run.lease.id, end);
        }
        self.in_flight.remove(&[run.lease]);
        drop(run.quarantine);
        if let Some(lane) = run.awaited_by {
            self.queue(lane).ring();
        }
    }

    /// Records a failure. Retries while the database is away, with the lease extended meanwhile. Returns `None` if another
    /// worker took the job over.
    async fn record_failure(&self, lease: Lease, job: &Job, error: &Error) -> Option<JobEnd> {
        tracing::warn!(error = format!("{error:#}"), "job failed");
        let mut pause = RECORD_RETRY;
        loop {
            match within(DB_TIMEOUT, jobs::fail(&self.ctx.db, lease, job, error)).await {
                Err(error) if error.is_worth_retrying() => {
                    tracing::warn!(%error, "the outcome could not be recorded yet");
                }
                Ok(failed) => return Some(end_of(failed)),
                Err(_) => return None,
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_RECORD_RETRY);
        }
    }

    /// Extends the leases of all jobs in flight, for as long as the process lives.
    pub async fn extend_leases(self: Arc<Self>) {
        let mut pause = LEASE_TIMEOUT / 3;
        loop {
            sleep(pause).await;
            pause = LEASE_TIMEOUT / 3;
            let leases = self.in_flight.leases();
            if leases.is_empty() {
                continue;
            }
            match timeout(LEASE_TIMEOUT / 3, jobs::extend(&self.ctx.reserved_pool, &leases)).await {
                Ok(Ok(kept)) => self.in_flight.drop_lost(&leases, &kept),
                // Retried soon: once Postgres is back, an expired lease can be taken over at any moment.
                Ok(Err(error)) => {
                    tracing::warn!(%error, "leases could not be extended");
                    self.note_failure();
                    pause = EXTEND_RETRY;
                }
                Err(_) => {
                    tracing::warn!("leases could not be extended: no answer");
                    self.note_failure();
                }
            }
        }
    }

    /// Notes that Postgres did not answer.
    pub fn note_failure(&self) {
        *self.postgres_failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// While Postgres was away no lease could be extended. For one lease timeout after that, expired leases are not
    /// enforced.
    pub fn leases(&self) -> Leases {
        let failed = *self.postgres_failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_some_and(|failed| failed.elapsed() < LEASE_TIMEOUT) {
            Leases::Suspended
        } else {
            Leases::Enforced
        }
    }

    /// Stops claiming, and gives back what is claimed and not begun: the process is shutting down.
    pub async fn stop(&self) {
        self.stopping.send_replace(true);
        let waiting: Vec<Lease> = Lane::ALL.iter().flat_map(|lane| self.queue(*lane).close()).collect();
        self.give_back(&waiting).await;
    }

    /// Whether the process is shutting down.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Resolves when shutdown begins.
    pub async fn stopping(&self) {
        let mut receiver = self.stopping.subscribe();
        // An error would mean that the sender is gone, and it is ours.
        let _ = receiver.wait_for(|stopping| *stopping).await;
    }

    /// Resolves when all jobs in flight have ended and are recorded.
    pub async fn finish(&self) {
        self.in_flight.until_empty().await;
    }

    /// Aborts the jobs in flight and releases them; no attempt is counted.
    pub async fn release_all(&self) {
        let unfinished = self.in_flight.drop_all();
        self.release(&unfinished).await;
        tracing::info!(given_back = unfinished.len(), "stopped");
    }

    /// Deletes what this process has reported to staff: it holds nothing any more.
    pub async fn forget_reports(&self) {
        let deleted = jobs::delete_local_queues(&self.ctx.reserved_pool, self.id);
        if let Err(error) = within(RELEASE_TIMEOUT, deleted).await {
            tracing::debug!(%error, "the reports of this worker stay for an hour");
        }
    }

    /// Gives back jobs that are claimed and not begun.
    pub(crate) async fn give_back(&self, leases: &[Lease]) {
        if !leases.is_empty() {
            self.in_flight.remove(leases);
            self.release(leases).await;
        }
    }

    async fn release(&self, leases: &[Lease]) {
        if let Err(error) = within(RELEASE_TIMEOUT, jobs::release(&self.ctx.reserved_pool, leases)).await {
            tracing::warn!(%error, "jobs could not be released; their leases will expire");
        }
    }
}

/// Runs a job; a panic of it stays here. Drops it after its timeout, as an outage that is retried.
async fn isolated(limit: Duration, job: impl Future<Output = Result<()>>) -> Result<()> {
    match timeout(limit, AssertUnwindSafe(job).catch_unwind()).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(Error::internal(anyhow::anyhow!("the job panicked"))),
        Err(_) => Err(Error::timed_out()),
    }
}

const fn end_of(failed: Failed) -> JobEnd {
    match failed {
        Failed::Again(_) => JobEnd::Retried,
        Failed::Superseded => JobEnd::Superseded,
        Failed::Dead => JobEnd::Dead,
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_job_that_hangs_is_dropped_and_retried() {
        let (held, dropped) = oneshot::channel::<()>();
        let outcome = isolated(Duration::ZERO, async move {
            let _held = held;
            std::future::pending().await
        })
        .await;
        assert!(outcome.unwrap_err().is_worth_retrying());
        assert!(dropped.await.is_err(), "it is stopped");
    }

    #[tokio::test]
    async fn a_job_that_ends_keeps_its_outcome_and_one_that_panics_has_failed() {
        let outcome = isolated(Duration::MAX, async { Err(Error::NotFound) }).await;
        assert!(matches!(outcome, Err(Error::NotFound)), "{outcome:?}");
        let outcome = isolated(Duration::MAX, async { panic!("rehearsed") }).await;
        assert!(matches!(outcome, Err(Error::Internal(_))), "{outcome:?}");
    }
}
