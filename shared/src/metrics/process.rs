//! What a process knows of itself.

use metrics::gauge;

/// Linux counts memory in these; every platform that we run on has pages of this size.
const PAGE_BYTES: u64 = 4096;

/// Notes the memory of this process and its version.
pub(super) fn observe() {
    gauge!("stillwater_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    if let Some(pages) = resident_pages() {
        #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
        gauge!("process_resident_memory_bytes").set((pages * PAGE_BYTES) as f64);
    }
}

/// Only Linux says it in this file; elsewhere nothing is shown.
fn resident_pages() -> Option<u64> {
    let statistics = std::fs::read_to_string("/proc/self/statm").ok()?;
    statistics.split_whitespace().nth(1)?.parse().ok()
}
