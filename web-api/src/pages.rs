//! Pages rendered by the server: they work without JavaScript, in light and dark, with a style sheet of their own.
//!
//! Invariant: all text in a page is escaped; only HTML of our own source is not.

pub mod helplines;
pub mod made_once;
pub mod plain;
pub mod scene;
pub mod style;

use std::fmt::Write as _;

use axum::http::header::{CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use shared::locale::Locale;

use crate::error::ApiError;
use crate::extract::appearance::Appearance;

/// The links at the foot of a page, as HTML.
const fn footer(locale: Locale) -> &'static str {
    match locale {
        Locale::English => {
            r#"<a class="help" href="/instant-support">Help now</a><a href="/privacy">Privacy</a><a href="/terms">Terms</a>"#
        }
        Locale::Spanish => {
            r#"<a class="help" href="/instant-support">Ayuda ahora</a><a href="/privacy">Privacidad</a><a href="/terms">Términos</a>"#
        }
    }
}

/// A page with one heading.
pub struct Page {
    status: StatusCode,
    app_name: String,
    heading: &'static str,
    appearance: Appearance,
    /// The text of the notice.
    notice: Option<String>,
    body: String,
    footer: String,
    class: &'static str,
    retry_after: Option<u64>,
}

impl Page {
    /// An empty page under a heading.
    #[must_use]
    pub fn new(app_name: &str, heading: &'static str, appearance: Appearance) -> Self {
        Self {
            status: StatusCode::OK,
            app_name: app_name.to_owned(),
            heading,
            appearance,
            notice: None,
            body: String::new(),
            footer: footer(appearance.locale).to_owned(),
            class: "",
            retry_after: None,
        }
    }

    /// The page as a plain page: styled by `plain.css`, with these links at its foot, as HTML.
    #[must_use]
    pub fn plain(self, footer: String) -> Self {
        Self {
            footer,
            class: "plain",
            ..self
        }
    }

    /// The page with the status and the message of a refusal.
    #[must_use]
    pub fn with_refusal(self, error: &ApiError) -> Self {
        let Appearance { locale, .. } = self.appearance;
        Self {
            status: error.status(),
            notice: Some(error.message_in(locale).to_owned()),
            ..self
        }
        .retry_after(error.retry_after())
    }

    /// The page with an error notice in its own language, and a status.
    #[must_use]
    pub fn with_error(self, status: StatusCode, notice: impl Into<String>) -> Self {
        Self {
            status,
            notice: Some(notice.into()),
            ..self
        }
    }

    /// The page with a `Retry-After` header.
    #[must_use]
    pub fn retry_after(self, seconds: Option<u64>) -> Self {
        Self {
            retry_after: seconds,
            ..self
        }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn paragraph(mut self, text: &str) -> Self {
        let _ = write!(self.body, "<p>{}</p>", escaped(text));
        self
    }

    /// Puts HTML before everything else, in which the caller has escaped all foreign text.
    #[must_use]
    pub fn html_first(mut self, html: &str) -> Self {
        self.body.insert_str(0, html);
        self
    }

    /// Adds HTML, in which the caller has escaped all foreign text.
    #[must_use]
    pub fn html(mut self, html: &str) -> Self {
        self.body.push_str(html);
        self
    }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let name = escaped(&self.app_name);
        let lang = self.appearance.locale.tag();
        let notice = self.notice.map_or_else(String::new, |notice| {
            format!(
                r#"<p class="notice" role="alert" lang="{lang}">{}</p>"#,
                escaped(&notice)
            )
        });
        let html = format!(
            r#"<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>{heading} · {name}</title>
<link rel="stylesheet" href="/api/login/style.css">
</head>
<body>
{scene}
<header><a class="wordmark" href="/">{mark}<span>{name}</span></a></header>
<main class="{class}">
<h1>{heading}</h1>
{notice}
{body}
</main>
<footer>{footer}</footer>
</body>
</html>
"#,
            heading = escaped(self.heading),
            scene = scene::scene(self.appearance.hour),
            mark = scene::MARK,
            body = self.body,
            footer = self.footer,
            class = self.class,
        );
        let mut response = (self.status, Html(html)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        // Browsers without `Sec-Fetch-Site` send the `Origin` of a form only under this policy.
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}

/// Escapes text for HTML and its attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
