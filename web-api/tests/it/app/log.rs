//! Captures the log of a test.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

/// Everything that this thread has logged since `listen`, a line for each event and span: level, target, fields.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        write!(self.0, "{field}={value:?} ").expect("a string takes everything");
    }
}

impl<S: tracing::Subscriber> Layer<S> for Log {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let of = event.metadata();
        let mut text = Text(format!("{} {} ", of.level(), of.target()));
        event.record(&mut text);
        self.keep(text);
    }

    fn on_new_span(&self, span: &tracing::span::Attributes<'_>, _: &tracing::Id, _: Context<'_, S>) {
        let of = span.metadata();
        let mut text = Text(format!("span {} {} ", of.target(), of.name()));
        span.record(&mut text);
        self.keep(text);
    }
}

impl Log {
    fn keep(&self, text: Text) {
        self.0.lock().expect("no test panicked").push(text.0);
    }

    /// Captures until the guard is dropped.
    pub fn listen(&self) -> DefaultGuard {
        tracing::subscriber::set_default(tracing_subscriber::registry().with(self.clone()))
    }

    pub fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no test panicked").clone()
    }

    /// The number of statements on testimonies, sessions or the audit trail, which the health check never queries.
    pub fn statements(&self) -> usize {
        let nouns = ["testimony", "session", "audit_entry", "moderation_step"];
        let is_one = |line: &&String| line.contains(" sqlx::query ") && nouns.iter().any(|noun| line.contains(noun));
        self.lines().iter().filter(is_one).count()
    }
}
