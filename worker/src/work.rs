//! From an id that was rung to the outcome in its row: claims it, runs it, keeps its lease, records how it ended.
//!
//! Invariant: a job that this process claimed is recorded, given back, or left to its lease when the process dies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shared::ctx::Ctx;
use shared::error::{Error, Result};
use shared::jobs::{self, Chance, Claim, Claimed, Failed, Job, LEASE, Lane};
use shared::metrics::{self, JobEnd};
use shared::together::Together;
use shared::trace::{self, Span};
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{sleep, timeout};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::held::Held;
use crate::run;

const EXTEND_AGAIN: Duration = Duration::from_millis(500);
/// A server that says nothing at all is given up on, and asked again.
const PATIENCE: Duration = Duration::from_secs(20);
const RELEASE_WITHIN: Duration = Duration::from_secs(2);
const RECORD_AGAIN: Duration = Duration::from_millis(500);
const RECORD_AGAIN_AT_MOST: Duration = Duration::from_secs(10);

/// What one worker process works with.
pub struct Worker {
    ctx: Ctx,
    claims: Together<Uuid, Claimed>,
    ends: Together<Claim, bool>,
    held: Held,
    urgent: Places,
    bulk: Places,
    /// A job whose next crash would be its last runs alone with its like, so that it dies by no crash but its own.
    last_chances: Semaphore,
    stopping: watch::Sender<bool>,
}

/// How many jobs of a lane may run at a time. A place is held from before the claim until the outcome is recorded.
struct Places {
    all: u32,
    free: Semaphore,
}

impl Places {
    fn new(all: u32) -> Self {
        let free = Semaphore::new(all as usize);
        Self { all, free }
    }
}

impl Worker {
    /// A worker that holds nothing yet.
    #[must_use]
    pub fn new(ctx: Ctx) -> Self {
        Self {
            urgent: Places::new(ctx.config.urgent_concurrency),
            bulk: Places::new(ctx.config.bulk_concurrency),
            last_chances: Semaphore::new(1),
            claims: Together::default(),
            ends: Together::default(),
            held: Held::default(),
            stopping: watch::Sender::new(false),
            ctx,
        }
    }

    /// How many jobs of a lane run at a time.
    #[must_use]
    pub const fn concurrency(&self, lane: Lane) -> u32 {
        self.places(lane).all
    }

    const fn places(&self, lane: Lane) -> &Places {
        match lane {
            Lane::Urgent => &self.urgent,
            Lane::Bulk => &self.bulk,
        }
    }

    /// Works on a job whose id was rung. Everything that comes of it stands in the job's row.
    pub async fn work_on(&self, lane: Lane, id: Uuid) {
        let Ok(_place) = self.places(lane).free.acquire().await else {
            return;
        };
        if self.is_stopping() || self.held.holds(id) {
            return;
        }
        match self.claim(id).await {
            Ok(Claimed::Ours {
                claim,
                job,
                trace,
                waited,
            }) => {
                metrics::job_began(lane, waited);
                self.see_through(claim, job, trace).await;
            }
            Ok(Claimed::NotOurs) => self.try_last_chance(id).await,
            Ok(Claimed::Died | Claimed::Unknown) => {}
            // The row stays due; the relay rings again.
            Err(error) => tracing::warn!(job.id = %id, %error, "could not be claimed"),
        }
    }

    /// A job whose next death is its last is claimed by one place at a time, and not even touched by the others: a
    /// lease that is held for a moment only is a death too if the process crashes in that moment.
    async fn try_last_chance(&self, id: Uuid) {
        let tried = match self.last_chances.try_acquire() {
            Ok(_alone) => match self.claim_last_chance(id).await {
                Ok(Some(Claimed::Ours { claim, job, trace, .. })) => return self.see_through(claim, job, trace).await,
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            },
            Err(_) => jobs::put_off(&self.ctx.db, id).await,
        };
        if let Err(error) = tried {
            tracing::warn!(job.id = %id, %error, "could not be claimed");
        }
    }

    /// Claims a job together with those that the other places are about to claim.
    async fn claim(&self, id: Uuid) -> Result<Claimed> {
        let db = self.ctx.db.clone();
        self.claims
            .ask(id, move |ids| {
                let db = db.clone();
                async move { jobs::claim(&db, &ids, Chance::NotTheLast).await }
            })
            .await
    }

    async fn claim_last_chance(&self, id: Uuid) -> Result<Option<Claimed>> {
        let claimed = timeout(PATIENCE, jobs::claim(&self.ctx.db, &[id], Chance::EvenTheLast)).await;
        Ok(claimed.unwrap_or_else(|_| Err(no_answer()))?.pop())
    }

