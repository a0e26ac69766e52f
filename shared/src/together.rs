//! What many ask at the same time, asked together: one statement and one commit, and an answer for each.
//!
//! Invariant: nobody waits for company. Who comes while nothing is under way is asked for at once; who comes meanwhile
//! goes with the next. Nothing is asked for somebody who has left before it was their turn.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::error::{Error, Result};

/// The most that one statement asks for.
const MAX_BATCH: usize = 100;
/// A server that says nothing at all is given up on.
const PATIENCE: Duration = Duration::from_secs(20);
/// After an outage was waited for so long, whoever waits behind it need not wait for it again.
const LONG: Duration = Duration::from_secs(1);

/// Those who ask the same of Postgres in one process, with one statement at a time: two at a time were slower, and shared
/// the work among smaller companies. Clones share one queue.
pub struct Together<Q, A>(Arc<Mutex<Queue<Q, A>>>);

struct Queue<Q, A> {
    waiting: VecDeque<Asking<Q, A>>,
    is_under_way: bool,
    patience: Duration,
    long: Duration,
}

struct Asking<Q, A> {
    question: Q,
    answer: oneshot::Sender<Result<A>>,
}

impl<Q, A> Default for Together<Q, A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Queue {
            waiting: VecDeque::new(),
            is_under_way: false,
            patience: PATIENCE,
            long: LONG,
        })))
    }
}

impl<Q, A> Clone for Together<Q, A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q, A> Together<Q, A> {
    fn lock(&self) -> MutexGuard<'_, Queue<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Q: Send + 'static, A: Send + 'static> Together<Q, A> {
    /// Asks, together with whoever waits. `ask_all` gives an answer for each question, in their order, or fails for all.
    ///
    /// # Errors
    /// What `ask_all` says, as `Unavailable` if it speaks of an outage and `Internal` otherwise; `Unavailable` if it says
    /// nothing.
    pub async fn ask<F>(&self, question: Q, ask_all: impl Fn(Vec<Q>) -> F + Send + 'static) -> Result<A>
    where
        F: Future<Output = Result<Vec<A>>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        if let Some(turn) = self.queue_up(Asking { question, answer }) {
            #[expect(
                clippy::disallowed_methods,
                reason = "whoever leaves must not take the answers of the others along"
            )]
            tokio::spawn(turn.work(ask_all));
        }
        answered.await.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Queues up; gives a turn to whoever must do the asking now.
    fn queue_up(&self, asking: Asking<Q, A>) -> Option<Turn<Q, A>> {
        let mut queue = self.lock();
        queue.waiting.push_back(asking);
        if queue.is_under_way {
            return None;
        }
        queue.is_under_way = true;
        Some(Turn {
            of: self.clone(),
            is_over: false,
        })
    }
}

/// Those who are asked for by one statement.
struct Company<Q, A> {
    questions: Vec<Q>,
    answers: Vec<oneshot::Sender<Result<A>>>,
    patience: Duration,
}

/// The right to ask for those who wait, until nobody does.
struct Turn<Q, A> {
    of: Together<Q, A>,
    is_over: bool,
}

impl<Q, A> Turn<Q, A> {
    async fn work<F>(mut self, ask_all: impl Fn(Vec<Q>) -> F)
    where
        F: Future<Output = Result<Vec<A>>>,
    {
        while let Some(company) = self.next() {
            let mut answers = company.answers;
            let began = Instant::now();
            let told = timeout(company.patience, ask_all(company.questions)).await;
            let told = told.unwrap_or_else(|_| Err(no_answer()));
            if told.as_ref().is_err_and(Error::is_outage) {
                answers.extend(self.who_waited_as_long(began.elapsed()));
            }
            tell(answers, told);
        }
    }

    /// Those who wait behind an outage that took so long.
    fn who_waited_as_long(&self, outage: Duration) -> Vec<oneshot::Sender<Result<A>>> {
        let mut queue = self.of.lock();
        if outage < queue.long {
            return Vec::new();
        }
        queue.waiting.drain(..).map(|asking| asking.answer).collect()
    }

