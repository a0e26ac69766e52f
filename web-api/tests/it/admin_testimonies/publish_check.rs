//! The check before publication: what is still readable, and languages that redaction does not know.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::app::{Answer, TestApp};
use super::bulk::approve_all;
use super::{WORDS, moderate};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_text_that_still_shows_a_number_is_marked_and_not_published_until_it_is_edited(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app.prepared_testimony(WORDS).await;
    let path = format!("/api/admin/testimonies/{id}");
    let edited = "🙏 Ring 612 - 555 - 0143, or write to me.here@example.org or 12 Acacia Road.";
    let answer = admin
        .call("PATCH", &path, &json!({ "redactedText": edited }))
        .await
        .expect(200);
    let units: Vec<u16> = edited.encode_utf16().collect();
    let cut = |mark: &Value| {
        let place = |name: &str| usize::try_from(mark[name].as_u64().expect("a place")).expect("small");
        String::from_utf16(&units[place("start")..place("end")]).expect("whole characters")
    };
    let marks = answer.json["leftReadable"].as_array().expect("marks");
    let marked: Vec<String> = marks.iter().map(cut).collect();
    assert_eq!(marked, ["612 - 555 - 0143", "me.here@example.org", "12 Acacia Road"]);
    for checked in [false, true] {
        let body = json!({ "testimonyId": id, "action": "approve", "checked": checked });
        let refused = admin
            .post("/api/admin/moderate", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), ["redactedText"]);
    }
    let edited = json!({ "redactedText": "Ring the line at 988, or 1-800-273-8255. I read Psalm 119:105-112." });
    let answer = admin.call("PATCH", &path, &edited).await.expect(200);
    assert_eq!(
        answer.json["leftReadable"],
        json!([]),
        "helplines and references may stay"
    );
    moderate(&admin, id, "approve", None).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_language_is_named_and_never_published_in_bulk(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app
        .prepared_testimony("Ich habe meine Arbeit verloren und wusste nicht, wie ich die Miete zahlen soll.")
        .await;
    // As a worker of an older release rated it.
    sqlx::query("update testimony set pii_risk_level = 'low', crisis_severity = 0, redacted_text = $1")
        .bind("Ich habe meine Arbeit verloren und wusste nicht, wie es mit mir weitergeht.")
        .execute(&app.db)
        .await
        .expect("rated low");
    let story = admin.get(&format!("/api/admin/testimonies/{id}")).await.expect(200);
    assert_eq!(story.json["story"]["otherLanguage"], true);
    let answer = approve_all(&app, &admin, &[id]).await.expect(200);
    assert_eq!(answer.json["results"][0]["outcome"], "needs_a_look", "{}", answer.json);
    moderate(&admin, id, "approve", None).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn direction_overrides_are_not_published(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app
        .prepared_testimony("I lost \u{202e}my work\u{202c} in \u{2067}spring\u{2069} and did not know how to pay.")
        .await;
    let story = admin.get(&format!("/api/admin/testimonies/{id}")).await.expect(200);
    let text = story.json["story"]["redactedText"].as_str().expect("a text");
    assert!(text.starts_with("I lost my work in spring and did not know"), "{text}");
}
