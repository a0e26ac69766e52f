//! The middleware stack, outermost first, and the state that handlers share.
//!
//! Invariant: `crisis_first` stands outside everything that can refuse, wait or fail.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, State};
use axum::http::{HeaderName, Request, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use axum::{Router, middleware};
use shared::ctx::Ctx;
use shared::trace::{self, Span};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use uuid::Uuid;

use crate::health::Health;
use crate::rate::Rate;
use crate::upload_events::Uploads;
use crate::{crisis_first, error, frontend, gate, linger, metrics, router, security};

/// What every handler is given. It is counted once: each layer that a request passes takes a copy.
pub type AppState = Arc<Surroundings>;

/// The surroundings of a call.
pub struct Surroundings {
    /// The product's surroundings.
    pub ctx: Arc<Ctx>,
    /// What is known of the things we depend on.
    pub health: Arc<Health>,
    /// What staff are told of documents.
    pub uploads: Uploads,
    /// The calls of households lately.
    pub rate: Rate,
}

impl Surroundings {
    /// Nobody has called yet.
    #[must_use]
    pub fn new(ctx: Arc<Ctx>, health: Arc<Health>) -> Self {
        Self {
            rate: Rate::new(ctx.config.address_rate_limit),
            uploads: Uploads::default(),
            health,
            ctx,
        }
    }
}

/// The whole web tier as one service. A layer that is a function costs every request a copy of all that is below it, so
/// there are few.
pub fn app(state: AppState) -> Router {
    let (api, _) = router::api();
    let calls = api
        .merge(router::login())
        .fallback(router::nothing_here)
        .with_state(state.clone())
        .layer(
            ServiceBuilder::new()
                .map_request(linger::to_the_end)
                .layer(middleware::from_fn_with_state(state.clone(), crisis_first::screen))
                .layer(middleware::from_fn_with_state(state.clone(), gate::admit))
                .layer(DefaultBodyLimit::max(crisis_first::MAX_BODY_SIZE)),
        );
    let probes = router::probes().with_state(state.clone());
    Router::new()
        .nest("/api", calls)
        .route("/api/", any(router::nothing_here))
        .merge(probes)
        .merge(frontend::pages(&state.ctx))
        .layer(
            ServiceBuilder::new()
                .map_request(without_foreign_id)
                .layer(SetRequestIdLayer::new(request_id_header(), OwnRequestId))
                .layer(
                    TraceLayer::new_for_http()
                        .make_span_with(span)
                        .on_request(())
                        .on_response(on_response)
                        .on_failure(on_failure),
                )
                .layer(PropagateRequestIdLayer::new(request_id_header()))
                .layer(middleware::from_fn_with_state(state, followed))
                .layer(CatchPanicLayer::custom(panicked)),
        )
}

const fn request_id_header() -> HeaderName {
    HeaderName::from_static("x-request-id")
}

/// Takes away an id that a client sent, so that nobody else writes into our log.
fn without_foreign_id<B>(mut request: Request<B>) -> Request<B> {
    request.headers_mut().remove(request_id_header());
    request
}

/// Ids of ours: in the order of time, and of no meaning otherwise.
#[derive(Clone, Copy)]
struct OwnRequestId;

impl MakeRequestId for OwnRequestId {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        Uuid::now_v7().to_string().parse().ok().map(RequestId::new)
    }
}

/// Follows a request from its beginning to its answer. Everything that it begins goes back to it, by its id; a collector
/// is told of calls alone, since nothing follows from pages, files and probes. Its answer is counted by its route, the
/// template of a path: no path that somebody typed becomes a label. Errors get their bodies, and all answers their headers.
async fn followed(State(state): State<AppState>, request: Request<Body>, next: Next) -> Response {
    let began = Instant::now();
    let id = request.headers().get(request_id_header());
    let id = id.and_then(|id| Uuid::try_parse_ascii(id.as_bytes()).ok());
    let id = id.unwrap_or_else(Uuid::now_v7);
    let method = metrics::word(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map(MatchedPath::as_str);
    let headers = security::Headers::of(&state.ctx, request.uri().path());
    let span = route
        .filter(|route| route.starts_with("/api/"))
        .map(|route| Span::of_call(id, method, route));
    let mut response = error::render(trace::within(id, next.run(request)).await, id);
    headers.add_to(response.headers_mut());
    let status = response.status().as_u16();
    shared::metrics::answered(method, route.unwrap_or("unknown"), status, began.elapsed());
    if let Some(span) = span {
        span.answered(status);
    }
    response
}

/// The route alone: addresses and queries may hold what people confide.
fn span<B>(request: &Request<B>) -> tracing::Span {
    let id = request
        .headers()
        .get(request_id_header())
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default();
    tracing::info_span!("request", id, method = %request.method())
}

/// A 503 is no error of ours: something that we depend on is away, or not here yet when a probe asks.
fn on_response<B>(response: &axum::http::Response<B>, latency: Duration, _: &tracing::Span) {
    let milliseconds = latency.as_secs_f64() * 1000.0;
    match response.status().as_u16() {
        503 => tracing::warn!(status = 503, milliseconds, "answered"),
        status @ 500.. => tracing::error!(status, milliseconds, "answered"),
        status => tracing::debug!(status, milliseconds, "answered"),
    }
}

fn on_failure(failure: ServerErrorsFailureClass, _: Duration, _: &tracing::Span) {
    // Of a status `on_response` has told.
    if let ServerErrorsFailureClass::Error(error) = failure {
        tracing::warn!(error, "an answer broke off");
    }
}

fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    error::ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "INTERNAL",
        "Something went wrong on our side. Please try again.",
    )
    .into_response()
}
