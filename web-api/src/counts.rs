//! Stores what this process has counted in memory: answers to *Was this near?*, and what happened this week.
//!
//! Invariant: no row changes at the moment when somebody does something. A process that is killed loses a minute at most.

use std::convert::Infallible;
use std::time::Duration;

use crate::state::State;

/// How often counts are stored.
const STORE_INTERVAL: Duration = Duration::from_mins(1);

/// Stores the counts by the minute, for as long as the process lives.
pub async fn keep_storing(process: &State) -> Infallible {
    loop {
        tokio::time::sleep(STORE_INTERVAL).await;
        store(process).await;
    }
}

/// Stores the counts now; what cannot be stored is counted on.
pub async fn store(process: &State) {
    if let Err(error) = process.nearness.store(&process.ctx.db).await {
        tracing::warn!(%error, "the counts of letters are stored later");
    }
    if let Err(error) = process.weekly.store(&process.ctx.db).await {
        tracing::warn!(%error, "the counts of this week are stored later");
    }
}
