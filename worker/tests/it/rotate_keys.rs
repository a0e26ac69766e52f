//! Rotation of the operator's key with the real program: killed, resumed, and during normal operation.

use std::time::Duration;

use shared::ids::{Owner, OwnerKind};
use shared::vault::{self, KeyRing, Place};
use sqlx::PgPool;
use uuid::Uuid;

use super::http;
use super::stack::{KEYS, Stack, until};

const NEW_KEY: &str = "k2:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const TIMEOUT: Duration = Duration::from_mins(2);
const OWNERS: u128 = 700;
/// The 501st owner blocks the rotation in its third batch of two hundred.
const STOPS_AT: u128 = 501;

fn ring(text: &str) -> KeyRing {
    KeyRing::parse(text).expect("a good ring")
}

fn owner(number: u128) -> Owner {
    Owner {
        id: Uuid::from_u128(number),
        kind: OwnerKind::Guest,
    }
}

fn place(owner: Owner) -> Place {
    Place {
        table: "testimony",
        column: "sealed",
        row: Uuid::nil(),
        owner: owner.id,
    }
}

async fn wrapped_under(db: &PgPool, key_id: &str) -> i64 {
    sqlx::query_scalar("select count(*) from data_key where wrapping_key_id = $1")
        .bind(key_id)
        .fetch_one(db)
        .await
        .expect("countable")
}

/// Creates a data key for every owner under the old key, and returns a sealed text for each.
async fn seal_something_for_everybody(db: &PgPool) -> Vec<Vec<u8>> {
    let mut tx = db.begin().await.expect("begun");
    let mut sealed = Vec::new();
    for owner in (1..=OWNERS).map(owner) {
        let key = vault::data_key(&mut tx, &ring(KEYS), owner).await.expect("made");
        sealed.push(key.seal(place(owner), b"words").expect("sealed"));
    }
    tx.commit().await.expect("committed");
    sealed
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_killed_rotation_is_resumed_and_everything_still_decrypts(db: PgPool) {
    let sealed = seal_something_for_everybody(&db).await;
    let stack = Stack::without_redis(&db);
    let both = format!("{NEW_KEY},{KEYS}");
    let settings = [("ENC_KEYS", both.as_str())];

    let mut held = db.begin().await.expect("begun");
    sqlx::query("select 1 from data_key where owner_id = $1 for update")
        .bind(owner(STOPS_AT).id)
        .execute(&mut *held)
        .await
        .expect("held");
    let mut killed = stack.worker_program("rotate-keys", &settings);
    until("two batches are done", async || wrapped_under(&db, "k2").await == 400).await;
    killed.kill();
    held.rollback().await.expect("let go");
    let left = i64::try_from(OWNERS).expect("few") - 400;
    assert_eq!(
        wrapped_under(&db, "k1").await,
        left,
        "the batch under way was undone as a whole"
    );

    let mut resumed = stack.worker_program("rotate-keys", &settings);
    assert!(resumed.ended(TIMEOUT).await.success(), "{}", resumed.log());
    assert!(
        resumed.log().contains(&format!("Done: {left} wrapped anew.")),
        "{}",
        resumed.log()
    );
    assert!(
        resumed.log().contains("k1: wraps nothing; it may be taken out"),
        "{}",
        resumed.log()
    );
    let mut again = stack.worker_program("rotate-keys", &settings);
    assert!(again.ended(TIMEOUT).await.success(), "{}", again.log());
    assert!(again.log().contains("Done: 0 wrapped anew."), "{}", again.log());

    vault::check(&db, &ring(NEW_KEY)).await.expect("the old key may go");
    let mut connection = db.acquire().await.expect("connected");
    for (owner, sealed) in (1..=OWNERS).map(owner).zip(sealed) {
        let key = vault::existing_data_key(&mut connection, &ring(NEW_KEY), owner.id)
            .await
            .expect("opens under the new key");
        assert_eq!(key.open(place(owner), &sealed).expect("opens"), b"words");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_are_submitted_and_prepared_during_a_rotation(db: PgPool) {
    seal_something_for_everybody(&db).await;
    let mut stack = Stack::new(&db).await;
    // First the old key seals and both open. Then the new key seals.
    let old_first = format!("{KEYS},{NEW_KEY}");
    let new_first = format!("{NEW_KEY},{KEYS}");
    stack.keys = old_first;
    let web = stack.web().await;
    let _worker = stack.worker(&[]);
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::submit_accepted_testimony(web.port).await;
    let mut rotating = stack.worker_program("rotate-keys", &[("ENC_KEYS", new_first.as_str())]);
    http::submit_accepted_testimony(web.port).await;
    assert!(rotating.ended(TIMEOUT).await.success(), "{}", rotating.log());
    http::submit_accepted_testimony(web.port).await;
    until("all three are prepared", async || {
        sqlx::query_scalar::<_, i64>("select count(*) from testimony where redacted_at is not null")
            .fetch_one(&db)
            .await
            .expect("countable")
            == 3
    })
    .await;
    let mut last = stack.worker_program("rotate-keys", &[("ENC_KEYS", new_first.as_str())]);
    assert!(last.ended(TIMEOUT).await.success(), "{}", last.log());
    assert_eq!(wrapped_under(&db, "k1").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_rotation_without_the_old_key_changes_nothing(db: PgPool) {
    seal_something_for_everybody(&db).await;
    let stack = Stack::without_redis(&db);
    let mut refused = stack.worker_program("rotate-keys", &[("ENC_KEYS", NEW_KEY)]);
    assert_eq!(refused.ended(TIMEOUT).await.code(), Some(1), "{}", refused.log());
    assert!(
        refused.log().contains("k1"),
        "the missing key is named: {}",
        refused.log()
    );
    assert_eq!(
        i128::from(wrapped_under(&db, "k1").await),
        i128::try_from(OWNERS).expect("few")
    );
}
