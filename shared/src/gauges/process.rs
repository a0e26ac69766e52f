//! Gauges of this process: version, memory, connections, the generation of the index.

use metrics::gauge;

use crate::ctx::Ctx;

/// The page size of all platforms that we run on.
const PAGE_BYTES: u64 = 4096;

pub(super) fn observe(ctx: &Ctx) {
    gauge!("stillwater_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    if let Some(pages) = resident_pages() {
        #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
        gauge!("process_resident_memory_bytes").set((pages * PAGE_BYTES) as f64);
    }
    let open = ctx.db.size();
    let idle = u32::try_from(ctx.db.num_idle()).unwrap_or(u32::MAX).min(open);
    gauge!("stillwater_database_connections", "state" => "idle").set(f64::from(idle));
    gauge!("stillwater_database_connections", "state" => "used").set(f64::from(open - idle));
    gauge!("stillwater_database_connections_limit").set(f64::from(ctx.config.database_connections));
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 generations")]
    gauge!("stillwater_search_generation", "of" => "searched").set(ctx.search.generation().unwrap_or(0) as f64);
}

/// The resident memory in pages. Only Linux has this file.
fn resident_pages() -> Option<u64> {
    let statistics = std::fs::read_to_string("/proc/self/statm").ok()?;
    statistics.split_whitespace().nth(1)?.parse().ok()
}
