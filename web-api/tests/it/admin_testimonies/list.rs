//! The lists of testimonies and their counts.

use std::collections::HashSet;

use futures::future::{join, join_all};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::super::app::{Answer, Client, TestApp};
use super::{WORDS, ids, moderate, page};

/// Inserts `count` testimonies directly into the database.
pub async fn many(app: &TestApp, count: i32, status: &str) {
    app.prepared_testimony(WORDS).await;
    sqlx::query(
        "insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, redacted_at,
             redacted_text, pii_risk_level, moderated_at, idempotency_key)
         select gen_random_uuid(), owner_id, $2, sealed, consent_at, now() - make_interval(mins => n / 2), n % 4, now(),
             'A story.', (array['low', 'medium', 'high'])[n % 3 + 1], now(), gen_random_uuid()
         from testimony, generate_series(1, $1) n",
    )
    .bind(count)
    .bind(status)
    .execute(&app.db)
    .await
    .expect("written");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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
            "nearlyHidden",
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
    for query in [
        "status=published",
        "status=",
        "cursor=1",
        "status=pending&cursor=a.b.c",
        "only=yours",
    ] {
        admin
            .get(&format!("/api/admin/testimonies?{query}"))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_hold_every_testimony_once_danger_and_then_the_oldest_first(db: PgPool) {
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
    let order = |testimony: &Value| {
        let severity = testimony["crisisSeverity"].as_i64().expect("a number");
        (
            std::cmp::Reverse(severity.min(2)),
            testimony["createdAt"].as_str().expect("a time").to_owned(),
        )
    };
    assert!(
        all.is_sorted_by_key(order),
        "danger, possible danger, the rest, each by age"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn counts_cover_all_testimonies(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 30, "approved").await;
    let counts = app.admin().await.get("/api/admin/testimonies/counts").await.expect(200);
    let oldest = &counts.json["oldestPending"];
    assert!(oldest.is_string(), "{oldest}");
    assert_eq!(
        counts.json,
        json!({
            "pending": 1, "approved": 30, "rejected": 0, "escalated": 0, "reported": 0, "waitingLong": 0,
            "oldestPending": oldest, "oldestEscalated": null, "oldestReported": null,
        })
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn counts_say_since_when_the_oldest_wait(db: PgPool) {
    let app = TestApp::new(db).await;
    for (status, hours) in [("pending", 30), ("pending", 25), ("escalated", 50), ("approved", 90)] {
        let id = app.prepared_testimony(WORDS).await;
        sqlx::query(
            "update testimony set status = $2, created_at = timestamptz '2026-11-20 12:00Z' - make_interval(hours => $3),
                 reported_at = case when $2 = 'approved' then timestamptz '2026-11-18 12:00Z' end
             where id = $1",
        )
        .bind(id)
        .bind(status)
        .bind(hours)
        .execute(&app.db)
        .await
        .expect("aged");
    }
    let counts = app.admin().await.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(
        counts.json,
        json!({
            "pending": 2, "approved": 1, "rejected": 0, "escalated": 1, "reported": 1, "waitingLong": 3,
            "oldestPending": "2026-11-19T06:00:00Z", "oldestEscalated": "2026-11-18T10:00:00Z",
            "oldestReported": "2026-11-18T12:00:00Z",
        })
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_list_is_narrowed_to_mine_to_reported_ones_and_to_those_that_wait_long(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let (ruth, daniel) = (app.admin().await, app.admin_called("Daniel").await);
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(app.prepared_testimony(WORDS).await);
    }
    let [edited, opened, reopened, approved, escalated, untouched] = all[..] else {
        panic!("there are six");
    };
    let edit = json!({ "topics": [] });
    ruth.call("PATCH", &format!("/api/admin/testimonies/{edited}"), &edit)
        .await
        .expect(200);
    let reveal = format!("/api/admin/testimonies/{opened}/reveal");
    ruth.post(&reveal, &json!({})).await.expect(200);
    moderate(&daniel, reopened, "reject", Some("no")).await.expect(200);
    moderate(&ruth, reopened, "reopen", Some("Another look."))
        .await
        .expect(200);
    moderate(&ruth, approved, "approve", None).await.expect(200);
    moderate(&daniel, escalated, "escalate", None).await.expect(200);
    ruth.get(&format!("/api/admin/testimonies/{untouched}"))
        .await
        .expect(200);
    sqlx::query("update testimony set created_at = now() - interval '25 hours' where id = any($1)")
        .bind([opened, escalated])
        .execute(&app.db)
        .await
        .expect("aged");
    let listed = async |admin: &Client, query: &str| {
        let mut found: Vec<String> = ids(&page(admin, query).await).into_iter().map(str::to_owned).collect();
        found.sort();
        found
    };
    let named = |expected: &[Uuid]| {
        let mut names: Vec<String> = expected.iter().map(Uuid::to_string).collect();
        names.sort();
        names
    };
    for (query, expected) in [
        ("status=pending&only=mine", &[edited, opened, reopened][..]),
        ("status=approved&only=mine", &[approved]),
        ("status=escalated&only=mine", &[]),
        ("status=pending&only=waiting", &[opened]),
        ("status=escalated&only=waiting", &[escalated]),
        ("status=approved&only=reported", &[]),
    ] {
        assert_eq!(listed(&ruth, query).await, named(expected), "{query}");
    }
    assert_eq!(listed(&daniel, "status=pending&only=mine").await, named(&[reopened]));
    app.guest()
        .call("POST", &format!("/api/testimonies/{approved}/report"), &Value::Null)
        .await
        .expect(204);
    assert_eq!(listed(&ruth, "status=approved&only=reported").await, named(&[approved]));
    sqlx::query("delete from testimony where id = $1")
        .bind(edited)
        .execute(&app.db)
        .await
        .expect("withdrawn");
    assert_eq!(
        app.count("select count(*) from staff_testimony").await,
        5,
        "its row is gone too"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_staff_on_one_list_of_200_lose_no_step_and_double_none(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 199, "pending").await;
    let (ruth, daniel) = (app.admin().await, app.admin_called("Daniel").await);
    let all: Vec<Uuid> = sqlx::query_scalar("select id from testimony order by id")
        .fetch_all(&app.db)
        .await
        .expect("listed");
    assert_eq!(all.len(), 200);
    // Both take the same list from the top, each step when the one before is answered.
    let work = async |staff: &Client| {
        let (mut done, mut refused) = (0, 0);
        for id in &all {
            let body = json!({ "testimonyId": id, "action": "approve", "checked": true, "version": 0 });
            let answer = staff.post("/api/admin/moderate", &body).await;
            if answer.status == 200 {
                done += 1;
            } else {
                let moved = answer.expect_error(409, "INVALID_TRANSITION").json["moved"].clone();
                assert!(moved["by"] == "Ruth" || moved["by"] == "Daniel", "{moved}");
                refused += 1;
            }
        }
        (done, refused)
    };
    let (by_ruth, by_daniel) = join(work(&ruth), work(&daniel)).await;
    assert_eq!(by_ruth.0 + by_daniel.0, 200, "none is lost");
    assert_eq!(
        by_ruth.1 + by_daniel.1,
        200,
        "of two who step at once, one learns of the other"
    );
    for (what, count) in [
        (
            "select count(*) from testimony where status = 'approved' and version = 1",
            200,
        ),
        ("select count(*) from moderation_step", 200),
        ("select count(*) from audit_entry where action = 'story.approved'", 200),
    ] {
        assert_eq!(app.count(what).await, count, "{what}");
    }
}
