//! The origin of a call: whether a page of ours sent it, and our own public origin.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use shared::config::Environment;

use super::client_hints::header;
use crate::error::ApiError;
use crate::state::AppState;

/// Whether a call comes from a page of ours.
pub fn is_same_origin(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = header(headers, ORIGIN.as_str()) else {
        return false;
    };
    if let Some(ours) = public_url {
        return origin.eq_ignore_ascii_case(ours);
    }
    let host = header(headers, HOST.as_str());
    let origin_host = origin.split_once("://").map(|(_, host)| host);
    origin_host.is_some() && origin_host == host.as_deref()
}

/// Our public origin: `PUBLIC_URL`, or in development the `Host` of the request.
pub struct Origin(pub String);

impl FromRequestParts<AppState> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let config = &state.ctx.config;
        let from_host = || match config.environment {
            Environment::Development => header(&parts.headers, HOST.as_str()).map(|host| format!("http://{host}")),
            Environment::Production => None,
        };
        let origin = config.public_url.clone().or_else(from_host);
        origin.map(Self).ok_or_else(ApiError::bad_request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn only_calls_from_our_own_origin_are_allowed() {
        for (headers, public_url, allowed) in [
            (&[][..], None, false),
            (&[("sec-fetch-site", "same-origin")], None, true),
            (&[("sec-fetch-site", "same-site")], None, false),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("origin", "https://a.test"),
                    ("host", "a.test"),
                ],
                None,
                false,
            ),
            (&[("origin", "https://a.test"), ("host", "a.test")], None, true),
            (&[("origin", "https://evil.test"), ("host", "a.test")], None, false),
            (&[("origin", "null"), ("host", "a.test")], None, false),
            (
                &[("origin", "https://a.test"), ("host", "internal:3000")],
                Some("https://a.test"),
                true,
            ),
            (
                &[("origin", "http://a.test"), ("host", "a.test")],
                Some("https://a.test"),
                false,
            ),
        ] {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(is_same_origin(&map, public_url), allowed, "{headers:?} {public_url:?}");
        }
    }
}
