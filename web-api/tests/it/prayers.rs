//! Prayers over HTTP: written, answered, shared and deleted, and the crisis numbers first.

use axum::body::Body;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};
use super::crisis_first::DANGER;

const WORDS: &str = "I worry about my work. Please let the interview on Monday go well.";
const UNKNOWN: &str = "0190a1b2-0000-7000-8000-000000000000";

pub async fn with_premium(app: &TestApp) -> Client {
    let client = app.user().await;
    set_premium(app, &client, "1 month").await;
    client
}

/// Sets the end of premium to this interval from now. A negative one has ended it.
async fn set_premium(app: &TestApp, client: &Client, lasts: &str) {
    sqlx::query("update app_user set manual_premium_until = now() + $2::interval where id = $1")
        .bind(client.user.expect("signed in").0)
        .bind(lasts)
        .execute(&app.db)
        .await
        .expect("set");
}

pub async fn write(client: &Client, shared: bool) -> String {
    let body = json!({ "text": WORDS, "shared": shared });
    let written = client.post("/api/prayers", &body).await.expect(201);
    let id = written.json["prayer"]["id"].as_str().expect("an id");
    format!("/api/prayers/{id}")
}

async fn delete(client: &Client, path: &str) -> Answer {
    client.send(client.request("DELETE", path), Body::empty()).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signed_out_callers_are_asked_to_sign_in_and_blocked_users_are_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let (guest, blocked) = (app.guest(), with_premium(&app).await);
    sqlx::query("update app_user set blocked_at = now()")
        .execute(&app.db)
        .await
        .expect("blocked");
    for (client, status, code) in [(guest, 401, "SIGN_IN_REQUIRED"), (blocked, 403, "ACCOUNT_BLOCKED")] {
        let path = format!("/api/prayers/{UNKNOWN}");
        client.get("/api/prayers").await.expect_error(status, code);
        let body = json!({ "text": WORDS });
        client.post("/api/prayers", &body).await.expect_error(status, code);
        client.call("PATCH", &path, &json!({})).await.expect_error(status, code);
        delete(&client, &path).await.expect_error(status, code);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_prayer_is_written_answered_and_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = with_premium(&app).await;
    let empty = user.get("/api/prayers").await.expect(200);
    assert_eq!(empty.json, json!({ "prayers": [], "premium": true }));
    let path = write(&user, false).await;
    let later = write(&user, true).await;
    let listed = user.get("/api/prayers").await.expect(200).json["prayers"].clone();
    assert_eq!(
        Answer::keys(&listed[0]),
        [
            "answerNote",
            "answeredAt",
            "createdAt",
            "id",
            "prayedAt",
            "shared",
            "text"
        ]
    );
    assert!(
        later.ends_with(listed[0]["id"].as_str().expect("an id")),
        "newest first"
    );
    assert_eq!(
        (&listed[0]["shared"], &listed[1]["shared"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(listed[1]["text"], WORDS);

    let note = json!({ "answered": true, "answerNote": " She is well. " });
    let answered = user.call("PATCH", &path, &note).await.expect(200).json;
    assert_eq!(
        (&answered["crisis"], &answered["resources"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(answered["prayer"]["answerNote"], "She is well.");
    assert!(answered["prayer"]["answeredAt"].is_string());
    let unchanged = user.call("PATCH", &path, &json!({})).await.expect(200).json;
    assert_eq!(unchanged, answered);

    delete(&user, &path).await.expect(204);
    delete(&user, &path).await.expect_error(404, "NOT_FOUND");
    assert_eq!(app.count("select count(*) from prayer").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn writing_and_sharing_need_premium_and_the_rest_does_not(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = with_premium(&app).await;
    let path = write(&user, false).await;
    set_premium(&app, &user, "-1 second").await;
    user.post("/api/prayers", &json!({ "text": WORDS }))
        .await
        .expect_error(403, "PREMIUM_REQUIRED");
    user.call("PATCH", &path, &json!({ "shared": true }))
        .await
        .expect_error(403, "PREMIUM_REQUIRED");
    let listed = user.get("/api/prayers").await.expect(200).json;
    assert_eq!(
        (&listed["premium"], listed["prayers"][0]["text"].as_str()),
        (&json!(false), Some(WORDS))
    );
    user.call("PATCH", &path, &json!({ "answered": true }))
        .await
        .expect(200);
    let held = user.get("/api/user/export").await.expect(200).json;
    assert_eq!(held["prayers"][0]["text"], WORDS);
    delete(&user, &path).await.expect(204);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_prayer_is_out_of_reach_of_other_users(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (with_premium(&app).await, with_premium(&app).await);
    let path = write(&user, true).await;
    for path in [path.as_str(), &format!("/api/prayers/{UNKNOWN}"), "/api/prayers/x"] {
        let body = json!({ "answered": true });
        other.call("PATCH", path, &body).await.expect_error(404, "NOT_FOUND");
        delete(&other, path).await.expect_error(404, "NOT_FOUND");
    }
    assert_eq!(other.get("/api/prayers").await.expect(200).json["prayers"], json!([]));
    delete(&other.sending("sec-fetch-site", "cross-site"), &path)
        .await
        .expect_error(403, "CROSS_SITE");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn invalid_fields_are_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = with_premium(&app).await;
    let path = write(&user, false).await;
    for (text, message) in [
        ("", "Please write your prayer."),
        (" \n ", "Please write your prayer."),
        (&"a".repeat(2001), "Please shorten this to 2,000 characters."),
        ("a\0b", "Please remove the characters that cannot be read."),
    ] {
        let refused = user.post("/api/prayers", &json!({ "text": text })).await;
        let refused = refused.expect_error(422, "INVALID_FIELDS");
        assert_eq!(refused.json["fields"], json!({ "text": message }));
    }
    for body in [
        json!({}),
        json!({ "text": 5 }),
        json!({ "text": WORDS, "shared": "yes" }),
        json!([]),
    ] {
        user.post("/api/prayers", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    for note in ["a".repeat(2001), "a\0b".to_owned(), "not answered yet".to_owned()] {
        let refused = user.call("PATCH", &path, &json!({ "answerNote": note })).await;
        let refused = refused.expect_error(422, "INVALID_FIELDS");
        assert!(refused.json["fields"]["answerNote"].is_string(), "{}", refused.json);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn danger_in_a_prayer_shows_the_numbers_and_stores_the_prayer_with_premium(db: PgPool) {
    let app = TestApp::new(db).await;
    let (free, premium) = (app.user().await, with_premium(&app).await);
    let body = json!({ "text": DANGER });
    for client in [&app.guest(), &free] {
        let answer = client.post("/api/prayers", &body).await.expect(200).expect_numbers();
        assert_eq!(answer.json["prayer"], Value::Null);
    }
    assert_eq!(app.count("select count(*) from prayer").await, 0);
    let premium = premium.sending("idempotency-key", UNKNOWN);
    let mut kept = Value::Null;
    while kept.is_null() {
        let answer = premium.post("/api/prayers", &body).await.expect(200).expect_numbers();
        kept = answer.json["prayer"].clone();
    }
    assert_eq!(kept["text"], DANGER);
    assert_eq!(app.count("select count(*) from prayer").await, 1);
    let path = format!("/api/prayers/{}", kept["id"].as_str().expect("an id"));
    for path in [path.as_str(), "/api/prayers/x"] {
        let note = json!({ "answered": true, "answerNote": DANGER });
        for client in [&premium, &free, &app.guest()] {
            client.call("PATCH", path, &note).await.expect(200).expect_numbers();
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_prayer_team_reads_what_is_shared_and_says_that_it_prayed(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, admin) = (with_premium(&app).await, app.admin().await);
    write(&user, false).await;
    let path = write(&user, true).await;
    let id = path.trim_start_matches("/api/prayers/");
    let seen = admin.get("/api/admin/prayers").await.expect(200).json;
    assert_eq!(seen["total"], 1);
    assert_eq!(
        Answer::keys(&seen["prayers"][0]),
        ["createdAt", "id", "prayedAt", "text"]
    );
    assert_eq!(seen["prayers"][0]["text"], WORDS);
    let prayed = format!("/api/admin/prayers/{id}/prayed");
    admin.post(&prayed, &Value::Null).await.expect(204);
    let listed = user.get("/api/prayers").await.expect(200).json["prayers"].clone();
    assert!(listed[0]["prayedAt"].is_string() && listed[1]["prayedAt"].is_null());
    let trail = admin.get(&format!("/api/admin/audit?subject={id}")).await.expect(200);
    let said: Vec<&Value> = trail.json["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| &line["action"])
        .collect();
    assert_eq!(
        said,
        ["prayer.prayed", "prayer.read", "prayer.shared", "prayer.written"]
    );

    user.call("PATCH", &path, &json!({ "shared": false })).await.expect(200);
    assert_eq!(admin.get("/api/admin/prayers").await.expect(200).json["total"], 0);
    for path in [prayed.as_str(), "/api/admin/prayers/x/prayed"] {
        admin.post(path, &Value::Null).await.expect_error(404, "NOT_FOUND");
    }
    for page in ["0", "-1", "x", "1000000000"] {
        admin
            .get(&format!("/api/admin/prayers?page={page}"))
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
}
