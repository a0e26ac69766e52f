//! Runs one job: claims its row, runs it in a task, extends its lease, records the outcome.
//!
//! Invariant: a claimed job ends as recorded or released, or its lease expires because the process died.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shared::batch::Batcher;
use shared::ctx::Ctx;
use shared::error::{Error, Result, within};
use shared::jobs::{self, Claim, ClaimMode, Failed, Job, LEASE_TIMEOUT, Lane, Lease};
use shared::metrics::{self, JobEnd};
use shared::trace::{self, Span};
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{sleep, timeout};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::in_flight::InFlight;
use crate::run;

const EXTEND_RETRY: Duration = Duration::from_millis(500);
/// How long one statement may take before it counts as an outage.
const DB_TIMEOUT: Duration = Duration::from_secs(20);
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);
const RECORD_RETRY: Duration = Duration::from_millis(500);
const MAX_RECORD_RETRY: Duration = Duration::from_secs(10);

/// The state of one worker process.
pub struct Worker {
    ctx: Ctx,
    claims: Batcher<Uuid, Claim>,
    ends: Batcher<Lease, bool>,
    in_flight: InFlight,
    mail: Slots,
    urgent: Slots,
    payments: Slots,
    bulk: Slots,
    /// Quarantine: jobs whose next death is their last run one at a time, so that none dies by the crash of another.
    quarantine: Semaphore,
    stopping: watch::Sender<bool>,
}

/// The concurrency limit of a lane. A slot is taken before the claim and freed after the outcome is recorded.
struct Slots {
    all: u32,
    free: Semaphore,
}

impl Slots {
    fn new(all: u32) -> Self {
        let free = Semaphore::new(all as usize);
        Self { all, free }
    }
}

impl Worker {
    /// A worker with no job in flight.
    #[must_use]
    pub fn new(ctx: Ctx) -> Self {
        Self {
            mail: Slots::new(ctx.config.mail_concurrency),
            urgent: Slots::new(ctx.config.urgent_concurrency),
            payments: Slots::new(ctx.config.payments_concurrency),
            bulk: Slots::new(ctx.config.bulk_concurrency),
            quarantine: Semaphore::new(1),
            claims: Batcher::default(),
            ends: Batcher::default(),
            in_flight: InFlight::default(),
            stopping: watch::Sender::new(false),
            ctx,
        }
    }

    /// The concurrency limit of a lane.
    pub const fn concurrency(&self, lane: Lane) -> u32 {
        self.slots(lane).all
    }

    const fn slots(&self, lane: Lane) -> &Slots {
        match lane {
            Lane::Mail => &self.mail,
            Lane::Urgent => &self.urgent,
            Lane::Payments => &self.payments,
            Lane::Bulk => &self.bulk,
        }
    }

    /// Handles one delivered id. The outcome is recorded in the job's row.
    pub async fn handle(&self, lane: Lane, id: Uuid) {
        let Ok(_slot) = self.slots(lane).free.acquire().await else {
            return;
        };
        if self.is_stopping() || self.in_flight.holds(id) {
            return;
        }
        match self.claim(id).await {
            Ok(Claim::Acquired {
                lease,
                job,
                trace,
                waited,
            }) => {
                metrics::job_began(lane, waited);
                self.run_claimed(lease, job, trace).await;
            }
            Ok(Claim::Skipped) => self.try_quarantined(id).await,
            Ok(Claim::Dead | Claim::UnknownKind) => {}
            // The row stays due; the relay sends it again.
            Err(error) => tracing::warn!(job.id = %id, %error, "could not be claimed"),
        }
    }

    /// Claims a quarantined job if the quarantine is free; defers it otherwise, without a claim. Even a short lease
    /// would count as a death if the process crashed during it.
    async fn try_quarantined(&self, id: Uuid) {
        let tried = match self.quarantine.try_acquire() {
            Ok(_alone) => match self.claim_quarantined(id).await {
                Ok(Some(Claim::Acquired { lease, job, trace, .. })) => {
                    return self.run_claimed(lease, job, trace).await;
                }
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            },
            Err(_) => jobs::defer(&self.ctx.db, id).await,
        };
        if let Err(error) = tried {
            tracing::warn!(job.id = %id, %error, "could not be claimed");
        }
    }

    /// Claims a job, batched with concurrent claims.
    async fn claim(&self, id: Uuid) -> Result<Claim> {
        let db = self.ctx.db.clone();
        self.claims
            .run(id, move |ids| {
                let db = db.clone();
                async move { jobs::claim(&db, &ids, ClaimMode::Normal).await }
            })
            .await
    }

    async fn claim_quarantined(&self, id: Uuid) -> Result<Option<Claim>> {
        let mut claimed = within(DB_TIMEOUT, jobs::claim(&self.ctx.db, &[id], ClaimMode::Quarantined)).await?;
        Ok(claimed.pop())
    }

