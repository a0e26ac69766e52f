//! Multipart uploads in arbitrary chunks: parsing yields at most the bytes that were sent, and a file name is no path.
#![no_main]

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart, Request};
use bytes::Bytes;
use futures::executor::block_on;
use futures::stream::iter;
use libfuzzer_sys::fuzz_target;

#[path = "../../shared/src/document/name.rs"]
mod name;

use name::{FileName, NotPdf};

fuzz_target!(|sent: &[u8]| {
    // The first byte is the size of the chunks that the rest is sent in.
    let Some((&size, sent)) = sent.split_first() else {
        return;
    };
    let chunks: Vec<_> = sent
        .chunks(usize::from(size).max(1))
        .map(|chunk| Ok::<_, Infallible>(Bytes::copy_from_slice(chunk)))
        .collect();
    let request = Request::post("/")
        .header("content-type", "multipart/form-data; boundary=b")
        .body(Body::from_stream(iter(chunks)))
        .expect("a request");
    block_on(async {
        let mut form = Multipart::from_request(request, &()).await.expect("a boundary");
        let mut received = 0;
        while let Ok(Some(mut field)) = form.next_field().await {
            check(field.file_name().unwrap_or_default());
            while let Ok(Some(bytes)) = field.chunk().await {
                received += bytes.len();
            }
        }
        assert!(received <= sent.len());
    });
    check(&String::from_utf8_lossy(sent));
});

fn check(sent: &str) {
    match FileName::parse(sent) {
        Ok(name) => {
            assert!(name.as_str().ends_with(".pdf") && name.as_str().chars().count() <= 204);
            assert!(!name.as_str().contains(['/', '\\', '\0', '\n', '\u{202e}']));
            assert!(name.numbered(2).ends_with(" (2).pdf") && !name.title().is_empty());
            let again = FileName::parse(name.as_str()).expect("a name stays one");
            assert_eq!(again, name, "of {sent:?}");
        }
        Err(NotPdf(shown)) => assert!(shown.chars().count() <= 200),
    }
}
