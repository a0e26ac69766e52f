//! The built frontend: its files, and its one document for every screen.
//!
//! Files are compressed once, when the frontend is built (`frontend/tools/compress.mjs`).
//!
//! Invariant: an unknown path is 404 on the document too, and a missing asset is never answered with the document.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shared::content::Contacts;
use shared::ctx::Ctx;
use tower::ServiceBuilder;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// The screens; `frontend/src/app/router.tsx` has the same list.
const SCREENS: [&str; 14] = [
    "/",
    "/result",
    "/resources",
    "/instant-support",
    "/testimony",
    "/thank-you",
    "/guidelines",
    "/profile",
    "/testimonies",
    "/subscribe",
    "/subscribe/success",
    "/admin",
    "/terms",
    "/privacy",
];

/// Files whose names hold a digest of their content never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

/// The pages and their files.
pub fn pages(ctx: &Ctx) -> Router {
    let folder = ctx.config.frontend_dir.clone();
    let without_pages: Arc<str> = without_pages(&ctx.content.contacts).into();
    let shell = |status: StatusCode| {
        let document = folder.join("index.html");
        let without_pages = without_pages.clone();
        get(move || document_with(status, document.clone(), without_pages.clone()))
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
                .fallback(shell(StatusCode::NOT_FOUND)),
        );
    let screens = SCREENS
        .iter()
        .fold(Router::new(), |router, path| router.route(path, shell(StatusCode::OK)));
    screens.nest_service("/assets", assets).fallback_service(files)
}

/// A file that is missing today, while a release is rolled out, may be there tomorrow.
fn forever_if_there<B>(response: &axum::http::Response<B>) -> Option<HeaderValue> {
    let status = response.status();
    let is_there = status.is_success() || status == StatusCode::NOT_MODIFIED;
    is_there.then_some(FOREVER)
}

async fn document_with(status: StatusCode, document: PathBuf, without_pages: Arc<str>) -> Response {
    match tokio::fs::read(&document).await {
        Ok(html) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
                (CACHE_CONTROL, ASK_EACH_TIME),
            ];
            (status, headers, html).into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, without_pages.to_string()).into_response(),
    }
}

/// What stands there when the pages are not built: the helplines all the same.
fn without_pages(contacts: &Contacts) -> String {
    let lines = contacts
        .all
        .iter()
        .map(|line| format!("{} {}: {}", line.country, line.name, line.reach()));
    let lines: Vec<String> = lines.collect();
    format!(
        "The pages are not built yet. Help is here all the same:\n{}\n{}\n",
        lines.join("\n"),
        contacts.international
    )
}
