//! Staff sign-in: one password, throttled guessing, no lockout.

use std::time::{SystemTime, UNIX_EPOCH};

use aws_lc_rs::hmac;
use serde_json::{Value, json};
use sqlx::PgPool;
use testing::STAFF_PASSWORD;

use super::app::{Answer, Client, TestApp};
use super::contract::document;

const PROBE: &str = "/api/admin/testimonies?status=pending";

async fn sign_in(client: &Client, password: &str) -> Answer {
    client.post("/api/admin/login", &json!({ "password": password })).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_password_opens_the_staff_calls(db: PgPool) {
    let app = TestApp::new(db).await;
    let client = app.guest();
    client.get(PROBE).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    let body = json!({ "password": STAFF_PASSWORD, "displayName": "  Ruth  " });
    let answer = client.post("/api/admin/login", &body).await.expect(200);
    assert_eq!(answer.json["displayName"], "Ruth");
    let cookie = answer.header("set-cookie");
    for part in ["admin=", "HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{part} is not in {cookie}");
    }
    client.get(PROBE).await.expect(200);
    assert_eq!(
        sign_in(&app.guest(), STAFF_PASSWORD).await.expect(200).json["displayName"],
        "Admin"
    );
}

/// The current code for the secret of the examples in RFC 6238.
fn code_now() -> String {
    #[expect(clippy::disallowed_methods, reason = "a code is good for half a minute of real time")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("later");
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, b"12345678901234567890");
    let tag = hmac::sign(&key, &(now.as_secs() / 30).to_be_bytes());
    let tag = tag.as_ref();
    let at = usize::from(tag[19] & 15);
    let four: [u8; 4] = tag[at..at + 4].try_into().expect("four bytes");
    format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn with_a_second_factor_the_password_alone_opens_nothing(db: PgPool) {
    let app = TestApp::with(db, &[("ADMIN_TOTP_SECRET", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]).await;
    let client = app.guest();
    let needed = sign_in(&client, STAFF_PASSWORD).await.expect_error(401, "CODE_NEEDED");
    assert_eq!(needed.header("set-cookie"), "");
    let with = async |code: &str| {
        let body = json!({ "password": STAFF_PASSWORD, "totp": code });
        client.post("/api/admin/login", &body).await
    };
    with("not it").await.expect_error(401, "INVALID_PASSWORD");
    client.get(PROBE).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    let code = code_now();
    with(&code).await.expect(200);
    client.get(PROBE).await.expect(200);
    let used = with(&code).await.expect_error(401, "CODE_USED");
    assert!(
        used.json["message"]
            .as_str()
            .is_some_and(|message| message.contains("within 30 seconds"))
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn in_production_the_cookie_is_host_only_and_secure(db: PgPool) {
    let app = TestApp::with(db, &[("APP_ENV", "production")]).await;
    let answer = sign_in(&app.guest(), STAFF_PASSWORD).await.expect(200);
    let cookie = answer.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-admin=") && cookie.contains("Secure"),
        "{cookie}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_wrong_password_an_empty_one_and_an_unusable_name_are_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let client = app.guest();
    let wrong = sign_in(&client, "a lamp unto my foot")
        .await
        .expect_error(401, "INVALID_PASSWORD");
    assert_eq!(wrong.json["message"], "Invalid password. Please try again.");
    assert_eq!(wrong.header("set-cookie"), "");
    for body in [json!({}), json!({ "password": "" })] {
        let empty = client
            .post("/api/admin/login", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(
            empty.json["fields"],
            json!({ "password": "Please enter admin password" })
        );
    }
    for name in ["x".repeat(61), "two\nlines".to_owned()] {
        let body = json!({ "password": STAFF_PASSWORD, "displayName": name });
        let refused = client
            .post("/api/admin/login", &body)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), ["displayName"]);
    }
    client
        .post("/api/admin/login", &json!({ "password": 5 }))
        .await
        .expect_error(422, "INVALID_FIELDS");
    client.get(PROBE).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_a_password_hash_sign_in_is_not_set_up(db: PgPool) {
    let app = TestApp::with(db, &[("ADMIN_PASSWORD_HASH", "")]).await;
    sign_in(&app.guest(), STAFF_PASSWORD)
        .await
        .expect_error(401, "ADMIN_NOT_SET_UP");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn five_attempts_in_a_quarter_of_an_hour_and_nobody_else_is_locked_out(db: PgPool) {
    let app = TestApp::new(db).await;
    let guesser = app.guest();
    for _ in 0..5 {
        sign_in(&guesser, "a guess at the password")
            .await
            .expect_error(401, "INVALID_PASSWORD");
    }
    let refused = sign_in(&guesser, STAFF_PASSWORD).await.expect(429);
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=900).contains(&wait), "{wait}");
    sign_in(&app.guest(), STAFF_PASSWORD).await.expect(200);

    sqlx::query("update attempt set began_at = began_at - interval '15 minutes'")
        .execute(&app.db)
        .await
        .expect("later");
    sign_in(&guesser, STAFF_PASSWORD).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_in_resets_the_attempts(db: PgPool) {
    let app = TestApp::new(db).await;
    let client = app.guest();
    for _ in 0..2 {
        for _ in 0..4 {
            sign_in(&client, "a guess at the password").await.expect(401);
        }
        sign_in(&client, STAFF_PASSWORD).await.expect(200);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn distributed_guessing_is_slowed_down_and_locks_nobody_out(db: PgPool) {
    let app = TestApp::new(db).await;
    for _ in 0..5 {
        let guesser = app.guest();
        for _ in 0..5 {
            sign_in(&guesser, "a guess at the password").await.expect(401);
        }
    }
    let began = std::time::Instant::now();
    sign_in(&app.guest(), STAFF_PASSWORD).await.expect(200);
    assert!(
        began.elapsed().as_millis() >= 250,
        "25 tries in all: five too many, 50 ms each"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_out_ends_the_session_everywhere(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let stolen = admin.cookie("admin").expect("signed in");
    let answer = admin.post("/api/admin/logout", &json!({})).await.expect(204);
    assert!(
        answer.header("set-cookie").starts_with("admin=;"),
        "{:?}",
        answer.headers
    );
    let thief = app.guest();
    thief.keep_cookie("admin", &stolen);
    thief.get(PROBE).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
    thief
        .post("/api/admin/logout", &json!({}))
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_session_ends_after_half_an_hour_idle_or_eight_hours(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let minutes_left = "select round(extract(epoch from expires_at - now()) / 60)::bigint from session";
    assert_eq!(app.count(minutes_left).await, 30);
    for (age, left) in [("2 hours", 30), ("7 hours 50 minutes", 10)] {
        sqlx::query(
            "update session set created_at = now() - $1::text::interval, last_seen_at = now() - interval '20 minutes',
                 expires_at = now() + interval '10 minutes'",
        )
        .bind(age)
        .execute(&app.db)
        .await
        .expect("aged");
        admin.get(PROBE).await.expect(200);
        assert_eq!(app.count(minutes_left).await, left, "{age}");
    }
    sqlx::query("update session set expires_at = now()")
        .execute(&app.db)
        .await
        .expect("aged");
    admin.get(PROBE).await.expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_call_of_staff_refuses_guests_users_and_other_sites(db: PgPool) {
    let app = TestApp::new(db).await;
    let (guest, user) = (app.guest(), app.user().await);
    // A user's session under the staff cookie's name is no staff session.
    user.keep_cookie("admin", &user.cookie("session").expect("signed in"));
    let other_site = app.admin().await.sending("sec-fetch-site", "cross-site");
    let mut calls = 0;
    for (path, item) in document()["paths"].as_object().expect("paths") {
        if !path.starts_with("/api/admin/") || path == "/api/admin/login" {
            continue;
        }
        let path = path.replace("{id}", "0190a000-0000-7000-8000-000000000000");
        for method in item.as_object().expect("methods").keys() {
            let method = method.to_uppercase();
            for client in [&guest, &user] {
                client
                    .call(&method, &path, &Value::Null)
                    .await
                    .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
            }
            if method != "GET" {
                other_site
                    .call(&method, &path, &Value::Null)
                    .await
                    .expect_error(403, "CROSS_SITE");
            }
            calls += 1;
        }
    }
    assert!(calls >= 17, "{calls}");
}
