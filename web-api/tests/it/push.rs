//! Web Push over HTTP: the key, and the browsers of a user.

use axum::body::Body;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};

const SETTINGS: [(&str, &str); 1] = [("WEB_PUSH_PRIVATE_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")];
const ENDPOINT: &str = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn";

fn browser(endpoint: &str) -> Value {
    json!({ "endpoint": endpoint, "stories": true, "prayers": false, "psalm": true })
}

async fn subscribe(client: &Client, endpoint: &str) -> Answer {
    client.call("PUT", "/api/push", &browser(endpoint)).await
}

async fn end(client: &Client, endpoint: &str) -> Answer {
    client.post("/api/push/end", &json!({ "endpoint": endpoint })).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_browser_is_told_until_one_call_ends_it(db: PgPool) {
    let app = TestApp::with(db, &SETTINGS).await;
    let user = app.user().await;
    let before = user.get("/api/push").await.expect(200).json;
    assert_eq!(before["devices"], json!([]));
    assert_eq!(before["key"].as_str().map(str::len), Some(87));
    subscribe(&user.sending("x-time-zone", "America/Bogota"), ENDPOINT)
        .await
        .expect(204);
    assert_eq!(
        user.get("/api/push").await.expect(200).json["devices"],
        json!([browser(ENDPOINT)])
    );
    let export = user.get("/api/user/export").await.expect(200).json;
    assert_eq!(export["pushDevices"][0]["endpoint"], ENDPOINT);
    assert_eq!(export["pushDevices"][0]["timeZone"], "America/Bogota");
    for _ in 0..2 {
        end(&user, ENDPOINT).await.expect(204);
    }
    assert_eq!(user.get("/api/push").await.expect(200).json["devices"], json!([]));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn addresses_elsewhere_are_refused_and_not_repeated(db: PgPool) {
    let app = TestApp::with(db, &SETTINGS).await;
    let user = app.user().await;
    for endpoint in [
        "https://evil.example/xqz",
        "http://updates.push.services.mozilla.com/xqz",
        "https://user@updates.push.services.mozilla.com/xqz",
        "https://updates.push.services.mozilla.com:8443/xqz",
        "https://updates.push.services.mozilla.com./xqz",
        "https://UPDATES.push.services.mozilla.com/xqz",
        "https://169.254.169.254/xqz",
        "http://127.0.0.1:3000/xqz",
        "xqz",
        "",
    ] {
        let refused = subscribe(&user, endpoint).await.expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), ["endpoint"]);
        assert!(!refused.json.to_string().contains("xqz"), "{endpoint}");
    }
    assert_eq!(app.count("select count(*) from push_subscription").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_its_key_nothing_is_offered_and_ending_still_works(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = app.user().await;
    let answer = user.get("/api/push").await.expect(200).json;
    assert_eq!(answer, json!({ "key": null, "devices": [] }));
    subscribe(&user, ENDPOINT).await.expect_error(404, "NOT_FOUND");
    end(&user, ENDPOINT).await.expect(204);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_users_who_are_not_blocked_are_told_and_only_our_own_page_asks(db: PgPool) {
    let app = TestApp::with(db, &SETTINGS).await;
    let guest = app.guest();
    guest.get("/api/push").await.expect_error(401, "SIGN_IN_REQUIRED");
    subscribe(&guest, ENDPOINT).await.expect_error(401, "SIGN_IN_REQUIRED");
    end(&guest, ENDPOINT).await.expect_error(401, "SIGN_IN_REQUIRED");
    let user = app.user().await;
    subscribe(&user.sending("sec-fetch-site", "cross-site"), ENDPOINT)
        .await
        .expect_error(403, "CROSS_SITE");
    subscribe(&user, ENDPOINT).await.expect(204);
    let other = app.user().await;
    assert_eq!(other.get("/api/push").await.expect(200).json["devices"], json!([]));
    end(&other, ENDPOINT).await.expect(204);
    let devices = user.get("/api/push").await.expect(200).json["devices"].clone();
    assert_eq!(devices, json!([browser(ENDPOINT)]), "nobody ends it for another");
    user.post("/api/logout", &json!({})).await.expect(204);
    assert_eq!(
        app.count(
            "select count(*) from push_subscription join session on id_hash = session_hash where ended_at is null"
        )
        .await,
        0,
        "it ends with the session"
    );
    sqlx::query("update app_user set blocked_at = now() where id = $1")
        .bind(other.user.expect("signed in").0)
        .execute(&app.db)
        .await
        .expect("blocked");
    other.get("/api/push").await.expect_error(403, "ACCOUNT_BLOCKED");
    subscribe(&other, ENDPOINT).await.expect_error(403, "ACCOUNT_BLOCKED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_the_account_leaves_no_browser(db: PgPool) {
    let app = TestApp::with(db, &SETTINGS).await;
    let user = app.user().await;
    subscribe(&user, ENDPOINT).await.expect(204);
    user.send(user.request("DELETE", "/api/user/account"), Body::empty())
        .await
        .expect(200);
    assert_eq!(app.count("select count(*) from push_subscription").await, 0);
}
