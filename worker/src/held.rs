//! The jobs that this process holds right now, so that their leases are extended together and given back at the end.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use shared::jobs::Claim;
use tokio::task::AbortHandle;
use uuid::Uuid;

/// All jobs in hand, by lease.
#[derive(Debug, Default)]
pub struct Held(Mutex<HashMap<Uuid, (Claim, AbortHandle)>>);

impl Held {
    /// Notes a job that runs.
    pub fn add(&self, claim: Claim, task: AbortHandle) {
        self.lock().insert(claim.lease_id, (claim, task));
    }

    /// Forgets a job that ended.
    pub fn remove(&self, claim: Claim) {
        self.lock().remove(&claim.lease_id);
    }

    /// Whether this job is in hand here already: its id was rung twice.
    #[must_use]
    pub fn holds(&self, id: Uuid) -> bool {
        self.lock().values().any(|(claim, _)| claim.id == id)
    }

    /// The jobs in hand.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        self.lock().values().map(|(claim, _)| *claim).collect()
    }

    /// Stops work on those of `claims` that are not in `kept`: another worker has them now.
    pub fn drop_lost(&self, claims: &[Claim], kept: &[Claim]) {
        for claim in claims.iter().filter(|claim| !kept.contains(claim)) {
            if let Some((claim, task)) = self.lock().remove(&claim.lease_id) {
                tracing::warn!(job.id = %claim.id, "another worker took this job over");
                task.abort();
            }
        }
    }

    /// Stops all work and returns what was in hand.
    pub fn drop_all(&self) -> Vec<Claim> {
        self.lock()
            .drain()
            .map(|(_, (claim, task))| {
                task.abort();
                claim
            })
            .collect()
    }

    /// A panic while the lock was held cannot leave the map half changed: each change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, (Claim, AbortHandle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
