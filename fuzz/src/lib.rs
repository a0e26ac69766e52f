//! The models as they are built, for the fuzz targets.
//! Invariant: loaded once for each process; a target never waits for a file.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use care::crisis::Screener;
use care::redact::Dictionaries;
use care::understand::Model;
use care::vectors::Vectors;

/// What redaction looks words up in.
pub static DICTIONARIES: LazyLock<Dictionaries> =
    LazyLock::new(|| Dictionaries::from_bytes(&built("redaction.mpk")).expect("a dictionary"));
/// What words mean, as numbers.
pub static VECTORS: LazyLock<Arc<Vectors>> =
    LazyLock::new(|| Arc::new(Vectors::from_bytes(&built("tokens.bin")).expect("vectors")));
/// Which topics a text is about.
pub static UNDERSTANDING: LazyLock<Model> =
    LazyLock::new(|| Model::from_bytes(&built("understanding.mpk")).expect("a model"));
/// Whether somebody is in danger.
pub static SCREENER: LazyLock<Screener> = LazyLock::new(|| {
    let patterns = String::from_utf8(built("crisis.toml")).expect("text");
    Screener::from_parts(&patterns, Some(&built("crisis.mpk")), Some(VECTORS.clone())).expect("a screener")
});

fn built(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../content/build")
        .join(name);
    std::fs::read(path).expect("`worker build-content` has run")
}
