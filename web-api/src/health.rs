//! What is known of the things we depend on, looked up in the background and never by a request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shared::ctx::Ctx;
use shared::database;

/// How often Postgres is asked whether it answers.
const PERIOD: Duration = Duration::from_secs(1);

/// Whether Postgres answered lately, and whether its schema and the keys were found to be right.
#[derive(Debug, Default)]
pub struct Health {
    database_answers: AtomicBool,
    usable: AtomicBool,
}

impl Health {
    /// Whether Postgres answered when it was last asked.
    #[must_use]
    pub fn database_answers(&self) -> bool {
        self.database_answers.load(Ordering::Relaxed)
    }

    /// Whether the schema was found to be new enough, and the keys right.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.usable.load(Ordering::Relaxed)
    }

    /// Whether this process may be sent requests: Postgres answers, its schema is new enough, the keys are right.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.database_answers() && self.is_usable()
    }

    /// Looks after the flags for as long as the process lives.
    ///
    /// # Errors
    /// If a key in `ENC_KEYS` is wrong: the process must not go on.
    pub async fn watch(&self, ctx: &Ctx) -> shared::error::Result<()> {
        database::wait_until_usable(&ctx.vital, &ctx.config).await?;
        self.usable.store(true, Ordering::Relaxed);
        loop {
            let answers = database::answers(&ctx.vital).await;
            if self.database_answers.swap(answers, Ordering::Relaxed) != answers {
                tracing::info!(answers, "the database");
            }
            tokio::time::sleep(PERIOD).await;
        }
    }
}
