//! Which request the work in hand goes back to, through every job that follows from it, and what a collector of traces
//! is told of them.
//!
//! Invariant: a trace is an id of ours and nothing else; it is logged, it stands in the rows of jobs, and it is the id
//! of the trace that a collector shows.

mod collector;
mod span;

pub use collector::{Endpoint, Sending, send_to_collector};
pub use span::Span;

use uuid::Uuid;

tokio::task_local! {
    static TRACE: Uuid;
}

/// The trace of the work in hand; nothing outside a request or a job.
#[must_use]
pub fn current() -> Option<Uuid> {
    TRACE.try_with(|trace| *trace).ok()
}

/// Does work that goes back to this request.
pub async fn within<Work: Future>(trace: Uuid, work: Work) -> Work::Output {
    TRACE.scope(trace, work).await
}
