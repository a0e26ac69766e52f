//! Faults that tests can switch on.

use std::time::Duration;

use serde::Deserialize;

/// The faults of the next requests.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Faults {
    /// The latency of each answer.
    pub latency_ms: u64,
    /// The number of requests refused with 429.
    pub too_many: u32,
    /// The number of requests that fail before they take effect.
    pub broken: u32,
    /// The number of requests that fail after they took effect.
    pub broken_after: u32,
    /// Whether every request is refused as during an outage.
    pub down: bool,
    /// Whether refunds are refused, as when the balance does not suffice.
    pub no_refunds: bool,
    /// Whether cancellations with the period are refused, as for a subscription whose schedule is attached again.
    pub no_cancellations: bool,
}

/// The outcome of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It succeeds.
    Fine,
    /// 429, before it took effect.
    TooMany,
    /// 500, before it took effect.
    Broken,
    /// 500, after it took effect.
    BrokenAfter,
    /// 503, as during an outage.
    Down,
}

impl Faults {
    pub(crate) const fn latency(self) -> Duration {
        Duration::from_millis(self.latency_ms)
    }

    pub(crate) fn next(&mut self) -> Fate {
        let take = |count: &mut u32| {
            let is_left = *count > 0;
            *count = count.saturating_sub(1);
            is_left
        };
        if self.down {
            Fate::Down
        } else if take(&mut self.too_many) {
            Fate::TooMany
        } else if take(&mut self.broken) {
            Fate::Broken
        } else if take(&mut self.broken_after) {
            Fate::BrokenAfter
        } else {
            Fate::Fine
        }
    }
}
