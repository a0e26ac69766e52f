//! Readers and the prayer team pray for published testimonies; the author reads how many did.

use serde_json::{Value, json};
use shared::account;
use sqlx::PgPool;
use testing::{unaudited, watch_states};
use uuid::Uuid;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, Client, TestApp};

async fn pray(reader: &Client, id: Uuid) -> Answer {
    reader
        .call("POST", &format!("/api/testimonies/{id}/prayed"), &Value::Null)
        .await
}

async fn pray_as_staff(staff: &Client, id: Uuid) -> Answer {
    staff
        .call("POST", &format!("/api/admin/testimonies/{id}/prayed"), &Value::Null)
        .await
}

/// A published testimony, its author, and the member of staff who published it.
async fn published(app: &TestApp) -> (Uuid, Client, Client) {
    let (author, admin) = (app.user().await, app.admin().await);
    let owner = author.user.expect("signed in").owner();
    let id = testing::prepared_testimony(&app.ctx, owner, WORDS).await;
    moderate(&admin, id, "approve", None).await.expect(200);
    (id, author, admin)
}

async fn prayers(author: &Client) -> Value {
    let own = author.get("/api/user/testimonies").await.expect(200);
    own.json[0]["prayers"].clone()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_person_prays_once_and_the_author_reads_how_many_did(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (id, author, admin) = published(&app).await;
    assert_eq!(prayers(&author).await, 0);
    let (guest, user) = (app.guest(), app.user().await);
    let colleague = app.admin_called("Naomi").await;
    for _ in 0..3 {
        for reader in [&guest, &user] {
            pray(reader, id).await.expect(204);
        }
        for staff in [&admin, &colleague] {
            pray_as_staff(staff, id).await.expect(204);
        }
    }
    assert_eq!(prayers(&author).await, 4);
    // Another sign-in of the same person.
    pray_as_staff(&app.admin_called(" ruth ").await, id).await.expect(204);
    assert_eq!(prayers(&author).await, 4);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn nothing_that_is_kept_says_who_prayed(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (id, _, admin) = published(&app).await;
    let (other, ..) = published(&app).await;
    let reader = app.user().await;
    watch_states(&app.db).await;
    for testimony in [id, other] {
        pray(&reader, testimony).await.expect(204);
    }
    pray_as_staff(&admin, id).await.expect(204);
    let columns: Vec<String> = sqlx::query_scalar(
        "select column_name::text from information_schema.columns where table_name = 'testimony_prayer' order by 1",
    )
    .fetch_all(&app.db)
    .await
    .expect("readable");
    assert_eq!(columns, ["by_hash", "testimony_id"], "no person and no time");
    assert_eq!(
        app.count("select count(distinct by_hash) from testimony_prayer").await,
        3,
        "the prayers of one reader cannot be told from those of several"
    );
    assert_eq!(unaudited(&app.db).await, (vec![], 0), "the state did not change");
    assert_eq!(app.count("select count(*) from audit_seen").await, 0, "no list");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn nobody_prays_for_their_own_or_for_what_readers_do_not_see(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (id, author, admin) = published(&app).await;
    pray(&author, id).await.expect_error(404, "NOT_FOUND");
    let pending = app.prepared_testimony(WORDS).await;
    for unseen in [pending, Uuid::new_v4()] {
        pray(&app.guest(), unseen).await.expect_error(404, "NOT_FOUND");
        pray_as_staff(&admin, unseen).await.expect_error(404, "NOT_FOUND");
    }
    sqlx::query("update testimony set hidden_at = now() where id = $1")
        .bind(id)
        .execute(&app.db)
        .await
        .expect("hidden");
    pray(&app.guest(), id).await.expect_error(404, "NOT_FOUND");
    pray_as_staff(&app.guest(), id).await.expect(401);
    assert_eq!(prayers(&author).await, 0);
    let closed = TestApp::with(app.db.clone(), &[("GUEST_ACCESS", "signed_in")])
        .await
        .leaving(&["prepare_testimony"]);
    pray(&closed.guest(), id).await.expect_error(401, "SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_prayers_of_a_user_are_exported_and_deleted_with_the_account(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (id, author, _) = published(&app).await;
    let reader = app.user().await;
    for person in [&reader, &app.user().await] {
        pray(person, id).await.expect(204);
    }
    let export = reader.get("/api/user/export").await.expect(200);
    assert_eq!(export.json["prayedFor"], json!([id]));
    let of_author = author.get("/api/user/export").await.expect(200);
    assert_eq!(of_author.json["prayedFor"], json!([]));
    account::delete(&app.ctx, reader.user.expect("signed in"))
        .await
        .expect("deleted");
    assert_eq!(prayers(&author).await, 1, "the other one's stays");
    author
        .call("DELETE", &format!("/api/user/testimonies/{id}"), &Value::Null)
        .await
        .expect(204);
    assert_eq!(app.count("select count(*) from testimony_prayer").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn prayers_are_limited_per_reader_and_address(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (first, ..) = published(&app).await;
    let testimonies = app.with_copies(first, 60).await;
    let reader = app.user().await;
    for id in &testimonies[..60] {
        pray(&reader, *id).await.expect(204);
    }
    pray(&reader, testimonies[60]).await.expect_error(429, "PRAYED_LIMIT");
    pray(&reader, first).await.expect(204);
    assert_eq!(app.count("select count(*) from testimony_prayer").await, 60);

    let at_address = || app.guest().sending("x-forwarded-for", "198.51.100.7");
    for number in 0..300 {
        pray(&at_address(), testimonies[number % 30]).await.expect(204);
    }
    pray(&at_address(), testimonies[31])
        .await
        .expect_error(429, "ADDRESS_LIMIT");
}
