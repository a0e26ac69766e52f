//! The prefix of the API in another spelling: `//api`, `/API`, `/%61pi`.
//!
//! Invariant: what somebody confides to such a path is screened for a crisis. No path of the API becomes another one.

use axum::http::{Request, Uri};
use percent_encoding::percent_decode_str;

/// Spells the prefix plainly. Everything after it stays as it is.
pub fn correct<B>(mut request: Request<B>) -> Request<B> {
    if let Some(uri) = corrected(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

fn corrected(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    if path.starts_with("/api/") {
        return None;
    }
    let (first, rest) = path.trim_start_matches('/').split_once('/')?;
    let is_prefix = percent_decode_str(first)
        .decode_utf8_lossy()
        .eq_ignore_ascii_case("api");
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    is_prefix.then(|| format!("/api/{rest}{query}").parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_spelled_plainly_and_nothing_else() {
        for (sent, expected) in [
            ("//api/guidance", Some("/api/guidance")),
            ("/API/guidance?a=b", Some("/api/guidance?a=b")),
            ("/%61pi/Guidance/", Some("/api/Guidance/")),
            ("/api/guidance", None),
            ("/apis/guidance", None),
            ("/assets/api/x.js", None),
            ("/api", None),
            ("/", None),
        ] {
            let uri = sent.parse().expect("a path");
            let corrected = corrected(&uri).map(|uri| uri.to_string());
            assert_eq!(corrected.as_deref(), expected, "{sent}");
        }
    }
}
