//! All routes of the web tier, and their OpenAPI description.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use utoipa::OpenApi;
use utoipa_axum::routes;

use crate::error::{ApiError, ErrorBody};
use crate::metrics;
use crate::pages::style;
use crate::policy::{Policy, Routes, Screened};
use crate::routes::{
    account, admin, auth, avatar, crisis_resources, gift, guidance, kept_letter, leave, letter, library, login,
    nearness, plain, prayer, probe, push, report, review_time, scripture, subscription, testimony, testimony_preview,
    topic, usage, webhook,
};
use crate::state::AppState;

/// The general part of the OpenAPI description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Stillwater",
        description = "The calls of the Stillwater web app. Unsafe calls need `Sec-Fetch-Site: same-origin` or a matching `Origin`. \
        `X-Time-Zone` carries the browser's IANA time zone, `X-Country` the country picked for helplines, \
        `X-Proof-Of-Work` the proof for the challenge in `work` of a refusal."
    ),
    components(schemas(ErrorBody))
)]
struct Description;

/// The calls of people and the sign-in pages below `/api`.
pub fn people() -> Routes {
    let routes = Routes::new(Description::openapi())
        .calls(Policy::CALL, routes!(auth::current_user))
        .calls(Policy::CALL, routes!(auth::sign_out))
        .calls(Policy::CALL, routes!(leave::leave))
        .calls(Policy::CALL, routes!(topic::list))
        .calls(Policy::screened(Screened::Struggle), routes!(guidance::ask))
        .calls(Policy::CALL, routes!(usage::read))
        .calls(Policy::HELP, routes!(crisis_resources::read))
        .calls(Policy::CALL, routes!(letter::read))
        .calls(Policy::CALL, routes!(nearness::count))
        .calls(Policy::CALL, routes!(scripture::around))
        .calls(Policy::screened(Screened::Testimony), routes!(testimony::submit))
        .calls(Policy::screened(Screened::Preview), routes!(testimony_preview::preview))
        .calls(Policy::CALL, routes!(review_time::read))
        .calls(Policy::CALL, routes!(report::report))
        .calls(Policy::CALL, routes!(testimony::prayed::pray))
        .calls(Policy::CALL, routes!(library::list))
        .calls(Policy::screened(Screened::Search), routes!(library::search))
        .calls(Policy::CALL, routes!(library::contents))
        .calls(Policy::CALL, routes!(library::page))
        .calls(Policy::CALL, routes!(testimony::own::list))
        .calls(Policy::CALL, routes!(testimony::own::withdraw))
        .calls(Policy::CALL, routes!(prayer::list))
        .calls(Policy::screened(Screened::Prayer), routes!(prayer::write))
        .calls(Policy::screened(Screened::Prayer), routes!(prayer::change))
        .calls(Policy::CALL, routes!(prayer::delete))
        .calls(Policy::CALL, routes!(account::delete))
        .calls(Policy::CALL, routes!(account::export::export))
        .calls(Policy::CALL, routes!(account::name::change))
        .calls(Policy::CALL, routes!(kept_letter::list, kept_letter::choose))
        // Not screened: its words are ours, and what it quotes was screened when it was asked.
        .calls(
            Policy::up_to(kept_letter::MAX_BODY),
            routes!(kept_letter::keep, kept_letter::delete),
        )
        .calls(Policy::CALL, routes!(avatar::read))
        .calls(Policy::CALL, routes!(push::read, push::subscribe))
        .calls(Policy::CALL, routes!(push::end))
        .calls(Policy::CALL, routes!(subscription::read))
        .calls(Policy::CALL, routes!(subscription::follow))
        .calls(Policy::CALL, routes!(subscription::create))
        .calls(Policy::CALL, routes!(subscription::open_portal))
        .calls(Policy::CALL, routes!(subscription::cancel))
        .calls(Policy::CALL, routes!(subscription::unclaimed::correct))
        .calls(Policy::CALL, routes!(subscription::unclaimed::receipt))
        .calls(Policy::CALL, routes!(subscription::unclaimed::accept))
        .calls(Policy::CALL, routes!(subscription::unclaimed::decline))
        .calls(Policy::CALL, routes!(gift::own, gift::begin))
        .calls(Policy::CALL, routes!(gift::look))
        .calls(Policy::CALL, routes!(gift::accept))
        .calls(Policy::signed(webhook::MAX_EVENT_SIZE), routes!(webhook::stripe));
    login(plain(routes.calls(Policy::CALL, routes!(login::pending::read))))
}

