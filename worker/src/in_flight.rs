//! The jobs in flight in this process: their leases are extended together, and released at shutdown.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use shared::jobs::Lease;
use tokio::task::AbortHandle;
use uuid::Uuid;

/// Jobs in flight, by lease id.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<HashMap<Uuid, (Lease, AbortHandle)>>);

impl InFlight {
    /// Adds a running job.
    pub fn add(&self, lease: Lease, task: AbortHandle) {
        self.lock().insert(lease.lease_id, (lease, task));
    }

    /// Removes a job that ended.
    pub fn remove(&self, lease: Lease) {
        self.lock().remove(&lease.lease_id);
    }

    /// Whether this job is in flight already: its id was delivered twice.
    pub fn holds(&self, id: Uuid) -> bool {
        self.lock().values().any(|(lease, _)| lease.id == id)
    }

    /// The leases of all jobs in flight.
    pub fn leases(&self) -> Vec<Lease> {
        self.lock().values().map(|(lease, _)| *lease).collect()
    }

    /// Aborts the jobs of `leases` that are not in `kept`: another worker has them now.
    pub fn drop_lost(&self, leases: &[Lease], kept: &[Lease]) {
        for lease in leases.iter().filter(|lease| !kept.contains(lease)) {
            if let Some((lease, task)) = self.lock().remove(&lease.lease_id) {
                tracing::warn!(job.id = %lease.id, "another worker took this job over");
                task.abort();
            }
        }
    }

    /// Aborts all jobs and returns their leases.
    pub fn drop_all(&self) -> Vec<Lease> {
        self.lock()
            .drain()
            .map(|(_, (lease, task))| {
                task.abort();
                lease
            })
            .collect()
    }

    /// A panic while the lock was held cannot leave the map half changed: each change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, (Lease, AbortHandle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
