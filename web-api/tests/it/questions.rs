//! Questions: what nobody here can answer, and what is asked of the Bible itself.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::TestApp;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_question_that_nobody_here_can_answer_gets_an_honest_line(db: PgPool) {
    let app = TestApp::new(db).await;
    for (asked, words) in [
        ("Is it a sin to get a tattoo?", "We don't rule on that here"),
        ("What does the Bible say about cremation?", "We don't rule on that here"),
        ("Is it legal to record my boss at work?", "We are not lawyers"),
    ] {
        let question = json!({ "struggle": asked });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        let content = answer["topic"]["content"].as_str().expect("text");
        assert!(content.contains(words), "{asked}: {content}");
        assert!(answer["topic"]["scripture"]["text"].is_string());
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_asks_where_words_stand_gets_the_passage_uncounted(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (asked, reference) in [
        ("Where does it say money is the root of all evil?", "1 Timothy 6:6-10"),
        ("which verse says the truth will set you free", "John 8:31-32"),
        ("where does it say the truth will set you free", "John 8:31-32"),
        ("how old was Methuselah when he died?", "Genesis 5:27"),
        ("Who was Lazarus?", "John 11:33-36"),
        ("Romans 9. Does Paul mean that God picked some people?", "Romans 9"),
        ("where does it say that love is patient", "1 Corinthians 13:4-8"),
        ("which psalm says he restores my soul", "Psalm 23:3"),
        // In the words of the King James Version alone.
        (
            "Where in the Bible does it say that a merry heart doeth good like a medicine?",
            "Proverbs 17:22",
        ),
        (
            "I'm looking for the verse that says he has also set eternity in their hearts",
            "Ecclesiastes 3:11",
        ),
    ] {
        let question = json!({ "struggle": asked });
        let answer = guest.post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["topic"]["scripture"]["reference"], reference, "{asked}");
        assert_eq!(
            (&answer["asked"], &answer["usage"]),
            (&json!(true), &Value::Null),
            "{asked}"
        );
        assert_eq!(
            (&answer["crisis"], &answer["possibleDanger"]),
            (&json!(false), &json!(false)),
            "{asked}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_lament_that_asks_where_words_stand_keeps_its_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    for (told, topic) in [
        ("My husband died. Where does it say that God is love?", "grief"),
        (
            "Where does it say that God is love when he let my husband die of cancer",
            "doubt",
        ),
    ] {
        let question = json!({ "struggle": told });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["topic"]["id"], topic, "{told}: {answer}");
        assert_eq!(answer["asked"], false, "{told}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_question_about_the_bible_gets_no_letter_on_doubt(db: PgPool) {
    let app = TestApp::new(db).await;
    for (asked, line) in [
        ("Did Moses write the first five books?", "A study Bible or a pastor"),
        (
            "Job says I wish I had died at birth, what does he mean?",
            "A study Bible or a pastor",
        ),
        ("How did Saul die in the Bible?", "A study Bible or a pastor"),
        (
            "Where does it say he gave him the name Jesus?",
            "A study Bible or a pastor",
        ),
        ("¿en qué libro de la Biblia aparece Matusalén?", "Una Biblia de estudio"),
    ] {
        let question = json!({ "struggle": asked });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        let content = answer["topic"]["content"].as_str().expect("text");
        assert!(content.contains(line), "{asked}: {content}");
        assert_eq!(
            answer["topic"]["title"], answer["topic"]["scripture"]["reference"],
            "{asked}"
        );
        assert_eq!(
            (&answer["situation"], &answer["alternatives"]),
            (&Value::Null, &json!([])),
            "{asked}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_saying_that_only_sounds_like_the_bible_is_said_to_be_none(db: PgPool) {
    let app = TestApp::new(db).await;
    for (asked, reference, line) in [
        (
            "Where in the Bible does it say that God helps those who help themselves?",
            "Psalm 121:1-2",
            "they are not",
        ),
        (
            "Is this too shall pass in the Bible?",
            "2 Corinthians 4:16-18",
            "they are not",
        ),
        (
            "¿Dónde dice la Biblia ayúdate que yo te ayudaré?",
            "Salmo 121:1-2",
            "no están",
        ),
    ] {
        let question = json!({ "struggle": asked });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        let content = answer["topic"]["content"].as_str().expect("text");
        assert!(content.contains(line), "{asked}: {content}");
        assert_eq!(answer["topic"]["scripture"]["reference"], reference, "{asked}");
    }
    let told = "They say God never gives you more than you can handle. Where does it say that? My son died in June.";
    let answer = app
        .guest()
        .post("/api/guidance", &json!({ "struggle": told }))
        .await
        .expect(200)
        .json;
    assert_eq!(answer["topic"]["id"], "grief", "{answer}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_loss_to_suicide_gets_its_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    for told in [
        "My brother ended his life in March and I keep looking for the sign I missed.",
        "mi hermano se suicidó en marzo y no dejo de buscar la señal",
    ] {
        let question = json!({ "struggle": told });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["situation"]["id"], "lost-to-suicide", "{told}: {answer}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn danger_in_a_question_about_the_bible_comes_first(db: PgPool) {
    let app = TestApp::new(db).await;
    for asked in [
        "which verse says you go to hell if you take your life",
        "where is it written that I must go on living like this",
        "where does it say that I have to stay when he locks me in",
    ] {
        let question = json!({ "struggle": asked });
        let answer = app.guest().post("/api/guidance", &question).await.expect(200).json;
        assert_eq!(answer["crisis"], true, "{asked}");
    }
}
