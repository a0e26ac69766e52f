//! The jobs that a test leaves for a worker.
//!
//! Invariant: a test leaves every kind of job that it names, and no other except those that its helpers name.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::time::timeout;

/// Only a query that waits for a lock takes longer.
const STATEMENT_TIMEOUT: &str = "5s";

/// Only a database that does not answer takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Shared by the app and its clients: dropping the last of them fails if the test leaves other jobs than expected.
pub struct JobsLeft {
    database: Arc<PgConnectOptions>,
    /// None if they are not checked.
    expected: Mutex<Option<Expected>>,
}

#[derive(Default)]
struct Expected {
    named: BTreeSet<&'static str>,
    by_helpers: BTreeSet<&'static str>,
}

impl JobsLeft {
    /// The test leaves no jobs until it says otherwise.
    pub fn none(db: &PgPool) -> Self {
        Self {
            database: db.connect_options(),
            expected: Mutex::new(Some(Expected::default())),
        }
    }

    /// The test leaves jobs of these kinds.
    pub fn name(&self, kinds: &[&'static str]) {
        self.change(|expected| expected.named.extend(kinds));
    }

    /// A helper enqueues jobs of these kinds, which the test may finish.
    pub fn name_by_helper(&self, kinds: &[&'static str]) {
        self.change(|expected| expected.by_helpers.extend(kinds));
    }

    /// The database may not answer when the test ends.
    pub fn ignore(&self) {
        *self.expected.lock().expect("no test panicked") = None;
    }

    fn change(&self, change: impl FnOnce(&mut Expected)) {
        if let Some(expected) = self.expected.lock().expect("no test panicked").as_mut() {
            change(expected);
        }
    }
}

impl Drop for JobsLeft {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let Some(expected) = self.expected.get_mut().expect("no test panicked").take() else {
            return;
        };
        let database = self.database.clone();
        let unfinished = std::thread::spawn(move || unfinished(&database))
            .join()
            .expect("the jobs can be read");
        let left: BTreeSet<&str> = unfinished
            .iter()
            .map(String::as_str)
            .filter(|kind| expected.named.contains(kind) || !expected.by_helpers.contains(kind))
            .collect();
        assert_eq!(left, expected.named, "the kinds of jobs that this test leaves");
    }
}

/// The kinds of the unfinished jobs, read on a thread and a connection of their own: the test's runtime is blocked.
#[tokio::main(flavor = "current_thread")]
async fn unfinished(database: &PgConnectOptions) -> Vec<String> {
    let database = database.clone().options([("statement_timeout", STATEMENT_TIMEOUT)]);
    let read = async {
        let mut connection = PgConnection::connect_with(&database).await?;
        sqlx::query_scalar("select distinct kind from job where finished_at is null and dead_at is null")
            .fetch_all(&mut connection)
            .await
    };
    timeout(TIMEOUT, read).await.expect("an answer").expect("readable")
}
