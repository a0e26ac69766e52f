//! Letters in Spanish: chosen by the words, or by the reader's language where there are none.

use std::fmt::Write as _;

use serde_json::{Value, json};
use shared::locale::Locale;
use sqlx::PgPool;

use super::app::TestApp;

/// A struggle that surely gets the letter of a situation.
const MOTHER: &str = "Murió mi mamá.";

fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value
        .pointer(path)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("{path} of {value}"))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn words_in_spanish_get_a_letter_that_is_spanish_throughout(db: PgPool) {
    let app = TestApp::new(db).await;
    let spanish = &app.ctx.content.spanish;
    let question = json!({ "struggle": MOTHER });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["language"], "es");
    assert_eq!(answer["unreadLanguage"], Value::Null);
    assert_eq!(answer["situation"]["id"], "parent-died");
    let situation = spanish.situation("parent-died").expect("known");
    assert_eq!(answer["topic"]["title"], situation.title.as_str());
    assert_eq!(answer["prayer"]["words"], situation.prayer.as_str());
    let content = text(&answer, "/topic/content");
    assert!(!content.contains('{'), "{content}");
    let scripture = &answer["topic"]["scripture"];
    assert_eq!(scripture["translation"], "Reina-Valera 1909");
    let shown = situation
        .passages
        .iter()
        .find(|chosen| chosen.passage.text == scripture["text"])
        .expect("one of its passages");
    let reference = shown.passage.reference.in_language(Locale::Spanish);
    assert_eq!(scripture["reference"], reference.to_string());
    assert_eq!(answer["bridge"], shown.bridge.as_str());
    for chip in answer["alternatives"].as_array().expect("a list") {
        let situation = spanish.situation(text(chip, "/id")).expect("known");
        assert_eq!(chip["name"], situation.chip.as_str());
    }
    for chip in answer["related"].as_array().expect("a list") {
        let topic = spanish.topic(text(chip, "/id")).expect("known");
        assert_eq!(chip["name"], topic.name.as_str());
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_words_decide_and_the_readers_language_where_they_do_not(db: PgPool) {
    let app = TestApp::new(db).await;
    for (struggle, language, expected) in [
        ("no puedo dormir y estoy muy triste", "en", "es"),
        ("I can't sleep and I am so sad", "es", "en"),
        ("mi mamá died y no sé qué hacer", "en", "es"),
        ("my mom murió last week and I can't stop crying", "es", "en"),
        ("ansiedad", "en", "es"),
        ("no", "es", "es"),
        ("no", "en", "en"),
        ("Salmo 23", "en", "es"),
        ("Psalm 23", "es", "en"),
    ] {
        let question = json!({ "struggle": struggle, "language": language });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["language"], expected, "{struggle}");
        let translation = text(&answer, "/topic/scripture/translation");
        assert_eq!(translation == "Reina-Valera 1909", expected == "es", "{struggle}");
    }
    let topic = json!({ "topicId": "grief", "language": "es" });
    let answer = app.guest().post("/api/guidance", &topic).await.expect(200).json;
    assert_eq!(
        answer["topic"]["title"],
        app.ctx.content.spanish.topic("grief").expect("known").title.as_str()
    );
    let topic = json!({ "topicId": "grief" });
    let spoken = app.guest().sending("accept-language", "es-MX,es;q=0.9,en;q=0.8");
    assert_eq!(
        spoken.post("/api/guidance", &topic).await.expect(200).json["language"],
        "es"
    );
    assert_eq!(
        app.guest().post("/api/guidance", &topic).await.expect(200).json["language"],
        "en"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_passage_that_is_asked_for_comes_in_spanish_with_a_spanish_line(db: PgPool) {
    let app = TestApp::new(db).await;
    let question = json!({ "struggle": "quiero leer el salmo 91 por favor" });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["asked"], true);
    assert_eq!(answer["topic"]["title"], "Salmo 91");
    assert_eq!(
        answer["topic"]["content"],
        app.ctx.content.spanish.lines.asked_alone.as_str()
    );
    assert!(text(&answer, "/topic/scripture/text").starts_with("El que habita al abrigo del Altísimo"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_letter_opens_in_spanish_with_the_passage_that_it_had(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let spanish = &app.ctx.content.spanish;
    for situation in &spanish.situations {
        let last = situation.passages.last().expect("some");
        let reference = last.passage.reference.in_language(spanish.locale).to_string();
        let path = format!(
            "/api/letters/{}?language=es&passage={}&translation=kjv",
            situation.slug,
            urlencoded(&reference)
        );
        let answer = guest.get(&path).await.expect(200).json;
        assert_eq!(answer["language"], "es");
        assert_eq!(answer["topic"]["title"], situation.title.as_str());
        assert_eq!(
            answer["topic"]["scripture"]["reference"], reference,
            "{}",
            situation.slug
        );
        assert_eq!(
            answer["topic"]["scripture"]["text"], last.passage.text,
            "{}",
            situation.slug
        );
        assert_eq!(answer["bridge"], last.bridge.as_str());
    }
    let english = guest.get("/api/letters/parent-died").await.expect(200).json;
    assert_eq!(english["language"], "en");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_english_passage_can_be_read_beside_a_spanish_one(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let path = |translation: &str| {
        format!(
            "/api/scripture/{}?around=0&translation={translation}",
            urlencoded("Salmo 34:18")
        )
    };
    let spanish = guest.get(&path("rv1909")).await.expect(200).json;
    assert_eq!(spanish["reference"], "Salmo 34:18");
    assert!(text(&spanish, "/verses/0/text").starts_with("Cercano está Jehová"));
    let english = guest.get(&path("web")).await.expect(200).json;
    assert_eq!(
        (&english["reference"], &english["translation"]),
        (&json!("Psalm 34:18"), &json!("World English Bible"))
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn in_danger_the_letter_beside_the_numbers_is_in_the_language_of_the_words(db: PgPool) {
    let app = TestApp::new(db).await;
    for (struggle, language) in [
        ("ya no quiero vivir, quiero matarme esta noche", "es"),
        ("mi esposo me pega y me dice que me va a matar", "es"),
        ("I want to kill myself tonight", "en"),
    ] {
        let answer = app
            .guest()
            .post("/api/guidance", &json!({ "struggle": struggle }))
            .await
            .expect(200)
            .json;
        assert_eq!(
            (&answer["crisis"], &answer["language"]),
            (&json!(true), &json!(language)),
            "{struggle}"
        );
        let topic = app.ctx.content.letters(match language {
            "es" => Locale::Spanish,
            _ => Locale::English,
        });
        let id = text(&answer, "/topic/id");
        assert!(topic.topic(id).is_some(), "{id}");
        let is_spanish = text(&answer, "/topic/scripture/translation") == "Reina-Valera 1909";
        assert_eq!(is_spanish, language == "es", "{struggle}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_page_without_scripts_answers_in_spanish_too(db: PgPool) {
    let app = TestApp::new(db).await;
    let form = [("lang", "es"), ("struggle", MOTHER)];
    let page = app.guest().post_form("/api/plain", &form).await.expect(200).text();
    assert!(
        page.contains(r#"<div lang="es">"#) && page.contains("Reina-Valera 1909"),
        "{page}"
    );
    let title = &app.ctx.content.spanish.situation("parent-died").expect("known").title;
    assert!(page.contains(title.as_str()), "{page}");
}

/// A text as part of an address.
fn urlencoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}
