//! Urgent jobs straight from the ledger while Redis is away: mail, alerts and redaction must not wait for it.
//!
//! Invariant: it asks Postgres only once Redis has not been seen for some seconds. Claiming makes it harmless that other
//! workers do the same, or that Redis is back.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use shared::ctx::Ctx;
use shared::jobs::{self, Lane};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::work::Worker;

/// How long Redis may be away before the ledger is asked.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it is asked: slower than Redis, so that it stays light.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The lanes whose jobs do not wait.
const LANES: [Lane; 2] = [Lane::Urgent, Lane::Mail];

/// When Redis was last seen to work.
#[derive(Clone)]
pub struct RedisSeen(Arc<Mutex<Instant>>);

impl RedisSeen {
    /// It is taken to work when the process starts.
    #[must_use]
    pub fn now() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    /// It works.
    pub fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn is_away(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > PATIENCE
    }
}

/// Works for as long as the process lives.
pub async fn run(ctx: Ctx, worker: Arc<Worker>, seen: RedisSeen) {
    let mut running = LANES.map(|_| JoinSet::new());
    let mut was_away = false;
    loop {
        sleep(POLL_INTERVAL).await;
        let is_away = seen.is_away();
        if is_away != was_away {
            tracing::warn!(is_away, "urgent jobs come straight from Postgres while Redis is away");
            was_away = is_away;
        }
        for (lane, running) in LANES.into_iter().zip(&mut running) {
            while running.try_join_next().is_some() {}
            let room = (worker.concurrency(lane) as usize).saturating_sub(running.len());
            if !is_away || room == 0 {
                continue;
            }
            match jobs::due(&ctx.db, lane, room).await {
                Ok(ids) => {
                    for id in ids {
                        let worker = worker.clone();
                        running.spawn(async move { worker.handle(lane, id).await });
                    }
                }
                Err(error) => tracing::debug!(%error, "the ledger does not answer either"),
            }
        }
    }
}
