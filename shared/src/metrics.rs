//! What is counted and measured for operators. Nothing is kept until a process begins to; then every call below adds
//! to what it shows.
//!
//! Invariant: labels are words of our own source and templates of routes. Never an id, an address, or anything that
//! somebody sent.

mod ledger;
mod process;

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::Lane;

/// How often what was measured is put in order, so that it does not pile up while nobody asks.
pub const UPKEEP: Duration = Duration::from_secs(5);

/// The steps of every duration, in seconds. The targets (25 ms for guidance, 1 s for redaction) are among them.
const STEPS: [f64; 14] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 300.0,
];

static SHOWN: OnceLock<PrometheusHandle> = OnceLock::new();

/// How a job ended in the hands of one worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobEnd {
    /// It is done.
    Finished,
    /// It failed and is due again later.
    Retried,
    /// It failed for as long as an outage lasted, and the next of its kind makes up for it.
    LeftToTheNext,
    /// It failed for good.
    Dead,
}

impl JobEnd {
    /// The word for it in metrics and traces.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Retried => "retried",
            Self::LeftToTheNext => "left",
            Self::Dead => "dead",
        }
    }
}

/// Sets up the exporter as all our processes use it.
///
/// # Errors
/// `Internal` if the steps of durations cannot be set.
pub fn builder() -> Result<PrometheusBuilder> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &STEPS)
        .map_err(Error::internal)
}

/// Begins to keep what this process counts, to be shown by [`render`]. Doing it twice changes nothing.
///
/// # Errors
/// `Internal` if something else keeps it already.
pub fn begin() -> Result<()> {
    if SHOWN.get().is_none() {
        let recorder = builder()?.build_recorder();
        let _ = SHOWN.set(recorder.handle());
        metrics::set_global_recorder(recorder).map_err(Error::internal)?;
    }
    Ok(())
}

/// Everything that this process keeps, as Prometheus reads it, with what stands in Postgres; nothing if it keeps nothing.
pub async fn render(ctx: &Ctx) -> String {
    ledger::observe(ctx).await;
    process::observe(ctx);
    SHOWN.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// Notes what this process knows of itself, for as long as it lives: for an exporter that answers by itself.
pub async fn observe_process(ctx: &Ctx) {
    loop {
        process::observe(ctx);
        tokio::time::sleep(UPKEEP).await;
    }
}

/// Puts in order what was measured, for as long as the process lives.
pub async fn keep_in_order() {
    while let Some(shown) = SHOWN.get() {
        tokio::time::sleep(UPKEEP).await;
        shown.run_upkeep();
    }
    std::future::pending::<()>().await;
}

/// A request was answered. `route` is the template of its path, in which no id stands.
pub fn answered(method: &'static str, route: &str, status: u16, took: Duration) {
    let route = route.to_owned();
    counter!("stillwater_http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    histogram!("stillwater_http_request_seconds", "method" => method, "route" => route).record(took);
}

/// Words of this call may be screened from now on. A series that begins with its first event hides that event from
/// whoever asks how much it rose.
pub fn screens(call: &'static str) {
    for severity in 0..=4_u8 {
        counter!("stillwater_screenings_total", "call" => call, "severity" => severity.to_string()).increment(0);
    }
}

/// Words were screened, from 0 (no danger) to 4 (a plan or an emergency).
pub fn screened(call: &'static str, severity: u8) {
    counter!("stillwater_screenings_total", "call" => call, "severity" => severity.to_string()).increment(1);
}

/// A job began so long after it was due.
pub fn job_began(lane: Lane, waited: Duration) {
    histogram!("stillwater_job_wait_seconds", "lane" => lane.as_str()).record(waited);
}

/// A job ended after so long.
pub fn job_ended(kind: &str, end: JobEnd, took: Duration) {
    let kind = kind.to_owned();
    counter!("stillwater_jobs_total", "kind" => kind.clone(), "end" => end.as_str()).increment(1);
    histogram!("stillwater_job_seconds", "kind" => kind).record(took);
}

/// Jobs are run from now on.
pub fn runs_jobs() {
    counter!("stillwater_job_deaths_total").increment(0);
}

/// A worker died with a job in hand, as the next one found.
pub fn job_abandoned() {
    counter!("stillwater_job_deaths_total").increment(1);
}

/// So many ids of jobs were given to Redis.
pub fn relayed(lane: Lane, ids: usize) {
    counter!("stillwater_jobs_relayed_total", "lane" => lane.as_str()).increment(ids as u64);
}

/// Whether jobs get from Postgres to Redis: both answered at the last look.
pub fn relay_works(works: bool) {
    gauge!("stillwater_relay_up").set(f64::from(u8::from(works)));
}
