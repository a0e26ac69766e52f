//! What the documents show of this installation: its settings, and the plain part for browsers that cannot run the app.

use serde_json::json;
use shared::config::{DEFAULT_APP_NAME, DEFAULT_COUNTRY, DEFAULT_SUPPORT_EMAIL};
use shared::country::ClientHints;
use shared::ctx::Ctx;
use shared::locale::Locale;

use crate::extract::appearance::Appearance;
use crate::pages::escaped;
use crate::pages::plain::Plain;

/// What the document of the build says of the ways of signing in.
const ALL_SIGN_IN_WAYS: &str = "google github email";

/// The words of the documents themselves, which are there before the app and without it.
const TRANSLATED: [(&str, &str); 7] = [
    (r#"<html lang="en">"#, r#"<html lang="es">"#),
    (r#"<main class="plain" lang="en">"#, r#"<main class="plain" lang="es">"#),
    (
        "Find biblical guidance and hope in times of struggle.",
        "Encuentra guía bíblica y esperanza en tiempos difíciles.",
    ),
    ("<h1>Find hope and help</h1>", "<h1>Encuentra esperanza y ayuda</h1>"),
    ("<title>Upgrade to Premium</title>", "<title>Pasar a Premium</title>"),
    (
        "<h1>Paying needs a newer browser</h1>",
        "<h1>Para pagar hace falta un navegador más nuevo</h1>",
    ),
    ("/manifest.webmanifest", "/manifest.es.webmanifest"),
];

/// What the documents show of this installation: its settings, and the plain part for browsers that cannot run the app.
pub struct Installation {
    app_name: String,
    support_email: String,
    default_country: String,
    /// The ways of signing in that are configured, separated by spaces.
    sign_in_ways: String,
    plain_part: String,
    plain_part_in_spanish: String,
}

impl Installation {
    /// The documents of an installation.
    pub fn new(ctx: &Ctx) -> Self {
        let hints = ClientHints::default();
        let plain_part = |locale| {
            let appearance = Appearance {
                locale,
                ..Appearance::default()
            };
            Plain::new(ctx, appearance, &hints).part()
        };
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
            plain_part: plain_part(Locale::English),
            plain_part_in_spanish: plain_part(Locale::Spanish),
        }
    }

    /// The form and the helplines, without scripts.
    pub fn plain_part(&self, locale: Locale) -> &str {
        match locale {
            Locale::English => &self.plain_part,
            Locale::Spanish => &self.plain_part_in_spanish,
        }
    }

    /// The manifest with the name of this installation, escaped for JSON.
    pub fn fill_manifest(&self, json: &str) -> String {
        json.replace(&json!(DEFAULT_APP_NAME).to_string(), &json!(self.app_name).to_string())
    }

    /// A document, completed in a language.
    pub fn fill_document(&self, html: &str, locale: Locale) -> String {
        let html = match locale {
            Locale::English => html.to_owned(),
            Locale::Spanish => TRANSLATED.iter().fold(html.to_owned(), |html, (english, spanish)| {
                html.replace(english, spanish)
            }),
        };
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
        .replace("<!-- plain -->", self.plain_part(locale))
    }
}
