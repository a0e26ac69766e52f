//! The second reader off the async threads, for as many texts at once as there are cores.
//!
//! Invariant: nobody waits longer than 300 ms until it begins, and in a crowd nobody waits: then the first readers
//! answer alone. A crowd is never refused. What has begun is waited for, as quiet danger is seen by it alone; on a slow
//! machine that takes longer, but not without end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shared::ctx::Ctx;
use shared::metrics;
use shared::screening::{Danger, Reading};
use tokio::sync::Semaphore;

/// How long a request waits until its second reading begins.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long it waits for the end. A reading takes tens of milliseconds, on a core that others use as well a multiple.
const MAX_READING_TIME: Duration = Duration::from_secs(2);
/// How many requests may wait for each core. A long text takes some tens of milliseconds, so that more could hardly be
/// read in time.
const MAX_WAITING: usize = 8;

/// The reader's queue.
struct Queue {
    /// One permit for each core: more at once would only make each slower.
    permits: Arc<Semaphore>,
    cores: usize,
    /// The requests that read or wait.
    inside: AtomicUsize,
}

static QUEUE: LazyLock<Queue> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Queue::for_cores(cores)
});

/// A place in the queue, given back when it is dropped.
struct Place<'a>(&'a Queue);

impl Queue {
    fn for_cores(cores: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(cores)),
            cores,
            inside: AtomicUsize::new(0),
        }
    }

    /// A place, unless too many wait.
    fn enter(&self) -> Option<Place<'_>> {
        let place = Place(self);
        let before = self.inside.fetch_add(1, Ordering::Relaxed);
        (before < self.cores * (MAX_WAITING + 1)).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The second reading of the only text of a body.
#[derive(Debug, Clone)]
pub struct SecondReading(pub Arc<Reading>);

/// Reads texts again, each with its first screening; none if that takes too long or would change nothing.
pub async fn read(ctx: &Ctx, texts: Vec<(String, Danger)>) -> Option<Vec<(Danger, Option<SecondReading>)>> {
    if !texts.iter().any(|(text, first)| ctx.care.may_change(text, *first)) {
        return None;
    }
    let reading = async {
        let _place = QUEUE.enter()?;
        let permit = QUEUE.permits.clone().acquire_owned();
        let permit = tokio::time::timeout(PATIENCE, permit).await.ok()?.ok()?;
        let care = ctx.care.clone();
        let again = move |(text, first): &(String, Danger)| {
            let (danger, second) = care.read_again(text, *first);
            (danger, second.map(|second| SecondReading(Arc::new(second))))
        };
        // A reading that nobody waits for any more keeps its permit until it ends.
        let work = move || {
            let read = texts.iter().map(again).collect();
            drop(permit);
            read
        };
        let read = tokio::task::spawn_blocking(work);
        tokio::time::timeout(MAX_READING_TIME, read).await.ok()?.ok()
    };
    let read: Option<Vec<_>> = reading.await;
    metrics::second_reading(read.is_some());
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_finds_no_place_and_a_place_is_given_back() {
        let queue = Queue::for_cores(2);
        let mut places: Vec<_> = std::iter::repeat_with(|| queue.enter()).take(18).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(queue.enter().is_none() && queue.enter().is_none());
        places.pop();
        assert!(queue.enter().is_some());
    }
}
