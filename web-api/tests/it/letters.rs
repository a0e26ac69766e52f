//! Letters of situations: told in words, chosen by a chip, and read without being counted.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::content::{WithNumbers, WrittenFor};
use sqlx::PgPool;

use super::app::{Answer, TestApp};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_clearly_told_situation_gets_its_letter_with_what_was_said(db: PgPool) {
    let app = TestApp::new(db).await;
    let question = json!({ "struggle": "My mum died six weeks ago and I keep going to ring her." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(
        (&answer["topic"]["id"], &answer["situation"]["id"]),
        (&json!("grief"), &json!("parent-died"))
    );
    let content = answer["topic"]["content"].as_str().expect("text");
    assert!(
        content.contains("six weeks") && content.contains("your mother"),
        "{content}"
    );
    assert!(!content.contains('{'), "{content}");
    assert!(answer["bridge"].is_string() && answer["prayer"]["plain"].is_string());
    let chips = answer["alternatives"].as_array().expect("a list");
    assert!(!chips.is_empty() && chips.iter().all(|chip| chip["id"] != "parent-died"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_vague_text_gets_the_topics_letter_and_situations_to_choose_from(db: PgPool) {
    let app = TestApp::new(db).await;
    let answer = app
        .guest()
        .post(
            "/api/guidance",
            &json!({ "struggle": "I feel anxious and worried about many things." }),
        )
        .await
        .expect(200)
        .json;
    assert_eq!(answer["situation"], Value::Null);
    assert!(answer["prayer"]["words"].is_string() && answer["prayer"]["plain"].is_string());
    assert!(
        answer["alternatives"].as_array().is_some_and(|chips| chips.len() > 2),
        "{answer}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_letter_opens_by_its_id_and_is_not_counted(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for situation in &app.ctx.content.english.situations {
        let answer = guest
            .get(&format!("/api/letters/{}", situation.slug))
            .await
            .expect(200)
            .json;
        assert_eq!(answer["situation"]["id"], situation.slug.as_str());
        assert_eq!(answer["topic"]["id"], situation.topic.as_str());
        let chips = answer["alternatives"].as_array().expect("a list");
        let is_hidden = |chip: &Value| {
            let chosen = app
                .ctx
                .content
                .english
                .situation(chip["id"].as_str().unwrap_or_default());
            chosen.is_none_or(|chosen| chosen.with_numbers == WithNumbers::Only)
        };
        assert!(!chips.iter().any(is_hidden), "{}", situation.slug);
    }
    let topic = guest.get("/api/letters/grief").await.expect(200).json;
    assert_eq!(topic["situation"], Value::Null);
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn another_passage_is_one_that_was_not_shown(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let mut shown = Vec::new();
    for _ in 0..4 {
        let path = format!("/api/letters/pet-died?shown={}", shown.join(",").replace(' ', "%20"));
        let answer = guest.get(&path).await.expect(200).json;
        let reference = answer["topic"]["scripture"]["reference"]
            .as_str()
            .expect("text")
            .to_owned();
        assert!(!shown.contains(&reference), "{reference} again");
        shown.push(reference);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_letter_comes_again_with_the_passage_that_it_had(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let content = &app.ctx.content;
    // Without `passage` the first one comes.
    let of_letters = content.english.situations.iter().filter_map(|situation| {
        let last = situation.passages.last()?;
        Some((&situation.slug, &last.passage, Some(last.bridge.as_str())))
    });
    let of_topics = content.english.topics.iter().filter_map(|topic| {
        let last = topic.passages.last()?;
        Some((&topic.slug, &last.passage, None))
    });
    for (id, passage, bridge) in of_letters.chain(of_topics) {
        let reference = passage.reference.to_string();
        let path = format!("/api/letters/{id}?passage={}", reference.replace(' ', "%20"));
        let answer = guest.get(&path).await.expect(200).json;
        assert_eq!(answer["topic"]["scripture"]["reference"], reference, "{id}");
        assert_eq!(answer["topic"]["scripture"]["text"], passage.text, "{id}");
        assert_eq!(answer["bridge"].as_str(), bridge, "{id}");
    }
    let plain = guest.get("/api/letters/grief").await.expect(200).json;
    for other in ["Genesis%201:1", "no%20passage", ""] {
        let answer = guest
            .get(&format!("/api/letters/grief?passage={other}"))
            .await
            .expect(200)
            .json;
        assert_eq!(answer, plain, "{other}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn unknown_letters_are_not_found(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for id in ["nothing-of-the-kind", "..%2Fgrief", "%F0%9F%92%A7"] {
        let answer: Answer = guest.get(&format!("/api/letters/{id}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn danger_gets_no_letter_that_was_not_written_to_stand_behind_the_numbers(db: PgPool) {
    let app = TestApp::new(db).await;
    let question = json!({ "struggle": "My mum died six weeks ago and tonight I want to kill myself." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["crisis"], true);
    let shown = answer["situation"]["id"]
        .as_str()
        .and_then(|slug| app.ctx.content.english.situation(slug));
    assert!(
        shown.is_none_or(|situation| situation.with_numbers == WithNumbers::Only),
        "{answer}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_that_needs_help_first_stands_only_behind_the_numbers(db: PgPool) {
    let app = TestApp::new(db).await;
    let question = json!({ "struggle": "My husband hits me and I am afraid of what he does next." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(
        (&answer["crisis"], &answer["topic"]["id"]),
        (&json!(true), &json!("refuge"))
    );
    assert!(answer["resources"].is_object());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_text_that_only_asks_for_a_passage_gets_it_uncounted(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let english = "What are you carrying?";
    for (asked, reference, question_below) in [
        ("Psalm 23", "Psalm 23", english),
        ("please read me jn 3:16", "John 3:16", english),
        ("Romans 8:28–9:1", "Romans 8:28-9:1", english),
        ("salmo 23", "Salmo 23", "¿Qué llevas"),
        ("John 3:99", "John 3", english),
    ] {
        let question = json!({ "struggle": asked });
        let answer = guest.post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(
            (&answer["asked"], &answer["usage"]),
            (&json!(true), &Value::Null),
            "{asked}"
        );
        assert_eq!(answer["topic"]["scripture"]["reference"], reference, "{asked}");
        let content = answer["topic"]["content"].as_str().expect("text");
        assert!(content.contains(question_below), "{content}");
    }
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 0);
    let quoting = json!({ "struggle": "Psalm 23 was read when my mum died six weeks ago and I felt nothing." });
    let answer = guest.post("/api/guidance", &quoting).await.expect(200).json;
    assert_eq!(
        (&answer["asked"], &answer["topic"]["id"]),
        (&json!(false), &json!("grief"))
    );
    assert_eq!(answer["usage"]["count"], 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_asks_again_gets_the_next_nearest_letter(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let mut question = json!({ "struggle": "My mum died six weeks ago and I keep going to ring her." });
    let first = guest.post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(first["situation"]["id"], "parent-died");
    question["shownLetters"] = json!(["parent-died", "nothing-of-the-kind"]);
    let second = guest.post("/api/guidance", &question).await.expect(200).json;
    assert_ne!(second["situation"]["id"], "parent-died");
    assert_eq!(second["topic"]["id"], "grief", "still about the same");
    question["shownLetters"] = json!(["parent-died", "grief"]);
    let third = guest.post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(third["topic"]["id"], "grief");
    assert_eq!(third["situation"]["id"], "parent-died", "all were shown");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn letters_on_pregnancy_self_harm_and_violence_are_discreet(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (id, discreet) in [
        ("unexpected-pregnancy", true),
        ("abortion", true),
        ("hurting-my-body", true),
        ("refuge", true),
        ("controlled-without-blows", true),
        ("parent-died", false),
        ("grief", false),
    ] {
        let answer = guest.get(&format!("/api/letters/{id}")).await.expect(200).json;
        assert_eq!(answer["discreet"], discreet, "{id}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_has_its_passage_in_the_chosen_translation(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let letter = guest.get("/api/letters/grief?translation=kjv").await.expect(200).json;
    assert_eq!(letter["topic"]["scripture"]["translation"], "King James Version");
    let question = json!({ "topicId": "grief", "translation": "asv" });
    let answer = guest.post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["topic"]["scripture"]["translation"], "American Standard Version");
    let unknown = json!({ "topicId": "grief", "translation": "klingon" });
    let answer = guest.post("/api/guidance", &unknown).await.expect(200).json;
    assert_eq!(answer["topic"]["scripture"]["translation"], "World English Bible");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_has_nobody_to_tell_is_not_sent_to_a_friend(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let question = json!({ "struggle": "I feel anxious and worried about many things and I have nobody to tell." });
    let answer = guest.post("/api/guidance", &question).await.expect(200).json;
    let content = answer["topic"]["content"].as_str().expect("text");
    assert!(
        content.contains("nobody to tell") || content.contains("Help now"),
        "{content}"
    );
    assert!(!content.contains("friend"), "{content}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn thanks_get_a_letter_of_thanksgiving_and_the_betrayed_none_for_who_betrays(db: PgPool) {
    let app = TestApp::new(db).await;
    for thanks in [
        "I am so happy today, my scan was clear",
        "Thank you Lord, I got the job!!",
        "praise God my son came home",
    ] {
        let question = json!({ "struggle": thanks });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["situation"]["id"], "thanks-and-joy", "{thanks}");
    }
    let question = json!({ "struggle": "my husband cheated on me and I have told nobody" });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    let shown = answer["situation"]["id"]
        .as_str()
        .and_then(|slug| app.ctx.content.english.situation(slug));
    assert!(
        shown.is_none_or(|situation| situation.written_for != WrittenFor::WhoDidIt),
        "{answer}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_confession_gets_no_letter_for_the_wronged_a_child_none_for_parents_and_fresh_grief_none_about_years(
    db: PgPool,
) {
    let app = TestApp::new(db).await;
    let shown = async |struggle: &str| {
        let question = json!({ "struggle": struggle });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        let slug = answer["situation"]["id"].as_str().unwrap_or_default().to_owned();
        (app.ctx.content.english.situation(&slug), answer)
    };
    for confession in [
        "I told my friend's secret at a party and now she has blocked me everywhere. I did it, I know I did it.",
        "i took money from the till and they blamed the new girl and let her go. i said nothing",
    ] {
        let (situation, answer) = shown(confession).await;
        assert!(
            situation.is_none_or(|situation| situation.written_for != WrittenFor::WhoWasWronged),
            "{answer}"
        );
    }
    let (situation, answer) = shown("Husband of 51 years gone since March. I still put out two cups.").await;
    assert!(situation.is_none_or(|situation| !situation.after_years), "{answer}");
    let (_, answer) = shown("my mum has MS and i do the shopping and the lunches and then homework. im 14").await;
    assert_ne!(answer["topic"]["id"], "parenting", "{answer}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_wants_a_verse_and_no_letter_gets_one_and_the_letter_by_a_tap(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let question =
        json!({ "struggle": "Surgery at 7 tomorrow and I am scared. Just the verse please, I don't need a talk." });
    let answer = guest.post("/api/guidance", &question).await.expect(200).json;
    let topic = &answer["topic"];
    assert_eq!(topic["title"], topic["scripture"]["reference"]);
    assert!(
        topic["content"].as_str().is_some_and(|content| content.len() < 160),
        "{answer}"
    );
    assert_eq!((&answer["situation"], &answer["prayer"]), (&Value::Null, &Value::Null));
    assert_eq!(
        answer["alternatives"][0]["id"], "operation-or-court-tomorrow",
        "{answer}"
    );
    assert_eq!(answer["asked"], false);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_passage_asked_for_beside_other_words_comes_with_their_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    let question =
        json!({ "struggle": "My mum died six weeks ago and I keep going to ring her. Please read me Psalm 121." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["situation"]["id"], "parent-died");
    assert_eq!(answer["topic"]["scripture"]["reference"], "Psalm 121");
    assert!(
        answer["bridge"]
            .as_str()
            .is_some_and(|bridge| bridge.contains("asked for this one")),
        "{answer}"
    );
    let question = json!({ "struggle": "Can you just give me Psalm 91? My grandmother used to say it over us." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["topic"]["scripture"]["reference"], "Psalm 91");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_asks_not_to_be_converted_is_answered_so(db: PgPool) {
    let app = TestApp::new(db).await;
    let question =
        json!({ "struggle": "I'm not religious and I can't sleep for worry. Please don't try to convert me." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    let content = answer["topic"]["content"].as_str().expect("text");
    assert!(content.contains("nobody will try to change you"), "{content}");
    for chip in answer["alternatives"].as_array().expect("a list") {
        let chosen = app
            .ctx
            .content
            .english
            .situation(chip["id"].as_str().unwrap_or_default());
        assert!(chosen.is_some_and(|chosen| chosen.topic != "doubt"), "{chip}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_text_that_is_not_understood_is_not_offered_joy(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let question = json!({ "struggle": "zzz qqq xxx" });
    let answer = guest.post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["topic"]["id"], "comfort");
    assert_eq!(answer["alternatives"], json!([]));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_that_knows_of_the_danger_stands_beside_the_numbers(db: PgPool) {
    let app = TestApp::new(db).await;
    for (told, situation) in [
        (
            "My husband has dementia and last night he hit me when I changed him.",
            "hurt-by-someone-who-is-ill",
        ),
        (
            "He checks my receipts, reads the mileage and took my phone and my bank card. He says it is love.",
            "controlled-without-blows",
        ),
    ] {
        let question = json!({ "struggle": told });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["crisis"], true, "{told}");
        assert_eq!(answer["situation"]["id"], situation, "{told}: {answer}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn in_danger_a_wish_for_a_verse_alone_hides_no_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    let question =
        json!({ "struggle": "My exam is tomorrow and I want to kill myself. Just the verse please, no talk." });
    let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
    assert_eq!(answer["crisis"], true);
    let topic = &answer["topic"];
    assert_ne!(topic["title"], topic["scripture"]["reference"], "{answer}");
}
