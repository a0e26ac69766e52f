//! Surroundings and builders for tests (feature `testing`): the real content, the real models, a database per test.

pub mod bucket;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::confided::Confided;
use crate::config::Config;
use crate::content::Content;
use crate::ctx::{Ctx, Patience, http_client};
use crate::guidance::Stories;
use crate::mail::Mailer;
use crate::news::News;
use crate::owner::{GuestToken, Owner};
use crate::payments::Payments;
use crate::prayer::NewPrayer;
use crate::screening::Care;
use crate::search::Search;
use crate::staff::Staff;
use crate::storage::Storage;
use crate::testimony::{self, NewTestimony, StoryWords, Submission};
use crate::usage::Counter;
use crate::user::{User, UserId};

/// The operator's key in tests: 32 bytes of zero, in base64.
pub const TEST_KEYS: &str = "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// The staff's password in tests.
pub const STAFF_PASSWORD: &str = "a lamp unto my feet";
/// Its hash, made to be compared quickly.
pub const STAFF_PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$cuqOnHjuXVW6RIpenzt7+Q$8L6jXOJ9/qN9k0gNbB24DIZSRjMzY65wvNTgw4CWbPw";

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
        ("ADMIN_PASSWORD_HASH", STAFF_PASSWORD_HASH),
    ];
    let settings: HashMap<String, String> = usual
        .iter()
        .chain(changes)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Config::from_settings(&settings).expect("settings for tests are valid")
}

/// Surroundings over a database of the test's own. Mail stays in memory.
#[must_use]
pub fn ctx(db: PgPool) -> Ctx {
    ctx_with(db, &[])
}

/// A busy machine is no reason to leave the stories out.
const PATIENCE_FOR_STORIES: Duration = Duration::from_secs(5);

/// Surroundings with some settings changed.
///
/// # Panics
/// If TLS cannot be set up.
#[must_use]
pub fn ctx_with(db: PgPool, changes: &[(&str, &str)]) -> Ctx {
    let config = config(changes);
    Ctx {
        vital: db.clone(),
        db,
        content: CONTENT.clone(),
        care: CARE.clone(),
        mailer: Mailer::memory(),
        http: http_client().expect("TLS can be set up"),
        storage: Storage::memory(),
        search: Search::default(),
        counter: Counter::default(),
        stories: Stories::default(),
        news: News::default(),
        patience: Patience {
            stories: PATIENCE_FOR_STORIES,
            ..Patience::default()
        },
        payments: Payments::open(&config).expect("Stripe's address can be used"),
        config: Arc::new(config),
    }
}

/// A guest; the same number is the same guest.
#[must_use]
pub fn guest(number: u8) -> Owner {
    GuestToken::from_random([number; 32]).owner()
}

/// A user with a verified address, `number` in their name.
///
/// # Panics
/// If the database refuses them.
pub async fn user(db: &PgPool, number: u8) -> UserId {
    let id = UserId(Uuid::now_v7());
    sqlx::query!(
        "insert into app_user (id, first_name, last_name, email, email_verified) values ($1, 'Test', $2, $3, true)",
        id.0,
        format!("Person {number}"),
        format!("person{number}@example.org")
    )
    .execute(db)
    .await
    .expect("a new user");
    id
}

/// A member of staff who is signed in.
#[must_use]
pub fn staff(name: &str) -> Staff {
    Staff {
        sign_in: Uuid::now_v7(),
        name: name.to_owned(),
    }
}

/// A story that waits for review, redacted, of low risk.
///
/// # Panics
/// If it is refused, or cannot be prepared.
pub async fn prepared_story(ctx: &Ctx, author: Owner, what_happened: &str) -> Uuid {
    let now = sqlx::query_scalar("select now()")
        .fetch_one(&ctx.db)
        .await
        .expect("the time");
    let story = story_of(what_happened, Uuid::new_v4());
    let id = testimony::submit(ctx, author, &story, now).await.expect("accepted").id;
    testimony::prepare(ctx, id).await.expect("prepared");
    id
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
    story_hiding(what_happened, &[], idempotency_key)
}

/// A story with these words in its first field, whose author hides some of them.
///
/// # Panics
/// If the words are no field of a story.
#[must_use]
pub fn story_hiding(what_happened: &str, also_hide: &[&str], idempotency_key: Uuid) -> NewTestimony {
    NewTestimony::parse(Submission {
        words: story_words(what_happened, also_hide),
        consent: true,
        idempotency_key,
    })
    .expect("a good story")
}

/// A prayer that its author keeps to themselves.
///
/// # Panics
/// If the words are no prayer.
#[must_use]
pub fn prayer_of(words: &str) -> NewPrayer {
    NewPrayer::parse(&Confided::new(words.to_owned()), false, Uuid::new_v4()).expect("a good prayer")
}

/// The same user with premium until then.
#[must_use]
pub fn premium_until(user: User, until: OffsetDateTime) -> User {
    User {
        manual_premium_until: Some(until),
        ..user
    }
}

/// From now on, the database notes every change of the state of a story, a prayer, a user or a document, and every audit line.
///
/// # Panics
/// If it refuses to.
pub async fn watch_states(db: &PgPool) {
    sqlx::raw_sql(include_str!("testing/watch_states.sql"))
        .execute(db)
        .await
        .expect("watched");
}

/// The changes of state so far that no audit line of the same transaction speaks of, and how many changes there were.
///
/// # Panics
/// If nothing watches.
pub async fn unaudited(db: &PgPool) -> (Vec<String>, i64) {
    let unaudited = sqlx::query_scalar(
        "select distinct noun || ' ' || change from state_change c where not exists (
             select from audit_seen a where a.transaction = c.transaction and a.subject_id = c.id)",
    )
    .fetch_all(db)
    .await
    .expect("watched");
    let all = sqlx::query_scalar("select count(*) from state_change")
        .fetch_one(db)
        .await
        .expect("watched");
    (unaudited, all)
}

/// What the form holds when these words stand in its first field.
#[must_use]
pub fn story_words(what_happened: &str, also_hide: &[&str]) -> StoryWords {
    StoryWords {
        what_happened: Confided::new(what_happened.to_owned()),
        what_helped: Confided::new("A neighbour cooked for us every week.".to_owned()),
        what_changed: Confided::new("I can breathe again and I look forward.".to_owned()),
        also_hide: also_hide.iter().map(|&words| Confided::new(words.to_owned())).collect(),
    }
}
