//! The built models, for the fuzz targets.
//!
//! Invariant: each model is loaded once in a process.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use care::crisis::Screener;
use care::redact::Dictionaries;
use care::understand::Model;
use care::vectors::Vectors;

/// The dictionaries of redaction.
pub static DICTIONARIES: LazyLock<Dictionaries> =
    LazyLock::new(|| Dictionaries::from_bytes(&built("redaction.mpk")).expect("a dictionary"));
/// The word embeddings.
pub static VECTORS: LazyLock<Arc<Vectors>> =
    LazyLock::new(|| Arc::new(Vectors::from_bytes(&built("tokens.bin")).expect("vectors")));
/// The topic classifier.
pub static UNDERSTANDING: LazyLock<Model> =
    LazyLock::new(|| Model::from_bytes(&built("understanding.mpk")).expect("a model"));
/// The crisis screener.
pub static SCREENER: LazyLock<Screener> = LazyLock::new(|| {
    let patterns = String::from_utf8(built("crisis.toml")).expect("text");
    Screener::from_parts(&patterns, Some(&built("crisis.mpk")), Some(VECTORS.clone())).expect("a screener")
});

fn built(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../content/build")
        .join(name);
    std::fs::read(path).expect("`content-tools build` has run")
}
