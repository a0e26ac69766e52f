//! Letters that an account keeps: chosen, kept, read, deleted, and never without being asked.

use axum::body::Body;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::DANGER;
use super::prayers::with_premium;

const LETTERS: &str = "/api/user/letters";
/// A sentence of the reader's own, as a letter quotes it.
const QUOTED: &str = "You wrote: My xqzmother died in spring.";

fn path(number: u128) -> String {
    format!("{LETTERS}/{}", Uuid::from_u128(number))
}

async fn choose(client: &Client, keep: bool) -> Answer {
    client.call("PUT", LETTERS, &json!({ "keep": keep })).await
}

async fn delete(client: &Client, path: &str) -> Answer {
    client.send(client.request("DELETE", path), Body::empty()).await
}

/// A subscriber whose account keeps letters.
async fn keeper(app: &TestApp) -> Client {
    let user = with_premium(app).await;
    choose(&user, true).await.expect(204);
    user
}

/// The letter of a situation as the app keeps it, with a sentence of its reader's own.
async fn letter_of(app: &TestApp, situation: &str) -> Value {
    let mut letter = app
        .guest()
        .get(&format!("/api/letters/{situation}"))
        .await
        .expect(200)
        .json;
    letter["asked"] = json!(false);
    letter["alsoAbout"] = Value::Null;
    let content = letter["topic"]["content"].as_str().expect("text");
    letter["topic"]["content"] = json!(format!("{QUOTED}\n\n{content}"));
    letter
}

fn body(letter: &Value) -> Value {
    json!({ "keptAt": "2026-11-01T08:00:00Z", "letter": letter })
}

async fn keep(client: &Client, number: u128, letter: &Value) -> Answer {
    client.call("PUT", &path(number), &body(letter)).await
}

async fn listed(client: &Client) -> Value {
    client.get(LETTERS).await.expect(200).json
}

