//! Refuses calls that another site made the browser send.
//!
//! Invariant: an unsafe call of a browser needs `Sec-Fetch-Site: same-origin` or an `Origin` that is ours; neither is 403.

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header::HOST, header::ORIGIN};
use axum::response::{IntoResponse, Response};
use shared::config::{Config, Environment};

use crate::app::AppState;
use crate::error::ApiError;
use crate::whereabouts::header;

/// Calls below `/api`, where calls are let in, that no browser makes: a signature proves who does.
const SIGNED: [&str; 1] = ["/webhooks/stripe"];

/// The answer to an unsafe call that is not known to come from a page of ours.
#[must_use]
pub fn refused(config: &Config, request: &Request) -> Option<Response> {
    let safe = request.method().is_safe();
    let is_signed = SIGNED.contains(&request.uri().path());
    let allowed = safe || is_signed || is_same_origin(request.headers(), config.public_url.as_deref());
    let refusal = || {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "CROSS_SITE",
            "This can only be done from the app itself.",
        )
    };
    (!allowed).then(|| refusal().into_response())
}

/// Whether a call comes from a page of ours.
#[must_use]
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
    let named = origin.split_once("://").map(|(_, named)| named);
    named.is_some() && named == host.as_deref()
}

/// Where the browser sees us: `PUBLIC_URL`, or in development whatever host it named.
pub struct Origin(pub String);

impl FromRequestParts<AppState> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let config = &state.ctx.config;
        let named = || match config.environment {
            Environment::Development => header(&parts.headers, HOST.as_str()).map(|host| format!("http://{host}")),
            Environment::Production => None,
        };
        let origin = config.public_url.clone().or_else(named);
        origin.map(Self).ok_or_else(ApiError::bad_request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn only_our_own_pages_may_change_anything() {
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
