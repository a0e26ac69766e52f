//! Trace collectors over real sockets: one stores everything it receives, the other never answers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Uri};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message as _;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::stack::until;

type Kept = Arc<Mutex<Vec<(String, Bytes)>>>;

/// The span of one call or of one run of a job.
#[derive(Debug, Clone)]
pub struct Span {
    pub service: String,
    pub name: String,
    pub trace: String,
    pub id: String,
    /// Empty if it is the root.
    pub parent: String,
    pub is_error: bool,
    pub attributes: BTreeMap<String, String>,
}

/// A collector that stores everything it receives.
pub struct Collector {
    pub address: String,
    kept: Kept,
    _tasks: JoinSet<()>,
}

impl Collector {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let kept = Kept::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let app = Router::new().fallback({
            let kept = kept.clone();
            async move |address: Uri, headers: HeaderMap, body: Bytes| {
                let head = format!("{address} {headers:?}");
                kept.lock().expect("no test panicked").push((head, body));
            }
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, app).await.expect("it listens") });
        Self {
            address,
            kept,
            _tasks: tasks,
        }
    }

    /// Everything received so far, as text.
    pub fn bytes(&self) -> String {
        let kept = self.kept.lock().expect("no test panicked");
        let texts = kept
            .iter()
            .map(|(head, body)| format!("{head}\n{}\n", String::from_utf8_lossy(body)));
        texts.collect()
    }

    /// All spans received so far.
    pub fn spans(&self) -> Vec<Span> {
        let kept = self.kept.lock().expect("no test panicked");
        let mut all = Vec::new();
        for (head, body) in kept.iter() {
            assert!(head.starts_with("/v1/traces "), "{head}");
            let request = ExportTraceServiceRequest::decode(body.clone()).expect("OTLP");
            for of_resource in request.resource_spans {
                let resource = attributes(of_resource.resource.expect("named").attributes);
                let spans = of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
                all.extend(spans.map(|span| {
                    assert!(span.end_time_unix_nano >= span.start_time_unix_nano);
                    assert!(span.events.is_empty() && span.links.is_empty());
                    Span {
                        service: resource["service.name"].clone(),
                        name: span.name,
                        trace: hex(&span.trace_id),
                        id: hex(&span.span_id),
                        parent: hex(&span.parent_span_id),
                        is_error: span.status.is_some_and(|status| status.code == 2),
                        attributes: attributes(span.attributes),
                    }
                }));
            }
        }
        all
    }

    /// Waits until at least `times` spans of this name have arrived, and returns them.
    pub async fn until_spans(&self, name: &str, times: usize) -> Vec<Span> {
        let named = || self.spans().into_iter().filter(|span| span.name == name);
        until(&format!("the collector has received {name}"), async || {
            named().count() >= times
        })
        .await;
        named().collect()
    }
}

fn attributes(all: Vec<KeyValue>) -> BTreeMap<String, String> {
    all.into_iter()
        .map(|attribute| (attribute.key, text(attribute.value)))
        .collect()
}

fn text(value: Option<AnyValue>) -> String {
    match value.and_then(|value| value.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("neither text nor a number: {other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    let pairs = bytes.iter().map(|byte| format!("{byte:02x}"));
    pairs.collect::<Vec<_>>().concat()
}

/// A collector that accepts connections and never answers.
pub struct Silent {
    pub address: String,
    tries: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl Silent {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let tries = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        tasks.spawn({
            let tries = tries.clone();
            async move {
                let mut open = Vec::new();
                while let Ok((connection, _)) = listener.accept().await {
                    open.push(connection);
                    tries.store(open.len(), Ordering::Relaxed);
                }
            }
        });
        Self {
            address,
            tries,
            _tasks: tasks,
        }
    }

    /// Waits until at least `times` connections were made.
    pub async fn until_tried(&self, times: usize) {
        until("the collector was tried", async || {
            self.tries.load(Ordering::Relaxed) >= times
        })
        .await;
    }
}
