//! The spans of requests and of job runs.
//!
//! Invariant: this file sets everything that a span holds: our ids, fixed words, route templates, numbers and times.
//! Never input.

use std::borrow::Cow;
use std::time::{Instant, SystemTime};

use opentelemetry::KeyValue;
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use uuid::Uuid;

use super::collector::{self, Collector};
use crate::base::jobs::{Job, Lease};
use crate::base::metrics::JobEnd;

/// A span in progress. It is exported when it is dropped; without a collector it does nothing.
#[must_use = "the span ends when this is dropped"]
pub struct Span(Option<Open>);

struct Open {
    collector: &'static Collector,
    started: Instant,
    data: SpanData,
}

impl Span {
    /// Starts the span of a request. `route` is the route template, and `method` a standard HTTP method.
    pub fn for_request(id: Uuid, method: &'static str, route: &str) -> Self {
        let Some(collector) = collector::for_trace(id) else {
            return Self(None);
        };
        let data = SpanData {
            name: Cow::Owned(format!("{method} {route}")),
            span_kind: SpanKind::Server,
            attributes: vec![
                KeyValue::new("http.request.method", method),
                KeyValue::new("http.route", route.to_owned()),
            ],
            ..new_span(collector, (id, span_id(id)), SpanId::INVALID)
        };
        Self::open(collector, data)
    }

    /// Starts the span of one run of a job, under the request or job of its trace.
    pub fn for_run(lease: Lease, trace: Uuid, job: &Job) -> Self {
        let Some(collector) = collector::for_trace(trace) else {
            return Self(None);
        };
        let data = SpanData {
            name: Cow::Owned(job.kind()),
            span_kind: SpanKind::Consumer,
            attributes: vec![
                KeyValue::new("job.id", lease.id.to_string()),
                KeyValue::new("job.lane", job.policy().lane.as_str()),
            ],
            ..new_span(collector, (trace, span_id(lease.lease_id)), span_id(trace))
        };
        Self::open(collector, data)
    }

    /// Ends the span of a request with the status of its response.
    pub fn answered(mut self, status: u16) {
        if let Some(Open { data, .. }) = &mut self.0 {
            data.attributes
                .push(KeyValue::new("http.response.status_code", i64::from(status)));
            if status >= 500 {
                data.status = Status::error("");
            }
        }
    }

    /// Ends the span of a run whose end was recorded. The span of a released or lost run is just dropped.
    pub fn ended(mut self, id: Uuid, end: JobEnd) {
        if let Some(Open { data, .. }) = &mut self.0 {
            data.attributes.push(KeyValue::new("job.end", end.as_str()));
            if end != JobEnd::Finished {
                data.status = Status::error("");
            }
            // The last run of a job without a request is the root span. Its earlier runs, and the jobs that they
            // enqueued, have already named it as their parent.
            if end != JobEnd::Retried && data.span_context.trace_id() == trace_id(id) {
                data.span_context = context((id, span_id(id)));
                data.parent_span_id = SpanId::INVALID;
                data.parent_span_is_remote = false;
            }
        }
    }

    fn open(collector: &'static Collector, data: SpanData) -> Self {
        Self(Some(Open {
            collector,
            started: Instant::now(),
            data,
        }))
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(mut open) = self.0.take() {
            open.data.end_time = open.data.start_time + open.started.elapsed();
            open.collector.export(open.data);
        }
    }
}

/// A span that starts now, with the fields that all spans share.
fn new_span(collector: &Collector, id: (Uuid, SpanId), parent: SpanId) -> SpanData {
    #[expect(
        clippy::disallowed_methods,
        reason = "the start time decides nothing; it is only exported"
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

/// The random half of an id, so that the id of a request or a run determines its span id.
fn span_id(id: Uuid) -> SpanId {
    SpanId::from(id.as_u64_pair().1)
}
