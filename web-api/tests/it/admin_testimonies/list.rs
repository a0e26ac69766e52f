//! The lists of testimonies and their counts.

use std::collections::HashSet;

use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::app::{Answer, TestApp};
use super::{WORDS, ids, moderate, page};

/// Inserts `count` testimonies directly into the database.
async fn many(app: &TestApp, count: i32, status: &str) {
    app.prepared_testimony(WORDS).await;
    sqlx::query(
        "insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, redacted_at,
             redacted_text, pii_risk_level, moderated_at, idempotency_key)
         select gen_random_uuid(), owner_id, $2, sealed, consent_at, now() - make_interval(mins => n / 2), n % 3, now(),
             'A story.', (array['low', 'medium', 'high'])[n % 3 + 1], now(), gen_random_uuid()
         from testimony, generate_series(1, $1) n",
    )
    .bind(count)
    .bind(status)
    .execute(&app.db)
    .await
    .expect("written");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_listed_testimony_has_what_staff_need_and_never_its_original(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    assert_eq!(page(&admin, "status=pending").await, Vec::<Value>::new());
    let id = app
        .prepared_testimony("I lost my work in spring. Write to ruth@example.org.")
        .await;
    let testimonies = page(&admin, "status=pending").await;
    assert_eq!(ids(&testimonies), [id.to_string()]);
    assert_eq!(
        Answer::keys(&testimonies[0]),
        [
            "createdAt",
            "crisisCategory",
            "crisisSeverity",
            "cursor",
            "dangerMarks",
            "id",
            "internalNote",
            "isHidden",
            "isPrepared",
            "keptAt",
            "language",
            "leftReadable",
            "moderatedAt",
            "moderationNotes",
            "otherLanguage",
            "piiRiskLevel",
            "previousText",
            "redactedText",
            "reportedAt",
            "reports",
            "status",
            "topics",
            "version"
        ]
    );
    assert_eq!(testimonies[0]["isPrepared"], true);
    assert!(
        !testimonies[0].to_string().contains("ruth@example.org"),
        "{}",
        testimonies[0]
    );
    for query in ["status=published", "status=", "cursor=1", "status=pending&cursor=a.b.c"] {
        admin
            .get(&format!("/api/admin/testimonies?{query}"))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn pages_hold_every_testimony_once_danger_and_risk_first(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 50, "pending").await;
    let admin = app.admin().await;
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let testimonies = page(&admin, &format!("status=pending{cursor}")).await;
        let is_last = testimonies.len() < 20;
        if let Some(last) = testimonies.last() {
            cursor = format!("&cursor={}", last["cursor"].as_str().expect("a cursor"));
        }
        all.extend(testimonies);
        if is_last {
            break;
        }
    }
    assert_eq!(all.len(), 51);
    assert_eq!(ids(&all).into_iter().collect::<HashSet<_>>().len(), 51);
    let risk = |testimony: &Value| {
        ["low", "medium", "high"]
            .iter()
            .position(|known| testimony["piiRiskLevel"] == *known)
    };
    let order = |testimony: &Value| {
        let urgency = (testimony["crisisSeverity"].as_i64(), risk(testimony));
        (
            std::cmp::Reverse(urgency),
            testimony["createdAt"].as_str().expect("a time").to_owned(),
        )
    };
    assert!(all.is_sorted_by_key(order), "danger, then risk, then age");
}

#[sqlx::test(migrations = "../migrations")]
async fn counts_cover_all_testimonies(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 30, "approved").await;
    let counts = app.admin().await.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(
        counts.json,
        json!({ "pending": 1, "approved": 30, "rejected": 0, "escalated": 0, "reported": 0 })
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn counts_stay_correct_under_concurrent_decisions_and_withdrawals(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let admin = app.admin().await;
    let mut testimonies = Vec::new();
    for _ in 0..8 {
        testimonies.push(app.prepared_testimony(WORDS).await);
    }
    let settle = testimonies.iter().enumerate().map(async |(number, id)| {
        let action = ["approve", "reject", "escalate"][number % 3];
        moderate(&admin, *id, action, Some("a reason")).await.expect(200);
        if number % 2 == 0 {
            moderate(&admin, *id, "reopen", Some("Another look.")).await.expect(200);
        }
    });
    join_all(settle).await;
    sqlx::query("delete from testimony where id = any($1)")
        .bind(&testimonies[..2])
        .execute(&app.db)
        .await
        .expect("withdrawn");
    let kept = admin.get("/api/admin/testimonies/counts").await.expect(200);
    for status in ["pending", "approved", "rejected", "escalated"] {
        let counted: i64 = sqlx::query_scalar("select count(*) from testimony where status = $1")
            .bind(status)
            .fetch_one(&app.db)
            .await
            .expect("counted");
        assert_eq!(kept.json[status], counted, "{status}");
    }
}
