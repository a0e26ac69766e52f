//! The middleware stack, outermost first.
//!
//! Invariant: `crisis_first` stands outside everything that can refuse, wait or fail.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, State};
use axum::http::{HeaderName, Request, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use axum::{Router, middleware as layer};
use shared::trace::{self, Span};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use uuid::Uuid;

use crate::extract::body::now;
use crate::middleware::{admission, crisis_first, drain_body, security_headers, spelling};
use crate::session::{self, Holder};
use crate::state::AppState;
use crate::{error, frontend, metrics, router};

/// The whole web tier as one service. There are few layers made from functions: each clones everything below it for
/// every request.
pub fn app(state: AppState) -> Router {
    let (people, _, policies) = router::people().into_parts();
    let (staff, _, policies_of_staff) = router::staff().into_parts();
    let policies = policies.and(&policies_of_staff);
    let calls = people
        .layer(session::layer(&state.ctx, Holder::User))
        .merge(staff.layer(session::layer(&state.ctx, Holder::Staff)));
    let calls = calls.fallback(router::not_found).with_state(state.clone()).layer(
        ServiceBuilder::new()
            .map_request(move |request| policies.attach(request))
            .map_request(drain_body::drain)
            .layer(layer::from_fn_with_state(state.clone(), crisis_first::screen))
            .layer(layer::from_fn_with_state(state.clone(), admission::admit))
            .layer(DefaultBodyLimit::max(crisis_first::MAX_BODY_SIZE)),
    );
    let probes = router::probes()
        .with_state(state.clone())
        .route_layer(layer::from_fn_with_state(state.clone(), admission::admit_probe));
    let all = Router::new()
        .nest("/api", calls)
        .route("/api/", any(router::not_found))
        .merge(probes)
        .merge(frontend::pages(&state.ctx))
        .layer(
            ServiceBuilder::new()
                .map_request(remove_client_request_id)
                .layer(SetRequestIdLayer::new(request_id_header(), OwnRequestId))
                .layer(
                    TraceLayer::new_for_http()
                        .make_span_with(span)
                        .on_request(())
                        .on_response(on_response)
                        .on_failure(on_failure),
                )
                .layer(PropagateRequestIdLayer::new(request_id_header()))
                .layer(layer::from_fn_with_state(state, observe))
                .layer(CatchPanicLayer::custom(panicked)),
        );
    // Before a route is chosen, which no layer of a router is.
    Router::new().fallback_service(ServiceBuilder::new().map_request(spelling::correct).service(all))
}

const fn request_id_header() -> HeaderName {
    HeaderName::from_static("x-request-id")
}

/// Removes a request id that a client sent, so that clients cannot write into our log.
fn remove_client_request_id<B>(mut request: Request<B>) -> Request<B> {
    request.headers_mut().remove(request_id_header());
    request
}

/// Our own request ids (UUID v7): ordered by time, without further meaning.
#[derive(Clone, Copy)]
struct OwnRequestId;

impl MakeRequestId for OwnRequestId {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        Uuid::now_v7().to_string().parse().ok().map(RequestId::new)
    }
}

/// Traces and counts a request, renders the body of an error, and adds the security headers.
///
/// The request id is the trace id of everything that the request starts. Only API calls become spans for the collector,
/// since pages, files and probes start nothing. Metrics carry the route template: no path that a client typed becomes a
/// label.
async fn observe(State(state): State<AppState>, request: Request<Body>, next: Next) -> Response {
    let began = Instant::now();
    let id = request.headers().get(request_id_header());
    let id = id.and_then(|id| Uuid::try_parse_ascii(id.as_bytes()).ok());
    let id = id.unwrap_or_else(Uuid::now_v7);
    let method = metrics::method_label(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map(MatchedPath::as_str);
    let headers = security_headers::Headers::of(&state.ctx, request.uri().path());
    let span = route
        .filter(|route| route.starts_with("/api/"))
        .map(|route| Span::for_request(id, method, route));
    let mut response = error::render(
        trace::within(id, next.run(request)).await,
        id,
        &state.ctx.config.key_ring,
        now(),
    );
    headers.add_to(response.headers_mut());
    let status = response.status().as_u16();
    shared::metrics::request_answered(method, route.unwrap_or("unknown"), status, began.elapsed());
    if let Some(span) = span {
        span.answered(status);
    }
    response
}

/// The id and the method, without the URL: paths and queries may hold what people confide.
fn span<B>(request: &Request<B>) -> tracing::Span {
    let id = request
        .headers()
        .get(request_id_header())
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default();
    tracing::info_span!("request", id, method = %request.method())
}

/// A 503 is a warning: a dependency is down, or not yet up when a probe asks.
fn on_response<B>(response: &axum::http::Response<B>, latency: Duration, _: &tracing::Span) {
    let milliseconds = latency.as_secs_f64() * 1000.0;
    match response.status().as_u16() {
        503 => tracing::warn!(status = 503, milliseconds, "answered"),
        status @ 500.. => tracing::error!(status, milliseconds, "answered"),
        status => tracing::debug!(status, milliseconds, "answered"),
    }
}

fn on_failure(failure: ServerErrorsFailureClass, _: Duration, _: &tracing::Span) {
    // `on_response` logs statuses.
    if let ServerErrorsFailureClass::Error(error) = failure {
        tracing::warn!(error, "a response failed");
    }
}

fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    error::ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "INTERNAL",
        "Something went wrong on our side. Nothing of yours is lost. Please try again.",
    )
    .into_response()
}
