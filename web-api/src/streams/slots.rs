//! How many event streams are open, in all and from one network.
//!
//! Invariant: streams never take all connections, and one network never takes all streams.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures::{Stream, StreamExt as _};

use crate::error::ApiError;
use crate::extract::client_address::network;
use crate::state::AppState;

/// When a browser whose stream is refused should try again.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// The open streams of the process.
#[derive(Clone)]
pub struct Slots {
    in_all: usize,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    in_all: usize,
    by_network: HashMap<[u8; 32], usize>,
}

/// The place of one stream, from the request until the stream ends.
pub struct Slot {
    network: [u8; 32],
    open: Arc<Mutex<Open>>,
}

impl Slots {
    /// None is open.
    #[must_use]
    pub fn new(in_all: usize) -> Self {
        Self {
            in_all,
            open: Arc::default(),
        }
    }

    /// A network may have an eighth of them.
    const fn of_network(&self) -> usize {
        self.in_all.div_ceil(8)
    }

    fn take(&self, network: [u8; 32]) -> Option<Slot> {
        let mut open = lock(&self.open);
        let of_network = open.by_network.get(&network).copied().unwrap_or_default();
        if open.in_all >= self.in_all || of_network >= self.of_network() {
            return None;
        }
        open.in_all += 1;
        open.by_network.insert(network, of_network + 1);
        Some(Slot {
            network,
            open: self.open.clone(),
        })
    }
}

impl Slot {
    /// Keeps the slot as long as the stream lives.
    pub fn held_by<S: Stream>(self, stream: S) -> impl Stream<Item = S::Item> {
        stream.inspect(move |_| {
            let _ = &self;
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        open.in_all -= 1;
        if let Some(count) = open.by_network.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.by_network.remove(&self.network);
            }
        }
    }
}

impl FromRequestParts<AppState> for Slot {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let network = network(&state.ctx.config, &parts.headers, &parts.extensions).unwrap_or_default();
        let slot = state.slots.take(network.ip_prefix);
        slot.ok_or_else(|| ApiError::busy(RETRY_AFTER))
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_network_has_an_eighth_and_an_ended_stream_leaves_its_slot() {
        let slots = Slots::new(16);
        let take = |network| slots.take([network; 32]);
        let first = take(1).expect("free");
        let _second = take(1).expect("free");
        assert!(take(1).is_none());
        let stream = first.held_by(futures::stream::iter([1, 2]));
        assert!(take(1).is_none(), "the stream holds it");
        assert_eq!(stream.collect::<Vec<_>>().await, [1, 2]);
        assert!(take(1).is_some());
        let others: Vec<Slot> = (0..15).filter_map(|number| take(2 + number)).collect();
        assert_eq!(others.len(), 15);
        assert!(take(40).is_none(), "none is left for anybody");
        drop(others);
        assert_eq!(lock(&slots.open).by_network.len(), 1);
    }
}
