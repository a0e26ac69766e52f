//! Request coalescing: concurrent requests of one kind go to Postgres as one statement and one commit.
//!
//! Invariant: batching never delays a lone request. A request runs at once if none is in flight; requests that arrive
//! meanwhile form the next batch. A request whose caller has left before its batch starts is dropped.
//!
//! Our own code because the crates we read for this (`batch-aint-one`) start a task and several spans for each request;
//! here a channel and a lock are enough.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::base::error::{Error, Result, within};

/// The most requests in one batch.
const MAX_BATCH: usize = 100;
/// How long a batch may take before it fails.
const BATCH_TIMEOUT: Duration = Duration::from_secs(20);
/// A batch that failed after this time fails the requests queued behind it, too: they have waited through the outage.
const SHED_AFTER: Duration = Duration::from_secs(1);

/// Coalesces requests of one process, one batch in flight at a time: two in flight were slower, since each batch was
/// smaller. Clones share one queue.
pub struct Batcher<Q, A>(Arc<Mutex<Queue<Q, A>>>);

struct Queue<Q, A> {
    waiting: VecDeque<Queued<Q, A>>,
    is_running: bool,
    batch_timeout: Duration,
    shed_after: Duration,
}

struct Queued<Q, A> {
    request: Q,
    reply: oneshot::Sender<Result<A>>,
}

impl<Q, A> Default for Batcher<Q, A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Queue {
            waiting: VecDeque::new(),
            is_running: false,
            batch_timeout: BATCH_TIMEOUT,
            shed_after: SHED_AFTER,
        })))
    }
}

impl<Q, A> Clone for Batcher<Q, A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q, A> Batcher<Q, A> {
    fn lock(&self) -> MutexGuard<'_, Queue<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// Runs a request in the next batch. `run_all` returns one answer for each request, in their order, or fails for
    /// all.
    ///
    /// # Errors
    /// The error of `run_all`, as `Unavailable` if it is an outage and `Internal` otherwise; `Unavailable` after
    /// `BATCH_TIMEOUT`.
    pub async fn run<F>(&self, request: Q, run_all: impl Fn(Vec<Q>) -> F + Send + 'static) -> Result<A>
    where
        F: Future<Output = Result<Vec<A>>> + Send + 'static,
    {
        let (reply, replied) = oneshot::channel();
        if let Some(runner) = self.enqueue(Queued { request, reply }) {
            #[expect(
                clippy::disallowed_methods,
                reason = "a caller that leaves must not cancel the batch of the others"
            )]
            tokio::spawn(runner.run(run_all));
        }
        replied.await.unwrap_or_else(|_| Err(Error::timed_out()))
    }

    /// Queues a request. Returns a runner if none is active.
    fn enqueue(&self, queued: Queued<Q, A>) -> Option<Runner<Q, A>> {
        let mut queue = self.lock();
        queue.waiting.push_back(queued);
        if queue.is_running {
            return None;
        }
        queue.is_running = true;
        Some(Runner {
            batcher: self.clone(),
            is_done: false,
        })
    }
}

/// The requests of one statement.
struct Batch<Q, A> {
    requests: Vec<Q>,
    replies: Vec<oneshot::Sender<Result<A>>>,
    timeout: Duration,
}

/// Runs batch after batch until the queue is empty. A queue has at most one.
struct Runner<Q, A> {
    batcher: Batcher<Q, A>,
    is_done: bool,
}

impl<Q, A> Runner<Q, A> {
    async fn run<F>(mut self, run_all: impl Fn(Vec<Q>) -> F)
    where
        F: Future<Output = Result<Vec<A>>>,
    {
        while let Some(batch) = self.next_batch() {
            let mut replies = batch.replies;
            let started = Instant::now();
            let answers = within(batch.timeout, run_all(batch.requests)).await;
            if answers.as_ref().is_err_and(Error::is_outage) {
                replies.extend(self.shed(started.elapsed()));
            }
            reply_all(replies, answers);
        }
    }

    /// The replies of all queued requests if the failed batch took long, so that they fail with it.
    fn shed(&self, took: Duration) -> Vec<oneshot::Sender<Result<A>>> {
        let mut queue = self.batcher.lock();
        if took < queue.shed_after {
            return Vec::new();
        }
        queue.waiting.drain(..).map(|queued| queued.reply).collect()
    }

