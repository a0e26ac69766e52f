//! The export of traces to a collector over OTLP, if one is configured.
//!
//! Invariant: nothing waits for the collector. Spans are queued in a bounded queue and dropped when it is full.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opentelemetry::InstrumentationScope;
use opentelemetry::trace::{SpanKind, TraceId};
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    self as sdk, BatchSpanProcessor, SamplingDecision, ShouldSample, SpanData, SpanProcessor,
};
use reqwest::Url;
use uuid::Uuid;

use crate::base::config::Config;

/// How long the shutdown of a process waits for the export of the last spans.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

static COLLECTOR: OnceLock<Collector> = OnceLock::new();

/// The URL of a collector, without the path that OTLP adds.
#[derive(Debug, Clone)]
pub struct Endpoint(String);

impl Endpoint {
    /// Parses an HTTP URL without credentials; those belong in `OTEL_EXPORTER_OTLP_HEADERS`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let has_no_secrets = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        (has_no_secrets && ["http", "https"].contains(&url.scheme()))
            .then(|| Self(text.trim_end_matches('/').to_owned()))
    }

    /// The URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The queue of finished spans.
pub(super) struct Collector {
    queue: BatchSpanProcessor,
    sampler: Box<dyn ShouldSample>,
    scope: InstrumentationScope,
}

impl Collector {
    /// Queues a finished span, unless the queue is full.
    pub(super) fn export(&self, span: SpanData) {
        self.queue.on_end(span);
    }

    pub(super) const fn scope(&self) -> &InstrumentationScope {
        &self.scope
    }
}

/// The collector of a trace; `None` if no collector is configured or the sampler drops the trace.
pub(super) fn for_trace(trace: Uuid) -> Option<&'static Collector> {
    let collector = COLLECTOR.get()?;
    is_sampled(collector.sampler.as_ref(), trace).then_some(collector)
}

/// Starts the export of spans under the name of a service, if a collector is configured. Dropping the guard flushes the
/// queue.
#[must_use = "dropping this flushes the last spans"]
pub fn send_to_collector(config: &Config, service: &'static str) -> Option<ExportGuard> {
    let exporter = exporter(config.collector.as_ref()?)
        .inspect_err(|error| tracing::error!(%error, "traces are not exported"))
        .ok()?;
    let mut queue = BatchSpanProcessor::builder(exporter).build();
    queue.set_resource(&Resource::builder().with_service_name(service).build());
    let collector = COLLECTOR.get_or_init(|| Collector {
        queue,
        // The library reads OTEL_TRACES_SAMPLER itself.
        sampler: sdk::Config::default().sampler,
        scope: InstrumentationScope::builder("stillwater").build(),
    });
    Some(ExportGuard(collector))
}

/// Flushes the queue of spans when it is dropped.
pub struct ExportGuard(&'static Collector);

impl Drop for ExportGuard {
    fn drop(&mut self) {
        if self.0.queue.shutdown_with_timeout(FLUSH_TIMEOUT).is_err() {
            tracing::debug!("the last traces were not exported");
        }
    }
}

fn exporter(endpoint: &Endpoint) -> Result<LoggingExporter, ExporterBuildError> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str()))
        .build()?;
    Ok(LoggingExporter {
        exporter,
        is_failing: AtomicBool::new(false),
    })
}

/// An exporter that logs when exports begin to fail and when they succeed again.
#[derive(Debug)]
struct LoggingExporter {
    exporter: SpanExporter,
    is_failing: AtomicBool,
}

impl sdk::SpanExporter for LoggingExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let result = self.exporter.export(batch).await;
        let was_failing = self.is_failing.swap(result.is_err(), Ordering::Relaxed);
        match &result {
            Err(error) if !was_failing => tracing::warn!(%error, "the collector takes no traces"),
            Ok(()) if was_failing => tracing::info!("the collector takes traces again"),
            Ok(()) | Err(_) => {}
        }
        result
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Whether a trace is exported. Every process decides by the id alone, so that a trace is exported completely or not at
/// all.
fn is_sampled(sampler: &dyn ShouldSample, trace: Uuid) -> bool {
    // Samplers use the first bits of this half, where a UUID has its constant variant. The last bits are random.
    let random_bits = trace.as_u64_pair().1.reverse_bits();
    let id = TraceId::from(u128::from(random_bits));
    let result = sampler.should_sample(None, id, "", &SpanKind::Internal, &[], &[]);
    result.decision == SamplingDecision::RecordAndSample
}

#[cfg(test)]
mod tests {
    use opentelemetry_sdk::trace::Sampler;
    use uuid::Builder;

    use super::*;

    #[test]
    fn an_endpoint_is_an_http_url_without_credentials() {
        for (text, url) in [
            ("http://collector:4318", Some("http://collector:4318")),
            (
                "https://traces.example.org/otlp/",
                Some("https://traces.example.org/otlp"),
            ),
            ("http://user:password@collector:4318", None),
            ("https://collector/?key=secret", None),
            ("collector:4318", None),
            ("grpc://collector:4317", None),
            ("4318", None),
        ] {
            let parsed = Endpoint::parse(text);
            assert_eq!(parsed.as_ref().map(Endpoint::as_str), url, "{text}");
        }
    }

    #[test]
    fn a_sampling_ratio_of_a_quarter_keeps_a_quarter_of_our_ids() {
        let ids = (0..4_000_u64).map(|number| {
            let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
            let mut ten_bytes = [0; 10];
            ten_bytes[2..].copy_from_slice(&mixed);
            // The last bits of the products only count up, since the factor is odd. Reversed, the last bytes are well
            // mixed.
            ten_bytes[2..].reverse();
            Builder::from_unix_timestamp_millis(1_795_000_000_000, &ten_bytes).into_uuid()
        });
        let ids: Vec<Uuid> = ids.collect();
        for sampler in [
            Sampler::TraceIdRatioBased(0.25),
            Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(0.25))),
        ] {
            let sampled = ids.iter().filter(|id| is_sampled(&sampler, **id)).count();
            assert!((900..1_100).contains(&sampled), "{sampled} of 4000 by {sampler:?}");
        }
        assert!(ids.iter().all(|id| is_sampled(&Sampler::AlwaysOn, *id)));
        assert!(!ids.iter().any(|id| is_sampled(&Sampler::AlwaysOff, *id)));
    }
}
