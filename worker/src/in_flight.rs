//! The jobs that this process holds: waiting, running, or ended and not recorded. Their leases are extended together.
//!
//! Invariant: a job is here from its claim until its end is recorded, or until it is released or lost.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures::future::AbortHandle;
use shared::jobs::{self, Lane, Lease};
use tokio::sync::Notify;
use uuid::Uuid;

/// Jobs in flight, by their ids.
#[derive(Debug, Default)]
pub struct InFlight {
    jobs: Mutex<HashMap<Uuid, Held>>,
    changed: Notify,
}

#[derive(Debug)]
struct Held {
    lease: Lease,
    lane: Lane,
    /// Since when it is in this stage.
    since: Instant,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Waiting,
    Running(AbortHandle),
    Unrecorded,
}

impl InFlight {
    /// Adds claimed jobs of a lane.
    pub fn add(&self, lane: Lane, leases: impl Iterator<Item = Lease>) {
        let since = Instant::now();
        let mut jobs = self.lock();
        for lease in leases {
            let stage = Stage::Waiting;
            let held = Held {
                lease,
                lane,
                since,
                stage,
            };
            // An older lease of ours on this job was lost.
            if let Some(lost) = jobs.insert(lease.id, held) {
                lost.stage.abort();
            }
        }
    }

    /// Whether this lease is still ours.
    pub fn holds(&self, lease: Lease) -> bool {
        self.lock().get(&lease.id).is_some_and(|held| held.lease == lease)
    }

    /// Notes the task of a job that begins; aborts it if the lease was lost meanwhile.
    pub fn begin(&self, lease: Lease, task: AbortHandle) {
        match self.lock().get_mut(&lease.id) {
            Some(held) if held.lease == lease => held.enter(Stage::Running(task)),
            Some(_) | None => task.abort(),
        }
    }

    /// Notes that a job has ended, and that this is to be recorded.
    pub fn end(&self, lease: Lease) {
        if let Some(held) = self.lock().get_mut(&lease.id) {
            held.enter(Stage::Unrecorded);
        }
    }

    /// Removes jobs whose end is recorded, or that are given back.
    pub fn remove(&self, leases: &[Lease]) {
        let mut jobs = self.lock();
        for lease in leases {
            if jobs.get(&lease.id).is_some_and(|held| held.lease == *lease) {
                jobs.remove(&lease.id);
            }
        }
        drop(jobs);
        self.changed.notify_waiters();
    }

    /// The leases of all jobs in flight.
    pub fn leases(&self) -> Vec<Lease> {
        self.lock().values().map(|held| held.lease).collect()
    }

    /// Aborts the jobs of `leases` that are not in `kept`: another worker has them now.
    pub fn drop_lost(&self, leases: &[Lease], kept: &[Lease]) {
        let kept: HashSet<Uuid> = kept.iter().map(|lease| lease.id).collect();
        for lease in leases.iter().filter(|lease| !kept.contains(&lease.id)) {
            let mut jobs = self.lock();
            // What has ended is told by the statement that records it, which may be ahead of this one.
            let is_ours = |held: &Held| held.lease == *lease && !matches!(held.stage, Stage::Unrecorded);
            if !jobs.get(&lease.id).is_some_and(is_ours) {
                continue;
            }
            if let Some(held) = jobs.remove(&lease.id) {
                tracing::warn!(job.id = %lease.id, "another worker took this job over");
                held.stage.abort();
            }
        }
        self.changed.notify_waiters();
    }

    /// Aborts all jobs and returns their leases.
    pub fn drop_all(&self) -> Vec<Lease> {
        let leases = self
            .lock()
            .drain()
            .map(|(_, held)| {
                held.stage.abort();
                held.lease
            })
            .collect();
        self.changed.notify_waiters();
        leases
    }

    /// Waits until there are none.
    pub async fn until_empty(&self) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.lock().is_empty() {
                return;
            }
            changed.await;
        }
    }

    /// What is held of a lane with this many slots.
    pub fn report(&self, lane: Lane, slots: usize) -> jobs::LocalQueueReport {
        let mut report = jobs::LocalQueueReport {
            lane,
            slots,
            running: 0,
            ahead: 0,
            unrecorded: 0,
            oldest: None,
        };
        for held in self.lock().values().filter(|held| held.lane == lane) {
            match held.stage {
                Stage::Running(_) => {
                    report.running += 1;
                    continue;
                }
                Stage::Waiting => report.ahead += 1,
                Stage::Unrecorded => report.unrecorded += 1,
            }
            report.oldest = report.oldest.max(Some(held.since.elapsed()));
        }
        report
    }

    /// A panic while the lock was held cannot leave the map half changed: each change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Held>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.since = Instant::now();
    }
}

impl Stage {
    fn abort(&self) {
        match self {
            Self::Running(task) => task.abort(),
            Self::Waiting | Self::Unrecorded => {}
        }
    }
}
