//! What comes into a list that staff watch, and what leaves it.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::app::{Client, TestApp};
use super::list::many;
use super::{WORDS, moderate};

async fn changes(admin: &Client, status: &str, since: &Value, listed: &[Uuid]) -> Value {
    let body = json!({ "status": status, "since": since, "listed": listed });
    admin
        .post("/api/admin/testimonies/changes", &body)
        .await
        .expect(200)
        .json
}

fn has(list: &Value, id: Uuid) -> bool {
    list.as_array().expect("a list").contains(&json!(id))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_watched_list_says_what_came_and_what_others_took(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let (ruth, daniel) = (app.admin().await, app.admin_called("Daniel").await);
    let [own, theirs] = [app.prepared_testimony(WORDS).await, app.prepared_testimony(WORDS).await];
    let begin = changes(&ruth, "pending", &Value::Null, &[own, theirs]).await;
    assert_eq!(
        [&begin["arrived"], &begin["left"], &begin["gone"]],
        [&json!([]), &json!([]), &json!([])]
    );
    let since = &begin["at"];
    moderate(&ruth, own, "reject", Some("no")).await.expect(200);
    moderate(&daniel, theirs, "escalate", None).await.expect(200);
    let new = app.prepared_testimony(WORDS).await;
    // The caller's own step has taken its story from the screen already.
    let after = changes(&ruth, "pending", since, &[theirs]).await;
    assert!(has(&after["arrived"], new) && !has(&after["arrived"], own), "{after}");
    assert_eq!((&after["left"], &after["gone"]), (&json!([theirs]), &json!([])));
    let escalated = changes(&ruth, "escalated", since, &[]).await;
    assert_eq!(escalated["arrived"], json!([theirs]));
    moderate(&daniel, own, "reopen", Some("Another look."))
        .await
        .expect(200);
    let back = changes(&ruth, "pending", since, &[]).await;
    assert_eq!(back["arrived"][0], json!(own), "the newest first: {back}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn withdrawn_and_deleted_testimonies_are_gone_from_a_watched_list(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let author = app.guest();
    let stay = app.prepared_testimony(WORDS).await;
    let deleted = app.prepared_testimony(WORDS).await;
    let unknown = Uuid::new_v4();
    admin
        .call("DELETE", &format!("/api/admin/testimonies/{deleted}"), &Value::Null)
        .await
        .expect(204);
    let after = changes(&admin, "pending", &Value::Null, &[stay, deleted, unknown]).await;
    assert_eq!(after["left"], json!([]));
    assert!(has(&after["gone"], deleted) && has(&after["gone"], unknown), "{after}");
    assert!(!has(&after["gone"], stay));
    author
        .post("/api/admin/testimonies/changes", &json!({ "status": "pending" }))
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn more_than_a_hundred_decisions_of_others_all_leave_a_watched_list(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    many(&app, 250, "rejected").await;
    // Beside the pending one.
    let listed: Vec<Uuid> = sqlx::query_scalar("select id from testimony")
        .fetch_all(&app.db)
        .await
        .expect("listed");
    let after = changes(&admin, "pending", &Value::Null, &listed).await;
    let left = after["left"].as_array().expect("a list");
    assert!(left.len() == 250 && listed.len() == 251, "{}", left.len());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_watched_list_that_cannot_be_is_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for body in [
        json!({ "status": "published" }),
        json!({ "status": "pending", "since": "yesterday" }),
        json!({ "status": "pending", "listed": vec![Uuid::nil(); 501] }),
    ] {
        admin
            .post("/api/admin/testimonies/changes", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}