async fn end_premium(app: &TestApp) {
    sqlx::query("update app_user set manual_premium_until = now() - interval '1 second'")
        .execute(&app.db)
        .await
        .expect("ended");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_is_kept_once_listed_and_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = with_premium(&app).await;
    testing::watch_states(&app.db).await;
    let id = user.user.expect("signed in").0;
    let nothing = json!({ "userId": id, "chosenAt": null, "premium": true, "letters": [] });
    assert_eq!(listed(&user).await, nothing);
    for _ in 0..2 {
        choose(&user, true).await.expect(204);
    }
    let letter = letter_of(&app, "parent-died").await;
    for _ in 0..2 {
        keep(&user, 1, &letter).await.expect(204);
    }
    keep(&user, 2, &letter_of(&app, "grief").await).await.expect(204);
    let all = listed(&user).await;
    assert!(all["chosenAt"].is_string());
    assert_eq!(all["letters"].as_array().map(Vec::len), Some(2));
    let first = &all["letters"][1];
    assert_eq!(Answer::keys(first), ["id", "keptAt", "letter"]);
    assert_eq!(first["id"], Uuid::from_u128(1).to_string());
    assert_eq!(first["keptAt"], "2026-11-01T08:00:00Z");
    assert_eq!(first["letter"], letter);

    delete(&user, &path(1)).await.expect(204);
    delete(&user, &path(1)).await.expect_error(404, "NOT_FOUND");
    assert_eq!(listed(&user).await["letters"].as_array().map(Vec::len), Some(1));
    choose(&user, false).await.expect(204);
    assert_eq!(listed(&user).await, nothing);
    assert_eq!(app.count("select count(*) from kept_letter").await, 0);
    let (unaudited, all) = testing::unaudited(&app.db).await;
    assert_eq!((unaudited, all), (Vec::new(), 2), "the choice is audited, on and off");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_stored_bytes_hold_no_word_of_the_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    keep(&user, 1, &letter_of(&app, "parent-died").await).await.expect(204);
    let sealed: Vec<u8> = sqlx::query_scalar("select sealed from kept_letter")
        .fetch_one(&app.db)
        .await
        .expect("stored");
    for word in ["xqzmother", "parent-died", "scripture", "language"] {
        assert!(
            !sealed.windows(word.len()).any(|bytes| bytes == word.as_bytes()),
            "{word}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signed_out_callers_and_blocked_users_are_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let (guest, blocked) = (app.guest(), keeper(&app).await);
    let letter = letter_of(&app, "grief").await;
    sqlx::query("update app_user set blocked_at = now()")
        .execute(&app.db)
        .await
        .expect("blocked");
    for (client, status, code) in [(guest, 401, "SIGN_IN_REQUIRED"), (blocked, 403, "ACCOUNT_BLOCKED")] {
        client.get(LETTERS).await.expect_error(status, code);
        choose(&client, false).await.expect_error(status, code);
        keep(&client, 1, &letter).await.expect_error(status, code);
        delete(&client, &path(1)).await.expect_error(status, code);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn choosing_and_keeping_need_premium_and_the_rest_does_not(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, free) = (keeper(&app).await, app.user().await);
    let letter = letter_of(&app, "grief").await;
    keep(&user, 1, &letter).await.expect(204);
    keep(&user, 2, &letter).await.expect(204);
    choose(&free, true).await.expect_error(403, "PREMIUM_REQUIRED");
    keep(&free, 3, &letter).await.expect_error(403, "PREMIUM_REQUIRED");
    choose(&free, false).await.expect(204);

    end_premium(&app).await;
    keep(&user, 4, &letter).await.expect_error(403, "PREMIUM_REQUIRED");
    let held = listed(&user).await;
    assert_eq!(
        (&held["premium"], held["letters"].as_array().map(Vec::len)),
        (&json!(false), Some(2))
    );
    delete(&user, &path(1)).await.expect(204);
    choose(&user, false).await.expect(204);
    assert_eq!(app.count("select count(*) from kept_letter").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn nothing_is_kept_unless_that_was_chosen(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = with_premium(&app).await;
    let letter = letter_of(&app, "grief").await;
    keep(&user, 1, &letter).await.expect_error(409, "CONFLICT");
    choose(&user, true).await.expect(204);
    choose(&user, false).await.expect(204);
    keep(&user, 1, &letter).await.expect_error(409, "CONFLICT");
    assert_eq!(app.count("select count(*) from kept_letter").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn letters_that_are_kept_while_the_choice_ends_leave_nothing_behind(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    let letter = letter_of(&app, "grief").await;
    let keeping = futures::future::join_all((1..=8).map(|number| keep(&user, number, &letter)));
    let (_, ended) = futures::future::join(keeping, choose(&user, false)).await;
    ended.expect(204);
    assert_eq!(app.count("select count(*) from kept_letter").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_account_keeps_fifty_letters_and_says_so(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    let letter = letter_of(&app, "grief").await;
    for number in 1..=49 {
        keep(&user, number, &letter).await.expect(204);
    }
    let last = futures::future::join_all((50..=53).map(|number| keep(&user, number, &letter))).await;
    let kept = last.iter().filter(|answer| answer.status == 204).count();
    assert_eq!(kept, 1, "also of several at once");
    let refused = keep(&user, 60, &letter).await.expect_error(422, "INVALID_FIELDS");
    let message = "Your account keeps 50 letters already. Please remove one first.";
    assert_eq!(refused.json["fields"], json!({ "letter": message }));
    keep(&user, 1, &letter).await.expect(204);
    delete(&user, &path(1)).await.expect(204);
    keep(&user, 60, &letter).await.expect(204);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_letter_of_another_person_is_out_of_reach(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (keeper(&app).await, keeper(&app).await);
    let letter = letter_of(&app, "grief").await;
    keep(&user, 1, &letter).await.expect(204);
    delete(&other, &path(1)).await.expect_error(404, "NOT_FOUND");
    keep(&other, 1, &letter).await.expect_error(404, "NOT_FOUND");
    assert_eq!(listed(&other).await["letters"], json!([]));
    for path in [path(2), format!("{LETTERS}/x")] {
        delete(&user, &path).await.expect_error(404, "NOT_FOUND");
    }
    let elsewhere = user.sending("sec-fetch-site", "cross-site");
    delete(&elsewhere, &path(1)).await.expect_error(403, "CROSS_SITE");
    choose(&elsewhere, false).await.expect_error(403, "CROSS_SITE");
    assert_eq!(listed(&user).await["letters"].as_array().map(Vec::len), Some(1));
}

/// Its words name danger, and so do those that it quotes. They are no cry for help now: the letter is kept.
#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_about_danger_is_kept_like_any_other(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    let asked = app
        .guest()
        .post("/api/guidance", &json!({ "struggle": DANGER }))
        .await
        .expect(200)
        .expect_numbers()
        .json;
    let mut letter = letter_of(&app, "grief").await;
    for field in ["topic", "bridge", "prayer", "alternatives", "related"] {
        letter[field] = asked[field].clone();
    }
    let content = letter["topic"]["content"]
        .as_str()
        .expect("a message beside the numbers");
    letter["topic"]["content"] = json!(format!("You wrote: {DANGER}\n\n{content}"));
    let kept = keep(&user, 1, &letter).await.expect(204);
    assert!(kept.body.is_empty(), "no other answer replaces it");
    assert_eq!(listed(&user).await["letters"][0]["letter"], letter);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_is_no_letter_of_ours_is_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    let letter = letter_of(&app, "parent-died").await;
    let changed = |pointer: &str, value: Value| {
        let mut letter = letter.clone();
        *letter.pointer_mut(pointer).expect(pointer) = value;
        letter
    };
    let mut with_more = letter.clone();
    with_more["struggle"] = json!("words of somebody's own, xqzwords");
    let mut with_less = letter.clone();
    with_less.as_object_mut().expect("fields").remove("prayer");
    let refuge = {
        let mut letter = letter_of(&app, "refuge").await;
        letter["situation"] = Value::Null;
        letter
    };
    // Whatever its flag says.
    let mut discreet = letter_of(&app, "throwing-up-or-starving").await;
    discreet["discreet"] = json!(false);
    for wrong in [
        with_more,
        refuge,
        discreet,
        changed("/discreet", json!(true)),
        json!("xqzwords"),
        json!({}),
        changed("/language", json!("fr")),
        changed("/topic/id", json!("xqzwords")),
        changed("/topic/title", json!("")),
        changed("/topic/title", json!("x".repeat(301))),
        changed("/topic/content", json!("x".repeat(12_001))),
        changed("/topic/content", json!("a\0b")),
        changed("/topic/scripture/reference", json!("xqzwords")),
        changed("/topic/scripture/reference", json!("John 3:16")),
        changed("/topic/scripture/text", json!("xqzwords")),
        changed("/topic/scripture/translation", json!("King James Version")),
        changed("/situation/id", json!("xqzwords")),
        changed("/situation/name", json!("x".repeat(301))),
        changed("/related/0/id", json!("xqzwords")),
        changed("/bridge", json!("x".repeat(2_001))),
        changed("/prayer/words", json!("x".repeat(2_001))),
    ] {
        let refused = keep(&user, 1, &wrong).await.expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), ["letter"]);
        assert!(!refused.json.to_string().contains("xqzwords"), "{wrong}");
    }
    // A letter of an earlier version may lack its prayer.
    keep(&user, 2, &with_less).await.expect(204);
    let mut with_time = body(&letter);
    with_time["keptAt"] = json!("2126-01-01T00:00:00Z");
    user.call("PUT", &path(3), &with_time).await.expect(204);
    let newest = listed(&user).await["letters"][0]["keptAt"].clone();
    assert!(newest.as_str().is_some_and(|at| !at.starts_with("2126")), "{newest}");
    for wrong in [
        json!({ "letter": letter, "words": "xqzwords" }),
        json!({ "keptAt": "yesterday", "letter": letter }),
    ] {
        user.call("PUT", &path(4), &wrong)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    let large = changed("/topic/content", json!("x".repeat(50_000)));
    keep(&user, 4, &large).await.expect_error(413, "TOO_LARGE");
    for wrong in [
        json!({}),
        json!({ "keep": "yes" }),
        json!({ "keep": true, "words": "x" }),
    ] {
        user.call("PUT", LETTERS, &wrong)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}

/// A passage can be read in other translations and in Spanish, and asked for alone.
#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn letters_of_every_kind_are_kept(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = keeper(&app).await;
    let mut number = 0;
    for question in [
        json!({ "struggle": "Psalm 119" }),
        json!({ "struggle": "salmo 23" }),
        json!({ "struggle": "Murió mi mamá." }),
        json!({ "struggle": "I feel anxious and worried about many things.", "translation": "kjv" }),
        json!({ "struggle": "Please just give me a verse. I worry about my work." }),
        json!({ "topicId": "grief", "language": "es" }),
    ] {
        let asked = app.guest().post("/api/guidance", &question).await;
        let mut letter = asked.expect(200).json;
        let fields = letter.as_object_mut().expect("fields");
        for left_out in [
            "crisis",
            "possibleDanger",
            "resources",
            "usage",
            "testimonies",
            "sources",
            "unreadLanguage",
        ] {
            fields.remove(left_out);
        }
        number += 1;
        keep(&user, number, &letter).await.expect(204);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_export_has_the_letters_and_deleting_the_account_deletes_them(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (keeper(&app).await, keeper(&app).await);
    let letter = letter_of(&app, "parent-died").await;
    keep(&user, 1, &letter).await.expect(204);
    keep(&other, 2, &letter).await.expect(204);
    let held = user.get("/api/user/export").await.expect(200).json;
    assert!(held["profile"]["lettersChosenAt"].is_string());
    assert_eq!(held["keptLetters"].as_array().map(Vec::len), Some(1), "their own only");
    assert_eq!(held["keptLetters"][0]["letter"], letter);
    delete(&user, "/api/user/account").await.expect(200);
    assert_eq!(app.count("select count(*) from kept_letter").await, 1);
    assert_eq!(listed(&other).await["letters"].as_array().map(Vec::len), Some(1));
}
