//! Surroundings and builders for tests (feature `testing`): the real content, the real models, a database per test.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use sqlx::PgPool;
use uuid::Uuid;

use crate::confided::Confided;
use crate::config::Config;
use crate::content::Content;
use crate::ctx::Ctx;
use crate::owner::{GuestToken, Owner};
use crate::screening::Care;
use crate::testimony::{NewTestimony, Submission};

/// The operator's key in tests: 32 bytes of zero, in base64.
pub const TEST_KEYS: &str = "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

static CONTENT: LazyLock<Arc<Content>> =
    LazyLock::new(|| Arc::new(Content::load(&built_content()).expect("`worker build-content` has run")));
static CARE: LazyLock<Arc<Care>> =
    LazyLock::new(|| Arc::new(Care::load(&built_content()).expect("`worker build-content` has run")));

/// What `worker build-content` made in this checkout.
#[must_use]
pub fn built_content() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content/build")
}

/// Settings for tests, with some of them changed.
///
/// # Panics
/// If a changed setting is not valid.
#[must_use]
pub fn config(changes: &[(&str, &str)]) -> Config {
    let usual = [
        ("APP_ENV", "development"),
        ("DATABASE_URL", "postgres://nowhere.invalid/none"),
        ("ENC_KEYS", TEST_KEYS),
        ("TRUSTED_PROXY_HOPS", "1"),
        ("REHEARSALS", "on"),
    ];
    let settings: HashMap<String, String> = usual
        .iter()
        .chain(changes)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Config::from_settings(&settings).expect("settings for tests are valid")
}

/// Surroundings over a database of the test's own.
#[must_use]
pub fn ctx(db: PgPool) -> Ctx {
    ctx_with(db, &[])
}

/// Surroundings with some settings changed.
#[must_use]
pub fn ctx_with(db: PgPool, changes: &[(&str, &str)]) -> Ctx {
    Ctx {
        vital: db.clone(),
        db,
        config: Arc::new(config(changes)),
        content: CONTENT.clone(),
        care: CARE.clone(),
    }
}

/// A guest; the same number is the same guest.
#[must_use]
pub fn guest(number: u8) -> Owner {
    GuestToken::from_random([number; 32]).owner()
}

/// A harmless story.
#[must_use]
pub fn story() -> NewTestimony {
    story_of(
        "I lost my work in spring and did not know how to pay the rent.",
        Uuid::new_v4(),
    )
}

/// A story with these words in its first field.
///
/// # Panics
/// If the words are no field of a story.
#[must_use]
pub fn story_of(what_happened: &str, idempotency_key: Uuid) -> NewTestimony {
    NewTestimony::parse(Submission {
        what_happened: Confided::new(what_happened.to_owned()),
        what_helped: Confided::new("A neighbour cooked for us every week.".to_owned()),
        what_changed: Confided::new("I can breathe again and I look forward.".to_owned()),
        consent: true,
        idempotency_key,
    })
    .expect("a good story")
}
