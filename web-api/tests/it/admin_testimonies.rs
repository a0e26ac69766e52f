//! Moderation: staff review testimonies.

mod bulk;
mod list;
mod marks;
mod publish_check;
mod reading;
mod spam;
mod watched;

use futures::future::join;
use serde_json::{Value, json};
use sqlx::PgPool;
use testing::{unaudited, watch_states};
use uuid::Uuid;

use self::bulk::approve_all;
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

fn ids(testimonies: &[Value]) -> Vec<&str> {
    testimonies
        .iter()
        .map(|testimony| testimony["id"].as_str().expect("an id"))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_approved_testimony_is_public_at_once_and_a_reopened_one_is_hidden_at_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    sqlx::query("update testimony set topics = '{grief}'")
        .execute(&app.db)
        .await
        .expect("a known topic");
    let testimonies = async || {
        let answer = app.guest().post("/api/guidance", &json!({ "topicId": "grief" })).await;
        answer.expect(200).json["testimonies"].as_array().expect("a list").len()
    };
    assert_eq!(testimonies().await, 0);
    let approved = moderate(&admin, id, "approve", None).await.expect(200);
    assert_eq!(
        (&approved.json["status"], &approved.json["version"]),
        (&json!("approved"), &json!(1))
    );
    assert!(approved.json["moderatedAt"].is_string());
    assert_eq!(testimonies().await, 1);
    moderate(&admin, id, "reopen", Some("A name was left in."))
        .await
        .expect(200);
    assert_eq!(testimonies().await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_pending_testimonies_are_decided_and_only_decided_ones_reopened(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let admin = app.admin().await;
    for (action, status) in [
        ("approve", "approved"),
        ("reject", "rejected"),
        ("escalate", "escalated"),
    ] {
        let id = app.prepared_testimony(WORDS).await;
        let early = moderate(&admin, id, "reopen", Some("too early")).await;
        assert_eq!(
            early.expect_error(409, "INVALID_TRANSITION").json["moved"],
            json!({ "status": "pending", "by": null, "at": null })
        );
        let decided = moderate(&admin, id, action, Some("Thank you. It names a town."))
            .await
            .expect(200);
        assert_eq!(decided.json["status"], status);
        let notes = &decided.json["moderationNotes"];
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
    assert_eq!(alerts, 1, "escalating alerts staff");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn missing_and_invalid_fields_of_a_decision_are_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn publishing_needs_a_redaction_and_a_check_where_the_risk_is_high(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    app.guest()
        .post("/api/testimonies", &super::testimony::testimony_body(WORDS))
        .await
        .expect(201);
    let testimonies = page(&admin, "status=pending").await;
    assert_eq!(
        (&testimonies[0]["isPrepared"], &testimonies[0]["redactedText"]),
        (&json!(false), &Value::Null)
    );
    let id: Uuid = ids(&testimonies)[0].parse().expect("an id");
    moderate(&admin, id, "approve", None)
        .await
        .expect_error(409, "INVALID_TRANSITION");

    let risky = app.prepared_testimony(WORDS).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn of_two_concurrent_decisions_one_succeeds_and_the_other_learns_who_was_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    for _ in 0..5 {
        let id = app.prepared_testimony(WORDS).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stale_version_is_a_conflict(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_undo_their_own_step_within_ten_seconds(db: PgPool) {
    let app = TestApp::new(db).await;
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    let id = app.prepared_testimony(WORDS).await;
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_that_was_reopened_or_reported_is_not_published_in_bulk(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let mut testimonies = Vec::new();
    for _ in 0..3 {
        testimonies.push(app.prepared_testimony(WORDS).await);
    }
    for (id, [settle, back]) in
        testimonies
            .iter()
            .zip([["reject", "reopen"], ["reject", "undo"], ["approve", "reopen"]])
    {
        moderate(&admin, *id, settle, Some("It names me.")).await.expect(200);
        moderate(&admin, *id, back, Some("It names me.")).await.expect(200);
    }
    let reported = app.prepared_testimony(WORDS).await;
    sqlx::query("update testimony set reports = 1 where id = $1")
        .bind(reported)
        .execute(&app.db)
        .await
        .expect("reported");
    testimonies.push(reported);
    let answer = approve_all(&app, &admin, &testimonies).await.expect(200);
    let outcome = |number: usize| answer.json["results"][number]["outcome"].clone();
    assert_eq!(
        [0, 1, 2, 3].map(outcome),
        ["needs_a_look", "approved", "needs_a_look", "needs_a_look"]
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn bulk_publishing_skips_testimonies_with_risk_or_danger(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let good = app.prepared_testimony(WORDS).await;
    let decided = app.prepared_testimony(WORDS).await;
    moderate(&admin, decided, "reject", Some("no")).await.expect(200);
    let (risky, dangerous) = (app.prepared_testimony(WORDS).await, app.prepared_testimony(WORDS).await);
    for (id, change) in [
        (risky, "update testimony set pii_risk_level = 'medium' where id = $1"),
        (dangerous, "update testimony set crisis_severity = 2 where id = $1"),
    ] {
        sqlx::query(change).bind(id).execute(&app.db).await.expect("changed");
    }
    let unknown = Uuid::new_v4();
    let all = [good, decided, risky, dangerous, unknown];
    let answer = approve_all(&app, &admin, &all).await.expect(200);
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
    for ids in [vec![], vec![good; 101]] {
        approve_all(&app, &admin, &ids)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    assert_eq!(
        app.count("select count(*) from testimony where status = 'approved'")
            .await,
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_change_of_a_testimony_or_user_is_audited(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    watch_states(&app.db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
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
    approve_all(&app, &admin, &[id]).await.expect(200);
    let danger = super::testimony::testimony_body("I want to kill myself tonight and I have a plan.");
    app.guest().post("/api/testimonies", &danger).await.expect(200);

    let user = app.user().await.user.expect("signed in").0;
    // The tests create users directly in the database, without an audit entry.
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