/// The calls of staff below `/api/admin`.
pub fn staff() -> Routes {
    Routes::new(Description::openapi())
        .calls(Policy::CALL, routes!(admin::sign_in::login))
        .calls(Policy::CALL, routes!(admin::sign_in::logout))
        .calls(Policy::CALL, routes!(admin::sign_in::current))
        .calls(Policy::CALL, routes!(admin::testimony::list))
        .calls(Policy::CALL, routes!(admin::queue::counts))
        .calls(Policy::CALL, routes!(admin::queue::changes))
        .calls(Policy::CALL, routes!(admin::queue::reading))
        .calls(Policy::CALL, routes!(admin::spam::list))
        .calls(Policy::CALL, routes!(admin::spam::reject))
        .calls(Policy::CALL, routes!(admin::testimony::moderate))
        .calls(Policy::CALL, routes!(admin::bulk::approve))
        .calls(Policy::CALL, routes!(admin::bulk::keep_flood))
        .calls(
            Policy::CALL,
            routes!(admin::testimony::read, admin::testimony::edit, admin::testimony::delete),
        )
        .calls(Policy::CALL, routes!(admin::testimony::reveal))
        .calls(Policy::CALL, routes!(admin::prayer::prayed_for_testimony))
        .calls(Policy::CALL, routes!(admin::user::list))
        .calls(Policy::CALL, routes!(admin::user_account::read))
        .calls(Policy::CALL, routes!(admin::user_account::show_stories))
        .calls(Policy::CALL, routes!(admin::user::block))
        .calls(Policy::CALL, routes!(admin::user::grant))
        .calls(Policy::CALL, routes!(admin::user::revoke))
        .calls(Policy::CALL, routes!(admin::subscription::list))
        .calls(Policy::CALL, routes!(admin::subscription::hand_over))
        .calls(Policy::CALL, routes!(admin::subscription::end))
        .calls(Policy::CALL, routes!(admin::subscription::keep))
        .calls(Policy::CALL, routes!(admin::duplicate_subscription::list))
        .calls(Policy::CALL, routes!(admin::duplicate_subscription::refund))
        .calls(Policy::CALL, routes!(admin::duplicate_subscription::handle))
        .calls(Policy::CALL, routes!(admin::gift::list))
        .calls(Policy::CALL, routes!(admin::gift::refund))
        .calls(Policy::CALL, routes!(admin::gift::end))
        .calls(Policy::CALL, routes!(admin::gift::hand_over))
        .calls(Policy::CALL, routes!(admin::payment_issue::list))
        .calls(Policy::CALL, routes!(admin::payment_issue::handle))
        .calls(Policy::CALL, routes!(admin::prayer::list))
        .calls(Policy::CALL, routes!(admin::prayer::prayed))
        .calls(Policy::CALL, routes!(admin::letter::list))
        .calls(Policy::CALL, routes!(admin::overview::read))
        .calls(Policy::CALL, routes!(admin::job::list))
        .calls(Policy::CALL, routes!(admin::job::retry))
        .calls(Policy::CALL, routes!(admin::job::discard))
        .calls(Policy::CALL, routes!(admin::document::list))
        .calls(Policy::UPLOAD, routes!(admin::document::upload))
        .calls(Policy::CALL, routes!(admin::document::ingest))
        .calls(Policy::CALL, routes!(admin::document::watch))
        .calls(Policy::CALL, routes!(admin::document::retry))
        .calls(Policy::CALL, routes!(admin::document::preview))
        .calls(Policy::CALL, routes!(admin::document::edit, admin::document::delete))
        .calls(Policy::CALL, routes!(admin::audit::list))
        .calls(Policy::CALL, routes!(admin::audit::people))
        .calls(Policy::CALL, routes!(admin::audit::export::export))
        .calls(Policy::CALL, routes!(admin::audit::verify))
}

/// The plain page, for browsers that cannot run the app. The description leaves it out.
fn plain(routes: Routes) -> Routes {
    routes
        .page_with(Policy::HELP, "/plain", Method::GET, get(plain::show))
        .page_with(Policy::FORM, "/plain", Method::POST, post(plain::answer))
}

/// The sign-in pages, and the link to pay what is late. The description leaves them out.
fn login(routes: Routes) -> Routes {
    routes
        .page("/login", get(login::choose))
        .page("/login/style.css", get(style::sheet))
        .page("/login/email", get(login::start_again).post(login::by_email::ask))
        .page(
            "/login/code",
            get(login::by_email::code).post(login::by_email::try_code),
        )
        .page("/login/again", get(login::start_again).post(login::pending::send_again))
        .page(
            "/login/link",
            get(login::by_email::link).post(login::by_email::use_link),
        )
        .page("/login/blocked", get(login::blocked))
        .page("/subscription/pay", get(subscription::late::pay))
        .page("/login/{provider}", get(login::by_provider::begin))
        .page("/login/{provider}/callback", get(login::by_provider::callback))
}

/// Routes for the platform: liveness, readiness, metrics, the OpenAPI description.
pub fn probes() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(probe::alive))
        .route("/healthz/traffic", get(probe::traffic))
        .route("/readyz", get(probe::ready))
        .route("/metrics", get(metrics::show))
        .route("/openapi.json", get(contract))
}

/// The OpenAPI description as JSON, made once: making it takes as long as dozens of calls.
async fn contract() -> impl IntoResponse {
    static CONTRACT: LazyLock<Bytes> =
        LazyLock::new(|| serde_json::to_vec(&openapi()).map(Bytes::from).unwrap_or_default());
    ([(CONTENT_TYPE, "application/json")], CONTRACT.clone())
}

/// The OpenAPI description, with full paths.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, mut whole, _) = people().into_parts();
    let (_, of_staff, _) = staff().into_parts();
    whole.merge(of_staff);
    let below_api = std::mem::take(&mut whole.paths.paths);
    whole.paths.paths = below_api
        .into_iter()
        .map(|(path, item)| (format!("/api{path}"), item))
        .collect();
    whole
}

/// The fallback for unknown paths below `/api`.
pub async fn not_found() -> ApiError {
    ApiError::not_found()
}
