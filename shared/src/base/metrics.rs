//! Prometheus metrics for operators. Nothing is recorded until a process calls `begin`.
//!
//! Invariant: labels are fixed words from our source and route templates, never ids, addresses or input.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::base::error::{Error, Result};
use crate::base::jobs::{Lane, LocalQueueReport};

/// How often the exporter's upkeep runs, so that histogram samples do not pile up between scrapes.
pub const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The histogram buckets of all durations, in seconds. They include the targets: 25 ms for guidance, 1 s for redaction.
const BUCKETS: [f64; 14] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 300.0,
];

static EXPORTER: OnceLock<PrometheusHandle> = OnceLock::new();

/// How a run of a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobEnd {
    /// It succeeded.
    Finished,
    /// It failed and will be retried.
    Retried,
    /// It failed during an outage, and the next job of its kind supersedes it.
    Superseded,
    /// It failed for good.
    Dead,
}

impl JobEnd {
    /// The word in metrics and traces.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Retried => "retried",
            Self::Superseded => "left",
            Self::Dead => "dead",
        }
    }
}

/// What became of a message of Web Push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushEnd {
    /// The push service took it.
    Sent,
    /// The browser is gone, and was forgotten.
    Gone,
    /// It was too late to send it.
    Late,
    /// The push service refused it for good, or is not in the list any more.
    Refused,
}

impl PushEnd {
    const ALL: [Self; 4] = [Self::Sent, Self::Gone, Self::Late, Self::Refused];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Gone => "gone",
            Self::Late => "late",
            Self::Refused => "refused",
        }
    }
}

/// The exporter with the settings that all our processes share.
pub fn builder() -> Result<PrometheusBuilder> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
        .map_err(Error::internal)
}

/// Installs the recorder whose metrics [`render`] returns. A second call does nothing.
///
/// # Errors
/// `Internal` if another recorder is installed.
pub fn begin() -> Result<()> {
    if EXPORTER.get().is_none() {
        let recorder = builder()?.build_recorder();
        let _ = EXPORTER.set(recorder.handle());
        metrics::set_global_recorder(recorder).map_err(Error::internal)?;
    }
    Ok(())
}

/// All metrics in Prometheus's text format; empty if no recorder is installed.
pub fn render() -> String {
    EXPORTER.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// Runs the exporter's upkeep for as long as the process lives.
pub async fn run_upkeep() {
    while let Some(exporter) = EXPORTER.get() {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        exporter.run_upkeep();
    }
    std::future::pending::<()>().await;
}

/// Counts a request whose proxies did not forward the client's address.
pub fn address_missing() {
    counter!("stillwater_addresses_missing_total").increment(1);
}

/// Counts an answered request. `route` is the route template, without ids.
pub fn request_answered(method: &'static str, route: &str, status: u16, took: Duration) {
    let route = route.to_owned();
    counter!("stillwater_http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    histogram!("stillwater_http_request_seconds", "method" => method, "route" => route).record(took);
}

/// Initialises the screening counters of an API call with 0. Without that, Prometheus would miss the first increase.
pub fn init_screenings(call: &'static str) {
    for severity in 0..=4_u8 {
        counter!("stillwater_screenings_total", "call" => call, "severity" => severity.to_string()).increment(0);
    }
}

/// Counts a screening. Severities range from 0 (no danger) to 4 (a plan or an emergency).
pub fn screened(call: &'static str, severity: u8) {
    counter!("stillwater_screenings_total", "call" => call, "severity" => severity.to_string()).increment(1);
}

/// Initialises the counters of second readings with 0.
pub fn init_second_readings() {
    for outcome in ["read", "skipped"] {
        counter!("stillwater_second_readings_total", "outcome" => outcome).increment(0);
    }
}

/// Counts a second reading: whether it was read in time, or skipped because too many waited.
pub fn second_reading(in_time: bool) {
    let outcome = if in_time { "read" } else { "skipped" };
    counter!("stillwater_second_readings_total", "outcome" => outcome).increment(1);
}

/// Initialises the counters of messages of Web Push with 0.
pub fn init_pushes() {
    for end in PushEnd::ALL {
        counter!("stillwater_pushes_total", "end" => end.as_str()).increment(0);
    }
}

/// Counts a message of Web Push.
pub fn push_ended(end: PushEnd) {
    counter!("stillwater_pushes_total", "end" => end.as_str()).increment(1);
}

/// Records how long a job waited between its due time and its start.
pub fn job_began(lane: Lane, waited: Duration) {
    histogram!("stillwater_job_wait_seconds", "lane" => lane.as_str()).record(waited);
}

/// Records the end and the duration of a run.
pub fn job_ended(kind: &str, end: JobEnd, took: Duration) {
    let kind = kind.to_owned();
    counter!("stillwater_jobs_total", "kind" => kind.clone(), "end" => end.as_str()).increment(1);
    histogram!("stillwater_job_seconds", "kind" => kind).record(took);
}

/// Initialises the counter of job deaths with 0.
pub fn init_job_deaths() {
    counter!("stillwater_job_deaths_total").increment(0);
}

/// Counts a worker that died while it held a job, as the next claim found.
pub fn job_abandoned() {
    counter!("stillwater_job_deaths_total").increment(1);
}

/// Sets what this worker holds of a lane.
pub fn local_queue(queue: &LocalQueueReport) {
    let lane = queue.lane.as_str();
    for (state, jobs) in [
        ("running", queue.running),
        ("ahead", queue.ahead),
        ("unrecorded", queue.unrecorded),
        ("slots", queue.slots),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "a worker holds some hundred jobs")]
        gauge!("stillwater_local_queue_jobs", "lane" => lane, "state" => state).set(jobs as f64);
    }
    let oldest = queue.oldest.unwrap_or_default();
    gauge!("stillwater_local_queue_oldest_seconds", "lane" => lane).set(oldest.as_secs_f64());
}

/// Counts a wake-up that the relay pushed to Redis.
pub fn woken(lane: Lane) {
    counter!("stillwater_wakeups_total", "lane" => lane.as_str()).increment(1);
}

/// Sets whether the relay works: Postgres and Redis both answered last time.
pub fn relay_works(works: bool) {
    gauge!("stillwater_relay_up").set(f64::from(u8::from(works)));
}
