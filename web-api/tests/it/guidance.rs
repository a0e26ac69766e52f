//! Guidance: requests, answers and refusals.

use axum::body::Body;
use axum::http::StatusCode;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::{Answer, Client, TestApp, harmless};

pub const WORRIED: &str = "I feel anxious and worried about many things.";

pub async fn ask(guest: &Client, struggle: &str) -> Answer {
    guest.post("/api/guidance", &json!({ "struggle": struggle })).await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_struggle_gets_a_message_a_passage_and_related_topics(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    let answer = ask(&guest, WORRIED).await.expect(200);
    let body = &answer.json;
    assert_eq!(
        Answer::keys(body),
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
    assert_eq!(Answer::keys(&body["topic"]), ["content", "id", "scripture", "title"]);
    assert_eq!(
        Answer::keys(&body["topic"]["scripture"]),
        ["reference", "text", "translation"]
    );
    assert_eq!(
        Answer::keys(&body["usage"]),
        ["count", "limit", "resetsAt", "unlimited"]
    );
    assert_eq!((&body["crisis"], &body["resources"]), (&json!(false), &Value::Null));
    assert_eq!(body["topic"]["id"], "anxiety");
    assert_eq!(body["usage"]["count"], 1);

    let topics = guest.get("/api/topics").await.expect(200).json;
    let related = body["related"].as_array().expect("a list");
    assert!(!related.is_empty() && related.len() <= 4);
    for topic in related {
        assert!(
            topics.as_array().expect("a list").contains(topic),
            "{topic} is one of the chips"
        );
        assert_ne!(topic["id"], "anxiety");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_passage_is_scripture_word_for_word(db: PgPool) {
    let app = TestApp::new(db).await;
    let topics = app.guest().get("/api/topics").await.expect(200).json;
    for topic in topics.as_array().expect("a list") {
        let guest = app.guest();
        let answer = guest
            .post("/api/guidance", &json!({ "topicId": topic["id"] }))
            .await
            .expect(200)
            .json;
        let scripture = &answer["topic"]["scripture"];
        let path = scripture["reference"].as_str().expect("text").replace(' ', "%20");
        let path = format!("/api/scripture/{path}?around=0");
        let around = guest.get(&path).await.expect(200).json;
        let verses: Vec<&str> = around["verses"]
            .as_array()
            .expect("verses")
            .iter()
            .filter_map(|verse| verse["text"].as_str())
            .collect();
        assert_eq!(scripture["text"], verses.join(" "), "{topic}");
        assert_eq!(scripture["translation"], around["translation"]);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_passage_follows_the_words_and_moves_on_only_from_what_was_shown(db: PgPool) {
    let app = TestApp::new(db).await;
    for question in [json!({ "struggle": WORRIED }), json!({ "topicId": "grief" })] {
        let (one, other) = (app.guest(), app.guest());
        ask(&other, "My boss shouts at me every day at work.").await.expect(200);
        let first = one.post("/api/guidance", &question).await.expect(200).json["topic"].take();
        let after_another = other.post("/api/guidance", &question).await.expect(200).json["topic"].take();
        assert_eq!(first, after_another, "earlier questions change nothing");
        let mut again = question.clone();
        again["shown"] = json!([first["scripture"]["reference"], "no reference"]);
        let next = one.post("/api/guidance", &again).await.expect(200).json["topic"].take();
        assert_ne!(next["scripture"]["reference"], first["scripture"]["reference"]);
        assert_eq!(next["title"], first["title"]);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_chip_gets_its_topic_and_words_win_over_it(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for (question, topic) in [
        (json!({ "topicId": "grief" }), "grief"),
        (json!({ "struggle": " \n ", "topicId": "grief" }), "grief"),
        (
            json!({ "struggle": WORRIED, "topicId": "grief", "unknown": [1, { "field": null }] }),
            "anxiety",
        ),
    ] {
        assert_eq!(
            guest.post("/api/guidance", &question).await.expect(200).json["topic"]["id"],
            topic,
            "{question}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn words_that_are_not_understood_get_comfort(db: PgPool) {
    let app = TestApp::new(db).await;
    for words in ["???", "..."] {
        let answer = ask(&app.guest(), words).await.expect(200).json;
        assert_eq!(answer["topic"]["id"], "comfort", "{words}");
        assert_eq!(answer["topic"]["title"], "When words are hard to find");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn harmless_words_raise_no_alarm(db: PgPool) {
    let app = TestApp::new(db).await;
    let mut alarmed = Vec::new();
    for words in ["hello", "ok", "???", "...", "test", "12345"] {
        if ask(&app.guest(), words).await.expect(200).json["crisis"] == true {
            alarmed.push(words);
        }
    }
    assert!(alarmed.is_empty(), "{alarmed:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_fourth_request_of_a_day_is_refused_with_the_time_to_wait(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for count in 1..=3 {
        assert_eq!(ask(&guest, WORRIED).await.expect(200).json["usage"]["count"], count);
    }
    for _ in 0..2 {
        let refused = ask(&guest, WORRIED).await.expect_error(429, "DAILY_LIMIT");
        let wait: u32 = refused.header("retry-after").parse().expect("seconds");
        assert!((1..=24 * 3600).contains(&wait), "{wait}");
    }
    guest
        .post("/api/guidance", &json!({ "topicId": "grief" }))
        .await
        .expect_error(429, "DAILY_LIMIT");
    assert_eq!(guest.get("/api/usage").await.expect(200).json["count"], 3);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn with_one_request_left_exactly_one_of_fifty_parallel_ones_is_answered(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for _ in 0..2 {
        ask(&guest, WORRIED).await.expect(200);
    }
    let answers = futures::future::join_all((0..50).map(|_| ask(&guest, WORRIED))).await;
    let count = |status: StatusCode| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(StatusCode::OK), count(StatusCode::TOO_MANY_REQUESTS)), (1, 49));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn clearing_cookies_helps_only_up_to_the_limit_of_the_address(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ADDRESS_LIMIT", "12")]).await;
    let guest = app.guest();
    for _ in 0..4 {
        guest.clear_cookies();
        ask(&guest, WORRIED).await.expect(200);
    }
    guest.clear_cookies();
    let refused = ask(&guest, WORRIED).await.expect_error(429, "ADDRESS_LIMIT");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|wait| wait > 0));
    let pretending = guest.sending("x-forwarded-for", "198.51.100.7, 198.18.0.1");
    ask(&pretending, WORRIED).await.expect_error(429, "ADDRESS_LIMIT");
    ask(&app.guest(), WORRIED).await.expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn guests_without_access_are_asked_to_sign_in(db: PgPool) {
    let app = TestApp::with(db, &[("GUEST_ACCESS", "signed_in")]).await;
    ask(&app.guest(), WORRIED).await.expect_error(401, "SIGN_IN_REQUIRED");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn invalid_requests_are_refused_and_not_counted(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    for (question, field) in [
        (json!({}), "struggle"),
        (json!({ "struggle": "" }), "struggle"),
        (json!({ "struggle": " \n\t\u{a0}" }), "struggle"),
        (json!({ "struggle": null, "topicId": null }), "struggle"),
        (json!({ "struggle": "I feel\u{0}low" }), "struggle"),
        (json!({ "struggle": harmless(2001) }), "struggle"),
        (json!({ "struggle": harmless(20_000) }), "struggle"),
        (json!({ "topicId": "worry" }), "topicId"),
        (json!({ "topicId": "comfort" }), "topicId"),
        (json!({ "topicId": "grief'--" }), "topicId"),
    ] {
        let refused = guest
            .post("/api/guidance", &question)
            .await
            .expect_error(422, "INVALID_FIELDS");
        assert_eq!(Answer::keys(&refused.json["fields"]), [field], "{question}");
    }
    let blank = guest.post("/api/guidance", &json!({ "struggle": "  " })).await;
    assert_eq!(
        blank.json["message"],
        "Please describe your struggle or select a topic."
    );
    for question in [
        json!({ "struggle": 5 }),
        json!({ "struggle": ["worry"] }),
        json!({ "topicId": true }),
        json!([1]),
        json!("worry"),
        Value::Null,
    ] {
        guest
            .post("/api/guidance", &question)
            .await
            .expect_error(422, "INVALID_FIELDS");
    }
    assert_eq!(app.count("select count(*) from usage").await, 0);
    guest
        .post(
            "/api/guidance",
            &json!({ "struggle": format!("  {}  ", harmless(2000)) }),
        )
        .await
        .expect(200);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_body_that_is_not_json_is_refused(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    for body in [
        &b""[..],
        b"{",
        b"{\"struggle\":",
        b"struggle=low",
        b"{\"struggle\":\"\xff\xfe\"}",
        b"\xff",
        b"{\"struggle\":\"\\ud800\"}",
        b"{} {}",
    ] {
        guest
            .post_bytes("/api/guidance", body)
            .await
            .expect_error(400, "BAD_REQUEST");
    }
    let nested = format!(r#"{{"unknown":{}"#, "[".repeat(100_000));
    guest
        .post_bytes("/api/guidance", nested)
        .await
        .expect_error(400, "BAD_REQUEST");
    guest
        .post_bytes("/api/guidance", harmless(1000).repeat(10_000))
        .await
        .expect_error(413, "TOO_LARGE");
    let body = || Body::from(json!({ "topicId": "grief" }).to_string());
    guest
        .send(guest.request("POST", "/api/guidance"), body())
        .await
        .expect_error(415, "NOT_JSON");
    let form = guest
        .request("POST", "/api/guidance")
        .header("content-type", "text/plain");
    guest.send(form, body()).await.expect_error(415, "NOT_JSON");
    let repeated = br#"{"topicId":"grief","topicId":"anxiety"}"#;
    guest
        .post_bytes("/api/guidance", &repeated[..])
        .await
        .expect_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn beside_the_numbers_nothing_is_quoted_and_no_question_is_answered(db: PgPool) {
    let app = TestApp::new(db).await;
    let words = "The house is quiet since she moved out in May. I still set two plates every evening and nobody comes. I \
        want to kill myself tonight. Is it my fault?";
    let body = ask(&app.guest(), words).await.expect(200).json;
    assert_eq!(body["crisis"], true);
    let content = body["topic"]["content"].as_str().expect("a letter");
    assert!(!content.contains("two plates"), "{content}");
    let replies = &app.ctx.content.english.replies["fault"];
    let said = replies.topics.values().chain([&replies.answer]);
    for reply in said.filter(|reply| !reply.is_empty()) {
        assert!(!content.contains(reply.as_str()), "{content}");
    }
}
