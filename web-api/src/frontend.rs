//! Serves the built frontend: its files, one document for all screens, and one for the payment pages.
//!
//! Files are compressed at build time (`frontend/tools/compress.mjs`). Documents are filled with the settings of this
//! installation and compressed when they are first asked for.
//!
//! Each screen has a second address below `/es`, where it is Spanish for everybody. At the first one it is in the language of
//! the reader.
//!
//! Invariant: an unknown path gets the document with status 404. A missing asset never gets the document.

mod installation;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LINK, REFERRER_POLICY, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use shared::ctx::Ctx;
use shared::locale::Locale;
use shared::payments::Payments;
use tower::ServiceBuilder;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::extract::appearance::Appearance;
use crate::extract::body::now;
use crate::pages::made_once::MadeOnce;
use installation::Installation;

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

/// How the address of a screen in Spanish begins, as in `frontend/src/lib/remembered.ts`.
const IN_SPANISH: &str = "/es";
/// The screens that are the same for everybody. Search engines are told their addresses in each language.
const PUBLIC: [&str; 4] = ["/", "/guidelines", "/instant-support", "/resources"];
/// The pages of staff are in English.
const STAFF: &str = "/admin";

/// The payment pages. They are a document of their own, so that Stripe's script runs on no other page.
pub const PAYMENT_PAGES: [&str; 3] = ["/subscribe", "/subscribe/success", "/subscribe/gift"];
/// The script that replaces Stripe's on the payment page when a stand-in for Stripe is configured.
const STAND_IN_SCRIPT: &str = "/stripe-standin.js";
/// The web app manifest: name, icons and shortcuts of the installed app.
const MANIFEST: &str = "manifest.webmanifest";
/// The same in Spanish.
const SPANISH_MANIFEST: &str = "manifest.es.webmanifest";
/// What depends on the reader's language, which the app tells in a cookie.
const READER: HeaderValue = HeaderValue::from_static("accept-language, cookie");

/// For files whose names contain a digest of their content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The pages and their files.
pub fn pages(ctx: &Ctx) -> Router {
    let folder = ctx.config.frontend_dir.clone();
    let installation = Arc::new(Installation::new(ctx));
    let made = MadeOnce::default();
    let environment = ctx.config.environment;
    // In a language, or in that of the reader.
    let document_in = |name: &str, status: StatusCode, locale: Option<Locale>| {
        let document = folder.join(name);
        let installation = installation.clone();
        let made = made.clone();
        get(move |headers: HeaderMap| {
            let told = Appearance::of(&headers, environment, now());
            let asked = Asked {
                locale: locale.unwrap_or(told.locale),
                is_fixed: locale.is_some(),
                headers,
            };
            serve_document(status, asked, document.clone(), installation.clone(), made.clone())
        })
    };
    let document = |name: &str, status: StatusCode| document_in(name, status, None);
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
    let manifest = |name: &str| {
        let (file, installation) = (folder.join(name), installation.clone());
        get(move || serve_manifest(file.clone(), installation.clone()))
    };
    let origin = ctx.config.public_url.as_deref().unwrap_or_default();
    let screens = SCREENS.iter().fold(Router::new(), |router, path| {
        let alternates = PUBLIC.contains(path).then(|| alternates(origin, path));
        let screen = |locale| {
            let screen = document_in("index.html", StatusCode::OK, locale);
            match alternates.clone() {
                Some(alternates) => screen.layer(SetResponseHeaderLayer::overriding(LINK, alternates)),
                None => screen,
            }
        };
        let router = router.route(path, screen(None));
        if *path == STAFF {
            return router;
        }
        router.route(&in_spanish(path), screen(Some(Locale::Spanish)))
    });
    let screens = PAYMENT_PAGES.iter().fold(screens, |router, path| {
        router.route(&in_spanish(path), get(async move || Redirect::temporary(path)))
    });
    // Under their file names, too, the documents are filled: an unfilled one would show no helplines.
    let screens = screens
        .route("/es/", get(async || Redirect::permanent(IN_SPANISH)))
        .route(&format!("/{MANIFEST}"), manifest(MANIFEST))
        .route(&format!("/{SPANISH_MANIFEST}"), manifest(SPANISH_MANIFEST))
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

/// The address of a screen in Spanish.
fn in_spanish(path: &str) -> String {
    format!("{IN_SPANISH}{}", path.strip_suffix('/').unwrap_or(path))
}

/// The addresses of a public screen in each language (RFC 8288); a reader of neither gets the language of the browser.
fn alternates(origin: &str, path: &str) -> HeaderValue {
    let link = |path: &str, language: &str| format!(r#"<{origin}{path}>; rel="alternate"; hreflang="{language}""#);
    let links = [link(path, "x-default"), link(path, "en"), link(&in_spanish(path), "es")];
    HeaderValue::try_from(links.join(", ")).expect("an origin is ASCII")
}

/// What a browser asks for.
struct Asked {
    locale: Locale,
    /// Whether the address names the language.
    is_fixed: bool,
    headers: HeaderMap,
}

async fn serve_document(
    status: StatusCode,
    asked: Asked,
    document: PathBuf,
    installation: Arc<Installation>,
    made: MadeOnce,
) -> Response {
    let Asked {
        locale,
        is_fixed,
        headers: asked,
    } = asked;
    let fill = |html: &str| installation.fill_document(html, locale);
    let Some((mut encoding, document)) = made.document(&document, locale, &asked, fill).await else {
        // The pages are not built yet. Help is there all the same.
        let help = installation.plain_part(locale).to_owned();
        return (StatusCode::SERVICE_UNAVAILABLE, Html(help)).into_response();
    };
    if !is_fixed {
        encoding.append(VARY, READER);
    }
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
