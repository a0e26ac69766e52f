//! Rules for every answer: security headers, cookies, request ids, errors without details, cross-site requests.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Body;
use serde_json::json;
use shared::database;
use sqlx::PgPool;

use super::app::{Answer, Client, Log, TestApp};
use super::outage;
use super::prayers;
use super::testimony::testimony_body;

async fn ask(guest: &Client) -> Answer {
    guest.post("/api/guidance", &json!({ "topicId": "grief" })).await
}

/// The Content-Security-Policy of every document and every answer.
const OURS: [(&str, &str); 12] = [
    ("default-src", "'none'"),
    ("script-src", "'self'"),
    ("style-src", "'self'"),
    ("img-src", "'self' data:"),
    ("font-src", "'self'"),
    ("connect-src", "'self'"),
    ("media-src", "'self'"),
    ("manifest-src", "'self'"),
    ("worker-src", "'self'"),
    ("form-action", "'self'"),
    ("base-uri", "'none'"),
    ("frame-ancestors", "'none'"),
];

/// The additions to that policy on the payment page.
const PAYING: [(&str, &str); 3] = [
    ("script-src", "'self' https://js.stripe.com"),
    ("connect-src", "'self' https://api.stripe.com"),
    ("frame-src", "https://js.stripe.com https://hooks.stripe.com"),
];

