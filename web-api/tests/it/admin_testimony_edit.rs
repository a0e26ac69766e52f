//! Staff read originals, correct redactions, and see the timeline of a testimony.

use axum::body::Body;
use serde_json::{Value, json};
use sqlx::PgPool;
use testing::{unaudited, watch_states};
use uuid::Uuid;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Answer, Client, Log, TestApp};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reading_the_original_is_audited_with_the_readers_name(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app
        .prepared_testimony("I lost my work. Write to ruth@example.org.")
        .await;
    let path = format!("/api/admin/testimonies/{id}/reveal");
    let answer = admin.call("POST", &path, &Value::Null).await.expect(200);
    assert_eq!(
        Answer::keys(&answer.json),
        ["whatChanged", "whatHappened", "whatHelped"]
    );
    assert_eq!(
        answer.json["whatHappened"],
        "I lost my work. Write to ruth@example.org."
    );
    let trail = admin.get("/api/admin/audit?action=story.revealed").await.expect(200);
    assert_eq!(trail.json["lines"][0]["subject"]["id"], id.to_string());
    assert_eq!(trail.json["lines"][0]["actor"]["name"], "Ruth");
    let unknown = format!("/api/admin/testimonies/{}/reveal", Uuid::new_v4());
    admin
        .call("POST", &unknown, &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_redaction_is_corrected_before_publishing_and_not_after(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    let path = format!("/api/admin/testimonies/{id}");
    let before = admin.get(&path).await.expect(200).json["story"]["redactedText"].clone();
    let edit =
        json!({ "redactedText": "  I lost my work.  ", "topics": ["grief"], "internalNote": "ask about the town" });
    let edited = admin.call("PATCH", &path, &edit).await.expect(200);
    assert_eq!(edited.json["redactedText"], "I lost my work.");
    assert_eq!(edited.json["previousText"], before);
    assert_eq!(
        (&edited.json["topics"], &edited.json["version"]),
        (&json!(["grief"]), &json!(1))
    );
    let note = admin
        .call("PATCH", &path, &json!({ "internalNote": "" }))
        .await
        .expect(200);
    assert_eq!(
        (&note.json["internalNote"], &note.json["previousText"]),
        (&Value::Null, &before)
    );

    moderate(&admin, id, "approve", None).await.expect(200);
    let late = admin
        .call("PATCH", &path, &json!({ "redactedText": "Too late." }))
        .await;
    assert_eq!(
        late.expect_error(409, "INVALID_TRANSITION").json["moved"]["status"],
        "approved"
    );
    admin
        .call("PATCH", &path, &json!({ "topics": ["anxiety"] }))
        .await
        .expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_correction_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    let path = format!("/api/admin/testimonies/{id}");
    for (edit, field) in [
        (json!({}), "redactedText"),
        (json!({ "redactedText": "  " }), "redactedText"),
        (json!({ "redactedText": "x".repeat(20_001) }), "redactedText"),
        (json!({ "topics": ["no such topic"] }), "topics"),
        (json!({ "topics": vec!["grief"; 6] }), "topics"),
        (json!({ "internalNote": "x".repeat(2001) }), "internalNote"),
    ] {
        let refused = admin
            .call("PATCH", &path, &edit)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{edit}");
    }
    admin
        .call("PATCH", &path, &json!({ "topics": "grief" }))
        .await
        .expect_error(422, "INVALID_FIELDS");
    for path in [
        format!("/api/admin/testimonies/{}", Uuid::new_v4()),
        "/api/admin/testimonies/x".to_owned(),
    ] {
        admin.get(&path).await.expect_error(404, "NOT_FOUND");
        admin
            .call("PATCH", &path, &json!({ "internalNote": "n" }))
            .await
            .expect_error(404, "NOT_FOUND");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_timeline_shows_what_happened_and_why(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    moderate(&admin, id, "reject", Some("It names a town."))
        .await
        .expect(200);
    moderate(&admin, id, "reopen", Some("The author asked."))
        .await
        .expect(200);
    let answer = admin.get(&format!("/api/admin/testimonies/{id}")).await.expect(200);
    let timeline = answer.json["timeline"].as_array().expect("a list");
    let told: Vec<(&str, &Value)> = timeline
        .iter()
        .map(|line| (line["action"].as_str().expect("a word"), &line["reason"]))
        .collect();
    assert_eq!(
        told,
        [
            ("story.submitted", &Value::Null),
            ("story.prepared", &Value::Null),
            ("story.rejected", &json!("It names a town.")),
            ("story.reopened", &json!("The author asked.")),
        ]
    );
    let trail = admin.get(&format!("/api/admin/audit?subject={id}")).await.expect(200);
    assert!(
        !trail.json.to_string().contains("town"),
        "no text in the trail: {}",
        trail.json
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_page_takes_the_same_number_of_statements_for_any_number_of_testimonies(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let log = Log::default();
    let mut costs = Vec::new();
    for testimonies in [1, 20] {
        while app.count("select count(*) from testimony").await < testimonies {
            app.prepared_testimony(WORDS).await;
        }
        let before = log.statements();
        let _listening = log.listen();
        let page = admin.get("/api/admin/testimonies?status=pending").await.expect(200);
        assert_eq!(page.json.as_array().map(Vec::len), usize::try_from(testimonies).ok());
        costs.push(log.statements() - before);
    }
    assert_eq!(
        costs,
        [2, 2],
        "one for the session, one for the page: {:?}",
        log.lines()
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn moderation_logs_no_text_of_a_testimony(db: PgPool) {
    let log = Log::default();
    let _listening = log.listen();
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app
        .prepared_testimony("I lost my work at the marmalade factory in spring.")
        .await;
    let path = format!("/api/admin/testimonies/{id}");
    admin
        .call("POST", &format!("{path}/reveal"), &Value::Null)
        .await
        .expect(200);
    let edit = json!({ "redactedText": "The marmalade was good.", "internalNote": "marmalade" });
    admin.call("PATCH", &path, &edit).await.expect(200);
    moderate(&admin, id, "reject", Some("No marmalade, please."))
        .await
        .expect(200);
    admin.get(&path).await.expect(200);
    let lines = log.lines();
    assert!(lines.iter().any(|line| line.contains("story settled")), "{lines:?}");
    assert_eq!(lines.iter().find(|line| line.contains("marmalade")), None);
    let told = app
        .count("select count(*) from audit_entry where details::text like '%marmalade%'")
        .await;
    assert_eq!(told, 0);
}

async fn delete(client: &Client, id: Uuid) -> Answer {
    let path = format!("/api/admin/testimonies/{id}");
    client.send(client.request("DELETE", &path), Body::empty()).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_delete_a_guests_testimony_with_all_that_belongs_to_it(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    watch_states(&app.db).await;
    let admin = app.admin().await;
    let author = testing::guest(1);
    let mut testimonies = Vec::new();
    for _ in 0..2 {
        testimonies.push(testing::prepared_testimony(&app.ctx, author, WORDS).await);
    }
    moderate(&admin, testimonies[0], "approve", None).await.expect(200);
    let keys = "select count(*) from data_key where owner_kind = 'guest'";
    delete(&app.guest(), testimonies[0])
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    for (id, keys_left) in [(testimonies[0], 1), (testimonies[1], 0)] {
        delete(&admin, id).await.expect(204);
        assert_eq!(app.count(keys).await, keys_left, "the key goes with the last story");
        delete(&admin, id).await.expect_error(404, "NOT_FOUND");
    }
    let trail = admin.get("/api/admin/audit?action=story.deleted").await.expect(200);
    assert_eq!(trail.json["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(unaudited(&app.db).await.0, Vec::<String>::new());
}