    /// The next batch. The look that finds the queue empty also ends this runner, under the same lock: a request that
    /// arrives later starts a new one.
    fn next_batch(&mut self) -> Option<Batch<Q, A>> {
        let mut queue = self.batcher.lock();
        let mut batch = Batch {
            requests: Vec::new(),
            replies: Vec::new(),
            timeout: queue.batch_timeout,
        };
        while batch.requests.len() < MAX_BATCH
            && let Some(Queued { request, reply }) = queue.waiting.pop_front()
        {
            if !reply.is_closed() {
                batch.requests.push(request);
                batch.replies.push(reply);
            }
        }
        if batch.requests.is_empty() {
            queue.is_running = false;
            self.is_done = true;
            return None;
        }
        Some(batch)
    }
}

impl<Q, A> Drop for Runner<Q, A> {
    /// After a panic the queued requests lose their reply channel and fail as unavailable; none waits for ever.
    fn drop(&mut self) {
        if !self.is_done {
            let mut queue = self.batcher.lock();
            queue.is_running = false;
            queue.waiting.clear();
        }
    }
}

fn reply_all<A>(replies: Vec<oneshot::Sender<Result<A>>>, answers: Result<Vec<A>>) {
    match answers {
        Ok(answers) => {
            for (reply, answer) in replies.into_iter().zip(answers) {
                // An error means that the caller has left.
                let _ = reply.send(Ok(answer));
            }
        }
        Err(error) => {
            for reply in replies {
                let _ = reply.send(Err(copy_of(&error)));
            }
        }
    }
}

