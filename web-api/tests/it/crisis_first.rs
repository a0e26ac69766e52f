//! Crisis first: a person in danger gets the numbers although something is down, used up, refused or broken.
//!
//! Each test sends words of danger to every call that accepts free text. No test relies on timing: where a dependency
//! is down, an ordinary request is sent as well, and it still waits when the one with danger has its answer.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::app::{Answer, Client, TestApp};
use super::outage::{Gate, Silent, stopped};
use super::testimony::testimony_body;

pub const DANGER: &str = "I want to kill myself tonight and I have a plan.";
pub const ORDINARY: &str = "I feel anxious and worried about many things.";
pub const PATHS: [&str; 4] = [
    "/api/guidance",
    "/api/testimonies",
    "/api/testimonies/preview",
    "/api/prayers",
];

/// Only a request that hangs takes longer. It is shorter than the timeout of every pool in these tests.
const HANGS: Duration = Duration::from_secs(30);
pub const FOR_EVER: Duration = Duration::from_mins(10);

/// Plain statements of danger, in our own words.
const STATEMENTS: [&str; 24] = [
    "I want to kill myself.",
    "i'm going to end my life tonight",
    "I don't want to live anymore and I have the pills in my hand.",
    "I have written my goodbye letter and I am going to jump off the bridge.",
    "I just swallowed a whole bottle of sleeping pills.",
    "I keep cutting my arms with a razor blade.",
    "My husband beats me and I am afraid he will kill me.",
    "My boyfriend strangled me last night.",
    "He raped me and I cannot tell anybody.",
    "My stepfather touches me at night and I am 13.",
    "Tomorrow I am going to shoot everyone at my school.",
    "I have bought a rope and I will hang myself.",
    "Everybody would be better off if I were dead.",
    "I think about suicide every single day.",
    "I've loaded the gun and I'm going to use it on myself.",
    "I took an overdose an hour ago.",
    "There is no reason to go on living, I want to die.",
    "I WANT TO DIE",
    "My wife says she will kill herself right now.",
    "I am suicidal and I am alone in the house.",
    "Lord, I know it is a sin, but tonight I will take my own life.",
    "I burn myself with cigarettes so that I feel something.",
    "My dad hits me with a belt until I bleed.",
    "I am going to kill him tonight, I have the knife here.",
];

/// The path of a prayer to change. Only the database knows whether it exists.
const CHANGED_PRAYER: &str = "/api/prayers/00000000-0000-4000-8000-000000000000";

pub fn body_for(path: &str, words: &str) -> Value {
    match path {
        CHANGED_PRAYER => json!({ "answered": true, "answerNote": words }),
        "/api/guidance" => json!({ "struggle": words }),
        "/api/prayers" => json!({ "text": words }),
        _ => testimony_body(words),
    }
}

/// Sends words of danger to every call that accepts free text: each must answer 200 with the numbers.
pub async fn assert_numbers_everywhere(guest: &Client, words: &str) {
    guest.enqueues(&["prepare_testimony", "send_mail"]);
    let calls = PATHS
        .map(|path| ("POST", path))
        .into_iter()
        .chain([("PATCH", CHANGED_PRAYER)]);
    for (method, path) in calls {
        let answer = tokio::time::timeout(HANGS, guest.call(method, path, &body_for(path, words)))
            .await
            .expect("no hanging");
        assert_eq!(answer.status, 200, "{path} {words}: {}", answer.json);
        let answer = answer.expect_numbers();
        if path == "/api/guidance" {
            assert!(answer.json["usage"].is_null(), "nothing was counted");
        }
    }
}

pub async fn ask(guest: &Client, struggle: &str) -> Answer {
    guest.post("/api/guidance", &body_for("/api/guidance", struggle)).await
}

/// Ordinary requests, more than the pool has connections, which wait for the dead database.
fn waiting_requests(app: &TestApp) -> JoinSet<Answer> {
    let mut waiting = JoinSet::new();
    for _ in 0..8 {
        let guest = app.guest();
        waiting.spawn(async move { ask(&guest, ORDINARY).await });
    }
    waiting
}

