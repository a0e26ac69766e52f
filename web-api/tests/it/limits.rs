//! Rate limits by `ip_prefix` and by author.

use std::time::Duration;

use serde_json::json;
use sqlx::PgPool;

use super::app::{Log, TestApp};
use super::crisis_first::{DANGER, assert_numbers_everywhere};
use super::outage;
use super::testimony::testimony_body;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_ip_prefix_is_rate_limited_and_crisis_resources_never_are(db: PgPool) {
    let app = TestApp::with(db, &[("ADDRESS_RATE_LIMIT", "5")]).await;
    let (guest, other) = (app.guest(), app.guest());
    for _ in 0..5 {
        guest.get("/api/topics").await.expect(200);
    }
    for path in ["/api/topics", "/api/usage", "/api/auth/user", "/api/nothing"] {
        let refused = guest.get(path).await.expect_error(429, "TOO_MANY_CALLS");
        let wait: u64 = refused.header("retry-after").parse().expect("seconds");
        assert!((1..=12).contains(&wait), "one call in twelve seconds: {wait}");
    }
    let page = guest.get("/api/login").await.expect(429);
    assert!(page.text().contains("too many tries") && !page.header("retry-after").is_empty());
    assert_eq!(
        page.header("content-type"),
        "text/html; charset=utf-8",
        "a page, as always there"
    );
    assert_numbers_everywhere(&guest, DANGER).await;
    for path in ["/api/crisis-resources", "/healthz", "/healthz/traffic", "/readyz"] {
        guest.get(path).await.expect(200);
    }
    assert_ne!(guest.get("/instant-support").await.status, 429);
    other.get("/api/topics").await.expect(200);
    for path in ["/openapi.json", "/metrics", "/readyz?verbose"] {
        guest.get(path).await.expect_error(429, "TOO_MANY_CALLS");
    }
    let neighbour = app.guest().sending("x-forwarded-for", "203.0.113.9, 198.18.0.1");
    neighbour.get("/api/topics").await.expect_error(429, "TOO_MANY_CALLS");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_of_one_author_are_limited_and_danger_is_answered_above_the_limit(db: PgPool) {
    let app = TestApp::with(db, &[("STORY_LIMIT", "2")])
        .await
        .leaving(&["prepare_testimony"]);
    let user = app.user().await;
    let submit = async |words: &str| user.post("/api/testimonies", &testimony_body(words)).await;
    for _ in 0..2 {
        submit("I lost my work in spring.").await.expect(201);
    }
    let refused = submit("I lost my work in spring.")
        .await
        .expect_error(429, "STORY_LIMIT");
    assert!(!refused.header("retry-after").is_empty());
    let answered = submit(DANGER).await.expect(200).expect_numbers();
    assert_eq!(answered.json["saved"], json!(false), "it says that it is not stored");
    assert_eq!(app.count("select count(*) from testimony").await, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn clearing_cookies_does_not_lift_the_limit_of_the_address(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_STORY_ADDRESS_LIMIT", "3")])
        .await
        .leaving(&["prepare_testimony"]);
    let guest = app.guest();
    for _ in 0..3 {
        guest
            .post("/api/testimonies", &testimony_body("I lost my work in spring."))
            .await
            .expect(201);
        guest.clear_cookies();
    }
    guest
        .post("/api/testimonies", &testimony_body("I lost my work in spring."))
        .await
        .expect_error(429, "ADDRESS_LIMIT");
    let at_home = app.user().await.sending("x-forwarded-for", "198.18.0.1");
    at_home
        .post("/api/testimonies", &testimony_body("I lost my work in spring."))
        .await
        .expect(201);
}

#[tokio::test]
async fn a_failed_readiness_probe_is_logged_as_a_warning() {
    let log = Log::default();
    let _listening = log.listen();
    let app = TestApp::over_unreliable_db(outage::stopped(Duration::from_mins(10)), &[]);
    app.guest().get("/readyz").await.expect(503);
    let lines = log.lines();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("WARN web_api::app ") && line.contains("status=503")),
        "{lines:?}"
    );
    assert_eq!(lines.iter().find(|line| line.starts_with("ERROR")), None);
}
