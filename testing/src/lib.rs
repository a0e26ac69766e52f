//! Contexts and builders for tests, with the real content, the real models and a database per test.

pub mod bucket;
pub mod http;
pub mod jobs;
pub mod mail_catcher;
pub mod pooler;
pub mod push_service;
pub mod work;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use shared::confided::Confided;
use shared::config::Config;
use shared::content::Content;
use shared::ctx::{Ctx, Timeouts, http_client};
use shared::guest::GuestToken;
use shared::guidance::TestimonyCache;
use shared::ids::Owner;
use shared::ids::UserId;
use shared::mail::Mailer;
use shared::notifications::Notifications;
use shared::payments::Payments;
use shared::prayer::NewPrayer;
use shared::role::Role;
use shared::screening::{Care, Danger};
use shared::search::Search;
use shared::staff::Staff;
use shared::storage::Storage;
use shared::testimony::{self, NewTestimony, Submission, TestimonyWords};
use shared::usage::Counter;
use shared::user::User;

/// The operator's key in tests: 32 bytes of zero, in base64.
pub const TEST_KEYS: &str = "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// The staff's password in tests.
pub const STAFF_PASSWORD: &str = "a lamp unto my feet";
/// Its hash, with parameters that are fast to verify.
pub const STAFF_PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$cuqOnHjuXVW6RIpenzt7+Q$8L6jXOJ9/qN9k0gNbB24DIZSRjMzY65wvNTgw4CWbPw";

static CONTENT: LazyLock<Arc<Content>> =
    LazyLock::new(|| Arc::new(Content::load(&built_content()).expect("`content-tools build` has run")));
/// The trained models, loaded once.
pub fn care() -> Arc<Care> {
    CARE.clone()
}

static CARE: LazyLock<Arc<Care>> =
    LazyLock::new(|| Arc::new(Care::load(&built_content()).expect("`content-tools build` has run")));

/// The output of `content-tools build` in this checkout.
pub fn built_content() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content/build")
}

/// Settings for tests, with some of them changed.
///
/// # Panics
/// If a changed setting is not valid.
pub fn config(changes: &[(&str, &str)]) -> Config {
    Config::from_settings(&settings(changes)).expect("settings for tests are valid")
}

/// The same settings as they are written: unit tests of `shared` are compiled with a `Config` of their own.
///
/// # Panics
/// If the path of this checkout is not UTF-8.
pub fn settings(changes: &[(&str, &str)]) -> HashMap<String, String> {
    let content = built_content();
    let defaults = [
        ("CONTENT_DIR", content.to_str().expect("a path in UTF-8")),
        ("APP_ENV", "development"),
        ("DATABASE_URL", "postgres://nowhere.invalid/none"),
        ("ENC_KEYS", TEST_KEYS),
        ("TRUSTED_PROXY_HOPS", "1"),
        ("REHEARSALS", "on"),
        ("ADMIN_PASSWORD_HASH", STAFF_PASSWORD_HASH),
    ];
    defaults
        .iter()
        .chain(changes)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// A context with the test's own database. Mail stays in memory.
pub fn ctx(db: PgPool) -> Ctx {
    ctx_with(db, &[])
}

/// Long enough that even a busy machine never leaves the testimonies out.
const TESTIMONIES_TIMEOUT: Duration = Duration::from_secs(5);

/// A context with some settings changed.
///
/// # Panics
/// If TLS cannot be set up.
pub fn ctx_with(db: PgPool, changes: &[(&str, &str)]) -> Ctx {
    let config = config(changes);
    Ctx {
        reserved_pool: db.clone(),
        direct_pool: db.clone(),
        db,
        content: CONTENT.clone(),
        care: CARE.clone(),
        mailer: Mailer::memory(),
        http: http_client().expect("TLS can be set up"),
        storage: Storage::memory(),
        search: Search::default(),
        counter: Counter::default(),
        testimony_cache: TestimonyCache::default(),
        notifications: Notifications::default(),
        timeouts: Timeouts {
            testimonies: TESTIMONIES_TIMEOUT,
            ..Timeouts::default()
        },
        payments: Payments::open(&config).expect("Stripe's address can be used"),
        config: Arc::new(config),
    }
}

/// A guest. Equal numbers are the same guest.
pub fn guest(number: u8) -> Owner {
    GuestToken::from_bytes([number; 32]).owner()
}

/// A new user with a verified address and `number` in their name.
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

/// A signed-in member of staff, with the single password.
pub fn staff(name: &str) -> Staff {
    Staff {
        sign_in: Uuid::now_v7(),
        name: name.to_owned(),
        role: Role::Owner,
    }
}

/// A redacted testimony of low risk that waits for review.
///
/// # Panics
/// If it is refused or its preparation fails.
pub async fn prepared_testimony(ctx: &Ctx, author: Owner, what_happened: &str) -> Uuid {
    let now = sqlx::query_scalar("select now()")
        .fetch_one(&ctx.db)
        .await
        .expect("the time");
    let new = testimony_of(what_happened, Uuid::new_v4());
    let id = testimony::submit(ctx, author, &new, now).await.expect("accepted").id;
    testimony::prepare(ctx, id).await.expect("prepared");
    id
}

/// A harmless testimony.
pub fn new_testimony() -> NewTestimony {
    testimony_of(
        "I lost my work in spring and did not know how to pay the rent.",
        Uuid::new_v4(),
    )
}

/// A testimony with this text in its first field.
///
/// # Panics
/// If the text is invalid.
pub fn testimony_of(what_happened: &str, idempotency_key: Uuid) -> NewTestimony {
    testimony_hiding(what_happened, &[], idempotency_key)
}

/// A testimony with this text in its first field, whose author hides some words.
///
/// # Panics
/// If the text is invalid.
pub fn testimony_hiding(what_happened: &str, also_hide: &[&str], idempotency_key: Uuid) -> NewTestimony {
    NewTestimony::parse(Submission {
        words: testimony_words(what_happened, also_hide),
        consent: true,
        idempotency_key,
        found: Danger::default(),
    })
    .expect("a good story")
}

/// A private prayer.
///
/// # Panics
/// If the text is invalid.
pub fn prayer_of(words: &str) -> NewPrayer {
    NewPrayer::parse(&Confided::new(words.to_owned()), false, Uuid::new_v4()).expect("a good prayer")
}

/// The user with granted premium.
pub fn premium_until(user: User, until: OffsetDateTime) -> User {
    User {
        manual_premium_until: Some(until),
        ..user
    }
}

/// Installs triggers that record every state change of a testimony, prayer, user or document, and every audit entry.
///
/// # Panics
/// If the database refuses.
pub async fn watch_states(db: &PgPool) {
    sqlx::raw_sql(include_str!("watch_states.sql"))
        .execute(db)
        .await
        .expect("watched");
}

/// The state changes without an audit entry in the same transaction, and the number of all state changes.
///
/// # Panics
/// If `watch_states` was not called.
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

/// The form's fields with this text in the first one.
pub fn testimony_words(what_happened: &str, also_hide: &[&str]) -> TestimonyWords {
    TestimonyWords {
        what_happened: Confided::new(what_happened.to_owned()),
        what_helped: Confided::new("A neighbour cooked for us every week.".to_owned()),
        what_changed: Confided::new("I can breathe again and I look forward.".to_owned()),
        also_hide: also_hide.iter().map(|&words| Confided::new(words.to_owned())).collect(),
    }
}
