//! Danger is detected in every body: long, incomplete, malformed, of another content type, in another field.

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use futures::StreamExt as _;
use serde_json::json;
use std::time::Duration;

use sqlx::PgPool;
use testing::http::Call;

use super::app::{Answer, TestApp, harmless};
use super::crisis_first::{DANGER, FOR_EVER, ORDINARY, PATHS, assert_numbers_everywhere, body_for};
use super::outage::stopped;
use super::socket;
use super::testimony::testimony_body;

#[tokio::test]
async fn the_danger_stands_at_the_end_of_a_long_text() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for length in [1_900, 5_000, 20_000] {
        let before = harmless(length - DANGER.len() - 1);
        let words = format!("{before} {DANGER}");
        assert_eq!(words.chars().count(), length);
        assert_numbers_everywhere(&guest, &words).await;
        for field in ["whatHappened", "whatHelped", "whatChanged"] {
            let mut three_long_fields = testimony_body(&before);
            three_long_fields["whatHelped"] = json!(before);
            three_long_fields["whatChanged"] = json!(before);
            three_long_fields[field] = json!(words);
            guest
                .post("/api/testimonies", &three_long_fields)
                .await
                .expect(200)
                .expect_numbers();
        }
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_the_app_sends_beside_a_struggle_is_not_read_as_part_of_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let words = "I cannot sleep, I keep thinking of the debt";
    let calm = app
        .guest()
        .post("/api/guidance", &json!({"struggle": words}))
        .await
        .expect(200);
    assert_eq!(
        (&calm.json["crisis"], &calm.json["possibleDanger"]),
        (&json!(false), &json!(false))
    );
    for (field, value) in [
        ("language", json!("en")),
        ("translation", json!("kjv")),
        ("topicId", json!("grief")),
        (
            "shown",
            json!([
                "Psalm 34:18",
                "Salmo 34:18",
                "Romanos 8:38-39",
                "Job 3:11",
                "1 Pedro 5:7"
            ]),
        ),
        (
            "shownLetters",
            json!([
                "comfort",
                "grief",
                "parent-died",
                "lost-to-suicide",
                "mind-at-three-in-the-morning"
            ]),
        ),
    ] {
        let body = json!({"struggle": words, field: value});
        let answer = app.guest().post("/api/guidance", &body).await.expect(200);
        assert_eq!(
            (&answer.json["crisis"], &answer.json["possibleDanger"]),
            (&json!(false), &json!(false)),
            "{field}"
        );
        // What is not of ours is read wherever it stands, also as one of a list.
        let hidden = json!({"struggle": words, field: ["en", "Psalm 34:18", DANGER]});
        app.guest().post("/api/guidance", &hidden).await.expect_numbers();
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_body_is_far_too_large(db: PgPool) {
    let mut app = TestApp::new(db).await;
    let guest = app.guest();
    let address = socket::listen(&mut app).await;
    for path in PATHS {
        let mut words = DANGER.replace(" and ", "\n");
        words.push_str(&" and more".repeat(10 * 1024 * 1024 / 9));
        let body = body_for(path, &words).to_string();
        guest
            .post_bytes(path, body.clone())
            .await
            .expect_error(413, "TOO_LARGE")
            .expect_numbers();
        socket::send(address, &Call::new("POST", path, body.as_bytes()))
            .await
            .expect_error(413, "TOO_LARGE")
            .expect_numbers();
        let harmless = guest
            .post_bytes(path, harmless(1000).repeat(10_000))
            .await
            .expect_error(413, "TOO_LARGE");
        assert_eq!(Answer::keys(&harmless.json), ["code", "message", "requestId"]);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_body_cannot_be_read(db: PgPool) {
    let mut ctx = testing::ctx(db);
    // The body is rejected only after the session was read, however long that takes.
    ctx.timeouts.crisis_write = FOR_EVER;
    let app = TestApp::from_ctx(ctx).await;
    // A user, because a guest is refused before the body of a prayer is read.
    let user = app.user().await;
    for path in PATHS {
        let good = body_for(path, DANGER).to_string();
        let bodies: [Vec<u8>; 6] = [
            DANGER.into(),
            good[..good.len() - 1].into(),
            format!("{good}{good}").into(),
            good.replace(" and ", "\\n").replace('}', "").into(),
            good.bytes()
                .flat_map(|byte| if byte == b'.' { vec![0xff, 0xfe] } else { vec![byte] })
                .collect(),
            [b"\xff\xfe\x00", good.as_bytes()].concat(),
        ];
        for body in bodies {
            user.post_bytes(path, body)
                .await
                .expect_error(400, "BAD_REQUEST")
                .expect_numbers();
        }
    }
    let user = user.sending("idempotency-key", "no key");
    user.post("/api/testimonies", &testimony_body(DANGER))
        .await
        .expect_error(400, "BAD_REQUEST")
        .expect_numbers();
}

#[tokio::test]
async fn the_body_is_of_another_kind() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for path in PATHS {
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/jsonp",
            "",
            "💧",
        ] {
            let request = guest.request("POST", path).header(CONTENT_TYPE, kind.as_bytes());
            guest
                .send(request, Body::from(body_for(path, DANGER).to_string()))
                .await
                .expect(200)
                .expect_numbers();
        }
        guest
            .send(
                guest.request("POST", path),
                Body::from(body_for(path, DANGER).to_string()),
            )
            .await
            .expect(200)
            .expect_numbers();
    }
    let form = guest
        .request("POST", "/api/guidance")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    guest
        .send(form, Body::from(format!("struggle={}", DANGER.replace(' ', "+"))))
        .await
        .expect(400)
        .expect_numbers();
}

#[tokio::test]
async fn the_words_are_in_an_unexpected_place() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for path in PATHS {
        for body in [
            json!({ "note": DANGER }),
            json!({ "struggle": { "text": DANGER } }),
            json!({ "struggle": [1, null, [DANGER]], "whatHappened": 5 }),
            json!({ "struggle": ORDINARY, "topicId": DANGER, "whatHappened": "short" }),
            json!([DANGER]),
            json!(DANGER),
        ] {
            guest.post(path, &body).await.expect(200).expect_numbers();
        }
        for (first, second) in [(DANGER, ORDINARY), (ORDINARY, DANGER)] {
            for field in ["struggle", "whatHappened"] {
                let repeated = format!(r#"{{"{field}":"{first}","{field}":"{second}"}}"#);
                guest.post_bytes(path, repeated).await.expect(200).expect_numbers();
            }
        }
    }
}

#[tokio::test]
async fn the_connection_breaks_before_the_whole_body_has_arrived() {
    let mut app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let address = socket::listen(&mut app).await;
    for path in PATHS {
        let body = body_for(path, DANGER).to_string();
        let cut_off = Call {
            missing: 1,
            ..Call::new("POST", path, body.as_bytes())
        };
        socket::send(address, &cut_off).await.expect(400).expect_numbers();
    }
}

#[tokio::test]
async fn the_rest_of_the_body_never_arrives() {
    let mut ctx = testing::ctx(stopped(FOR_EVER));
    ctx.timeouts.body = Duration::from_millis(200);
    let app = TestApp::over_unreliable_ctx(ctx);
    let guest = app.guest();
    let answers = PATHS.map(|path| {
        let came = Bytes::from(body_for(path, DANGER).to_string());
        let endless = futures::stream::iter([Ok::<_, std::io::Error>(came)]).chain(futures::stream::pending());
        guest.post_bytes(path, Body::from_stream(endless))
    });
    for answer in futures::future::join_all(answers).await {
        answer.expect_error(408, "TOO_SLOW").expect_numbers();
    }
}

#[tokio::test]
async fn the_danger_is_escaped_is_a_key_or_stands_far_behind() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    let percent: Vec<String> = DANGER.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let unicode: Vec<String> = DANGER.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let (percent, unicode) = (percent.concat(), unicode.concat());
    for path in PATHS {
        guest
            .post(path, &body_for(path, &percent))
            .await
            .expect(200)
            .expect_numbers();
        guest
            .post(path, &json!({ DANGER: "", "more": { "I am well": DANGER } }))
            .await
            .expect_numbers();
        for broken in [format!("{{\"struggle\":\"{unicode}"), format!("struggle={percent}")] {
            guest.post_bytes(path, broken).await.expect_numbers();
        }
        let long = [harmless(21_000), DANGER.to_owned(), harmless(3_000)].join(" ");
        guest.post(path, &body_for(path, &long)).await.expect_numbers();
    }
}

#[tokio::test]
async fn the_path_is_spelled_in_another_way() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for path in [
        "/api/guidance/",
        "/api//guidance",
        "//api/guidance",
        "/API/Guidance",
        "/api/%67uidance",
        "/%61pi/testimonies",
        "/Api/Testimonies/Preview",
    ] {
        let answer = guest.post(path, &body_for("/api/guidance", DANGER)).await;
        answer.expect_numbers();
    }
}

#[tokio::test]
async fn the_danger_is_searched_for_in_the_library() {
    let app = TestApp::over_unreliable_db(stopped(FOR_EVER), &[]);
    let guest = app.guest();
    for query in [
        "q=I+want+to+kill+myself+tonight",
        "book=x&q=i%20want%20to%20die",
        "Q=quiero+suicidarme",
    ] {
        let answer = guest.get(&format!("/api/library/search?{query}")).await.expect(200);
        assert_eq!(answer.json["passages"], json!([]), "{query}");
        answer.expect_numbers();
    }
    for book in ["", "&book=edd52ccc-911a-4988-b4a2-0b8f3e5d1c77"] {
        let path = format!("/api/library/search?q=handwriting+on+the+calendar{book}");
        guest.get(&path).await.expect_error(401, "SIGN_IN_REQUIRED");
    }
}
