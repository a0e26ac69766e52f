//! Every URL of the web tier, and the description of all of them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::{ContentBuilder, PathItem, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use crate::app::AppState;
use crate::error::ApiError;
use crate::metrics;
use crate::pages::style;
use crate::rate;
use crate::routes::{
    account, admin, auth, avatar, crisis_resources, guidance, leave, library, login, prayers, probes, report,
    review_time, scripture, subscription, testimony, testimony_preview, topics, usage, webhooks,
};

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
        .routes(routes!(auth::sign_out))
        .routes(routes!(leave::leave))
        .routes(routes!(topics::list))
        .routes(routes!(guidance::ask))
        .routes(routes!(usage::read))
        .routes(routes!(crisis_resources::read))
        .routes(routes!(scripture::around))
        .routes(routes!(testimony::submit))
        .routes(routes!(testimony_preview::preview))
        .routes(routes!(review_time::read))
        .routes(routes!(report::report))
        .routes(routes!(admin::sign_in::login))
        .routes(routes!(admin::sign_in::logout))
        .routes(routes!(admin::stories::list))
        .routes(routes!(admin::stories::counts))
        .routes(routes!(admin::stories::moderate))
        .routes(routes!(admin::stories::approve))
        .routes(routes!(
            admin::stories::read,
            admin::stories::edit,
            admin::stories::delete
        ))
        .routes(routes!(admin::stories::reveal))
        .routes(routes!(admin::users::list))
        .routes(routes!(admin::users::block))
        .routes(routes!(admin::users::grant))
        .routes(routes!(admin::users::revoke))
        .routes(routes!(admin::prayers::list))
        .routes(routes!(admin::prayers::prayed))
        .routes(routes!(admin::jobs::list))
        .routes(routes!(admin::jobs::retry))
        .routes(routes!(admin::jobs::discard))
        .routes(routes!(admin::uploads::list, admin::uploads::upload))
        .routes(routes!(admin::uploads::ingest))
        .routes(routes!(admin::uploads::watch))
        .routes(routes!(admin::uploads::retry))
        .routes(routes!(admin::uploads::delete))
        .routes(routes!(library::list))
        .routes(routes!(library::search))
        .routes(routes!(library::page))
        .routes(routes!(admin::audit::list))
        .routes(routes!(admin::audit::verify))
        .routes(routes!(testimony::own::list))
        .routes(routes!(testimony::own::withdraw))
        .routes(routes!(prayers::list, prayers::write))
        .routes(routes!(prayers::change, prayers::delete))
        .routes(routes!(account::delete))
        .routes(routes!(account::export::export))
        .routes(routes!(avatar::read))
        .routes(routes!(subscription::read))
        .routes(routes!(subscription::follow))
        .routes(routes!(subscription::create))
        .routes(routes!(subscription::open_portal))
        .routes(routes!(subscription::cancel))
        .routes(routes!(webhooks::stripe).layer(DefaultBodyLimit::max(webhooks::MAX_EVENT_SIZE)))
        .split_for_parts()
}

/// The pages for signing in, below `/api` too. They are no calls, and not described.
pub fn login() -> Router<AppState> {
    Router::new()
        .route("/login", get(login::choose))
        .route("/login/style.css", get(style::sheet))
        .route("/login/email", get(login::start_again).post(login::by_email::ask))
        .route(
            "/login/code",
            get(login::by_email::code).post(login::by_email::try_code),
        )
        .route(
            "/login/link",
            get(login::by_email::link).post(login::by_email::use_link),
        )
        .route("/login/blocked", get(login::blocked))
        .route("/login/{provider}", get(login::by_provider::leave))
        .route("/login/{provider}/callback", get(login::by_provider::come_back))
}

/// What platforms ask: is it alive, may it be sent requests.
pub fn probes() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(probes::alive))
        .route("/readyz", get(probes::ready))
        .route("/metrics", get(metrics::show))
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
        .map(|(path, item)| (format!("/api{path}"), with_limit(&path, item)))
        .collect();
    whole
}

/// Every call that the limit on calls can refuse says so.
fn with_limit(path: &str, mut item: PathItem) -> PathItem {
    let operations = [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.patch,
        &mut item.delete,
    ];
    if !rate::NEVER_LIMITED.contains(&path) {
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            responses.entry("429".to_owned()).or_insert_with(too_many);
        }
    }
    item
}

fn too_many() -> RefOr<utoipa::openapi::Response> {
    let body = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    ResponseBuilder::new()
        .description("too many calls: `Retry-After` says when to come back")
        .content("application/json", body)
        .into()
}

/// Any other path below `/api`.
pub async fn nothing_here() -> ApiError {
    ApiError::not_found()
}
