//! Records finished jobs, many with one statement.
//!
//! Invariant: a job that has ended is recorded, or another worker has it; while Postgres is away it is tried again, and its
//! lease is extended. A lone end is recorded at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shared::error::within;
use shared::jobs::{self, End, Lane, Lease};
use shared::metrics::{self, JobEnd};
use shared::trace::Span;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};

use crate::work::{DB_TIMEOUT, MAX_RECORD_RETRY, RECORD_RETRY, Worker};

/// The most ends of one statement.
const MAX_BATCH: usize = 500;
/// While jobs end by the dozen, a statement waits this long for more of them, and again as long as more have come.
const LINGER: Duration = Duration::from_millis(4);
/// How often at most. Beside other workers each has fewer ends in the same time, and a statement costs them all.
const MAX_LINGERS: u32 = 5;
/// As many are worth a statement of their own.
const ENOUGH: usize = 100;

/// A run of a job, until its end is recorded.
pub struct Run {
    /// Our lease on it.
    pub lease: Lease,
    /// Its kind.
    pub kind: String,
    /// How long it took.
    pub took: Duration,
    /// Its span.
    pub span: Span,
    /// Held until the end is recorded.
    pub quarantine: Option<OwnedSemaphorePermit>,
    /// Its lane, if others may wait for its end: because of a limit, or of the quarantine.
    pub awaited_by: Option<Lane>,
}

/// Records ends for as long as the process lives.
pub async fn record(worker: Arc<Worker>, mut ended: UnboundedReceiver<Run>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    let mut busy = Vec::new();
    let mut busy_since = Instant::now();
    let mut is_dense = false;
    loop {
        let next = ended.recv_many(&mut batch, MAX_BATCH);
        if busy.is_empty() {
            next.await;
        } else {
            // A timeout is no failure: then those that were busy are tried again.
            drop(timeout(RECORD_RETRY, next).await);
        }
        if is_dense && !batch.is_empty() {
            gather(&mut batch, &mut ended).await;
        }
        is_dense = batch.len() > 1;
        let is_due = !busy.is_empty() && busy_since.elapsed() >= RECORD_RETRY;
        for jobs in [
            std::mem::take(&mut batch),
            if is_due { std::mem::take(&mut busy) } else { Vec::new() },
        ] {
            let held = record_batch(&worker, jobs).await;
            if !held.is_empty() {
                busy.extend(held);
                busy_since = Instant::now();
            }
        }
    }
}

/// Adds what ends meanwhile, until there is enough, nothing more comes, or other jobs wait for one of these ends.
async fn gather(batch: &mut Vec<Run>, ended: &mut UnboundedReceiver<Run>) {
    for _ in 0..MAX_LINGERS {
        if batch.len() >= ENOUGH || batch.iter().any(|ended| ended.awaited_by.is_some()) {
            return;
        }
        sleep(LINGER).await;
        let before = batch.len();
        while batch.len() < MAX_BATCH
            && let Ok(one) = ended.try_recv()
        {
            batch.push(one);
        }
        if batch.len() == before {
            return;
        }
    }
}

/// Records a batch; tries again until Postgres has answered. Returns those whose rows are held by another transaction.
async fn record_batch(worker: &Worker, mut batch: Vec<Run>) -> Vec<Run> {
    if batch.is_empty() {
        return batch;
    }
    let leases: Vec<Lease> = batch.iter().map(|ended| ended.lease).collect();
    let ends = until_answered(worker, &leases).await;
    let mut busy = Vec::new();
    let mut over = Vec::with_capacity(batch.len());
    for (ended, end) in batch.drain(..).zip(ends) {
        match end {
            End::Busy => {
                busy.push(ended);
                continue;
            }
            End::Recorded => {
                metrics::job_ended(&ended.kind, JobEnd::Finished, ended.took);
                ended.span.ended(ended.lease.id, JobEnd::Finished);
            }
            End::Lost => tracing::warn!(job.id = %ended.lease.id, "another worker took this job over"),
        }
        over.push(ended.lease);
        drop(ended.quarantine);
        if let Some(lane) = ended.awaited_by {
            worker.queue(lane).ring();
        }
    }
    worker.in_flight.remove(&over);
    busy
}

async fn until_answered(worker: &Worker, leases: &[Lease]) -> Vec<End> {
    let mut pause = RECORD_RETRY;
    loop {
        match within(DB_TIMEOUT, jobs::finish(&worker.ctx.db, leases)).await {
            Ok(ends) => return ends,
            Err(error) => tracing::warn!(%error, jobs = leases.len(), "ends could not be recorded yet"),
        }
        sleep(pause).await;
        pause = (pause * 2).min(MAX_RECORD_RETRY);
    }
}
