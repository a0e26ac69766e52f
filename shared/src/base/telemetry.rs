//! Logs: readable in development, one JSON object a line in production, filtered by `RUST_LOG`.
//!
//! Invariant: ids, counts and durations are logged; what people confide, addresses and bodies are not.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::base::config::Environment;

/// What is logged without `RUST_LOG`. `tower_sessions` warns of each cookie that it cannot read, and anybody may send one.
const DEFAULT_FILTER: &str =
    "info,sqlx=warn,apalis=warn,tower_http=warn,tower_sessions=error,tower_sessions_core=error";

/// Starts logging for this process. Call once, first.
pub fn start(environment: Environment) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    let registry = tracing_subscriber::registry().with(filter);
    let started = match environment {
        Environment::Production => registry
            .with(tracing_subscriber::fmt::layer().json().flatten_event(true))
            .try_init(),
        Environment::Development => registry.with(tracing_subscriber::fmt::layer().compact()).try_init(),
    };
    if started.is_err() {
        tracing::debug!("logging is already started");
    }
    // A panic's message may quote confidential text, so only its location is logged.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
    }));
}