/// A copy of the batch's error for one request.
fn copy_of(error: &Error) -> Error {
    let cause = anyhow::anyhow!("{error}");
    if error.is_outage() {
        Error::Unavailable(cause)
    } else {
        Error::Internal(cause)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    /// Answers each request with itself and the size of its batch, once a permit is free.
    struct Server {
        permits: Semaphore,
        calls: AtomicUsize,
    }

    impl Server {
        fn new(permits: usize) -> Arc<Self> {
            Arc::new(Self {
                permits: Semaphore::new(permits),
                calls: AtomicUsize::new(0),
            })
        }

        async fn answer(&self, requests: Vec<u32>) -> Result<Vec<(u32, usize)>> {
            self.calls.fetch_add(1, Ordering::SeqCst);
            self.permits.acquire().await.expect("open").forget();
            let size = requests.len();
            Ok(requests.into_iter().map(|request| (request, size)).collect())
        }
    }

    type TestBatcher = Batcher<u32, (u32, usize)>;

    async fn send(batcher: &TestBatcher, server: &Arc<Server>, request: u32) -> Result<(u32, usize)> {
        let server = server.clone();
        batcher
            .run(request, move |all| {
                let server = server.clone();
                async move { server.answer(all).await }
            })
            .await
    }

    /// Polls a request until its batch is in flight, where no permit lets it through.
    async fn in_flight<T>(server: &Server, request: &mut (impl Future<Output = T> + Unpin)) {
        while server.calls.load(Ordering::SeqCst) == 0 {
            assert!(futures::poll!(&mut *request).is_pending());
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_lone_request_is_sent_at_once_and_concurrent_ones_are_batched() {
        let (batcher, server) = (TestBatcher::default(), Server::new(0));
        let mut first = Box::pin(send(&batcher, &server, 1));
        in_flight(&server, &mut first).await;
        let mut later = Box::pin(join_all((2..=6).map(|request| send(&batcher, &server, request))));
        assert!(futures::poll!(&mut later).is_pending());
        server.permits.add_permits(2);
        assert_eq!(first.await.expect("answered"), (1, 1));
        let answers: Vec<_> = later.await.into_iter().map(Result::unwrap).collect();
        assert_eq!(answers, [(2, 5), (3, 5), (4, 5), (5, 5), (6, 5)]);
        assert_eq!(server.calls.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_crowd_is_split_into_batches_of_limited_size() {
        let (batcher, server) = (TestBatcher::default(), Server::new(1_000));
        let requests = (0..1_000).map(|request| send(&batcher, &server, request));
        for (number, answer) in (0..).zip(join_all(requests).await) {
            let (answered, size) = answer.expect("answered");
            assert_eq!(answered, number);
            assert!(size <= MAX_BATCH, "{size} in one batch");
        }
    }

    #[tokio::test]
    async fn a_request_whose_caller_left_is_dropped() {
        let (batcher, server) = (TestBatcher::default(), Server::new(0));
        let mut first = Box::pin(send(&batcher, &server, 1));
        in_flight(&server, &mut first).await;
        {
            let mut leaving = Box::pin(send(&batcher, &server, 2));
            assert!(futures::poll!(&mut leaving).is_pending());
        }
        let mut staying = Box::pin(send(&batcher, &server, 3));
        assert!(futures::poll!(&mut staying).is_pending());
        server.permits.add_permits(2);
        assert_eq!(staying.await.expect("answered"), (3, 1));
        assert_eq!(first.await.expect("answered"), (1, 1));
    }

    #[tokio::test]
    async fn a_caller_that_leaves_does_not_cancel_the_batch() {
        let (batcher, server) = (TestBatcher::default(), Server::new(0));
        let staying = {
            let mut leaving = Box::pin(send(&batcher, &server, 1));
            in_flight(&server, &mut leaving).await;
            let mut staying = Box::pin(send(&batcher, &server, 2));
            assert!(futures::poll!(&mut staying).is_pending());
            staying
        };
        server.permits.add_permits(2);
        assert_eq!(staying.await.expect("answered"), (2, 1));
    }

    #[tokio::test]
    async fn a_failure_reaches_each_caller_with_its_kind() {
        for (is_outage, error) in [
            (true, || Error::Unavailable(anyhow::anyhow!("away"))),
            (false, || Error::Internal(anyhow::anyhow!("odd"))),
        ] as [(bool, fn() -> Error); 2]
        {
            let batcher = Batcher::<u32, u32>::default();
            let requests = (0..10).map(|request| batcher.run(request, move |_| async move { Err(error()) }));
            for answer in join_all(requests).await {
                assert_eq!(answer.unwrap_err().is_outage(), is_outage);
            }
        }
    }

    #[tokio::test]
    async fn a_panic_fails_all_callers_and_later_requests_run() {
        let batcher = Batcher::<u32, u32>::default();
        let requests = (0..10).map(|request| batcher.run(request, |_| async { panic!("rehearsed") }));
        for answer in join_all(requests).await {
            assert!(answer.unwrap_err().is_outage());
        }
        let next = batcher.run(1, |all| async { Ok(all) }).await;
        assert_eq!(next.expect("answered"), 1);
    }

    #[tokio::test]
    async fn a_batch_that_hangs_times_out() {
        let batcher = Batcher::<u32, u32>::default();
        batcher.lock().batch_timeout = Duration::ZERO;
        let answer = batcher.run(1, |_| std::future::pending()).await;
        assert!(answer.unwrap_err().is_outage());
        let next = batcher.run(2, |all| async { Ok(all) }).await;
        assert_eq!(next.expect("answered"), 2);
    }

    #[tokio::test]
    async fn a_long_outage_fails_the_queued_requests_too() {
        for (shed_after, expected) in [(Duration::ZERO, 1), (Duration::MAX, 2)] {
            let (batcher, server) = (TestBatcher::default(), Server::new(0));
            batcher.lock().shed_after = shed_after;
            let send = |request| {
                let server = server.clone();
                batcher.run(request, move |all| {
                    let server = server.clone();
                    async move {
                        server.answer(all).await?;
                        Err(Error::timed_out())
                    }
                })
            };
            let mut first = Box::pin(send(1));
            in_flight(&server, &mut first).await;
            let mut behind = Box::pin(send(2));
            assert!(futures::poll!(&mut behind).is_pending());
            server.permits.add_permits(2);
            assert!(first.await.unwrap_err().is_outage());
            assert!(behind.await.unwrap_err().is_outage());
            assert_eq!(server.calls.load(Ordering::SeqCst), expected);
        }
    }
}
