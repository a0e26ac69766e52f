//! Gauges, read from Postgres and from this process when metrics are scraped.

mod database;
mod process;

use crate::ctx::Ctx;
use crate::metrics::{self, UPKEEP_INTERVAL};

/// All metrics of this process, with fresh gauges.
pub async fn render(ctx: &Ctx) -> String {
    database::observe(ctx).await;
    process::observe(ctx);
    metrics::render()
}

/// Updates the gauges of this process periodically, for an exporter that answers scrapes by itself.
pub async fn observe_process(ctx: &Ctx) {
    loop {
        process::observe(ctx);
        tokio::time::sleep(UPKEEP_INTERVAL).await;
    }
}
