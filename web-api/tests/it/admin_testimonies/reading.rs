//! Who is reading a testimony.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::app::{Client, TestApp};
use super::{WORDS, moderate};

async fn others(admin: &Client, id: Uuid, is_open: bool) -> Value {
    let path = format!("/api/admin/testimonies/{id}/reading");
    let answer = admin.post(&path, &json!({ "isOpen": is_open })).await.expect(200);
    answer.json["others"].clone()
}

/// Asks until the notification has come round.
async fn until_others(admin: &Client, id: Uuid, expected: &Value) {
    for _ in 0..500 {
        if others(admin, id, true).await == *expected {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("{expected} never came");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_who_read_one_testimony_learn_of_each_other_until_one_leaves(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, daniel) = (app.admin().await, app.admin_called("Daniel").await);
    let [id, another] = [app.prepared_testimony(WORDS).await, app.prepared_testimony(WORDS).await];
    assert_eq!(others(&ruth, id, true).await, json!([]));
    until_others(&daniel, id, &json!(["Ruth"])).await;
    until_others(&ruth, id, &json!(["Daniel"])).await;
    assert_eq!(
        others(&ruth, another, true).await,
        json!([]),
        "another story is not read by both"
    );
    others(&daniel, id, false).await;
    until_others(&ruth, id, &json!([])).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_web_process_knows_readers_and_both_may_decide(db: PgPool) {
    let first = TestApp::new(db.clone()).await;
    let second = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (ruth, daniel) = (first.admin().await, second.admin_called("Daniel").await);
    let id = first.prepared_testimony(WORDS).await;
    others(&ruth, id, true).await;
    until_others(&daniel, id, &json!(["Ruth"])).await;
    moderate(&daniel, id, "approve", None).await.expect(200);
    let rows = first
        .count("select count(*) from audit_entry where action like '%reading%'")
        .await;
    assert_eq!(rows, 0, "reading leaves no line");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_staff_say_that_they_read(db: PgPool) {
    let app = TestApp::new(db).await;
    let path = format!("/api/admin/testimonies/{}/reading", Uuid::new_v4());
    app.guest()
        .post(&path, &json!({ "isOpen": true }))
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    app.admin()
        .await
        .post(&path, &json!({}))
        .await
        .expect_error(422, "INVALID_FIELDS");
}
