//! Readers report testimonies.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, Client, TestApp};

async fn report(reader: &Client, id: Uuid) -> Answer {
    reader
        .call("POST", &format!("/api/testimonies/{id}/report"), &Value::Null)
        .await
}

/// A published testimony about grief, and the member of staff who published it.
async fn published(app: &TestApp) -> (Uuid, Client) {
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    moderate(&admin, id, "approve", None).await.expect(200);
    sqlx::query("update testimony set topics = '{grief}'")
        .execute(&app.db)
        .await
        .expect("a known topic");
    (id, admin)
}

async fn testimonies_shown(app: &TestApp) -> usize {
    let answer = app
        .guest()
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    answer.json["testimonies"].as_array().expect("a list").len()
}

#[sqlx::test(migrations = "../migrations")]
async fn a_reported_testimony_is_hidden_until_staff_have_reviewed_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, admin) = published(&app).await;
    let reader = app.guest();
    report(&reader, id).await.expect(204);
    assert_eq!(testimonies_shown(&app).await, 0);
    let counts = admin.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(
        (&counts.json["reported"], &counts.json["approved"]),
        (&json!(1), &json!(1))
    );
    let kept = moderate(&admin, id, "keep", None).await.expect(200);
    assert_eq!(
        (&kept.json["status"], &kept.json["reportedAt"]),
        (&json!("approved"), &Value::Null)
    );
    assert_eq!(testimonies_shown(&app).await, 1);

    report(&app.user().await, id).await.expect(204);
    assert_eq!(
        testimonies_shown(&app).await,
        1,
        "staff kept it once: it stays while they look again"
    );
    let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
    assert_eq!(
        (&listed.json[0]["reports"], listed.json[0]["reportedAt"].is_string()),
        (&json!(2), true)
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn one_reader_reports_a_testimony_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let (id, admin) = published(&app).await;
    let reader = app.user().await;
    for _ in 0..3 {
        report(&reader, id).await.expect(204);
    }
    let trail = admin.get("/api/admin/audit?action=story.reported").await.expect(200);
    assert_eq!(trail.json["lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(trail.json["lines"][0]["actor"]["kind"], "user");
    assert_eq!(app.count("select reports::bigint from testimony").await, 1);
}

#[sqlx::test(migrations = "../migrations")]
async fn reports_are_limited_per_reader_and_address(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, _) = published(&app).await;
    sqlx::query(
        "insert into testimony (id, owner_id, status, sealed, consent_at, crisis_severity, redacted_at, redacted_text,
             pii_risk_level, moderated_at, idempotency_key)
         select gen_random_uuid(), owner_id, status, sealed, consent_at, 0, now(), 'A story.', 'low', now(), gen_random_uuid()
         from testimony, generate_series(1, 30)",
    )
    .execute(&app.db)
    .await
    .expect("published");
    let testimonies: Vec<Uuid> = sqlx::query_scalar("select id from testimony order by id = $1 desc")
        .bind(first)
        .fetch_all(&app.db)
        .await
        .expect("readable");
    let reader = app.user().await;
    for id in &testimonies[..10] {
        report(&reader, *id).await.expect(204);
    }
    let refused = report(&reader, testimonies[10]).await.expect_error(429, "REPORT_LIMIT");
    assert!(!refused.header("retry-after").is_empty());
    report(&reader, first).await.expect(204);
    assert_eq!(app.count("select count(*) from testimony_report").await, 10);

    let address = "198.51.100.7";
    for id in &testimonies[..30] {
        report(&app.guest().sending("x-forwarded-for", address), *id)
            .await
            .expect(204);
    }
    report(&app.guest().sending("x-forwarded-for", address), testimonies[30])
        .await
        .expect_error(429, "ADDRESS_LIMIT");
}

#[sqlx::test(migrations = "../migrations")]
async fn reported_testimonies_come_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, admin) = published(&app).await;
    let later = app.prepared_testimony(WORDS).await;
    moderate(&admin, later, "approve", None).await.expect(200);
    let order = async || {
        let listed = admin.get("/api/admin/testimonies?status=approved").await.expect(200);
        listed.json[0]["id"].as_str().map(str::to_owned)
    };
    assert_eq!(order().await, Some(later.to_string()), "the last settled first");
    report(&app.guest(), first).await.expect(204);
    assert_eq!(order().await, Some(first.to_string()));
}

#[sqlx::test(migrations = "../migrations")]
async fn only_published_testimonies_can_be_reported(db: PgPool) {
    let app = TestApp::new(db).await;
    let pending = app.prepared_testimony(WORDS).await;
    let guest = app.guest();
    for id in [pending, Uuid::new_v4()] {
        report(&guest, id).await.expect_error(404, "NOT_FOUND");
    }
    guest
        .call("POST", "/api/testimonies/x/report", &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    let closed = TestApp::with(app.db.clone(), &[("GUEST_ACCESS", "signed_in")])
        .await
        .leaving(&["prepare_testimony"]);
    report(&closed.guest(), pending)
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}