    /// Runs a claimed job in its own task, so that a panic stays there, and records the outcome.
    async fn run_claimed(&self, lease: Lease, job: Job, trace: Uuid) {
        let kind = job.kind();
        let span = tracing::info_span!("job", id = %lease.id, kind, %trace);
        let collector_span = Span::for_run(lease, trace, &job);
        let began = Instant::now();
        let ctx = self.ctx.clone();
        let work = job.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "this is where jobs run; the row outlives the task"
        )]
        let task =
            tokio::spawn(trace::within(trace, async move { run::run(&ctx, &work).await }).instrument(span.clone()));
        self.in_flight.add(lease, task.abort_handle());
        let outcome = match with_timeout(job.policy().timeout, task).await {
            Ok(outcome) => outcome,
            Err(ended) if ended.is_cancelled() => return,
            Err(_) => Err(Error::internal(anyhow::anyhow!("the job panicked"))),
        };
        if let Some(end) = self.record(lease, &job, outcome).instrument(span).await {
            metrics::job_ended(&kind, end, began.elapsed());
            collector_span.ended(lease.id, end);
        }
        self.in_flight.remove(lease);
    }

    /// Records an outcome. Retries while the database is away, with the lease extended meanwhile. Returns `None` if
    /// another worker took the job over.
    async fn record(&self, lease: Lease, job: &Job, outcome: Result<()>) -> Option<JobEnd> {
        if let Err(error) = &outcome {
            tracing::warn!(error = format!("{error:#}"), "job failed");
        }
        let mut pause = RECORD_RETRY;
        loop {
            let recorded = match &outcome {
                Ok(()) => self
                    .finish_batched(lease)
                    .await
                    .map(|held| held.then_some(JobEnd::Finished)),
                Err(error) => self.fail(lease, job, error).await.map(Some),
            };
            match recorded {
                Err(error) if error.is_worth_retrying() => {
                    tracing::warn!(%error, "the outcome could not be recorded yet");
                }
                Ok(end) => return end,
                Err(_) => return None,
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_RECORD_RETRY);
        }
    }

    /// Records a finished job, batched with concurrent ones. Returns whether the lease was still ours.
    async fn finish_batched(&self, lease: Lease) -> Result<bool> {
        let db = self.ctx.db.clone();
        let recorded = self
            .ends
            .run(lease, move |leases| {
                let db = db.clone();
                async move { jobs::finish(&db, &leases).await }
            })
            .await;
        match recorded {
            // It may have been because of another job's row: alone, once, before it is tried again later.
            Err(error) if error.is_outage() => {
                let alone = within(DB_TIMEOUT, jobs::finish(&self.ctx.db, &[lease])).await?;
                alone.first().copied().ok_or(error)
            }
            recorded => recorded,
        }
    }

    async fn fail(&self, lease: Lease, job: &Job, error: &Error) -> Result<JobEnd> {
        within(DB_TIMEOUT, jobs::fail(&self.ctx.db, lease, job, error))
            .await
            .map(end_of)
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
                    pause = EXTEND_RETRY;
                }
                Err(_) => tracing::warn!("leases could not be extended: no answer"),
            }
        }
    }

    /// Stops claiming: the process is shutting down.
    pub fn stop_claiming(&self) {
        self.stopping.send_replace(true);
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
        for slots in Lane::ALL.map(|lane| self.slots(lane)) {
            let _all = slots.free.acquire_many(slots.all).await;
        }
    }

    /// Aborts the jobs in flight and releases them; no attempt is counted.
    pub async fn release_all(&self) {
        let unfinished = self.in_flight.drop_all();
        self.release(&unfinished).await;
        tracing::info!(given_back = unfinished.len(), "stopped");
    }

    async fn release(&self, leases: &[Lease]) {
        if let Err(error) = within(RELEASE_TIMEOUT, jobs::release(&self.ctx.reserved_pool, leases)).await {
            tracing::warn!(%error, "jobs could not be released; their leases will expire");
        }
    }
}

/// Waits for a job; aborts it after its timeout, as an outage that is retried.
async fn with_timeout(limit: Duration, mut task: JoinHandle<Result<()>>) -> Result<Result<()>, JoinError> {
    timeout(limit, &mut task).await.unwrap_or_else(|_| {
        task.abort();
        Ok(Err(Error::timed_out()))
    })
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
    async fn a_job_that_hangs_is_aborted_and_retried() {
        let (held, dropped) = oneshot::channel::<()>();
        #[expect(clippy::disallowed_methods, reason = "jobs run in tasks")]
        let task = tokio::spawn(async move {
            let _held = held;
            std::future::pending().await
        });
        let outcome = with_timeout(Duration::ZERO, task).await.unwrap();
        assert!(outcome.unwrap_err().is_worth_retrying());
        assert!(dropped.await.is_err(), "it is stopped");
    }

    #[tokio::test]
    async fn a_job_that_ends_keeps_its_outcome() {
        #[expect(clippy::disallowed_methods, reason = "jobs run in tasks")]
        let task = tokio::spawn(async { Err(Error::NotFound) });
        let outcome = with_timeout(Duration::MAX, task).await.unwrap();
        assert!(matches!(outcome, Err(Error::NotFound)), "{outcome:?}");
    }
}
