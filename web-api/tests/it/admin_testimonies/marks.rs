//! Words that may speak of danger, marked in the text that staff see.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::app::TestApp;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_words_that_may_speak_of_danger_are_marked_and_stored_nowhere(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = app
        .prepared_testimony("🙏 Ten years ago I wanted to die. Today I sing again.")
        .await;
    let set_severity = async |severity: i16| {
        sqlx::query("update testimony set crisis_severity = $1")
            .bind(severity)
            .execute(&app.db)
            .await
            .expect("a severity");
        let story = admin.get(&format!("/api/admin/testimonies/{id}")).await.expect(200);
        story.json["story"].clone()
    };
    let story = set_severity(1).await;
    let text: Vec<u16> = story["redactedText"].as_str().expect("text").encode_utf16().collect();
    let marks = story["dangerMarks"].as_array().expect("a list");
    let marked = |mark: &Value| {
        let at = |end: &str| usize::try_from(mark[end].as_u64().expect("a place")).expect("small");
        String::from_utf16(&text[at("start")..at("end")]).expect("whole letters")
    };
    let words: Vec<String> = marks.iter().map(marked).collect();
    assert!(words.iter().any(|words| words.contains("wanted to die")), "{words:?}");
    assert_eq!(
        set_severity(0).await["dangerMarks"],
        json!([]),
        "a calm story has no marks"
    );
}
