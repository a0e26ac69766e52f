//! What a request tells about where somebody is: for the helplines, and for when their day ends.

use axum::http::HeaderMap;
use shared::country::Whereabouts;

/// Reads the picked country (from the query or `X-Country`), the time zone and the languages.
#[must_use]
pub fn whereabouts(headers: &HeaderMap, picked: Option<String>) -> Whereabouts {
    Whereabouts {
        picked: picked
            .or_else(|| header(headers, "x-country"))
            .filter(|country| !country.is_empty()),
        time_zone: header(headers, "x-time-zone"),
        languages: header(headers, "accept-language"),
    }
}

/// The browser's time zone, as it says.
#[must_use]
pub fn time_zone(headers: &HeaderMap) -> String {
    let said = header(headers, "x-time-zone").unwrap_or_default();
    said.chars().take(64).collect()
}

/// A header as text, if it is there and can be read.
#[must_use]
pub fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}