#[tokio::test]
async fn every_statement_of_danger_shows_the_numbers() {
    let app = TestApp::over_unreliable_db(stopped(Duration::from_millis(100)), &[]);
    let mut missed = Vec::new();
    for words in STATEMENTS {
        let long_day = format!("It was a long day at work and I am tired. {words} Thank you for listening to me.");
        for words in [
            words.to_owned(),
            words.to_lowercase(),
            words.replace('\'', "’"),
            long_day,
        ] {
            let guest = app.guest();
            for path in PATHS {
                let asked = guest.post(path, &body_for(path, &words)).await;
                if asked.status != 200 || asked.json["crisis"] != true {
                    missed.push(format!("{path} {words}"));
                    continue;
                }
                asked.expect_numbers();
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[tokio::test]
async fn postgres_is_stopped() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let mut waiting = waiting_requests(&app);
    assert_numbers_everywhere(&app.guest(), DANGER).await;
    assert!(waiting.try_join_next().is_none(), "ordinary requests still wait");
    let answer = app
        .guest()
        .post("/api/testimonies", &testimony_body(DANGER))
        .await
        .expect(200);
    assert_eq!(
        (&answer.json["saved"], &answer.json["id"], &answer.json["status"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn postgres_accepts_connections_and_says_nothing() {
    let silent = Silent::start().await;
    let app = TestApp::over_unreliable_db(silent.pool.clone(), &[]);
    let mut waiting = waiting_requests(&app);
    while silent.held() == 0 {
        tokio::task::yield_now().await;
    }
    assert_numbers_everywhere(&app.guest(), DANGER).await;
    assert!(waiting.try_join_next().is_none(), "ordinary requests still wait");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn postgres_freezes_during_work_and_the_testimony_is_stored_when_it_recovers(db: PgPool) {
    let gate = Gate::before(&db, FOR_EVER);
    let app = TestApp::behind(&gate, &[]).await;
    let guest = app.guest().sending("idempotency-key", &Uuid::new_v4().to_string());
    gate.freeze();
    let mut waiting = waiting_requests(&app);
    assert!(app.health.database_answers(), "nobody has noticed yet");
    let unsaved = guest
        .post("/api/testimonies", &testimony_body(DANGER))
        .await
        .expect(200)
        .expect_numbers();
    assert_eq!(unsaved.json["saved"], false);
    assert!(guest.cookie("guest").is_some(), "the retry comes from the same guest");
    ask(&guest, DANGER).await.expect(200).expect_numbers();
    assert!(waiting.try_join_next().is_none(), "ordinary requests still wait");

    gate.open();
    let mut retried = guest
        .post("/api/testimonies", &testimony_body(DANGER))
        .await
        .expect(200)
        .expect_numbers();
    while retried.json["saved"] == false {
        retried = guest
            .post("/api/testimonies", &testimony_body(DANGER))
            .await
            .expect(200)
            .expect_numbers();
    }
    assert_eq!(retried.json["status"], "escalated");
    while let Some(answer) = waiting.join_next().await {
        answer.expect("no panic").expect(200);
    }
    let testimonies: i64 = sqlx::query_scalar("select count(*) from testimony")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(testimonies, 1, "stored once, however often it was sent");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_limit_is_used_up_and_nothing_more_is_counted(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "8")]).await;
    let guest = app.guest();
    for _ in 0..3 {
        ask(&guest, ORDINARY).await.expect(200);
    }
    ask(&guest, ORDINARY).await.expect_error(429, "DAILY_LIMIT");
    assert_numbers_everywhere(&guest, DANGER).await;
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 3);

    guest.clear_cookies();
    ask(&guest, ORDINARY).await.expect(200);
    guest.clear_cookies();
    ask(&guest, ORDINARY).await.expect_error(429, "ADDRESS_LIMIT");
    assert_numbers_everywhere(&guest, DANGER).await;
    assert_eq!(app.count("select sum(count) from usage").await, 4);
    assert_eq!(app.count("select sum(count) from address_usage").await, 8);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_crisis_before_any_other_request_leaves_the_whole_day(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let answer = ask(&guest, DANGER).await.expect(200).expect_numbers();
    assert_eq!(
        Answer::keys(&answer.json),
        [
            "alsoAbout",
            "alternatives",
            "asked",
            "bridge",
            "crisis",
            "discreet",
            "language",
            "possibleDanger",
            "prayer",
            "related",
            "resources",
            "situation",
            "sources",
            "testimonies",
            "topic",
            "unreadLanguage",
            "usage"
        ]
    );
    assert_eq!(answer.json["resources"]["category"], "suicide_plan");
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 0);
    assert_eq!(app.count("select count(*) from usage").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_call_comes_from_another_site_or_an_odd_place(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://elsewhere.test"),
        ("x-time-zone", "nonsense"),
        ("x-time-zone", "Mars/Olympus"),
        ("x-time-zone", "'; drop table usage; --"),
        ("x-time-zone", &"A/".repeat(4000)),
        ("accept-language", "xx-,;;q=,"),
        ("x-country", "us"),
        ("x-forwarded-for", "not, an, address"),
    ] {
        assert_numbers_everywhere(&guest.sending(name, value), DANGER).await;
    }
    assert_numbers_everywhere(&guest.without("sec-fetch-site"), DANGER).await;
    let stranger = app.guest().sending("sec-fetch-site", "cross-site");
    let refused = stranger
        .post("/api/testimonies", &testimony_body(DANGER))
        .await
        .expect(200)
        .expect_numbers();
    assert_eq!(
        (&refused.json["saved"], refused.header("set-cookie")),
        (&json!(false), ""),
        "nothing is stored for another site"
    );
}

#[tokio::test]
async fn headers_are_no_text_at_all() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for path in PATHS {
        for name in ["cookie", "x-time-zone", "x-country", "accept-language", "origin"] {
            let request = guest
                .request("POST", path)
                .header(CONTENT_TYPE, "application/json")
                .header(name, &b"guest=\xff\xfe"[..]);
            guest
                .send(request, Body::from(body_for(path, DANGER).to_string()))
                .await
                .expect(200)
                .expect_numbers();
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cookies_are_broken(db: PgPool) {
    let app = TestApp::new(db).await;
    for cookie in [
        "guest=",
        "guest=%00",
        "guest=💧",
        "session=garbage; id=1",
        "=;;=;",
        &format!("guest={}", "A".repeat(7000)),
    ] {
        assert_numbers_everywhere(&app.guest().sending("cookie", cookie), DANGER).await;
    }
}

#[tokio::test]
async fn guests_have_no_access() {
    for path in PATHS {
        let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[("GUEST_ACCESS", "signed_in")]);
        app.guest()
            .post(path, &body_for(path, ORDINARY))
            .await
            .expect_error(401, "SIGN_IN_REQUIRED");
        assert_numbers_everywhere(&app.guest(), DANGER).await;
    }
}

/// Changes all sessions or accounts, as time or staff would.
async fn change(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&app.db).await.expect("changed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_session_is_blocked_expired_deleted_or_ended_elsewhere(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    for (statement, status) in [
        ("update app_user set blocked_at = now()", 403),
        (
            "with blocked as (update app_user set blocked_at = now())
             update session set ended_at = now(), ended_because = 'blocked'",
            403,
        ),
        ("update session set ended_at = now(), ended_because = 'signed_out'", 401),
        ("update session set ended_at = now(), ended_because = 'elsewhere'", 401),
        ("update session set expires_at = now()", 401),
        ("delete from session", 401),
        ("delete from app_user", 401),
    ] {
        let user = app.user().await;
        assert_numbers_everywhere(&user, DANGER).await;
        change(&app, statement).await;
        for _ in 0..2 {
            assert_numbers_everywhere(&user, DANGER).await;
        }
        assert_eq!(ask(&user, ORDINARY).await.status, status, "{statement}");
        change(&app, "truncate app_user, testimony, data_key, usage cascade").await;
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_sessions_cannot_be_read(db: PgPool) {
    let gate = Gate::before(&db, FOR_EVER);
    let app = TestApp::behind(&gate, &[]).await;
    let user = app.user().await;
    ask(&user, ORDINARY).await.expect(200);
    gate.close();
    assert_numbers_everywhere(&user, DANGER).await;
    ask(&user, ORDINARY).await.expect_error(503, "UNAVAILABLE");

    let stopped = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let signed_in = stopped.guest();
    signed_in.keep_cookie("session", &user.cookie("session").expect("signed in"));
    assert_numbers_everywhere(&signed_in, DANGER).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_in_is_rate_limited(db: PgPool) {
    let settings = [("SMTP_URL", "smtp://127.0.0.1:1"), ("MAIL_FROM", "hello@example.org")];
    let app = TestApp::with(db, &settings).await;
    let guest = app.guest();
    let mut refused = false;
    while !refused {
        let asked = guest
            .post_form("/api/login/email", &[("email", "somebody@example.org")])
            .await;
        refused = asked.status == 429;
    }
    assert_numbers_everywhere(&guest, DANGER).await;
}
