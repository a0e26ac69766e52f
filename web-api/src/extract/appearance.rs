//! How a page that we render looks to its visitor: in which language, and lit by which hour.
//!
//! Invariant: total. The app tells both in a cookie that names no person; without it the browser's languages count, and
//! the page is lit by its light or dark theme.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use shared::config::Environment;
use shared::locale::Locale;
use time::{Duration, OffsetDateTime};

use super::body::now;
use super::client_hints::header;
use super::cookies::Purpose;
use crate::state::AppState;

/// The largest difference between a local time and UTC, in minutes (RFC 9557 allows more, no place uses it).
const MAX_OFFSET: i64 = 14 * 60;

/// The language of a page, and the light of its scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Appearance {
    /// The language.
    pub locale: Locale,
    /// The hour where the visitor is, if it is known.
    pub hour: Option<Hour>,
}

/// A part of the day, as in `frontend/src/lib/hour.ts`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hour {
    /// From 5 to 10.
    Dawn,
    /// From 10 to 16.
    Day,
    /// From 16 to 21.
    Dusk,
    /// From 21 to 5.
    Night,
}

impl Hour {
    const fn of(local: OffsetDateTime) -> Self {
        match local.hour() {
            5..10 => Self::Dawn,
            10..16 => Self::Day,
            16..21 => Self::Dusk,
            _ => Self::Night,
        }
    }
}

impl Appearance {
    /// The appearance that the browser's headers ask for.
    #[must_use]
    pub fn of(headers: &HeaderMap, environment: Environment, now: OffsetDateTime) -> Self {
        let jar = CookieJar::from_headers(headers);
        let (language, offset) = Purpose::Appearance
            .value(environment, &jar)
            .and_then(|told| told.split_once('.'))
            .unwrap_or_default();
        let offset = offset
            .parse()
            .ok()
            .filter(|offset| (-MAX_OFFSET..=MAX_OFFSET).contains(offset));
        Self {
            locale: Locale::of_tag(language)
                .unwrap_or_else(|| Locale::preferred(header(headers, "accept-language").as_deref())),
            hour: offset.map(|offset| Hour::of(now + Duration::minutes(offset))),
        }
    }
}

impl FromRequestParts<AppState> for Appearance {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, state.ctx.config.environment, now()))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
    use time::macros::datetime;

    use super::*;

    fn of(cookie: &'static str, languages: &'static str) -> Appearance {
        let headers = HeaderMap::from_iter([
            (COOKIE, HeaderValue::from_static(cookie)),
            (ACCEPT_LANGUAGE, HeaderValue::from_static(languages)),
        ]);
        Appearance::of(&headers, Environment::Development, datetime!(2026-11-20 12:30 UTC))
    }

    #[test]
    fn what_the_app_told_comes_before_the_languages_of_the_browser() {
        for (cookie, languages, locale) in [
            ("look=es.0", "en", Locale::Spanish),
            ("look=en.0", "es-MX", Locale::English),
            ("look=fr.0", "es-MX", Locale::Spanish),
            ("look=", "es-MX", Locale::Spanish),
            ("other=1", "de", Locale::English),
        ] {
            assert_eq!(of(cookie, languages).locale, locale, "{cookie} {languages}");
        }
    }

    #[test]
    fn the_hour_is_that_of_the_visitor_and_unknown_without_a_sane_offset() {
        for (cookie, hour) in [
            ("look=en.0", Some(Hour::Day)),
            ("look=en.-300", Some(Hour::Dawn)),
            ("look=en.330", Some(Hour::Dusk)),
            ("look=en.-480", Some(Hour::Night)),
            ("look=en.840", Some(Hour::Night)),
            ("look=en.841", None),
            ("look=en.-9223372036854775808", None),
            ("look=en.noon", None),
            ("look=en", None),
            ("other=1", None),
        ] {
            assert_eq!(of(cookie, "en").hour, hour, "{cookie}");
        }
    }
}
