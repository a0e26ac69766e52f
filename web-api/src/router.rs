//! Every URL of the web tier, and the description of all of them.

use axum::Router;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::error::ApiError;
use crate::routes::{auth, crisis_resources, guidance, probes, scripture, testimony, topics, usage};

/// What the description says about all calls.
#[derive(OpenApi)]
#[openapi(info(
    title = "Stillwater",
    description = "The calls of the Stillwater web app. Unsafe calls need `Sec-Fetch-Site: same-origin` or a matching `Origin`. \
        `X-Time-Zone` carries the browser's IANA time zone, `X-Country` the country picked for helplines."
))]
struct Description;

/// The calls below `/api`, with their description.
pub fn api() -> (Router<AppState>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(auth::current_user))
        .routes(routes!(topics::list))
        .routes(routes!(guidance::ask))
        .routes(routes!(usage::read))
        .routes(routes!(crisis_resources::read))
        .routes(routes!(scripture::around))
        .routes(routes!(testimony::submit))
        .split_for_parts()
}

/// What platforms ask: is it alive, may it be sent requests.
pub fn probes() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(probes::alive))
        .route("/readyz", get(probes::ready))
        .route("/openapi.json", get(async || axum::Json(openapi())))
}

/// The description of all calls, with their full paths.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, below_api) = api();
    let mut whole = below_api.clone();
    whole.paths.paths = below_api
        .paths
        .paths
        .into_iter()
        .map(|(path, item)| (format!("/api{path}"), item))
        .collect();
    whole
}

/// Any other path below `/api`.
pub async fn nothing_here() -> ApiError {
    ApiError::not_found()
}
