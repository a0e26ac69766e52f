//! Client hints: country, time zone and languages of a request. They choose the helplines and the end of the caller's
//! day.

use axum::http::HeaderMap;
use shared::country::ClientHints;

/// Reads the country (from the query or `X-Country`), `X-Time-Zone` and `Accept-Language`.
pub fn client_hints(headers: &HeaderMap, picked: Option<String>) -> ClientHints {
    ClientHints {
        picked: picked
            .or_else(|| header(headers, "x-country"))
            .filter(|country| !country.is_empty()),
        time_zone: header(headers, "x-time-zone"),
        languages: header(headers, "accept-language"),
    }
}

/// The browser's time zone, cut to 64 characters.
pub fn time_zone(headers: &HeaderMap) -> String {
    let value = header(headers, "x-time-zone").unwrap_or_default();
    value.chars().take(64).collect()
}

/// A header as text, if it is there and can be read.
pub fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}
