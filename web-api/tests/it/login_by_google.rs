//! Sign-in with an OpenID provider over real sockets, including one that misbehaves.

use serde_json::json;
use sqlx::PgPool;

use super::app::{Client, TestApp};
use super::doubles::{Double, Misbehaviour, Someone};
use super::testimony::testimony_body;

/// Fails the test unless the page says that sign-in failed and nobody is signed in.
async fn expect_refused(app: &TestApp, client: &Client, answer: super::app::Answer) {
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.text().contains("did not work"), "{}", answer.text());
    assert_eq!(client.cookie("session"), None);
    client.get("/api/auth/user").await.expect_error(401, "SIGN_IN_REQUIRED");
    assert_eq!(app.count("select count(*) from session").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_new_person_becomes_a_user_and_returns_as_the_same_user(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let browser = app.guest();
    double
        .sign_in(&browser, "google", &Someone::new(1))
        .await
        .expect_redirect_to("/");
    let mut user = browser.get("/api/auth/user").await.expect(200).json;
    assert_eq!(
        (&user["firstName"], &user["lastName"], &user["email"]),
        (&json!("Test"), &json!("Person"), &json!("person1@example.org"))
    );
    let other = app.guest();
    let changed = Someone {
        email: "moved@example.org".to_owned(),
        ..Someone::new(1)
    };
    double.sign_in(&other, "google", &changed).await.expect_redirect_to("/");
    user["email"] = json!("moved@example.org");
    assert_eq!(other.get("/api/auth/user").await.expect(200).json, user);
    assert_eq!(app.count("select count(*) from app_user").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_older_session_ends_and_says_so_unless_several_are_allowed(db: PgPool) {
    let double = Double::start().await;
    for (setting, status) in [("on", 401), ("off", 200)] {
        let settings = [&double.settings()[..], &[("SINGLE_SESSION", setting)]].concat();
        let app = TestApp::with(db.clone(), &settings).await;
        let (older, newer) = (app.guest(), app.guest());
        double.sign_in(&older, "google", &Someone::new(1)).await.expect(303);
        double.sign_in(&newer, "google", &Someone::new(1)).await.expect(303);
        let answer = older.get("/api/auth/user").await.expect(status);
        assert_eq!(answer.json["code"] == "LOGGED_IN_ELSEWHERE", status == 401);
        newer.get("/api/auth/user").await.expect(200);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_id_token_signs_nobody_in(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    for wrong in [
        Misbehaviour::AnotherNonce,
        Misbehaviour::NoNonce,
        Misbehaviour::AnotherIssuerInToken,
        Misbehaviour::AnotherAudience,
        Misbehaviour::AlgorithmNone,
        Misbehaviour::AnotherKey,
        Misbehaviour::Expired,
    ] {
        double.misbehave(wrong);
        let browser = app.guest();
        let answer = double.sign_in(&browser, "google", &Someone::new(1)).await;
        assert_eq!(answer.status, 400, "{wrong:?}");
        expect_refused(&app, &browser, answer).await;
    }
    assert_eq!(app.count("select count(*) from app_user").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_callback_works_once_in_the_same_browser_from_the_same_provider(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let someone = Someone::new(1);
    let leave = async |browser: &Client| {
        let left = browser.get("/api/login/google").await.expect(303);
        double.authorize(left.header("location"), &someone)
    };

    let browser = app.guest();
    let mut back = leave(&browser).await;
    back.state = "another".to_owned();
    expect_refused(&app, &browser, browser.get(&back.path("google")).await).await;

    let (browser, thief) = (app.guest(), app.guest());
    let back = leave(&browser).await;
    expect_refused(&app, &thief, thief.get(&back.path("google")).await).await;

    for issuer in [Some("https://evil.test".to_owned()), None] {
        let browser = app.guest();
        let mut back = leave(&browser).await;
        back.iss = issuer;
        expect_refused(&app, &browser, browser.get(&back.path("google")).await).await;
    }

    let browser = app.guest();
    let back = leave(&browser).await;
    expect_refused(&app, &browser, browser.get(&back.path("github")).await).await;

    let browser = app.guest();
    let back = leave(&browser).await;
    let kept = browser.cookie("sign-in").expect("under way");
    browser.get(&back.path("google")).await.expect_redirect_to("/");
    assert_eq!(browser.cookie("sign-in"), None, "it is over");
    let replaying = app.guest();
    replaying.keep_cookie("sign-in", &kept);
    assert_eq!(
        replaying.get(&back.path("google")).await.status,
        400,
        "the code was redeemed"
    );
    assert_eq!(replaying.cookie("session"), None);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cancelling_at_the_provider_says_that_nothing_happened(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let browser = app.guest();
    let left = browser.get("/api/login/google").await.expect(303);
    let state = double.authorize(left.header("location"), &Someone::new(1)).state;
    let page = browser
        .get(&format!("/api/login/google/callback?error=access_denied&state={state}"))
        .await
        .expect(200);
    assert!(page.text().contains("Nothing has changed"));
    assert_eq!(app.count("select count(*) from session").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn accounts_are_linked_by_an_address_only_when_the_issuer_answers_for_its_mailbox(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    let id = async |provider: &str, someone: &Someone| {
        let browser = app.guest();
        double
            .sign_in(&browser, provider, someone)
            .await
            .expect_redirect_to("/");
        browser.get("/api/auth/user").await.expect(200).json["id"].clone()
    };
    let owner = id("google", &Someone::new(1)).await;
    let pretender = Someone {
        subject: "666".to_owned(),
        is_verified: false,
        ..Someone::new(1)
    };
    let at_google = id("google", &pretender).await;
    let at_github = id("github", &pretender).await;
    assert!(at_google != owner && at_github != owner && at_google != at_github);
    let same_person = |subject: &str, organisation| Someone {
        subject: subject.to_owned(),
        email: "PERSON1@example.org".to_owned(),
        organisation,
        ..Someone::new(1)
    };
    assert_eq!(id("google", &same_person("42", Some("example.org"))).await, owner);
    // No mail is set up here that could prove it.
    assert_ne!(id("github", &same_person("43", None)).await, owner);
    assert_ne!(id("google", &same_person("44", None)).await, owner);
    assert_ne!(id("google", &same_person("45", Some("other.example"))).await, owner);
    assert_eq!(app.count("select count(*) from app_user").await, 6);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn after_sign_in_only_local_paths_are_redirect_targets(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings()).await;
    for (asked, goal) in [
        ("/profile", "/profile"),
        ("/subscribe?plan=1%262", "/subscribe?plan=1&2"),
        ("//evil.test", "/"),
        ("/%5Cevil.test", "/"),
        ("https://evil.test", "/"),
        ("/%0d%0aset-cookie:a=b", "/"),
    ] {
        let browser = app.guest();
        let left = browser
            .get(&format!("/api/login/google?returnTo={asked}"))
            .await
            .expect(303);
        let back = double.authorize(left.header("location"), &Someone::new(1));
        browser.get(&back.path("google")).await.expect_redirect_to(goal);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_and_the_daily_count_of_the_guest_are_carried_over(db: PgPool) {
    let double = Double::start().await;
    let app = TestApp::with(db, &double.settings())
        .await
        .leaving(&["prepare_testimony"]);
    let browser = app.guest();
    let ask = async || browser.post("/api/guidance", &json!({ "topicId": "grief" })).await;
    for _ in 0..2 {
        ask().await.expect(200);
    }
    let told = testimony_body("I lost my work in spring and walked by the river every day.");
    let id = browser.post("/api/testimonies", &told).await.expect(201).json["id"].clone();
    let guest_cookie = browser.cookie("guest").expect("a guest");

    double
        .sign_in(&browser, "google", &Someone::new(1))
        .await
        .expect_redirect_to("/");
    assert_eq!(browser.cookie("guest"), None, "the guest is gone");
    assert_eq!(browser.get("/api/usage").await.expect(200).json["count"], 2);
    ask().await.expect(200);
    ask().await.expect_error(429, "DAILY_LIMIT");
    let kinds: Vec<String> = sqlx::query_scalar("select owner_kind from data_key")
        .fetch_all(&app.db)
        .await
        .expect("readable");
    assert_eq!(kinds, ["user"], "the guest's key is destroyed");
    let id: uuid::Uuid = id.as_str().and_then(|id| id.parse().ok()).expect("an id");
    shared::testimony::prepare(&app.ctx, id)
        .await
        .expect("it opens for its new owner");
    let redacted: String = sqlx::query_scalar("select redacted_text from testimony")
        .fetch_one(&app.db)
        .await
        .expect("one story");
    assert!(redacted.contains("walked by the river"), "{redacted}");

    // The same guest cookie again, in another browser: nothing is left to carry over.
    let other = app.guest();
    other.keep_cookie("guest", &guest_cookie);
    double
        .sign_in(&other, "google", &Someone::new(1))
        .await
        .expect_redirect_to("/");
    assert_eq!(other.get("/api/usage").await.expect(200).json["count"], 3);
    assert_eq!(app.count("select count(*) from testimony").await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unreachable_provider_is_reported(db: PgPool) {
    let settings = [
        ("GOOGLE_CLIENT_ID", "a"),
        ("GOOGLE_CLIENT_SECRET", "b"),
        ("GOOGLE_ISSUER", "http://127.0.0.1:1"),
    ];
    let app = TestApp::with(db, &settings).await;
    let page = app.guest().get("/api/login/google").await.expect(503);
    assert_eq!(page.header("retry-after"), "5");
    assert!(page.text().contains("is not available right now"));
}
