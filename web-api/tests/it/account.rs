//! Accounts over HTTP: deletion, export, own testimonies and picture.

use axum::body::Body;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};
use super::testimony::testimony_body;

const WORDS: &str = "I lost my work in spring and did not know how to pay the rent.";
const ROUTES: [(&str, &str); 5] = [
    ("DELETE", "/api/user/account"),
    ("GET", "/api/user/export"),
    ("GET", "/api/user/testimonies"),
    ("DELETE", "/api/user/testimonies/0190a1b2-0000-7000-8000-000000000000"),
    ("GET", "/api/user/avatar"),
];

async fn call(client: &Client, method: &str, path: &str) -> Answer {
    client.send(client.request(method, path), Body::empty()).await
}

async fn delete(client: &Client, path: &str) -> Answer {
    call(client, "DELETE", path).await
}

async fn share(client: &Client) -> Uuid {
    client.enqueues(&["prepare_testimony"]);
    let shared = client
        .post("/api/testimonies", &testimony_body(WORDS))
        .await
        .expect(201);
    shared.json["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .expect("an id")
}

async fn block(app: &TestApp, client: &Client) {
    sqlx::query("update app_user set blocked_at = now() where id = $1")
        .bind(client.user.expect("signed in").0)
        .execute(&app.db)
        .await
        .expect("blocked");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signed_out_callers_are_asked_to_sign_in(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for (method, path) in ROUTES {
        call(&guest, method, path).await.expect_error(401, "SIGN_IN_REQUIRED");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_the_account_returns_a_receipt_and_signs_out(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let elsewhere = app.signed_in(user.user.expect("signed in")).await;
    share(&user).await;
    share(&user).await;
    user.post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    let answer = delete(&user, "/api/user/account").await.expect(200);
    assert_eq!(
        Answer::keys(&answer.json),
        ["prayersRemoved", "receiptId", "storiesRemoved", "subscription"]
    );
    assert_eq!(
        [
            &answer.json["storiesRemoved"],
            &answer.json["prayersRemoved"],
            &answer.json["subscription"]
        ],
        [&json!(2), &json!(0), &json!("none")]
    );
    assert_eq!(user.cookie("session"), None, "the browser is signed out");
    for client in [&user, &elsewhere] {
        client.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
        delete(client, "/api/user/account")
            .await
            .expect_error(401, "SIGN_IN_REQUIRED");
    }
    for table in [
        "select count(*) from app_user",
        "select count(*) from session",
        "select count(*) from testimony",
        "select count(*) from usage",
        "select count(*) from data_key",
    ] {
        assert_eq!(app.count(table).await, 0, "{table}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn blocked_users_can_delete_and_export_but_nothing_else(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let id = share(&user).await;
    block(&app, &user).await;
    call(&user, "GET", "/api/user/testimonies")
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    delete(&user, &format!("/api/user/testimonies/{id}"))
        .await
        .expect_error(403, "ACCOUNT_BLOCKED");
    call(&user, "GET", "/api/user/export").await.expect(200);
    let answer = delete(&user, "/api/user/account").await.expect(200);
    assert_eq!(answer.json["storiesRemoved"], 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn other_sites_cannot_delete_anything(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let id = share(&user).await;
    let forged = user.sending("sec-fetch-site", "cross-site");
    for path in ["/api/user/account".to_owned(), format!("/api/user/testimonies/{id}")] {
        delete(&forged, &path).await.expect_error(403, "CROSS_SITE");
    }
    assert_eq!(
        user.get("/api/user/testimonies").await.expect(200).json[0]["id"],
        json!(id)
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_export_is_a_file_with_the_authors_own_words(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    share(&user).await;
    user.post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect(200);
    share(&app.user().await).await;
    let answer = user.get("/api/user/export").await.expect(200);
    assert_eq!(
        answer.header("content-disposition"),
        r#"attachment; filename="my-data.json""#
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    let held = &answer.json;
    assert_eq!(
        Answer::keys(held),
        [
            "emailSignIns",
            "gifts",
            "identities",
            "keptLetters",
            "prayedFor",
            "prayers",
            "profile",
            "pushDevices",
            "reports",
            "sessions",
            "subscriptions",
            "testimonies",
            "usage"
        ]
    );
    assert_eq!(held["profile"]["id"], json!(user.user.expect("signed in").0));
    assert_eq!(held["testimonies"].as_array().map(Vec::len), Some(1), "their own only");
    assert_eq!(held["testimonies"][0]["whatHappened"], WORDS);
    assert_eq!(held["usage"]["count"], 1);
    assert_eq!(held["sessions"].as_array().map(Vec::len), Some(1));
    let secret = user.cookie("session").expect("signed in");
    assert!(!held.to_string().contains(&secret), "no secret stands in it");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn authors_see_the_status_of_their_testimonies(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (app.user().await, app.user().await);
    assert_eq!(user.get("/api/user/testimonies").await.expect(200).json, json!([]));
    let id = share(&user).await;
    let waiting = user.get("/api/user/testimonies").await.expect(200).json;
    assert_eq!(
        Answer::keys(&waiting[0]),
        [
            "createdAt",
            "id",
            "language",
            "moderatedAt",
            "moderationNotes",
            "piiRiskLevel",
            "prayers",
            "redactedText",
            "status"
        ]
    );
    assert_eq!(
        (&waiting[0]["status"], &waiting[0]["redactedText"]),
        (&json!("pending"), &Value::Null)
    );
    sqlx::query(
        "update testimony set status = 'rejected', moderated_at = now(), moderation_notes = 'Please say more.',
             redacted_at = now(), redacted_text = 'I lost my work.', pii_risk_level = 'low' where id = $1",
    )
    .bind(id)
    .execute(&app.db)
    .await
    .expect("moderated");
    let decided = user.get("/api/user/testimonies").await.expect(200).json;
    assert_eq!(
        (
            &decided[0]["status"],
            &decided[0]["moderationNotes"],
            &decided[0]["redactedText"]
        ),
        (
            &json!("rejected"),
            &json!("Please say more."),
            &json!("I lost my work.")
        )
    );
    assert_eq!(other.get("/api/user/testimonies").await.expect(200).json, json!([]));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_is_withdrawn_once_by_its_author_alone(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (app.user().await, app.user().await);
    let path = format!("/api/user/testimonies/{}", share(&user).await);
    delete(&other, &path).await.expect_error(404, "NOT_FOUND");
    for unknown in ["0190a1b2-0000-7000-8000-000000000000", "1", "%00", "null"] {
        let unknown = format!("/api/user/testimonies/{unknown}");
        delete(&user, &unknown).await.expect_error(404, "NOT_FOUND");
    }
    delete(&user, &path).await.expect(204);
    delete(&user, &path).await.expect_error(404, "NOT_FOUND");
    assert_eq!(app.count("select count(*) from testimony").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_picture_is_shown_to_its_owner_alone(db: PgPool) {
    let app = TestApp::new(db).await;
    let (user, other) = (app.user().await, app.user().await);
    user.get("/api/user/avatar").await.expect_error(404, "NOT_FOUND");
    sqlx::query("update app_user set avatar = '\\xffd8ff', avatar_sha256 = '\\x01' where id = $1")
        .bind(user.user.expect("signed in").0)
        .execute(&app.db)
        .await
        .expect("a picture");
    let answer = user.get("/api/user/avatar").await.expect(200);
    assert_eq!(&answer.body[..], b"\xff\xd8\xff");
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("cache-control", "private, no-store"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(answer.header(name), value);
    }
    other.get("/api/user/avatar").await.expect_error(404, "NOT_FOUND");
    let shown = user.get("/api/auth/user").await.expect(200).json["profileImageUrl"].clone();
    assert_eq!(shown, "/api/user/avatar?v=01");
    user.get("/api/user/avatar?v=01").await.expect(200);
    assert_eq!(
        other.get("/api/auth/user").await.expect(200).json["profileImageUrl"],
        Value::Null
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_have_a_count_of_their_own_and_premium_lifts_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let ask = async || user.post("/api/guidance", &json!({ "topicId": "grief" })).await;
    for expected in 1..=3 {
        let usage = ask().await.expect(200).json["usage"].clone();
        assert_eq!(
            (&usage["count"], &usage["unlimited"]),
            (&json!(expected), &json!(false))
        );
    }
    ask().await.expect_error(429, "DAILY_LIMIT");
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 month'")
        .execute(&app.db)
        .await
        .expect("given");
    for expected in 4..=60 {
        let usage = ask().await.expect(200).json["usage"].clone();
        assert_eq!((&usage["count"], &usage["unlimited"]), (&json!(expected), &json!(true)));
    }
    let usage = user.get("/api/usage").await.expect(200).json;
    assert_eq!((&usage["count"], &usage["unlimited"]), (&json!(60), &json!(true)));
    // The three requests before premium fall within the same hour.
    let refused = ask().await.expect_error(429, "HOURLY_LIMIT");
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=3_600).contains(&wait), "{wait}");
}
