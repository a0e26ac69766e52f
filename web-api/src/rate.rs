//! A limit on the calls that come from one household, so that nobody keeps the others from being answered.
//!
//! Invariant: it waits for nothing and its memory is fixed, whatever comes. Crisis screening stands before it, and
//! helplines and pages are never limited.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use shared::config::Config;

use crate::address::household;
use crate::error::ApiError;
use crate::routes::login;

/// Two households that fall into one slot share it. With so many slots that is rare, and it ends with the process.
const SLOTS: usize = 1 << 16;
/// So much may come at once: a minute's worth.
const BURST: Duration = Duration::from_mins(1);

/// Paths below `/api`, where calls are let in. Events of Stripe's come from few addresses, and many at once.
pub const NEVER_LIMITED: [&str; 2] = ["/crisis-resources", "/webhooks/stripe"];

/// Calls lately, by household. Each slot holds the moment, in nanoseconds since the start, at which all that came would
/// have come at the allowed pace.
pub struct Rate {
    slots: Box<[AtomicU64]>,
    pace: u64,
    began: Instant,
}

impl Rate {
    /// Nobody has called yet. So many calls may come from one household in a minute.
    #[must_use]
    pub fn new(a_minute: u32) -> Self {
        Self {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            pace: nanoseconds(Duration::from_mins(1)) / u64::from(a_minute.max(1)),
            began: Instant::now(),
        }
    }

    /// Takes one call, or answers it if its household called too often.
    #[must_use]
    pub fn refused(&self, config: &Config, request: &Request) -> Option<Response> {
        let path = request.uri().path();
        if NEVER_LIMITED.contains(&path) {
            return None;
        }
        let household = household(config, request.headers(), request.extensions())?;
        let wait = self.take(&household, self.began.elapsed()).err()?;
        Some(if path.starts_with("/login") {
            login::asked_too_often(config, wait).into_response()
        } else {
            ApiError::too_many_calls(wait).into_response()
        })
    }

    /// Takes one call, so long after the start, or says how long to wait.
    fn take(&self, household: &[u8; 32], since_start: Duration) -> Result<(), Duration> {
        let now = nanoseconds(since_start);
        let next = |slot: u64| slot.max(now) + self.pace;
        let fits = |slot: u64| (next(slot) <= now + nanoseconds(BURST)).then(|| next(slot));
        self.slot(household)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .map(|_| ())
            .map_err(|slot| Duration::from_nanos(next(slot) - now - nanoseconds(BURST)))
    }

    fn slot(&self, household: &[u8; 32]) -> &AtomicU64 {
        let [first, second, ..] = *household;
        &self.slots[usize::from(u16::from_be_bytes([first, second]))]
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [u8; 32] = [1; 32];
    const OTHER: [u8; 32] = [2; 32];

    #[test]
    fn a_minutes_worth_may_come_at_once_and_then_one_at_a_time() {
        let rate = Rate::new(60);
        let at = Duration::from_secs;
        for _ in 0..60 {
            rate.take(&ONE, at(100)).expect("within the minute's worth");
        }
        assert_eq!(rate.take(&ONE, at(100)), Err(at(1)));
        rate.take(&OTHER, at(100)).expect("another household");
        rate.take(&ONE, at(101)).expect("a second later there is one more");
        assert_eq!(rate.take(&ONE, at(101)), Err(at(1)));
        for _ in 0..60 {
            rate.take(&ONE, at(500)).expect("rested");
        }
        assert!(
            rate.take(&ONE, at(500)).is_err(),
            "resting saves up no more than a minute's worth"
        );
    }

    #[test]
    fn parallel_calls_take_no_more_than_there_is() {
        let rate = Rate::new(100);
        let taken: usize = std::thread::scope(|scope| {
            let call = || {
                (0..100)
                    .filter(|_| rate.take(&ONE, Duration::from_secs(9)).is_ok())
                    .count()
            };
            let callers: Vec<_> = (0..4).map(|_| scope.spawn(call)).collect();
            callers.into_iter().map(|caller| caller.join().expect("counted")).sum()
        });
        assert_eq!(taken, 100);
    }
}