/// The directives of a policy. Browsers ignore a repeated directive, so it fails the test.
fn directives(policy: &str) -> BTreeMap<&str, &str> {
    let parts: Vec<_> = policy
        .split(';')
        .filter_map(|part| part.trim().split_once(' '))
        .collect();
    let directives: BTreeMap<&str, &str> = parts.iter().copied().collect();
    assert_eq!(directives.len(), parts.len(), "{policy}");
    directives
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_answer_carries_the_headers(db: PgPool) {
    let ours: BTreeMap<&str, &str> = OURS.into();
    let paying: BTreeMap<&str, &str> = OURS.into_iter().chain(PAYING).collect();
    let table = [
        ("/", &ours, "payment=()"),
        ("/subscribe", &paying, "payment=(self \"https://js.stripe.com\")"),
        ("/subscribe/", &ours, "payment=()"),
        (
            "/subscribe/success",
            &paying,
            "payment=(self \"https://js.stripe.com\")",
        ),
        ("/subscribe/gift", &paying, "payment=(self \"https://js.stripe.com\")"),
        ("/subscribe/other", &ours, "payment=()"),
        ("/gift/ABCDE-FGHJK-MNPQR-STVWX", &ours, "payment=()"),
        ("/profile", &ours, "payment=()"),
        ("/no-such-page", &ours, "payment=()"),
        ("/assets/nothing.js", &ours, "payment=()"),
        ("/healthz", &ours, "payment=()"),
        ("/readyz", &ours, "payment=()"),
        ("/openapi.json", &ours, "payment=()"),
        ("/api/topics", &ours, "payment=()"),
        ("/api/nothing", &ours, "payment=()"),
        ("/api/subscribe", &ours, "payment=()"),
        ("/api/auth/user", &ours, "payment=()"),
        ("/api/user/export", &ours, "payment=()"),
        ("/api/user/avatar", &ours, "payment=()"),
    ];
    for (environment, transport) in [
        ("development", ""),
        ("production", "max-age=63072000; includeSubDomains"),
    ] {
        let app = TestApp::with(db.clone(), &[("APP_ENV", environment)]).await;
        let guest = app.guest().sending("origin", "https://elsewhere.test");
        for (path, policy, permission) in table {
            let answer = guest.get(path).await;
            let mut names = answer.headers.keys();
            assert!(
                names.all(|name| !name.as_str().starts_with("access-control-")),
                "{path}: no other site may read it"
            );
            assert_eq!(&directives(answer.header("content-security-policy")), policy, "{path}");
            assert!(answer.header("permissions-policy").contains(permission), "{path}");
            assert!(answer.header("permissions-policy").contains("geolocation=()"), "{path}");
            let caching = if path.starts_with("/api/") {
                "no-store"
            } else {
                answer.header("cache-control")
            };
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
                ("cross-origin-opener-policy", "same-origin"),
                ("strict-transport-security", transport),
                ("cache-control", caching),
                ("server", ""),
                ("x-powered-by", ""),
            ] {
                assert_eq!(answer.header(name), value, "{environment} {path}: {name}");
            }
            assert_eq!(answer.header("x-request-id").len(), 36, "{path}");
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn no_cross_origin_request_is_allowed(db: PgPool) {
    let app = TestApp::new(db).await;
    let elsewhere = app.guest().sending("origin", "https://elsewhere.test");
    for (path, method) in [
        ("/api/guidance", "POST"),
        ("/api/user/export", "GET"),
        ("/api/admin/testimonies", "GET"),
    ] {
        let request = elsewhere
            .request("OPTIONS", path)
            .header("access-control-request-method", method)
            .header("access-control-request-headers", "content-type");
        let answer = elsewhere.send(request, Body::empty()).await;
        assert!(!answer.status.is_success(), "{path}: {}", answer.status);
        let mut names = answer.headers.keys();
        assert!(
            names.all(|name| !name.as_str().starts_with("access-control-")),
            "{path}"
        );
    }
}

/// Bytes that no key decrypts are an internal error. The cause belongs in the log only.
#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_internal_error_is_logged_and_not_shown_to_the_client(db: PgPool) {
    let app = TestApp::new(db).await;
    let user = prayers::with_premium(&app).await;
    prayers::write(&user, false).await;
    sqlx::query(
        "update prayer set sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1)",
    )
    .execute(&app.db)
    .await
    .expect("spoiled");
    let log = Log::default();
    let _listening = log.listen();
    let answer = user.get("/api/prayers").await.expect_error(500, "INTERNAL");
    assert_eq!(Answer::keys(&answer.json), ["code", "message", "requestId"]);
    assert_eq!(
        answer.json["message"],
        "Something went wrong on our side. Nothing of yours is lost. Please try again."
    );
    let told = log.lines();
    assert!(told.iter().any(|line| line.starts_with("ERROR")), "{told:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_guest_cookie_is_http_only_and_same_site(db: PgPool) {
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_guest_cookie_is_replaced(db: PgPool) {
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn request_ids_are_our_own_and_unique(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for path in ["/api/topics", "/api/nothing", "/healthz", "/"] {
        let foreign = "11111111-1111-4111-8111-111111111111";
        let first = guest.sending("x-request-id", foreign).get(path).await;
        let second = guest.sending("x-request-id", foreign).get(path).await;
        assert_ne!(first.header("x-request-id"), foreign, "{path}");
        assert_ne!(first.header("x-request-id"), second.header("x-request-id"), "{path}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cross_site_requests_are_refused(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["prepare_testimony"]);
    let bare = app.guest().without("sec-fetch-site");
    let calls = [
        ("/api/guidance", json!({ "topicId": "grief" })),
        ("/api/testimonies", testimony_body("I lost my work in spring.")),
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
async fn without_a_database_the_answer_is_constant_with_a_retry_after() {
    let app = TestApp::over_unreliable_db(outage::stopped(Duration::from_millis(300)), &[]);
    let guest = app.guest();
    let answers = [
        ask(&guest).await,
        guest.get("/api/usage").await,
        guest
            .post("/api/testimonies", &testimony_body("I lost my work in spring."))
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_outage_ends_by_itself(db: PgPool) {
    let gate = outage::Gate::before(&db, Duration::from_mins(10));
    let app = TestApp::behind(&gate, &[]).await;
    let guest = app.guest();
    ask(&guest).await.expect(200);
    gate.close();
    ask(&guest).await.expect_error(503, "UNAVAILABLE");
    gate.open();
    ask(&guest).await.expect(200);
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 2);
    guest.get("/readyz").await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cancelling_the_begin_of_a_transaction_leaves_none_open(db: PgPool) {
    let gate = outage::Gate::before(&db, Duration::from_mins(10));
    let until_one_rests = async || {
        while gate.pool.num_idle() < 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    drop(gate.pool.acquire().await.expect("connected"));
    until_one_rests().await;
    gate.freeze();
    let begun = database::begin(&gate.pool);
    assert!(tokio::time::timeout(Duration::from_millis(200), begun).await.is_err());
    gate.open();
    until_one_rests().await;
    let open: i64 = sqlx::query_scalar(
        "select count(*) from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'",
    )
    .fetch_one(&db)
    .await
    .expect("countable");
    assert_eq!(open, 0, "the next one would work in it");
}
