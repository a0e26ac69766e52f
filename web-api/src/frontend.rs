//! Serves the built frontend: its files, one document for all screens, and one for the payment pages.
//!
//! Files are compressed at build time (`frontend/tools/compress.mjs`). Documents are filled with the settings of this
//! installation and compressed when they are first asked for.
//!
//! Invariant: an unknown path gets the document with status 404. A missing asset never gets the document.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::json;
use shared::config::DEFAULT_COUNTRY;
use shared::config::{DEFAULT_APP_NAME, DEFAULT_SUPPORT_EMAIL};
use shared::country::ClientHints;
use shared::ctx::Ctx;
use shared::payments::Payments;
use tower::ServiceBuilder;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::extract::appearance::Appearance;
use crate::pages::escaped;
use crate::pages::made_once::MadeOnce;
use crate::pages::plain::Plain;

/// The screens; `frontend/src/app/router.tsx` has the same list, and a test compares them.
pub const SCREENS: &[&str] = &[
    "/",
    "/result",
    "/resources",
    "/instant-support",
    "/testimony",
    "/thank-you",
    "/guidelines",
    "/mine",
    "/today",
    "/passage/{reference}",
    "/gift/{code}",
    "/profile",
    "/testimonies",
    "/prayers",
    "/library",
    "/library/{id}",
    "/admin",
    "/terms",
    "/privacy",
];

/// The payment pages. They are a document of their own, so that Stripe's script runs on no other page.
pub const PAYMENT_PAGES: [&str; 3] = ["/subscribe", "/subscribe/success", "/subscribe/gift"];
/// The script that replaces Stripe's on the payment page when a stand-in for Stripe is configured.
const STAND_IN_SCRIPT: &str = "/stripe-standin.js";
/// What the document of the build says of the ways of signing in.
const ALL_SIGN_IN_WAYS: &str = "google github email";
/// The web app manifest: name, icons and shortcuts of the installed app.
const MANIFEST: &str = "manifest.webmanifest";

/// For files whose names contain a digest of their content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The pages and their files.
pub fn pages(ctx: &Ctx) -> Router {
    let folder = ctx.config.frontend_dir.clone();
    let installation = Arc::new(Installation::new(ctx));
    let made = MadeOnce::default();
    let document = |name: &str, status: StatusCode| {
        let document = folder.join(name);
        let installation = installation.clone();
        let made = made.clone();
        get(move |headers: HeaderMap| {
            serve_document(status, headers, document.clone(), installation.clone(), made.clone())
        })
    };
    let assets = ServiceBuilder::new()
        .layer(SetResponseHeaderLayer::if_not_present(
            CACHE_CONTROL,
            immutable_if_found,
        ))
        .service(
            ServeDir::new(folder.join("assets"))
                .precompressed_br()
                .precompressed_gzip(),
        );
    // Files with fixed names: sw.js, icons.
    let files = ServiceBuilder::new()
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, REVALIDATE))
        .service(
            ServeDir::new(&folder)
                .append_index_html_on_directories(false)
                .precompressed_br()
                .precompressed_gzip()
                .fallback(document("index.html", StatusCode::NOT_FOUND)),
        );
    let manifest = folder.join(MANIFEST);
    let manifest_route = {
        let installation = installation.clone();
        get(move || serve_manifest(manifest.clone(), installation.clone()))
    };
    let screens = SCREENS.iter().fold(Router::new(), |router, path| {
        router.route(path, document("index.html", StatusCode::OK))
    });
    // Under their file names, too, the documents are filled: an unfilled one would show no helplines.
    let screens = screens
        .route(&format!("/{MANIFEST}"), manifest_route)
        .route("/index.html", document("index.html", StatusCode::OK))
        .route("/subscribe.html", document("subscribe.html", StatusCode::OK));
    let payment_pages = PAYMENT_PAGES.iter().fold(screens, |router, path| {
        router.route(path, document("subscribe.html", StatusCode::OK))
    });
    let stand_in = ctx.payments.as_ref().and_then(Payments::stand_in);
    let pages = match stand_in.map(|origin| Redirect::temporary(&format!("{origin}/stripe.js"))) {
        Some(to_script) => payment_pages.route(STAND_IN_SCRIPT, get(async move || to_script)),
        None => payment_pages,
    };
    pages.nest_service("/assets", assets).fallback_service(files)
}

