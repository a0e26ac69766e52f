//! The local queue of a lane: jobs that this worker has claimed and not begun, and its slots.
//!
//! Invariant: it holds as many jobs as its slots begin within a moment, at their present pace. Jobs that wait for longer
//! are given back, so that a slow job delays none of them while another worker is free.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::task::AtomicWaker;
use shared::jobs::{Claimed, Lane, Lease};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The work that is claimed ahead.
const AHEAD: Duration = Duration::from_millis(100);
/// The most jobs that are claimed ahead, however fast they are.
const MAX_AHEAD: u32 = 500;
/// How long a job may wait here. It is well below the lease, which is extended meanwhile.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// How much one job counts in the mean duration.
const WEIGHT: f64 = 0.125;

/// A claimed job that is not begun.
#[derive(Debug)]
pub struct Waiting {
    /// The job.
    pub claimed: Claimed,
    /// Since when it waits here.
    pub since: Instant,
    /// Held as long as a quarantined job is ours, so that this process runs one at a time.
    pub quarantine: Option<OwnedSemaphorePermit>,
}

/// The local queue of a lane.
pub struct LocalQueue {
    lane: Lane,
    slots: usize,
    state: Mutex<State>,
    /// At least one permit for each waiting job; closed at shutdown.
    filled: Semaphore,
    rung: Notify,
    changed: Notify,
    /// Wakes the loop that asks Redis.
    pub poll: AtomicWaker,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    running: usize,
    /// The mean duration of the last jobs in seconds.
    mean: Option<f64>,
}

impl State {
    /// How many jobs may wait: what the slots begin within `AHEAD`. None before the first has ended.
    fn ahead(&self, slots: usize) -> usize {
        let Some(mean) = self.mean else { return 0 };
        #[expect(clippy::cast_precision_loss, reason = "slots are few")]
        let jobs = (slots as f64 * AHEAD.as_secs_f64() / mean.max(1e-9)).clamp(0.0, f64::from(MAX_AHEAD));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is between 0 and MAX_AHEAD"
        )]
        let jobs = jobs as usize;
        jobs
    }

    /// How many jobs may be claimed now. Small claims would cost as much as large ones: there is no room before half of
    /// what may wait has begun.
    fn room(&self, slots: usize) -> usize {
        let ahead = self.ahead(slots);
        if self.waiting.len() > ahead / 2 {
            return 0;
        }
        (slots + ahead).saturating_sub(self.waiting.len() + self.running)
    }
}

impl LocalQueue {
    /// An empty queue with this many slots.
    #[must_use]
    pub fn new(lane: Lane, slots: u32) -> Self {
        Self {
            lane,
            slots: slots as usize,
            state: Mutex::default(),
            filled: Semaphore::new(0),
            rung: Notify::new(),
            changed: Notify::new(),
            poll: AtomicWaker::new(),
        }
    }

    /// The lane.
    pub const fn lane(&self) -> Lane {
        self.lane
    }

    /// How many jobs may run at once.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// Says that there may be due jobs.
    pub fn ring(&self) {
        self.rung.notify_one();
    }

    /// Waits until somebody has rung since the last time.
    pub async fn rung(&self) {
        self.rung.notified().await;
    }

    /// How many jobs may be claimed now.
    pub fn room(&self) -> usize {
        self.lock().room(self.slots)
    }

    /// How many slots are free for other jobs than those that wait.
    pub fn free(&self) -> usize {
        let state = self.lock();
        self.slots.saturating_sub(state.running + state.waiting.len())
    }