    /// Runs a claimed job in a task of its own, so that a panic ends nothing else, and records how it ended.
    async fn see_through(&self, claim: Claim, job: Job, trace: Uuid) {
        let kind = job.kind();
        let span = tracing::info_span!("job", id = %claim.id, kind, %trace);
        let told = Span::of_run(claim, trace, &job);
        let began = Instant::now();
        let ctx = self.ctx.clone();
        let work = job.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "this is where jobs run; the row outlives the task"
        )]
        let task =
            tokio::spawn(trace::within(trace, async move { run::run(&ctx, &work).await }).instrument(span.clone()));
        self.held.add(claim, task.abort_handle());
        let outcome = match within(run::longest(&job), task).await {
            Ok(outcome) => outcome,
            Err(ended) if ended.is_cancelled() => return,
            Err(_) => Err(Error::internal(anyhow::anyhow!("the job panicked"))),
        };
        if let Some(end) = self.record(claim, &job, outcome).instrument(span).await {
            metrics::job_ended(&kind, end, began.elapsed());
            told.ended(claim.id, end);
        }
        self.held.remove(claim);
    }

    /// Records an outcome; a database that is away is waited for, while the lease is kept. Says how the job ended, unless
    /// another worker has it by now.
    async fn record(&self, claim: Claim, job: &Job, outcome: Result<()>) -> Option<JobEnd> {
        if let Err(error) = &outcome {
            tracing::warn!(error = format!("{error:#}"), "job failed");
        }
        let mut pause = RECORD_AGAIN;
        loop {
            let recorded = match &outcome {
                Ok(()) => self
                    .finish_together(claim)
                    .await
                    .map(|held| held.then_some(JobEnd::Finished)),
                Err(error) => self.fail(claim, job, error).await.map(Some),
            };
            match recorded {
                Err(error) if error.is_worth_retrying() => {
                    tracing::warn!(%error, "the outcome could not be recorded yet");
                }
                Ok(end) => return end,
                Err(_) => return None,
            }
            sleep(pause).await;
            pause = (pause * 2).min(RECORD_AGAIN_AT_MOST);
        }
    }

    /// Records that a job is done, together with those that end at the same time; says whether it was still ours.
    async fn finish_together(&self, claim: Claim) -> Result<bool> {
        let db = self.ctx.db.clone();
        self.ends
            .ask(claim, move |claims| {
                let db = db.clone();
                async move { jobs::finish(&db, &claims).await }
            })
            .await
    }

    async fn fail(&self, claim: Claim, job: &Job, error: &Error) -> Result<JobEnd> {
        let failed = timeout(PATIENCE, jobs::fail(&self.ctx.db, claim, job, error)).await;
        failed.unwrap_or_else(|_| Err(no_answer())).map(end_of)
    }

    /// Extends the leases of what is in hand, for as long as the process lives.
    pub async fn keep_leases(self: Arc<Self>) {
        let mut pause = LEASE / 3;
        loop {
            sleep(pause).await;
            pause = LEASE / 3;
            let claims = self.held.claims();
            if claims.is_empty() {
                continue;
            }
            match timeout(LEASE / 3, jobs::extend(&self.ctx.vital, &claims)).await {
                Ok(Ok(kept)) => self.held.drop_lost(&claims, &kept),
                // Postgres may be back any moment, and then each lease that has run out is at stake.
                Ok(Err(error)) => {
                    tracing::warn!(%error, "leases could not be extended");
                    pause = EXTEND_AGAIN;
                }
                Err(_) => tracing::warn!("leases could not be extended: no answer"),
            }
        }
    }

    /// From now on nothing more is claimed: the process was asked to stop.
    pub fn claim_no_more(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether the process was asked to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Resolves when the process is asked to stop.
    pub async fn stopping(&self) {
        let mut heard = self.stopping.subscribe();
        // An error would mean that the sender is gone, and it is ours.
        let _ = heard.wait_for(|stopping| *stopping).await;
    }

    /// Resolves when everything in hand has ended and is recorded.
    pub async fn finish(&self) {
        for places in [&self.urgent, &self.bulk] {
            let _all = places.free.acquire_many(places.all).await;
        }
    }

    /// Stops what is still in hand and gives it back, uncounted.
    pub async fn give_all_back(&self) {
        let unfinished = self.held.drop_all();
        self.give_back(&unfinished).await;
        tracing::info!(given_back = unfinished.len(), "stopped");
    }

    async fn give_back(&self, claims: &[Claim]) {
        let released = timeout(RELEASE_WITHIN, jobs::release(&self.ctx.vital, claims)).await;
        if let Err(error) = released.unwrap_or_else(|_| Err(no_answer())) {
            tracing::warn!(%error, "jobs could not be given back; their leases will run out");
        }
    }
}

/// What came of a job, which is stopped and tried again if it takes too long: a server that vanished says nothing.
async fn within(longest: Duration, mut task: JoinHandle<Result<()>>) -> Result<Result<()>, JoinError> {
    timeout(longest, &mut task).await.unwrap_or_else(|_| {
        task.abort();
        Ok(Err(no_answer()))
    })
}

const fn end_of(failed: Failed) -> JobEnd {
    match failed {
        Failed::Again(_) => JobEnd::Retried,
        Failed::LeftToTheNext => JobEnd::LeftToTheNext,
        Failed::Dead => JobEnd::Dead,
    }
}

/// A server was given up on.
#[must_use]
pub fn no_answer() -> Error {
    Error::Unavailable(anyhow::anyhow!("no answer"))
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_job_that_waits_without_end_is_stopped_and_tried_again() {
        let (held, dropped) = oneshot::channel::<()>();
        #[expect(clippy::disallowed_methods, reason = "jobs run in tasks")]
        let task = tokio::spawn(async move {
            let _held = held;
            std::future::pending().await
        });
        let outcome = within(Duration::ZERO, task).await.unwrap();
        assert!(outcome.unwrap_err().is_worth_retrying());
        assert!(dropped.await.is_err(), "it is stopped");
    }

    #[tokio::test]
    async fn a_job_that_ends_is_as_it_ended() {
        #[expect(clippy::disallowed_methods, reason = "jobs run in tasks")]
        let task = tokio::spawn(async { Err(Error::NotFound) });
        let outcome = within(Duration::MAX, task).await.unwrap();
        assert!(matches!(outcome, Err(Error::NotFound)), "{outcome:?}");
    }
}
