//! The built frontend: its files, its one document for every screen, and the other one where people pay.
//!
//! Files are compressed once, when the frontend is built (`frontend/tools/compress.mjs`); a document is when it is sent,
//! because it says what the operator of this installation chose.
//!
//! Invariant: an unknown path is 404 on the document too, and a missing asset is never answered with the document.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::json;
use shared::config::{DEFAULT_APP_NAME, DEFAULT_SUPPORT_EMAIL};
use shared::content::Contact;
use shared::country::DEFAULT_COUNTRY;
use shared::ctx::Ctx;
use shared::payments::Payments;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::pages::escaped;

/// The screens; `frontend/src/app/router.tsx` has the same list, and a test compares them.
pub const SCREENS: &[&str] = &[
    "/",
    "/result",
    "/resources",
    "/instant-support",
    "/testimony",
    "/thank-you",
    "/guidelines",
    "/profile",
    "/testimonies",
    "/prayers",
    "/library",
    "/library/{id}",
    "/admin",
    "/terms",
    "/privacy",
];

/// Where people pay: a document of its own, so that a script of Stripe's runs on no other page.
pub const PAYMENT_PAGES: [&str; 2] = ["/subscribe", "/subscribe/success"];
/// Where the payment page finds the double of Stripe's script, if a stand-in stands in.
const STAND_IN_SCRIPT: &str = "/stripe-standin.js";
/// What an installer reads: the app's name, icons and shortcuts.
const MANIFEST: &str = "manifest.webmanifest";

/// Files whose names hold a digest of their content never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

/// The pages and their files.
pub fn pages(ctx: &Ctx) -> Router {
    let folder = ctx.config.frontend_dir.clone();
    let words = Arc::new(Words::of(ctx));
    let document = |name: &str, status: StatusCode| {
        let document = folder.join(name);
        let words = words.clone();
        get(move || document_with(status, document.clone(), words.clone())).layer(CompressionLayer::new())
    };
    let assets = ServiceBuilder::new()
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, forever_if_there))
        .service(
            ServeDir::new(folder.join("assets"))
                .precompressed_br()
                .precompressed_gzip(),
        );
    // Fixed names beside the document: sw.js, the manifest, icons.
    let files = ServiceBuilder::new()
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, ASK_EACH_TIME))
        .service(
            ServeDir::new(&folder)
                .append_index_html_on_directories(false)
                .precompressed_br()
                .precompressed_gzip()
                .fallback(document("index.html", StatusCode::NOT_FOUND)),
        );
    let manifest = folder.join(MANIFEST);
    let installed = {
        let words = words.clone();
        get(move || manifest_with(manifest.clone(), words.clone()))
    };
    let screens = SCREENS.iter().fold(Router::new(), |router, path| {
        router.route(path, document("index.html", StatusCode::OK))
    });
    let screens = screens.route(&format!("/{MANIFEST}"), installed);
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

/// A file that is missing today, while a release is rolled out, may be there tomorrow.
fn forever_if_there<B>(response: &axum::http::Response<B>) -> Option<HeaderValue> {
    let status = response.status();
    let is_there = status.is_success() || status == StatusCode::NOT_MODIFIED;
    is_there.then_some(FOREVER)
}

async fn document_with(status: StatusCode, document: PathBuf, words: Arc<Words>) -> Response {
    let Ok(html) = tokio::fs::read_to_string(&document).await else {
        let text = format!(
            "The pages are not built yet. Help is here all the same:\n{}",
            words.helplines
        );
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, ASK_EACH_TIME),
    ];
    (status, headers, words.fill(&html)).into_response()
}

async fn manifest_with(file: PathBuf, words: Arc<Words>) -> Response {
    let Ok(json) = tokio::fs::read_to_string(&file).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/manifest+json")),
        (CACHE_CONTROL, ASK_EACH_TIME),
    ];
    (headers, words.name(&json)).into_response()
}

/// What the document says of this installation, and the helplines for browsers without JavaScript.
struct Words {
    app_name: String,
    support_email: String,
    default_country: String,
    helplines: String,
}

impl Words {
    fn of(ctx: &Ctx) -> Self {
        let contacts = &ctx.content.contacts;
        let line = |contact: &Contact| format!("{} {}: {}\n", contact.country, contact.name, contact.reach());
        Self {
            app_name: ctx.config.app_name.clone(),
            support_email: ctx.config.support_email.clone(),
            default_country: ctx.config.default_country.clone(),
            helplines: contacts.all.iter().map(line).collect::<String>() + &contacts.international,
        }
    }

    /// The manifest under the name of this installation, written as JSON writes it.
    fn name(&self, json: &str) -> String {
        json.replace(&json!(DEFAULT_APP_NAME).to_string(), &json!(self.app_name).to_string())
    }

    fn fill(&self, html: &str) -> String {
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
            r#"<pre id="helplines"></pre>"#,
            &format!("<pre>{}</pre>", escaped(&self.helplines)),
        )
    }
}
