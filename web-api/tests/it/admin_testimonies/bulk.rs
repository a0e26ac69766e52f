//! Bulk approval takes testimonies as staff saw them.

use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::super::app::{Answer, Client, TestApp};
use super::WORDS;

/// Approves several in the versions that they have now.
pub async fn approve_all(app: &TestApp, admin: &Client, ids: &[Uuid]) -> Answer {
    let mut stories = Vec::new();
    for id in ids {
        let version: Option<i32> = sqlx::query_scalar("select version from testimony where id = $1")
            .bind(id)
            .fetch_optional(&app.db)
            .await
            .expect("read");
        stories.push(json!({ "id": id, "version": version.unwrap_or_default() }));
    }
    let body = json!({ "stories": stories });
    admin.post("/api/admin/testimonies/approve", &body).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_that_was_edited_since_staff_saw_it_is_not_published_with_others(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, daniel) = (app.admin().await, app.admin_called("Daniel").await);
    let [same, changed] = [app.prepared_testimony(WORDS).await, app.prepared_testimony(WORDS).await];
    let path = format!("/api/admin/testimonies/{changed}");
    let worse = json!({ "redactedText": "I lost my work at the bakery of Ellen." });
    daniel.call("PATCH", &path, &worse).await.expect(200);
    let approve = async |version: i32| {
        let seen = json!({ "stories": [{ "id": same, "version": 0 }, { "id": changed, "version": version }] });
        let answer = ruth
            .post("/api/admin/testimonies/approve", &seen)
            .await
            .expect(200)
            .json;
        [0, 1].map(|number: usize| answer["results"][number]["outcome"].clone())
    };
    assert_eq!(approve(0).await, ["approved", "needs_a_look"]);
    let story = ruth.get(&path).await.expect(200).json;
    assert_eq!(story["story"]["status"], "pending");
    // Once it was read as it is now, it is approved.
    assert_eq!(approve(1).await, ["not_pending", "approved"]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn bulk_approval_without_the_versions_that_were_seen_is_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    for body in [json!({ "ids": [id] }), json!({ "stories": [{ "id": id }] })] {
        admin
            .post("/api/admin/testimonies/approve", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    assert_eq!(
        app.count("select count(*) from testimony where status = 'pending'")
            .await,
        1
    );
}
