//! Data keys and the key check value (canary), on a real database.

use shared::error::Error;
use shared::vault::{self, KeyRing, Place};
use sqlx::PgPool;
use testing::{TEST_KEYS, guest};
use uuid::Uuid;

const OTHER_KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

fn ring(text: &str) -> KeyRing {
    KeyRing::parse(text).expect("a good ring")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_owner_has_one_data_key_even_if_created_concurrently(db: PgPool) {
    let place = Place {
        table: "testimony",
        column: "sealed",
        row: Uuid::nil(),
        owner: guest(1).id,
    };
    let seal = || async {
        let mut connection = db.acquire().await.expect("connected");
        let key = vault::data_key(&mut connection, &ring(TEST_KEYS), guest(1))
            .await
            .expect("made");
        key.seal(place, b"words").expect("sealed")
    };
    let (one, other) = futures::future::join(seal(), seal()).await;
    let mut connection = db.acquire().await.expect("connected");
    let key = vault::existing_data_key(&mut connection, &ring(TEST_KEYS), guest(1).id)
        .await
        .expect("kept");
    assert_eq!(key.open(place, &one).expect("opens"), b"words");
    assert_eq!(key.open(place, &other).expect("opens"), b"words");
    let missing = vault::existing_data_key(&mut connection, &ring(TEST_KEYS), guest(2).id).await;
    assert!(matches!(missing, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_wrong_key_under_a_known_id_is_refused(db: PgPool) {
    vault::check(&db, &ring(TEST_KEYS))
        .await
        .expect("the first key is believed");
    vault::check(&db, &ring(TEST_KEYS)).await.expect("and recognised");
    let wrong = vault::check(&db, &ring(&format!("test:{OTHER_KEY}"))).await;
    assert!(matches!(wrong, Err(Error::Conflict(_))));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_key_that_is_still_in_use_must_not_be_missing(db: PgPool) {
    let mut connection = db.acquire().await.expect("connected");
    vault::data_key(&mut connection, &ring(TEST_KEYS), guest(1))
        .await
        .expect("made");
    let missing = vault::check(&db, &ring(&format!("next:{OTHER_KEY}"))).await;
    assert!(matches!(missing, Err(Error::Conflict(_))));
    vault::check(&db, &ring(&format!("next:{OTHER_KEY},{TEST_KEYS}")))
        .await
        .expect("both are there");
}
