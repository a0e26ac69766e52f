//! Which request the work in hand goes back to, through every job that follows from it.
//!
//! Invariant: a trace is an id of ours and nothing else; it is logged, and it stands in the rows of jobs.

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