/// Caches existing files only: one that is missing during a rollout may exist later.
fn immutable_if_found<B>(response: &axum::http::Response<B>) -> Option<HeaderValue> {
    let status = response.status();
    let is_found = status.is_success() || status == StatusCode::NOT_MODIFIED;
    is_found.then_some(IMMUTABLE)
}

async fn serve_document(
    status: StatusCode,
    asked: HeaderMap,
    document: PathBuf,
    installation: Arc<Installation>,
    made: MadeOnce,
) -> Response {
    let fill = |html: &str| installation.fill_document(html);
    let Some((encoding, document)) = made.document(&document, &asked, fill).await else {
        // The pages are not built yet. Help is there all the same.
        return (StatusCode::SERVICE_UNAVAILABLE, Html(installation.plain_part.clone())).into_response();
    };
    let headers = [
        (CACHE_CONTROL, REVALIDATE),
        // Browsers without `Sec-Fetch-Site` send the `Origin` of the plain form only under this policy.
        (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    ];
    (status, headers, encoding, document).into_response()
}

async fn serve_manifest(file: PathBuf, installation: Arc<Installation>) -> Response {
    let Ok(json) = tokio::fs::read_to_string(&file).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/manifest+json")),
        (CACHE_CONTROL, REVALIDATE),
    ];
    (headers, installation.fill_manifest(&json)).into_response()
}

/// What the documents show of this installation: its settings, and the plain part for browsers that cannot run the app.
struct Installation {
    app_name: String,
    support_email: String,
    default_country: String,
    /// The ways of signing in that are configured, separated by spaces.
    sign_in_ways: String,
    plain_part: String,
}

impl Installation {
    fn new(ctx: &Ctx) -> Self {
        let hints = ClientHints::default();
        let sign_in = &ctx.config.sign_in;
        let sign_in_ways = [
            ("google", sign_in.google.is_some()),
            ("github", sign_in.github.is_some()),
            ("email", sign_in.mail.is_some()),
        ];
        let sign_in_ways = sign_in_ways
            .into_iter()
            .filter_map(|(way, is_configured)| is_configured.then_some(way));
        Self {
            app_name: ctx.config.app_name.clone(),
            support_email: ctx.config.support_email.clone(),
            default_country: ctx.config.default_country.clone(),
            sign_in_ways: sign_in_ways.collect::<Vec<_>>().join(" "),
            plain_part: Plain::new(ctx, Appearance::default(), &hints).part(),
        }
    }

    /// The manifest with the name of this installation, escaped for JSON.
    fn fill_manifest(&self, json: &str) -> String {
        json.replace(&json!(DEFAULT_APP_NAME).to_string(), &json!(self.app_name).to_string())
    }

    fn fill_document(&self, html: &str) -> String {
        let meta = |name: &str, content: &str| format!(r#"<meta name="{name}" content="{}""#, escaped(content));
        html.replace(
            &meta("application-name", DEFAULT_APP_NAME),
            &meta("application-name", &self.app_name),
        )
        .replace(
            &meta("support-email", DEFAULT_SUPPORT_EMAIL),
            &meta("support-email", &self.support_email),
        )
        .replace(
            &meta("default-country", DEFAULT_COUNTRY),
            &meta("default-country", &self.default_country),
        )
        .replace(
            &meta("sign-in-ways", ALL_SIGN_IN_WAYS),
            &meta("sign-in-ways", &self.sign_in_ways),
        )
        .replace("<!-- plain -->", &self.plain_part)
    }
}