    /// Those who go next. The turn is over with the very look that finds nobody: who comes after it gets one.
    fn next(&mut self) -> Option<Company<Q, A>> {
        let mut queue = self.of.lock();
        let mut company = Company {
            questions: Vec::new(),
            answers: Vec::new(),
            patience: queue.patience,
        };
        while company.questions.len() < MAX_BATCH
            && let Some(Asking { question, answer }) = queue.waiting.pop_front()
        {
            if !answer.is_closed() {
                company.questions.push(question);
                company.answers.push(answer);
            }
        }
        if company.questions.is_empty() {
            queue.is_under_way = false;
            self.is_over = true;
            return None;
        }
        Some(company)
    }
}

impl<Q, A> Drop for Turn<Q, A> {
    /// A turn that panicked leaves nobody waiting: without an answer, they are told that there is none.
    fn drop(&mut self) {
        if !self.is_over {
            let mut queue = self.of.lock();
            queue.is_under_way = false;
            queue.waiting.clear();
        }
    }
}

fn tell<A>(askers: Vec<oneshot::Sender<Result<A>>>, told: Result<Vec<A>>) {
    match told {
        Ok(answers) => {
            for (asker, answer) in askers.into_iter().zip(answers) {
                // An error would mean that they have left.
                let _ = asker.send(Ok(answer));
            }
        }
        Err(error) => {
            for asker in askers {
                let _ = asker.send(Err(same(&error)));
            }
        }
    }
}

/// An error for each of those who asked together.
fn same(error: &Error) -> Error {
    let cause = anyhow::anyhow!("{error}");
    if error.is_outage() {
        Error::Unavailable(cause)
    } else {
        Error::Internal(cause)
    }
}

