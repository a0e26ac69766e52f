//! One call, or one run of a job, as a collector of traces is told of it.
//!
//! Invariant: whatever is told stands in this file: our ids, words of our own source, templates of routes, numbers and
//! times. Nothing that somebody sent.

use std::borrow::Cow;
use std::time::{Instant, SystemTime};

use opentelemetry::KeyValue;
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use uuid::Uuid;

use super::collector::{self, Collector};
use crate::jobs::{Claim, Job};
use crate::metrics::JobEnd;

/// Something that goes on. A collector is told when it is over, however it ends; without a collector this is nothing.
#[must_use = "it is over when this is dropped"]
pub struct Span(Option<Open>);

struct Open {
    collector: &'static Collector,
    clock: Instant,
    told: SpanData,
}

impl Span {
    /// A call. `route` is the template of its path, and `method` one of the usual ones.
    pub fn of_call(id: Uuid, method: &'static str, route: &str) -> Self {
        let Some(collector) = collector::for_trace(id) else {
            return Self(None);
        };
        let told = SpanData {
            name: Cow::Owned(format!("{method} {route}")),
            span_kind: SpanKind::Server,
            attributes: vec![
                KeyValue::new("http.request.method", method),
                KeyValue::new("http.route", route.to_owned()),
            ],
            ..begun(collector, (id, span_id(id)), SpanId::INVALID)
        };
        Self::open(collector, told)
    }

    /// One run of a job, which goes back to what its trace names.
    pub fn of_run(claim: Claim, trace: Uuid, job: &Job) -> Self {
        let Some(collector) = collector::for_trace(trace) else {
            return Self(None);
        };
        let told = SpanData {
            name: Cow::Owned(job.kind()),
            span_kind: SpanKind::Consumer,
            attributes: vec![
                KeyValue::new("job.id", claim.id.to_string()),
                KeyValue::new("job.lane", job.lane().as_str()),
            ],
            ..begun(collector, (trace, span_id(claim.lease_id)), span_id(trace))
        };
        Self::open(collector, told)
    }

    /// The call was answered.
    pub fn answered(mut self, status: u16) {
        if let Some(Open { told, .. }) = &mut self.0 {
            told.attributes
                .push(KeyValue::new("http.response.status_code", i64::from(status)));
            if status >= 500 {
                told.status = Status::error("");
            }
        }
    }

    /// The run has ended, and was recorded. A run that is given back or lost is over without.
    pub fn ended(mut self, id: Uuid, end: JobEnd) {
        if let Some(Open { told, .. }) = &mut self.0 {
            told.attributes.push(KeyValue::new("job.end", end.as_str()));
            if end != JobEnd::Finished {
                told.status = Status::error("");
            }
            // Of a job that no request began, the last run is the root: the runs before, and the jobs that any of them
            // began, have named it as theirs.
            if end != JobEnd::Retried && told.span_context.trace_id() == trace_id(id) {
                told.span_context = context((id, span_id(id)));
                told.parent_span_id = SpanId::INVALID;
                told.parent_span_is_remote = false;
            }
        }
    }

    fn open(collector: &'static Collector, told: SpanData) -> Self {
        Self(Some(Open {
            collector,
            clock: Instant::now(),
            told,
        }))
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(mut open) = self.0.take() {
            open.told.end_time = open.told.start_time + open.clock.elapsed();
            open.collector.tell(open.told);
        }
    }
}

/// What all have in common when they begin.
fn begun(collector: &Collector, id: (Uuid, SpanId), parent: SpanId) -> SpanData {
    #[expect(
        clippy::disallowed_methods,
        reason = "when it began decides nothing; it is told beside what other machines did"
    )]
    let start_time = SystemTime::now();
    SpanData {
        span_context: context(id),
        parent_span_id: parent,
        parent_span_is_remote: parent != SpanId::INVALID,
        span_kind: SpanKind::Internal,
        name: Cow::Borrowed(""),
        start_time,
        end_time: start_time,
        attributes: Vec::new(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status: Status::Unset,
        instrumentation_scope: collector.scope().clone(),
    }
}

fn context((trace, id): (Uuid, SpanId)) -> SpanContext {
    SpanContext::new(trace_id(trace), id, TraceFlags::SAMPLED, false, TraceState::NONE)
}

fn trace_id(trace: Uuid) -> TraceId {
    TraceId::from(trace.as_u128())
}

/// The half of an id that is chance: whoever knows the id of a request or a run knows its span.
fn span_id(id: Uuid) -> SpanId {
    SpanId::from(id.as_u64_pair().1)
}
