//! The collector that traces are sent to, over OTLP, where the settings name one.
//!
//! Invariant: nothing waits for a collector. What is told stands in a queue of limited length; what does not fit is lost.

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

use crate::config::Config;

/// How long the end of a process may wait until what is left is taken. The grace before it ends in time all the same.
const LAST_CHANCE: Duration = Duration::from_secs(2);

static COLLECTOR: OnceLock<Collector> = OnceLock::new();

/// Where a collector listens, without the path that OTLP adds.
#[derive(Debug, Clone)]
pub struct Endpoint(String);

impl Endpoint {
    /// An address over HTTP. It holds no password: what proves who we are stands in `OTEL_EXPORTER_OTLP_HEADERS`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        (is_plain && ["http", "https"].contains(&url.scheme())).then(|| Self(text.trim_end_matches('/').to_owned()))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where what is over goes.
pub(super) struct Collector {
    queue: BatchSpanProcessor,
    sampler: Box<dyn ShouldSample>,
    scope: InstrumentationScope,
}

impl Collector {
    /// Puts it into the queue, if it fits.
    pub(super) fn tell(&self, span: SpanData) {
        self.queue.on_end(span);
    }

    pub(super) const fn scope(&self) -> &InstrumentationScope {
        &self.scope
    }
}

/// Whoever is told of this trace: nobody if none is named, or if the sampler leaves it out.
pub(super) fn for_trace(trace: Uuid) -> Option<&'static Collector> {
    let collector = COLLECTOR.get()?;
    takes(collector.sampler.as_ref(), trace).then_some(collector)
}

/// Begins to send, if a collector is named, what this process does under the name of this service. When what is returned
/// is dropped, what is left is sent.
#[must_use = "what is left when the process ends is sent when this is dropped"]
pub fn send_to_collector(config: &Config, service: &'static str) -> Option<Sending> {
    let exporter = exporter(config.collector.as_ref()?)
        .inspect_err(|error| tracing::error!(%error, "no traces are sent"))
        .ok()?;
    let mut queue = BatchSpanProcessor::builder(exporter).build();
    queue.set_resource(&Resource::builder().with_service_name(service).build());
    let collector = COLLECTOR.get_or_init(|| Collector {
        queue,
        // It reads OTEL_TRACES_SAMPLER by itself.
        sampler: sdk::Config::default().sampler,
        scope: InstrumentationScope::builder("stillwater").build(),
    });
    Some(Sending(collector))
}

/// Keeps what a process does on its way to the collector.
pub struct Sending(&'static Collector);

impl Drop for Sending {
    fn drop(&mut self) {
        if self.0.queue.shutdown_with_timeout(LAST_CHANCE).is_err() {
            tracing::debug!("the collector did not take the last traces");
        }
    }
}

fn exporter(endpoint: &Endpoint) -> Result<Watched, ExporterBuildError> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str()))
        .build()?;
    Ok(Watched {
        exporter,
        is_refused: AtomicBool::new(false),
    })
}

/// Says once in the log that a collector takes nothing, and once that it does again.
#[derive(Debug)]
struct Watched {
    exporter: SpanExporter,
    is_refused: AtomicBool,
}

impl sdk::SpanExporter for Watched {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let taken = self.exporter.export(batch).await;
        let was_refused = self.is_refused.swap(taken.is_err(), Ordering::Relaxed);
        match &taken {
            Err(error) if !was_refused => tracing::warn!(%error, "the collector takes no traces"),
            Ok(()) if was_refused => tracing::info!("the collector takes traces again"),
            Ok(()) | Err(_) => {}
        }
        taken
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Whether a trace is told of. Every process decides by its id alone, so that a trace is there in whole or not at all.
fn takes(sampler: &dyn ShouldSample, trace: Uuid) -> bool {
    // Samplers look at the first bits of this half, which in our ids are always the same. The last ones are chance.
    let chance = trace.as_u64_pair().1.reverse_bits();
    let id = TraceId::from(u128::from(chance));
    let result = sampler.should_sample(None, id, "", &SpanKind::Internal, &[], &[]);
    result.decision == SamplingDecision::RecordAndSample
}

#[cfg(test)]
mod tests {
    use opentelemetry_sdk::trace::Sampler;
    use uuid::Builder;

    use super::*;

    #[test]
    fn a_collector_is_named_by_an_address_that_holds_no_secret() {
        for (text, address) in [
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
            assert_eq!(parsed.as_ref().map(Endpoint::as_str), address, "{text}");
        }
    }

    #[test]
    fn a_sampler_of_one_in_four_takes_one_in_four_of_our_ids() {
        let ids = (0..4_000_u64).map(|number| {
            let chance = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
            let mut ten_bytes = [0; 10];
            ten_bytes[2..].copy_from_slice(&chance);
            // The factor is odd: its multiples differ in their last bits as in a count. Chance comes in any order.
            ten_bytes[2..].reverse();
            Builder::from_unix_timestamp_millis(1_795_000_000_000, &ten_bytes).into_uuid()
        });
        let ids: Vec<Uuid> = ids.collect();
        for sampler in [
            Sampler::TraceIdRatioBased(0.25),
            Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(0.25))),
        ] {
            let taken = ids.iter().filter(|id| takes(&sampler, **id)).count();
            assert!((900..1_100).contains(&taken), "{taken} of 4000 by {sampler:?}");
        }
        assert!(ids.iter().all(|id| takes(&Sampler::AlwaysOn, *id)));
        assert!(!ids.iter().any(|id| takes(&Sampler::AlwaysOff, *id)));
    }
}