fn no_answer() -> Error {
    Error::Unavailable(anyhow::anyhow!("no answer"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    /// Answers each question with itself and the size of its company, once it is let through.
    struct Server {
        door: Semaphore,
        asked: AtomicUsize,
    }

    impl Server {
        fn new(open_for: usize) -> Arc<Self> {
            Arc::new(Self {
                door: Semaphore::new(open_for),
                asked: AtomicUsize::new(0),
            })
        }

        async fn answer(&self, questions: Vec<u32>) -> Result<Vec<(u32, usize)>> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            self.door.acquire().await.expect("open").forget();
            let company = questions.len();
            Ok(questions.into_iter().map(|question| (question, company)).collect())
        }
    }

    type Asked = Together<u32, (u32, usize)>;

    async fn ask(together: &Asked, server: &Arc<Server>, question: u32) -> Result<(u32, usize)> {
        let server = server.clone();
        together
            .ask(question, move |all| {
                let server = server.clone();
                async move { server.answer(all).await }
            })
            .await
    }

    /// Polls what is asked until its statement is on its way, for which the door is closed.
    async fn on_its_way<T>(server: &Server, asked: &mut (impl Future<Output = T> + Unpin)) {
        while server.asked.load(Ordering::SeqCst) == 0 {
            assert!(futures::poll!(&mut *asked).is_pending());
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn who_asks_alone_is_asked_for_at_once_and_who_comes_meanwhile_goes_together() {
        let (together, server) = (Asked::default(), Server::new(0));
        let mut first = Box::pin(ask(&together, &server, 1));
        on_its_way(&server, &mut first).await;
        let mut later = Box::pin(join_all((2..=6).map(|question| ask(&together, &server, question))));
        assert!(futures::poll!(&mut later).is_pending());
        server.door.add_permits(2);
        assert_eq!(first.await.expect("answered"), (1, 1));
        let answers: Vec<_> = later.await.into_iter().map(Result::unwrap).collect();
        assert_eq!(answers, [(2, 5), (3, 5), (4, 5), (5, 5), (6, 5)]);
        assert_eq!(server.asked.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_crowd_is_asked_for_in_parts() {
        let (together, server) = (Asked::default(), Server::new(1_000));
        let asked = (0..1_000).map(|question| ask(&together, &server, question));
        for (question, answer) in (0..).zip(join_all(asked).await) {
            let (answered, company) = answer.expect("answered");
            assert_eq!(answered, question);
            assert!(company <= MAX_BATCH, "{company} at once");
        }
    }

    #[tokio::test]
    async fn nothing_is_asked_for_who_has_left_before_their_turn() {
        let (together, server) = (Asked::default(), Server::new(0));
        let mut first = Box::pin(ask(&together, &server, 1));
        on_its_way(&server, &mut first).await;
        {
            let mut leaving = Box::pin(ask(&together, &server, 2));
            assert!(futures::poll!(&mut leaving).is_pending());
        }
        let mut staying = Box::pin(ask(&together, &server, 3));
        assert!(futures::poll!(&mut staying).is_pending());
        server.door.add_permits(2);
        assert_eq!(staying.await.expect("answered"), (3, 1));
        assert_eq!(first.await.expect("answered"), (1, 1));
    }

    #[tokio::test]
    async fn who_leaves_takes_no_answer_of_another_along() {
        let (together, server) = (Asked::default(), Server::new(0));
        let staying = {
            let mut leaving = Box::pin(ask(&together, &server, 1));
            on_its_way(&server, &mut leaving).await;
            let mut staying = Box::pin(ask(&together, &server, 2));
            assert!(futures::poll!(&mut staying).is_pending());
            staying
        };
        server.door.add_permits(2);
        assert_eq!(staying.await.expect("answered"), (2, 1));
    }

    #[tokio::test]
    async fn a_failure_is_told_to_each_as_what_it_is() {
        for (is_outage, error) in [
            (true, || Error::Unavailable(anyhow::anyhow!("away"))),
            (false, || Error::Internal(anyhow::anyhow!("odd"))),
        ] as [(bool, fn() -> Error); 2]
        {
            let together = Together::<u32, u32>::default();
            let asked = (0..10).map(|question| together.ask(question, move |_| async move { Err(error()) }));
            for answer in join_all(asked).await {
                assert_eq!(answer.unwrap_err().is_outage(), is_outage);
            }
        }
    }

    #[tokio::test]
    async fn a_panic_leaves_nobody_waiting_and_the_next_are_answered() {
        let together = Together::<u32, u32>::default();
        let asked = (0..10).map(|question| together.ask(question, |_| async { panic!("rehearsed") }));
        for answer in join_all(asked).await {
            assert!(answer.unwrap_err().is_outage());
        }
        let next = together.ask(1, |all| async { Ok(all) }).await;
        assert_eq!(next.expect("answered"), 1);
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_given_up_on() {
        let together = Together::<u32, u32>::default();
        together.lock().patience = Duration::ZERO;
        let answer = together.ask(1, |_| std::future::pending()).await;
        assert!(answer.unwrap_err().is_outage());
        let next = together.ask(2, |all| async { Ok(all) }).await;
        assert_eq!(next.expect("answered"), 2);
    }

    #[tokio::test]
    async fn an_outage_that_took_long_is_waited_for_once() {
        for (long, expected) in [(Duration::ZERO, 1), (Duration::MAX, 2)] {
            let (together, server) = (Asked::default(), Server::new(0));
            together.lock().long = long;
            let ask = |question| {
                let server = server.clone();
                together.ask(question, move |all| {
                    let server = server.clone();
                    async move {
                        server.answer(all).await?;
                        Err(no_answer())
                    }
                })
            };
            let mut first = Box::pin(ask(1));
            on_its_way(&server, &mut first).await;
            let mut behind = Box::pin(ask(2));
            assert!(futures::poll!(&mut behind).is_pending());
            server.door.add_permits(2);
            assert!(first.await.unwrap_err().is_outage());
            assert!(behind.await.unwrap_err().is_outage());
            assert_eq!(server.asked.load(Ordering::SeqCst), expected);
        }
    }
}
