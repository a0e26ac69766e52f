//! How it fails when it is told to.

use std::time::Duration;

use serde::Deserialize;

/// What goes wrong with the next requests.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Faults {
    /// How long each answer takes.
    pub latency_ms: u64,
    /// So many requests are refused because there are too many.
    pub too_many: u32,
    /// So many requests fail, before anything was done.
    pub broken: u32,
    /// So many requests fail though everything was done.
    pub broken_after: u32,
    /// Nothing is answered at all.
    pub down: bool,
}

/// What becomes of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is answered.
    Fine,
    /// 429. It was never looked at.
    TooMany,
    /// 500, and nothing was done.
    Broken,
    /// 500, and everything was done.
    BrokenAfter,
    /// The connection ends.
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
