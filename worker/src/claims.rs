//! Claims jobs of a lane ahead, gives back those that wait for too long, and reports what is held.
//!
//! Invariant: a lane with room and due jobs claims; a full claim wakes another worker and is followed by the next one. So
//! while there is a backlog nobody has to ring.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shared::error::within;
use shared::jobs::{self, Claim, Claimed, Lane, Lease, Room};
use shared::metrics;
use tokio::time::sleep;

use crate::local_queue::Waiting;
use crate::work::{DB_TIMEOUT, Worker};

/// How often the local queues are looked through.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);
/// How often they are reported to staff.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Claims jobs of a lane until shutdown.
pub async fn claim(worker: Arc<Worker>, lane: Lane) {
    let queue = worker.queue(lane);
    let mut is_full = false;
    loop {
        let may_claim = async {
            if !is_full {
                queue.rung().await;
            }
            queue.until_room().await;
        };
        tokio::select! {
            () = may_claim => {}
            () = worker.stopping() => return,
        }
        is_full = claim_once(&worker, lane).await;
    }
}

/// Claims what there is room for. Returns whether there may be more.
async fn claim_once(worker: &Worker, lane: Lane) -> bool {
    let queue = worker.queue(lane);
    let mut quarantine = worker.quarantine.clone().try_acquire_owned().ok();
    let room = Room {
        ahead: queue.room(),
        // One of them is next if all slots are taken: they must not wait behind a backlog.
        at_once: queue.free().max(1),
        quarantine: quarantine.is_some(),
    };
    let claimed = within(DB_TIMEOUT, jobs::claim(&worker.ctx.db, lane, room, worker.leases())).await;
    let Claim { jobs, is_full } = match claimed {
        Ok(claim) => claim,
        // The rows stay due, and the next look finds them.
        Err(error) => {
            tracing::warn!(lane = lane.as_str(), %error, "nothing could be claimed");
            worker.note_failure();
            return false;
        }
    };
    let (jobs, surplus) = split(jobs, room.at_once);
    let since = Instant::now();
    worker.in_flight.add(lane, jobs.iter().map(|claimed| claimed.lease));
    let waiting = jobs.into_iter().map(|claimed| Waiting {
        quarantine: claimed.is_quarantined().then(|| quarantine.take()).flatten(),
        claimed,
        since,
    });
    queue.add(waiting.collect());
    worker.give_back(&surplus).await;
    if worker.is_stopping() {
        // It may have been closed before these came.
        worker.give_back(&queue.close()).await;
        return false;
    }
    if is_full {
        // An error would mean that the receiver is gone: then the process ends.
        let _ = worker.surplus.send(lane);
    }
    is_full
}

/// Splits claimed jobs into those that are kept, and those that must not wait and for which there is no slot: a killed
/// worker may have held many more than fit here.
fn split(jobs: Vec<Claimed>, at_once: usize) -> (Vec<Claimed>, Vec<Lease>) {
    let mut kept = Vec::with_capacity(jobs.len());
    let mut surplus = Vec::new();
    let mut room = at_once;
    for job in jobs {
        if job.may_wait() || job.is_quarantined() {
            kept.push(job);
        } else if room > 0 {
            room -= 1;
            kept.push(job);
        } else {
            surplus.push(job.lease);
        }
    }
    (kept, surplus)
}

/// Gives back jobs that wait for too long, and reports what this process holds, for as long as it lives.
pub async fn watch(worker: Arc<Worker>) {
    let mut reported = Instant::now();
    loop {
        sleep(LOOK_INTERVAL).await;
        let mut reports = Vec::with_capacity(Lane::ALL.len());
        for lane in Lane::ALL {
            let queue = worker.queue(lane);
            let overdue = queue.take_overdue(Instant::now());
            if !overdue.is_empty() {
                tracing::info!(
                    lane = lane.as_str(),
                    jobs = overdue.len(),
                    "given back: the jobs before them are slow"
                );
                worker.give_back(&overdue).await;
            }
            reports.push(worker.in_flight.report(lane, queue.slots()));
        }
        for report in &reports {
            metrics::local_queue(report);
        }
        if reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            if let Err(error) = jobs::report_local_queues(&worker.ctx.reserved_pool, worker.id, &reports).await {
                tracing::debug!(%error, "the local queues could not be reported");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shared::jobs::{Job, Rehearsal};
    use uuid::Uuid;

    use super::*;

    fn job(job: Job, deaths: i16) -> Claimed {
        let id = Uuid::now_v7();
        Claimed {
            lease: Lease { id, lease_id: id },
            job,
            trace: id,
            waited: Duration::ZERO,
            deaths,
        }
    }

    #[test]
    fn jobs_of_a_killed_worker_beyond_the_free_slots_are_given_back() {
        let nothing = Job::Rehearse {
            act: Rehearsal::Nothing,
        };
        let mut jobs: Vec<Claimed> = (0..10).map(|_| job(nothing.clone(), 1)).collect();
        jobs.extend((0..10).map(|_| job(nothing.clone(), 0)));
        jobs.push(job(nothing, 2));
        jobs.push(job(Job::SweepStripeEvents, 0));
        let (kept, surplus) = split(jobs, 4);
        assert_eq!((kept.len(), surplus.len()), (4 + 10 + 1, 6 + 1));
    }
}
