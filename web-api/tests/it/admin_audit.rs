//! The audit trail, read by staff.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, Client, TestApp};
use super::testimony::testimony_body;

async fn lines(admin: &Client, query: &str) -> Vec<Value> {
    let answer = admin.get(&format!("/api/admin/audit?{query}")).await.expect(200);
    answer.json["lines"].as_array().expect("a list").clone()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_trail_is_filtered_by_actor_action_subject_and_time(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    let id = app.prepared_testimony(WORDS).await;
    moderate(&ruth, id, "escalate", None).await.expect(200);
    moderate(&naomi, id, "reopen", Some("A second look.")).await.expect(200);

    let all = lines(&ruth, "").await;
    let actions: Vec<&str> = all
        .iter()
        .map(|line| line["action"].as_str().expect("a word"))
        .collect();
    assert_eq!(
        actions,
        [
            "story.reopened",
            "story.escalated",
            "story.prepared",
            "story.submitted",
            "staff.signed_in",
            "staff.signed_in"
        ]
    );
    assert_eq!(
        Answer::keys(&all[0]),
        ["action", "actor", "at", "details", "position", "subject"]
    );
    assert_eq!(all[0]["details"], json!({ "from": "escalated", "to": "pending" }));
    assert_eq!(lines(&ruth, "actor=Naomi").await.len(), 2);
    let sign_in = all[0]["actor"]["id"].as_str().expect("an id");
    assert_eq!(lines(&ruth, &format!("actor={sign_in}")).await.len(), 2);
    assert_eq!(lines(&ruth, &format!("subject={id}")).await.len(), 4);
    assert_eq!(lines(&ruth, "action=staff.signed_in").await.len(), 2);
    let at = all[2]["at"].as_str().expect("a time");
    assert_eq!(lines(&ruth, &format!("from={at}")).await.len(), 3);
    assert_eq!(lines(&ruth, &format!("to={at}")).await.len(), 3);
    assert_eq!(lines(&ruth, "actor=nobody").await.len(), 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_trail_does_not_link_testimonies_or_prayers_to_their_authors(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (admin, author) = (app.admin().await, app.user().await);
    let user = author.user.expect("signed in by the test");
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 day'")
        .execute(&app.db)
        .await
        .expect("premium");
    let told = author
        .post("/api/testimonies", &testimony_body("I lost my work in spring."))
        .await
        .expect(201);
    author
        .post("/api/prayers", &json!({ "text": "For my brother.", "shared": true }))
        .await
        .expect(201);
    author.get("/api/user/export").await.expect(200);

    let all = lines(&admin, "").await;
    for action in ["story.submitted", "prayer.written"] {
        let line = all.iter().find(|line| line["action"] == action).expect("a line");
        assert_eq!(
            line["actor"],
            json!({ "kind": "user", "id": null, "name": null, "role": null }),
            "{action}"
        );
    }
    let of_them = lines(&admin, &format!("actor={}", user.0)).await;
    let actions: Vec<&Value> = of_them.iter().map(|line| &line["action"]).collect();
    assert_eq!(actions, ["user.exported"]);
    let id = told.json["id"].as_str().expect("an id");
    let read = admin.get(&format!("/api/admin/testimonies/{id}")).await.expect(200);
    assert!(!read.text().contains(&user.0.to_string()), "{}", read.text());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn pages_hold_every_line_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    sqlx::query(
        "insert into audit_entry (actor_kind, action, subject_kind) select 'system', 'job.retried', 'job' from generate_series(1, 119)",
    )
    .execute(&app.db)
    .await
    .expect("written");
    let mut positions = Vec::new();
    let mut query = String::new();
    loop {
        let page = admin.get(&format!("/api/admin/audit?{query}")).await.expect(200);
        let lines = page.json["lines"].as_array().expect("a list");
        positions.extend(lines.iter().map(|line| line["position"].as_i64().expect("a number")));
        match page.json["next"].as_i64() {
            Some(next) => query = format!("cursor={next}"),
            None => break,
        }
    }
    assert_eq!(positions, (1..=120).rev().collect::<Vec<_>>());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_filter_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    for (query, field) in [
        ("action=story.praised", "action"),
        ("subject=x", "subject"),
        ("from=yesterday", "from"),
        ("to=2026-13-01T00:00:00Z", "to"),
        ("cursor=-1", "cursor"),
        ("cursor=x", "cursor"),
    ] {
        let refused = admin.get(&format!("/api/admin/audit?{query}")).await;
        let refused = refused.expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{query}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn tampering_is_detected(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    app.prepared_testimony(WORDS).await;
    let sound = admin.get("/api/admin/audit/verify").await.expect(200);
    assert_eq!(
        sound.json,
        json!({ "sound": true, "lines": 3, "firstBroken": null, "unsealed": 0, "next": null })
    );
    for statement in [
        "alter table audit_entry disable trigger user",
        "update audit_entry set action = 'story.approved' where position = 2",
    ] {
        sqlx::query(statement)
            .execute(&app.db)
            .await
            .expect("done by somebody with power over the database");
    }
    let broken = admin.get("/api/admin/audit/verify").await.expect(200);
    assert_eq!(
        broken.json,
        json!({ "sound": false, "lines": 1, "firstBroken": 2, "unsealed": 0, "next": null })
    );
}