    /// Waits until there is room.
    pub async fn until_room(&self) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.room() > 0 {
                return;
            }
            changed.await;
        }
    }

    /// Adds claimed jobs in their order; those that must not wait come before those that wait already.
    pub fn add(&self, jobs: Vec<Waiting>) {
        let added = jobs.len();
        let (may_wait, at_once): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|job| job.claimed.may_wait());
        let mut state = self.lock();
        for job in at_once.into_iter().rev() {
            state.waiting.push_front(job);
        }
        state.waiting.extend(may_wait);
        drop(state);
        self.filled.add_permits(added);
    }

    /// Waits for a job and gives it a slot; `None` once the queue is closed.
    pub async fn next(&self) -> Option<Waiting> {
        loop {
            self.filled.acquire().await.ok()?.forget();
            let mut state = self.lock();
            // It may have been given back meanwhile.
            let Some(job) = state.waiting.pop_front() else { continue };
            state.running += 1;
            let has_room = state.room(self.slots) > 0;
            drop(state);
            if has_room {
                self.changed.notify_waiters();
            }
            return Some(job);
        }
    }

    /// Frees the slot of a job that took this long.
    pub fn ended(&self, took: Duration) {
        let mut state = self.lock();
        state.running -= 1;
        let took = took.as_secs_f64();
        state.mean = Some(state.mean.map_or(took, |mean| mean + WEIGHT * (took - mean)));
        let has_room = state.room(self.slots) > 0;
        drop(state);
        if has_room {
            self.changed.notify_waiters();
        }
    }

    /// Takes out all waiting jobs if the first one has waited for too long: the slots are slower than they were.
    pub fn take_overdue(&self, now: Instant) -> Vec<Lease> {
        let mut state = self.lock();
        let is_overdue = |job: &Waiting| now.saturating_duration_since(job.since) > MAX_WAIT;
        if !state.waiting.front().is_some_and(is_overdue) {
            return Vec::new();
        }
        state.mean = state.mean.map(|mean| mean.max(MAX_WAIT.as_secs_f64()));
        leases_of(&mut state.waiting)
    }

    /// Closes the queue: no job begins any more. Returns what was waiting.
    pub fn close(&self) -> Vec<Lease> {
        self.filled.close();
        leases_of(&mut self.lock().waiting)
    }

    /// A panic while the lock was held cannot leave the state half changed: nothing in between panics.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn leases_of(waiting: &mut VecDeque<Waiting>) -> Vec<Lease> {
    waiting.drain(..).map(|job| job.claimed.lease).collect()
}

#[cfg(test)]
mod tests {
    use shared::jobs::{Job, Rehearsal};
    use uuid::Uuid;

    use super::*;

    fn job(deaths: i16) -> Waiting {
        let id = Uuid::now_v7();
        Waiting {
            claimed: Claimed {
                lease: Lease { id, lease_id: id },
                job: Job::Rehearse {
                    act: Rehearsal::Nothing,
                },
                trace: id,
                waited: Duration::ZERO,
                deaths,
            },
            since: Instant::now(),
            quarantine: None,
        }
    }

    /// A queue with four slots whose last jobs all took this long.
    fn queue(milliseconds: u64) -> LocalQueue {
        let queue = LocalQueue::new(Lane::Urgent, 4);
        for _ in 0..100 {
            queue.lock().running += 1;
            queue.ended(Duration::from_millis(milliseconds));
        }
        queue
    }

    #[test]
    fn it_claims_ahead_what_its_slots_begin_in_a_tenth_of_a_second() {
        assert_eq!(LocalQueue::new(Lane::Urgent, 4).room(), 4, "nothing is known yet");
        let cases = [(0, 504), (1, 404), (20, 24), (100, 8), (1000, 4), (3_600_000, 4)];
        for (milliseconds, room) in cases {
            assert_eq!(queue(milliseconds).room(), room, "{milliseconds} ms");
        }
    }

    #[test]
    fn there_is_no_room_before_half_of_what_waits_has_begun() {
        let queue = queue(20);
        queue.add((0..14).map(|_| job(0)).collect());
        assert_eq!(queue.room(), 0);
        for _ in 0..4 {
            assert!(futures::FutureExt::now_or_never(queue.next()).is_some());
        }
        assert_eq!(queue.room(), 10);
    }

    #[test]
    fn jobs_that_must_not_wait_begin_first() {
        let queue = queue(20);
        queue.add(vec![job(0)]);
        let suspect = job(1);
        let id = suspect.claimed.lease.id;
        queue.add(vec![job(0), suspect]);
        let first = futures::FutureExt::now_or_never(queue.next()).flatten();
        assert_eq!(first.map(|job| job.claimed.lease.id), Some(id));
    }

    #[test]
    fn jobs_that_wait_behind_slow_ones_are_given_back_and_no_more_are_claimed_ahead() {
        let queue = queue(0);
        queue.add((0..100).map(|_| job(0)).collect());
        let now = Instant::now();
        assert!(queue.take_overdue(now + MAX_WAIT / 2).is_empty());
        assert_eq!(queue.take_overdue(now + MAX_WAIT * 2).len(), 100);
        assert_eq!(queue.room(), 4, "its slots alone");
        assert!(
            futures::FutureExt::now_or_never(queue.next()).is_none(),
            "nothing waits"
        );
    }

    #[test]
    fn a_closed_queue_begins_nothing() {
        let queue = queue(0);
        queue.add(vec![job(0), job(0)]);
        assert_eq!(queue.close().len(), 2);
        assert!(matches!(futures::FutureExt::now_or_never(queue.next()), Some(None)));
    }
}
