//! A rate limiter (GCRA) for the calls from one `ip_prefix`.
//!
//! Invariant: it waits for nothing, and its memory is fixed whatever comes.
//!
//! Our own code because a keyed limiter of the known crates grows with the keys or needs a sweep; a fixed table of atomic
//! numbers needs neither.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use shared::network::Network;

/// Two prefixes with the same slot share its limit. With this many slots that is rare, and it ends with the process.
const SLOTS: usize = 1 << 16;
/// The burst: a minute's worth of calls.
const BURST: Duration = Duration::from_mins(1);

/// Recent calls by `ip_prefix`. Each slot holds the theoretical arrival time of the next call, in nanoseconds since the
/// start.
pub struct RateLimiter {
    slots: Box<[AtomicU64]>,
    pace: u64,
    began: Instant,
}

impl RateLimiter {
    /// A limiter with so many calls a minute for each prefix.
    #[must_use]
    pub fn new(a_minute: u32) -> Self {
        Self {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            pace: nanoseconds(Duration::from_mins(1)) / u64::from(a_minute.max(1)),
            began: Instant::now(),
        }
    }

    /// Takes one call now, or says how long to wait.
    ///
    /// # Errors
    /// The wait, over the limit.
    pub fn take(&self, network: &Network) -> Result<(), Duration> {
        self.take_at(network, self.began.elapsed())
    }

    /// Takes one call at a time since the start, or says how long to wait.
    fn take_at(&self, network: &Network, since_start: Duration) -> Result<(), Duration> {
        self.take_of(&network.ip_prefix, self.pace, since_start)?;
        let Some(wide) = &network.wide_prefix else {
            return Ok(());
        };
        // Half as many calls again as one `ip_prefix`, as `Network::wide_limit` says.
        self.take_of(wide, self.pace * 2 / 3, since_start)
    }

    fn take_of(&self, prefix: &[u8; 32], pace: u64, since_start: Duration) -> Result<(), Duration> {
        let now = nanoseconds(since_start);
        let next = |slot: u64| slot.max(now) + pace;
        let fits = |slot: u64| (next(slot) <= now + nanoseconds(BURST)).then(|| next(slot));
        self.slot(prefix)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .map(|_| ())
            .map_err(|slot| Duration::from_nanos(next(slot) - now - nanoseconds(BURST)))
    }

    fn slot(&self, prefix: &[u8; 32]) -> &AtomicU64 {
        let [first, second, ..] = *prefix;
        &self.slots[usize::from(u16::from_be_bytes([first, second]))]
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Network = Network {
        ip_prefix: [1; 32],
        wide_prefix: None,
        vicinity: [0; 32],
    };
    const OTHER: Network = Network {
        ip_prefix: [2; 32],
        wide_prefix: None,
        vicinity: [0; 32],
    };

    #[test]
    fn a_minutes_worth_may_come_at_once_and_then_one_at_a_time() {
        let rate = RateLimiter::new(60);
        let at = Duration::from_secs;
        for _ in 0..60 {
            rate.take_at(&ONE, at(100)).expect("within the minute's worth");
        }
        assert_eq!(rate.take_at(&ONE, at(100)), Err(at(1)));
        rate.take_at(&OTHER, at(100)).expect("another ip_prefix");
        rate.take_at(&ONE, at(101)).expect("a second later there is one more");
        assert_eq!(rate.take_at(&ONE, at(101)), Err(at(1)));
        for _ in 0..60 {
            rate.take_at(&ONE, at(500)).expect("rested");
        }
        assert!(
            rate.take_at(&ONE, at(500)).is_err(),
            "resting saves up no more than a minute's worth"
        );
    }

    #[test]
    fn the_networks_of_one_wide_prefix_share_half_as_many_calls_again() {
        let rate = RateLimiter::new(60);
        let network = |number: u8| Network {
            ip_prefix: [number; 32],
            wide_prefix: Some([255; 32]),
            vicinity: [0; 32],
        };
        let taken = (0..200).filter(|number| rate.take_at(&network(*number), Duration::from_secs(9)).is_ok());
        assert_eq!(taken.count(), 90);
    }

    #[test]
    fn parallel_calls_take_no_more_than_there_is() {
        let rate = RateLimiter::new(100);
        let taken: usize = std::thread::scope(|scope| {
            let call = || {
                (0..100)
                    .filter(|_| rate.take_at(&ONE, Duration::from_secs(9)).is_ok())
                    .count()
            };
            let callers: Vec<_> = (0..4).map(|_| scope.spawn(call)).collect();
            callers.into_iter().map(|caller| caller.join().expect("counted")).sum()
        });
        assert_eq!(taken, 100);
    }
}
