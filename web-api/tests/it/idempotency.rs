//! A call that is sent again: nothing is stored twice, and no words are dropped in silence.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::DANGER;
use super::testimony::testimony_body;

const WORDS: &str = "I lost my work in spring and did not know how to pay.";
const OTHER_WORDS: &str = "I lost my work in autumn and did not know how to pay.";

async fn submit(client: &Client, key: Uuid, what_happened: &str) -> Answer {
    let client = client.sending("idempotency-key", &key.to_string());
    client.post("/api/testimonies", &testimony_body(what_happened)).await
}

/// Submits until the story is stored: in a crisis the answer waits for the database only briefly.
async fn submit_in_danger(client: &Client, key: Uuid, what_happened: &str) -> Value {
    loop {
        let answer = submit(client, key, what_happened).await.expect(200).expect_numbers();
        if answer.json["saved"] == true {
            return answer.json;
        }
    }
}

async fn stories(app: &TestApp) -> i64 {
    app.count("select count(*) from testimony").await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_guest_whose_first_answer_was_lost_hands_in_one_story(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (browser, key) = (app.guest(), Uuid::new_v4());
    let first = submit(&browser, key, WORDS).await.expect(201);
    let lost = browser.cookie("guest").expect("set by the lost answer");
    browser.clear_cookies();
    let moved = browser.sending("x-forwarded-for", "198.51.100.77");
    let again = submit(&moved, key, WORDS).await.expect(201);
    assert_eq!(first.json, again.json);
    assert_eq!(browser.cookie("guest"), Some(lost), "the same guest as before");
    assert_eq!(stories(&app).await, 1);
    assert_eq!(app.count("select count(*) from job").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_guest_in_danger_whose_first_answer_was_lost_hands_in_one_story(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony", "send_mail"]);
    let (browser, key) = (app.guest(), Uuid::new_v4());
    let first = submit_in_danger(&browser, key, DANGER).await;
    browser.clear_cookies();
    assert_eq!(submit_in_danger(&browser, key, DANGER).await["id"], first["id"]);
    assert_eq!(stories(&app).await, 1);
    assert_eq!(app.count("select count(*) from job where kind = 'send_mail'").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_got_a_cookie_or_signed_in_meanwhile_finds_the_first_story_as_their_own(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let first_call = app.guest();
    let with_cookie = app.guest();
    with_cookie.get("/api/usage").await.expect(200);
    assert!(with_cookie.cookie("guest").is_some());
    for (number, later) in [with_cookie, app.user().await].into_iter().enumerate() {
        first_call.clear_cookies();
        let key = Uuid::new_v4();
        let first = submit(&first_call, key, WORDS).await.expect(201);
        let again = submit(&later, key, WORDS).await.expect(201);
        assert_eq!(first.json["id"], again.json["id"]);
        assert_eq!(stories(&app).await, i64::try_from(number).expect("few") + 1);
        if later.user.is_some() {
            let own = later.get("/api/user/testimonies").await.expect(200);
            assert_eq!(own.json[0]["id"], first.json["id"], "they can withdraw it");
            let export = later.get("/api/user/export").await.expect(200);
            assert!(
                export.text().contains("I lost my work in spring"),
                "it opens with their key"
            );
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guests_with_a_key_that_is_not_random_are_different_guests(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (one, other) = (app.guest(), app.guest());
    let first = submit(&one, Uuid::nil(), WORDS).await.expect(201);
    let second = submit(&other, Uuid::nil(), WORDS).await.expect(201);
    assert_ne!(first.json["id"], second.json["id"]);
    assert_ne!(one.cookie("guest"), other.cookie("guest"));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_key_with_other_words_is_refused_with_the_id_of_the_stored_story(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let (guest, key) = (app.guest(), Uuid::new_v4());
    let first = submit(&guest, key, WORDS).await.expect(201);
    let refused = submit(&guest, key, OTHER_WORDS).await.expect_error(409, "KEY_REUSED");
    assert_eq!(refused.json["storedId"], first.json["id"]);
    let mut hiding = testimony_body(WORDS);
    hiding["alsoHide"] = json!(["spring"]);
    guest
        .sending("idempotency-key", &key.to_string())
        .post("/api/testimonies", &hiding)
        .await
        .expect_error(409, "KEY_REUSED");
    assert_eq!(stories(&app).await, 1);
    submit(&guest, Uuid::new_v4(), OTHER_WORDS).await.expect(201);
    assert_eq!(stories(&app).await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_key_with_other_words_of_danger_is_stored_once_and_alerted(db: PgPool) {
    let app = TestApp::with(db, &[("ALERT_EMAIL", "staff@example.org")])
        .await
        .leaving(&["prepare_testimony"]);
    let (guest, key) = (app.guest(), Uuid::new_v4());
    let first = submit(&guest, key, WORDS).await.expect(201);
    let second = submit_in_danger(&guest, key, DANGER).await;
    assert_ne!(second["id"], first.json["id"]);
    assert_eq!(second["status"], "escalated");
    assert_eq!(submit_in_danger(&guest, key, DANGER).await["id"], second["id"]);
    assert_eq!(stories(&app).await, 2);
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1, "one alert");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_prayer_with_a_used_key_and_other_words_is_refused_unless_it_tells_of_danger(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let id = user.user.expect("signed in");
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 day' where id = $1")
        .bind(id.0)
        .execute(&app.db)
        .await
        .expect("premium");
    let user = user.sending("idempotency-key", &Uuid::new_v4().to_string());
    let write = async |words: &str| user.post("/api/prayers", &json!({ "text": words })).await;
    let first = write("Please let my brother find work.").await.expect(201);
    let again = write("Please let my brother find work.").await.expect(201);
    assert_eq!(first.json["prayer"]["id"], again.json["prayer"]["id"]);
    let refused = write("Please let my sister find work.")
        .await
        .expect_error(409, "KEY_REUSED");
    assert_eq!(refused.json["storedId"], first.json["prayer"]["id"]);
    for _ in 0..2 {
        write(DANGER).await.expect(200).expect_numbers();
    }
    while write(DANGER).await.json["prayer"].is_null() {}
    assert_eq!(app.count("select count(*) from prayer").await, 2);
}
