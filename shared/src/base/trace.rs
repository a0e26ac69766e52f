//! Tracing: the id of the request that started the current work, through all jobs that follow from it, and spans for a
//! collector.
//!
//! Invariant: a trace is only an id of ours. The same id is in the logs, in the rows of jobs and in the collector.

mod collector;
mod span;

pub use collector::{Endpoint, ExportGuard, send_to_collector};
pub use span::Span;

use uuid::Uuid;

tokio::task_local! {
    static TRACE: Uuid;
}

/// The trace id of the current request or job; `None` outside of both.
pub fn current() -> Option<Uuid> {
    TRACE.try_with(|trace| *trace).ok()
}

/// Runs work under a trace id.
pub async fn within<Work: Future>(trace: Uuid, work: Work) -> Work::Output {
    TRACE.scope(trace, work).await
}
