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
    patience: Duration,
    max_time: Duration,
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
            patience: PATIENCE,
            max_time: MAX_READING_TIME,
        }
    }

    /// A place, unless too many wait.
    fn enter(&self) -> Option<Place<'_>> {
        let place = Place(self);
        let before = self.inside.fetch_add(1, Ordering::Relaxed);
        (before < self.cores * (MAX_WAITING + 1)).then_some(place)
    }

    /// Runs the work when it is its turn; none if that does not come in time, or the work does not end in time.
    async fn run<Value: Send + 'static>(&self, work: impl FnOnce() -> Value + Send + 'static) -> Option<Value> {
        let _place = self.enter()?;
        let permit = self.permits.clone().acquire_owned();
        let permit = tokio::time::timeout(self.patience, permit).await.ok()?.ok()?;
        // Work that nobody waits for any more keeps its permit until it ends.
        let work = tokio::task::spawn_blocking(move || {
            let value = work();
            drop(permit);
            value
        });
        tokio::time::timeout(self.max_time, work).await.ok()?.ok()
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
    let care = ctx.care.clone();
    let again = move |(text, first): &(String, Danger)| {
        let (danger, second) = care.read_again(text, *first);
        (danger, second.map(|second| SecondReading(Arc::new(second))))
    };
    let read = QUEUE.run(move || texts.iter().map(again).collect()).await;
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

    /// Work that ends when it is told to.
    fn held() -> (std::sync::mpsc::Sender<()>, impl FnOnce() -> bool) {
        let (end, ended) = std::sync::mpsc::channel();
        (end, move || ended.recv().is_ok())
    }

    #[tokio::test]
    async fn what_has_begun_is_waited_for_though_no_patience_is_left() {
        let queue = Queue {
            patience: Duration::ZERO,
            ..Queue::for_cores(1)
        };
        let (end, work) = held();
        let ending = async {
            tokio::task::yield_now().await;
            end.send(()).expect("it still runs");
        };
        assert_eq!(tokio::join!(queue.run(work), ending).0, Some(true));
    }

    #[tokio::test]
    async fn nothing_is_waited_for_without_end() {
        let queue = Queue {
            max_time: Duration::ZERO,
            ..Queue::for_cores(1)
        };
        let (end, work) = held();
        assert_eq!(queue.run(work).await, None);
        drop(end);
    }

    #[tokio::test]
    async fn without_a_turn_in_time_the_first_readers_answer() {
        let queue = Queue {
            patience: Duration::ZERO,
            ..Queue::for_cores(1)
        };
        let _taken = queue.permits.clone().acquire_owned().await.expect("open");
        assert_eq!(queue.run(|| ()).await, None);
    }
}
