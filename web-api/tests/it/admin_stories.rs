//! Staff review stories.

use std::collections::HashSet;

use futures::future::{join, join_all};
use serde_json::{Value, json};
use shared::testing::{unaudited, watch_states};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};

pub const WORDS: &str = "I lost my work in spring and did not know how to pay.";

pub async fn moderate(admin: &Client, id: Uuid, action: &str, notes: Option<&str>) -> Answer {
    let body = json!({ "testimonyId": id, "action": action, "notes": notes });
    admin.post("/api/admin/moderate", &body).await
}

async fn page(admin: &Client, query: &str) -> Vec<Value> {
    let answer = admin.get(&format!("/api/admin/testimonies?{query}")).await.expect(200);
    answer.json.as_array().expect("a list").clone()
}

fn ids(stories: &[Value]) -> Vec<&str> {
    stories
        .iter()
        .map(|story| story["id"].as_str().expect("an id"))
        .collect()
}

/// Writes stories straight into the database, as many as asked for.
async fn many(app: &TestApp, count: i32, status: &str) {
    app.prepared_story(WORDS).await;
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
async fn a_story_has_what_staff_need_and_never_its_original(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    assert_eq!(page(&admin, "status=pending").await, Vec::<Value>::new());
    let id = app
        .prepared_story("I lost my work in spring. Write to ruth@example.org.")
        .await;
    let stories = page(&admin, "status=pending").await;
    assert_eq!(ids(&stories), [id.to_string()]);
    assert_eq!(
        Answer::keys(&stories[0]),
        [
            "createdAt",
            "crisisCategory",
            "crisisSeverity",
            "cursor",
            "id",
            "internalNote",
            "isPrepared",
            "keptAt",
            "moderatedAt",
            "moderationNotes",
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
    assert_eq!(stories[0]["isPrepared"], true);
    assert!(!stories[0].to_string().contains("ruth@example.org"), "{}", stories[0]);
    for query in ["status=published", "status=", "cursor=1", "status=pending&cursor=a.b.c"] {
        admin
            .get(&format!("/api/admin/testimonies?{query}"))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn pages_hold_every_story_once_danger_and_risk_first(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 50, "pending").await;
    let admin = app.admin().await;
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let stories = page(&admin, &format!("status=pending{cursor}")).await;
        let is_last = stories.len() < 20;
        if let Some(last) = stories.last() {
            cursor = format!("&cursor={}", last["cursor"].as_str().expect("a cursor"));
        }
        all.extend(stories);
        if is_last {
            break;
        }
    }
    assert_eq!(all.len(), 51);
    assert_eq!(ids(&all).into_iter().collect::<HashSet<_>>().len(), 51);
    let risk = |story: &Value| {
        ["low", "medium", "high"]
            .iter()
            .position(|known| story["piiRiskLevel"] == *known)
    };
    let order = |story: &Value| {
        let urgency = (story["crisisSeverity"].as_i64(), risk(story));
        (
            std::cmp::Reverse(urgency),
            story["createdAt"].as_str().expect("a time").to_owned(),
        )
    };
    assert!(all.is_sorted_by_key(order), "danger, then risk, then age");
}

#[sqlx::test(migrations = "../migrations")]
async fn counts_are_of_all_there_are(db: PgPool) {
    let app = TestApp::new(db).await;
    many(&app, 30, "approved").await;
    let counts = app.admin().await.get("/api/admin/testimonies/counts").await.expect(200);
    assert_eq!(
        counts.json,
        json!({ "pending": 1, "approved": 30, "rejected": 0, "escalated": 0, "reported": 0 })
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn counts_stay_true_while_many_settle_and_withdraw_at_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let mut stories = Vec::new();
    for _ in 0..8 {
        stories.push(app.prepared_story(WORDS).await);
    }
    let settle = stories.iter().enumerate().map(async |(number, id)| {
        let action = ["approve", "reject", "escalate"][number % 3];
        moderate(&admin, *id, action, Some("a reason")).await.expect(200);
        if number % 2 == 0 {
            moderate(&admin, *id, "reopen", Some("Another look.")).await.expect(200);
        }
    });
    join_all(settle).await;
    sqlx::query("delete from testimony where id = any($1)")
        .bind(&stories[..2])
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

#[sqlx::test(migrations = "../migrations")]
async fn an_approved_story_is_read_at_once_and_a_reopened_one_is_gone_at_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_story(WORDS).await;
    sqlx::query("update testimony set topics = '{grief}'")
        .execute(&app.db)
        .await
        .expect("a known topic");
    let stories = async || {
        let answer = app.guest().post("/api/guidance", &json!({ "topicId": "grief" })).await;
        answer.expect(200).json["testimonies"].as_array().expect("a list").len()
    };
    assert_eq!(stories().await, 0);
    let approved = moderate(&admin, id, "approve", None).await.expect(200);
    assert_eq!(
        (&approved.json["status"], &approved.json["version"]),
        (&json!("approved"), &json!(1))
    );
    assert!(approved.json["moderatedAt"].is_string());
    assert_eq!(stories().await, 1);
    moderate(&admin, id, "reopen", Some("A name was left in."))
        .await
        .expect(200);
    assert_eq!(stories().await, 0);
}

#[sqlx::test(migrations = "../migrations")]
async fn only_pending_stories_are_settled_and_only_settled_ones_reopened(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for (action, status) in [
        ("approve", "approved"),
        ("reject", "rejected"),
        ("escalate", "escalated"),
    ] {
        let id = app.prepared_story(WORDS).await;
        let early = moderate(&admin, id, "reopen", Some("too early")).await;
        assert_eq!(
            early.expect_error(409, "INVALID_TRANSITION").json["moved"],
            json!({ "status": "pending", "by": null, "at": null })
        );
        let settled = moderate(&admin, id, action, Some("Thank you. It names a town."))
            .await
            .expect(200);
        assert_eq!(settled.json["status"], status);
        let notes = &settled.json["moderationNotes"];
        assert_eq!(notes.is_string(), action == "reject", "{notes}");
        for again in ["approve", "reject", "escalate"] {
            let refused = moderate(&admin, id, again, Some("once more")).await;
            let refused = refused.expect_error(409, "INVALID_TRANSITION");
            assert_eq!(
                (&refused.json["moved"]["status"], &refused.json["moved"]["by"]),
                (&json!(status), &json!("Ruth"))
            );
            assert!(refused.json["moved"]["at"].is_string());
        }
        let reopened = moderate(&admin, id, "reopen", Some("Another look.")).await.expect(200);
        assert_eq!(
            (
                &reopened.json["status"],
                &reopened.json["moderatedAt"],
                &reopened.json["moderationNotes"]
            ),
            (&json!("pending"), &Value::Null, &Value::Null)
        );
    }
    let alerts = app
        .count("select count(*) from job where payload -> 'message' ->> 'what' = 'story_escalated'")
        .await;
    assert_eq!(alerts, 1, "whoever escalates has staff told");
}

#[sqlx::test(migrations = "../migrations")]
async fn what_is_missing_or_wrong_in_an_order_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_story(WORDS).await;
    for (action, notes, field) in [
        ("reject", None, "notes"),
        ("reject", Some("  "), "notes"),
        ("reopen", None, "notes"),
        ("publish", None, "action"),
    ] {
        let refused = moderate(&admin, id, action, notes)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{action} {notes:?}");
    }
    let long = "x".repeat(2001);
    let body = json!({ "testimonyId": id, "action": "escalate", "internalNote": long });
    let refused = admin
        .post("/api/admin/moderate", &body)
        .await
        .expect_error(422, "INVALID_FIELDS");
    assert_eq!(Answer::keys(&refused.json["fields"]), ["internalNote"]);
    for body in [json!({}), json!({ "testimonyId": "x", "action": "approve" })] {
        admin
            .post("/api/admin/moderate", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    moderate(&admin, Uuid::new_v4(), "approve", None)
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrations = "../migrations")]
async fn publishing_needs_a_redaction_and_a_check_where_the_risk_is_high(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    app.guest()
        .post("/api/testimonies", &super::testimony::story(WORDS))
        .await
        .expect(201);
    let stories = page(&admin, "status=pending").await;
    assert_eq!(
        (&stories[0]["isPrepared"], &stories[0]["redactedText"]),
        (&json!(false), &Value::Null)
    );
    let id: Uuid = ids(&stories)[0].parse().expect("an id");
    moderate(&admin, id, "approve", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");

    let risky = app.prepared_story(WORDS).await;
    sqlx::query("update testimony set pii_risk_level = 'high' where id = $1")
        .bind(risky)
        .execute(&app.db)
        .await
        .expect("risky");
    let refused = moderate(&admin, risky, "approve", None)
        .await
        .expect_error(422, "INVALID_FIELDS");
    assert_eq!(Answer::keys(&refused.json["fields"]), ["checked"]);
    let body = json!({ "testimonyId": risky, "action": "approve", "checked": true });
    admin.post("/api/admin/moderate", &body).await.expect(200);
}

#[sqlx::test(migrations = "../migrations")]
async fn of_two_at_once_one_succeeds_and_the_other_learns_who_was_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    for _ in 0..5 {
        let id = app.prepared_story(WORDS).await;
        let (one, other) = join(
            moderate(&ruth, id, "approve", None),
            moderate(&naomi, id, "reject", Some("It names a town.")),
        )
        .await;
        let (first, refused) = if one.status == 200 {
            ("Ruth", other)
        } else {
            ("Naomi", one)
        };
        let refused = refused.expect_error(409, "INVALID_TRANSITION");
        assert_eq!(refused.json["moved"]["by"], first);
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn whoever_names_the_version_they_read_acts_on_no_other(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_story(WORDS).await;
    let path = format!("/api/admin/testimonies/{id}");
    admin
        .call("PATCH", &path, &json!({ "internalNote": "seen", "version": 0 }))
        .await
        .expect(200);
    let body = json!({ "testimonyId": id, "action": "approve", "version": 0 });
    admin
        .post("/api/admin/moderate", &body)
        .await
        .expect_error(409, "CONFLICT");
    admin
        .call("PATCH", &path, &json!({ "internalNote": "again", "version": 0 }))
        .await
        .expect_error(409, "CONFLICT");
    let body = json!({ "testimonyId": id, "action": "approve", "version": 1 });
    admin.post("/api/admin/moderate", &body).await.expect(200);
}

#[sqlx::test(migrations = "../migrations")]
async fn ones_own_step_is_taken_back_within_ten_seconds(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    let id = app.prepared_story(WORDS).await;
    moderate(&ruth, id, "undo", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");

    moderate(&ruth, id, "reject", Some("It names a town."))
        .await
        .expect(200);
    moderate(&naomi, id, "undo", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");
    let undone = moderate(&ruth, id, "undo", None).await.expect(200);
    assert_eq!(
        (&undone.json["status"], &undone.json["moderationNotes"]),
        (&json!("pending"), &Value::Null)
    );
    moderate(&ruth, id, "undo", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");

    let approved = moderate(&ruth, id, "approve", None).await.expect(200);
    moderate(&ruth, id, "reopen", Some("Another look.")).await.expect(200);
    let undone = moderate(&ruth, id, "undo", None).await.expect(200);
    assert_eq!(undone.json["status"], "approved");
    assert_eq!(undone.json["moderatedAt"], approved.json["moderatedAt"], "as it was");

    moderate(&ruth, id, "reopen", Some("Another look.")).await.expect(200);
    sqlx::query("update moderation_step set at = at - interval '10 seconds'")
        .execute(&app.db)
        .await
        .expect("later");
    moderate(&ruth, id, "undo", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");
}

#[sqlx::test(migrations = "../migrations")]
async fn several_are_published_at_once_only_if_nothing_speaks_against_them(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let good = app.prepared_story(WORDS).await;
    let settled = app.prepared_story(WORDS).await;
    moderate(&admin, settled, "reject", Some("no")).await.expect(200);
    let (risky, dangerous) = (app.prepared_story(WORDS).await, app.prepared_story(WORDS).await);
    for (id, change) in [
        (risky, "update testimony set pii_risk_level = 'medium' where id = $1"),
        (dangerous, "update testimony set crisis_severity = 2 where id = $1"),
    ] {
        sqlx::query(change).bind(id).execute(&app.db).await.expect("changed");
    }
    let unknown = Uuid::new_v4();
    let answer = admin
        .post(
            "/api/admin/testimonies/approve",
            &json!({ "ids": [good, settled, risky, dangerous, unknown] }),
        )
        .await
        .expect(200);
    let outcomes: Vec<&str> = answer.json["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|result| result["outcome"].as_str().expect("an outcome"))
        .collect();
    assert_eq!(
        outcomes,
        ["approved", "not_pending", "needs_a_look", "needs_a_look", "not_found"]
    );
    for ids in [json!([]), json!(vec![good; 101])] {
        admin
            .post("/api/admin/testimonies/approve", &json!({ "ids": ids }))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    assert_eq!(
        app.count("select count(*) from testimony where status = 'approved'")
            .await,
        1
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn no_change_of_a_story_or_a_user_is_without_its_line(db: PgPool) {
    let app = TestApp::new(db).await;
    watch_states(&app.db).await;
    let admin = app.admin().await;
    let id = app.prepared_story(WORDS).await;
    let path = format!("/api/admin/testimonies/{id}");
    for (action, notes) in [
        ("reject", Some("It names a town.")),
        ("reopen", Some("Another look.")),
        ("escalate", None),
        ("undo", None),
        ("approve", None),
    ] {
        moderate(&admin, id, action, notes).await.expect(200);
    }
    app.guest()
        .call("POST", &format!("/api/testimonies/{id}/report"), &Value::Null)
        .await
        .expect(204);
    moderate(&admin, id, "keep", None).await.expect(200);
    moderate(&admin, id, "reopen", Some("Another look.")).await.expect(200);
    let edit = json!({ "redactedText": "Another text.", "topics": ["grief"], "internalNote": "n" });
    admin.call("PATCH", &path, &edit).await.expect(200);
    admin
        .post("/api/admin/testimonies/approve", &json!({ "ids": [id] }))
        .await
        .expect(200);
    let danger = super::testimony::story("I want to kill myself tonight and I have a plan.");
    app.guest().post("/api/testimonies", &danger).await.expect(200);

    let user = app.user().await.user.expect("signed in").0;
    // A user of a test is made behind the rules' back.
    sqlx::query("delete from state_change where noun = 'app_user'")
        .execute(&app.db)
        .await
        .expect("forgotten");
    let user = format!("/api/admin/users/{user}");
    for blocked in [true, true, false] {
        admin
            .call("PATCH", &format!("{user}/block"), &json!({ "blocked": blocked }))
            .await
            .expect(200);
    }
    admin
        .post(&format!("{user}/subscription/grant"), &json!({ "months": 2 }))
        .await
        .expect(200);
    for _ in 0..2 {
        let revoke = json!({ "cancelStripe": true });
        admin
            .post(&format!("{user}/subscription/revoke"), &revoke)
            .await
            .expect(200);
    }
    let (unaudited, changes) = unaudited(&app.db).await;
    assert_eq!(unaudited, Vec::<String>::new());
    assert!(changes >= 14, "{changes}");
    let verdict = admin.get("/api/admin/audit/verify").await.expect(200);
    assert_eq!(verdict.json["sound"], true);
}
