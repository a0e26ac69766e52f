//! Documents that are filled and compressed once for each language, not for each request.
//!
//! Invariant: what is sent is what stands in the file now; a new file replaces what was made of the old one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Request, Response};
use shared::locale::Locale;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

/// The encodings that we send, the smaller one first: with it the pictures of two languages fit into the first round trip.
const ENCODINGS: [&str; 2] = ["br", "gzip"];
/// Larger documents are none of ours.
const MAX_SIZE: usize = 4 * 1024 * 1024;

/// The documents of this process.
#[derive(Clone, Default)]
pub struct MadeOnce(Arc<Mutex<HashMap<(PathBuf, Locale), Made>>>);

#[derive(Clone)]
struct Made {
    modified: SystemTime,
    plain: Bytes,
    /// With their encodings, in the order of preference.
    compressed: Vec<(&'static str, Bytes)>,
}

impl MadeOnce {
    /// The document of a file, completed in a language, in an encoding that the browser takes. `None` without the file.
    pub async fn document(
        &self,
        file: &Path,
        locale: Locale,
        headers: &HeaderMap,
        complete: impl FnOnce(&str) -> String,
    ) -> Option<(HeaderMap, Bytes)> {
        let modified = tokio::fs::metadata(file).await.ok()?.modified().ok()?;
        let key = (file.to_owned(), locale);
        let known = self.lock().get(&key).filter(|made| made.modified == modified).cloned();
        let made = if let Some(made) = known {
            made
        } else {
            let html = tokio::fs::read_to_string(file).await.ok()?;
            let made = make(modified, complete(&html)).await;
            self.lock().insert(key, made.clone());
            made
        };
        let mut answer = HeaderMap::from_iter([
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ]);
        let taken = made
            .compressed
            .into_iter()
            .find(|(encoding, _)| accepts(headers, encoding));
        let Some((encoding, compressed)) = taken else {
            return Some((answer, made.plain));
        };
        answer.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        Some((answer, compressed))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(PathBuf, Locale), Made>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn make(modified: SystemTime, document: String) -> Made {
    let plain = Bytes::from(document);
    let mut compressed = Vec::with_capacity(ENCODINGS.len());
    for encoding in ENCODINGS {
        if let Some(bytes) = compress(&plain, encoding).await {
            compressed.push((encoding, bytes));
        }
    }
    Made {
        modified,
        plain,
        compressed,
    }
}

/// The document in an encoding; `None` if that is not worth it.
async fn compress(plain: &Bytes, encoding: &'static str) -> Option<Bytes> {
    let answer = plain.clone();
    let layer = CompressionLayer::new().quality(CompressionLevel::Best);
    let service = layer.layer(service_fn(move |_: Request<Body>| {
        let answer = answer.clone();
        async move {
            let mut answer = Response::new(Body::from(answer));
            answer
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
            Ok::<_, std::convert::Infallible>(answer)
        }
    }));
    let request = Request::builder()
        .header(ACCEPT_ENCODING, encoding)
        .body(Body::empty())
        .ok()?;
    let compressed = service.oneshot(request).await.ok()?;
    compressed.headers().get(CONTENT_ENCODING)?;
    to_bytes(Body::new(compressed.into_body()), MAX_SIZE).await.ok()
}

/// Whether the browser takes an encoding (RFC 9110, 12.5.3): it names it, and not with a weight of zero.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let sent = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    sent.flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let refuses = |part: &str| part.strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0_f32);
        is_named && !parts.any(refuses)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_accepted_if_it_is_named_and_not_weighed_with_zero() {
        for (sent, expected) in [
            ("br", true),
            ("gzip, deflate, br", true),
            ("gzip;q=1.0, BR ; q=0.5", true),
            ("br;q=0", false),
            ("br;q=0.000, gzip", false),
            ("brotli", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(sent))]);
            assert_eq!(accepts(&headers, "br"), expected, "{sent}");
        }
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[tokio::test]
    async fn a_document_is_made_once_and_again_when_its_file_changes() {
        let file = std::env::temp_dir().join(format!("made-once-{}.html", uuid::Uuid::new_v4()));
        let made = MadeOnce::default();
        let completed = std::cell::Cell::new(0);
        let document = async |encodings: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(encodings))]);
            let complete = |html: &str| {
                completed.set(completed.get() + 1);
                html.repeat(100)
            };
            made.document(&file, Locale::English, &headers, complete).await
        };
        assert!(document("gzip").await.is_none(), "there is no file");
        std::fs::write(&file, "<p>one</p>").expect("written");
        for (encodings, expected) in [("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("gzip", "gzip")] {
            let (sent, bytes) = document(encodings).await.expect("made");
            assert_eq!(sent[CONTENT_ENCODING], expected, "{encodings}");
            assert!(bytes.len() < 100, "{}", bytes.len());
        }
        let (sent, bytes) = document("identity").await.expect("made");
        assert!(!sent.contains_key(CONTENT_ENCODING));
        assert_eq!(bytes.len(), 1000);
        assert_eq!(completed.get(), 1);
        let later = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(2_000_000_000);
        let open = std::fs::File::options().write(true).open(&file).expect("opened");
        open.set_modified(later).expect("touched");
        document("br").await.expect("made anew");
        assert_eq!(completed.get(), 2);
        std::fs::remove_file(&file).expect("removed");
    }
}
