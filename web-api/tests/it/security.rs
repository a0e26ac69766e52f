//! What holds for every answer: headers, cookies, ids, errors that tell nothing, and calls of other sites.

use axum::body::Body;
use serde_json::json;
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp};
use super::outage;
use super::testimony::story;

async fn ask(guest: &Client) -> Answer {
    guest.post("/api/guidance", &json!({ "topicId": "grief" })).await
}

#[sqlx::test(migrations = "../migrations")]
async fn every_answer_carries_the_headers(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let guest = app.guest();
    for path in [
        "/",
        "/no-such-page",
        "/assets/nothing.js",
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/api/topics",
        "/api/nothing",
        "/api/auth/user",
    ] {
        let answer = guest.get(path).await;
        let policy = answer.header("content-security-policy");
        for directive in [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        ] {
            assert!(
                policy.split("; ").any(|part| part.trim() == directive),
                "{path}: {directive} is not in {policy}"
            );
        }
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("permissions-policy").contains("geolocation=()"), "{path}");
        assert_eq!(
            answer.header("strict-transport-security"),
            "",
            "plain HTTP in development"
        );
    }
    let production = TestApp::with(db, &[("APP_ENV", "production")]).await.guest();
    for path in ["/", "/api/topics"] {
        assert!(
            production
                .get(path)
                .await
                .header("strict-transport-security")
                .starts_with("max-age=63072000")
        );
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn the_guest_cookie_is_out_of_reach_of_scripts_and_other_sites(db: PgPool) {
    for (environment, name, is_secure) in [("development", "guest", false), ("production", "__Host-guest", true)] {
        let app = TestApp::with(db.clone(), &[("APP_ENV", environment)]).await;
        let guest = app.guest();
        let answer = ask(&guest).await.expect(200);
        let cookie = answer.header("set-cookie");
        let mut parts = cookie.split("; ");
        let (found, value) = parts
            .next()
            .and_then(|pair| pair.split_once('='))
            .expect("a name and a value");
        assert_eq!((found, value.len()), (name, 43), "{cookie}");
        let attributes: Vec<&str> = parts.collect();
        for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
            assert!(attributes.contains(&attribute), "{attribute} is not in {cookie}");
        }
        assert_eq!(attributes.contains(&"Secure"), is_secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert_eq!(
            ask(&guest).await.expect(200).header("set-cookie"),
            "",
            "who is known needs no other cookie"
        );
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn a_cookie_that_is_none_of_ours_is_replaced(db: PgPool) {
    let app = TestApp::new(db).await;
    for cookie in [
        "guest=",
        "guest=AAAA",
        "guest=\"\"",
        "guest=%00%ff",
        "=; ; ;;",
        "guest",
        &format!("guest={}", "A".repeat(7000)),
    ] {
        let guest = app.guest().sending("cookie", cookie);
        let answer = guest
            .send(guest.request("GET", "/api/usage"), Body::empty())
            .await
            .expect(200);
        assert!(answer.header("set-cookie").starts_with("guest="), "{cookie}");
    }
    let garbage = app.guest();
    let request = garbage
        .request("GET", "/api/usage")
        .header("cookie", &b"guest=\xff\xfe"[..]);
    garbage.send(request, Body::empty()).await.expect(200);
}

#[sqlx::test(migrations = "../migrations")]
async fn ids_are_ours_and_each_request_has_its_own(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for path in ["/api/topics", "/api/nothing", "/healthz", "/"] {
        let foreign = "11111111-1111-4111-8111-111111111111";
        let first = guest.sending("x-request-id", foreign).get(path).await;
        let second = guest.sending("x-request-id", foreign).get(path).await;
        assert_ne!(first.header("x-request-id"), foreign, "{path}");
        assert_ne!(first.header("x-request-id"), second.header("x-request-id"), "{path}");
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn unknown_calls_and_wrong_methods_are_answered_in_json(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/guidance/",
        "/api/guidance/1",
        "/api/%FF",
        "/api//topics",
        "/api/../etc/passwd",
    ] {
        for method in ["GET", "POST", "DELETE"] {
            guest
                .send(guest.request(method, path), Body::empty())
                .await
                .expect_error(404, "NOT_FOUND");
        }
    }
    for (method, path) in [
        ("GET", "/api/guidance"),
        ("PUT", "/api/guidance"),
        ("DELETE", "/api/testimonies"),
        ("POST", "/api/topics"),
        ("PATCH", "/api/usage"),
        ("POST", "/api/scripture/John%203:16"),
        ("POST", "/api/crisis-resources"),
    ] {
        let answer = guest
            .send(guest.request(method, path), Body::empty())
            .await
            .expect_error(405, "METHOD_NOT_ALLOWED");
        assert!(
            !answer.header("allow").is_empty(),
            "{method} {path} says what is allowed"
        );
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn calls_that_another_site_made_the_browser_send_are_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let bare = app.guest().without("sec-fetch-site");
    let calls = [
        ("/api/guidance", json!({ "topicId": "grief" })),
        ("/api/testimonies", story("I lost my work in spring.")),
    ];
    for (path, body) in calls {
        for refused in [
            bare.clone(),
            bare.sending("sec-fetch-site", "cross-site"),
            bare.sending("sec-fetch-site", "same-site"),
            bare.sending("sec-fetch-site", "none"),
            bare.sending("sec-fetch-site", "cross-site")
                .sending("origin", "http://stillwater.test"),
            bare.sending("origin", "https://elsewhere.test"),
            bare.sending("origin", "null"),
            bare.sending("origin", "stillwater.test"),
        ] {
            let answer = refused.post(path, &body).await.expect_error(403, "CROSS_SITE");
            assert_eq!(answer.header("set-cookie"), "");
        }
        assert!(
            bare.sending("origin", "http://stillwater.test")
                .post(path, &body)
                .await
                .status
                .is_success()
        );
    }
    assert_eq!(app.count("select count(*) from testimony").await, 1);
    assert_eq!(app.count("select sum(count) from usage").await, 1);
    bare.get("/api/topics").await.expect(200);
}

#[tokio::test]
async fn without_a_database_the_answer_is_constant_and_says_when_to_come_back() {
    let app = TestApp::that_may_wait(outage::stopped(std::time::Duration::from_millis(300)).await, &[]);
    let guest = app.guest();
    let answers = [
        ask(&guest).await,
        guest.get("/api/usage").await,
        guest
            .post("/api/testimonies", &story("I lost my work in spring."))
            .await,
    ];
    for answer in answers {
        let answer = answer.expect_error(503, "UNAVAILABLE");
        assert_eq!(answer.header("retry-after"), "5");
        assert_eq!(Answer::keys(&answer.json), ["code", "message", "requestId"]);
        assert_eq!(
            answer.json["message"],
            "We cannot reach our records right now. Please try again in a moment."
        );
    }
    guest.get("/readyz").await.expect(503);
    for path in [
        "/healthz",
        "/api/topics",
        "/api/scripture/John%203:16",
        "/api/crisis-resources",
    ] {
        guest.get(path).await.expect(200);
    }
}

#[sqlx::test(migrations = "../migrations")]
async fn an_outage_ends_by_itself(db: PgPool) {
    let gate = outage::Gate::before(&db, std::time::Duration::from_millis(500));
    let app = TestApp::with(gate.pool.clone(), &[]).await;
    let guest = app.guest();
    ask(&guest).await.expect(200);
    gate.close();
    ask(&guest).await.expect_error(503, "UNAVAILABLE");
    gate.open();
    ask(&guest).await.expect(200);
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 2);
    guest.get("/readyz").await;
}
