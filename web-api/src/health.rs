//! Health of the database, checked in the background and never by a request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shared::ctx::Ctx;
use shared::database::{self, Answer};

/// How often Postgres is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Whether Postgres answers, whether its schema and the keys are right, and whether this process goes on.
#[derive(Debug, Default)]
pub struct Health {
    database_answers: AtomicBool,
    is_read_only: AtomicBool,
    usable: AtomicBool,
    stopping: AtomicBool,
}

impl Health {
    /// Whether Postgres answered the last probe, and takes writes.
    pub fn database_answers(&self) -> bool {
        self.database_answers.load(Ordering::Relaxed)
    }

    /// Whether Postgres answered the last probe, but takes no writes.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only.load(Ordering::Relaxed)
    }

    /// Whether the schema is new enough and the keys are right.
    pub fn is_usable(&self) -> bool {
        self.usable.load(Ordering::Relaxed)
    }

    /// Notes that this process was told to stop.
    pub fn note_stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether this process was told to stop.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Whether all calls can be answered: Postgres answers, its schema is new enough, the keys are right.
    pub fn is_ready(&self) -> bool {
        self.database_answers() && self.is_usable()
    }

    /// Keeps the flags up to date as long as the process runs.
    ///
    /// # Errors
    /// If a key in `ENC_KEYS` is wrong: the process must not go on.
    pub async fn watch(&self, ctx: &Ctx) -> shared::error::Result<()> {
        database::wait_until_usable(&ctx.reserved_pool, &ctx.config).await?;
        self.usable.store(true, Ordering::Relaxed);
        let pooler = database::pooler_probe(&ctx.config)?;
        loop {
            let mut answer = database::probe(&ctx.reserved_pool).await;
            // The reserved pool leads past a pooler; calls do not.
            if let (Answer::Writable, Some(pooler)) = (answer, &pooler) {
                answer = database::probe(pooler).await;
            }
            self.is_read_only.store(answer == Answer::ReadOnly, Ordering::Relaxed);
            let answers = answer == Answer::Writable;
            if self.database_answers.swap(answers, Ordering::Relaxed) != answers {
                tracing::info!(?answer, "the database's health changed");
            }
            tokio::time::sleep(PROBE_INTERVAL).await;
        }
    }
}
