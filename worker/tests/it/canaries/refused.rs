//! Every call, sent by every role with the canary in every part: most requests are refused.

use serde_json::{Map, Value, json};
use testing::STAFF_PASSWORD;

use super::super::http::{self, Answer, Call};
use super::browser::{Browser, with_words_in_headers};
use super::coverage::{contract, operations};
use super::output::assert_quotes_nothing;
use super::product::Product;
use super::{CANARY, DANGER, FILE, PATH, WORDS};

/// These calls delete accounts, sessions or testimonies: they come last, in this order.
const LAST: [(&str, &str); 6] = [
    ("DELETE", "/api/user/testimonies/{id}"),
    ("DELETE", "/api/admin/testimonies/{id}"),
    ("POST", "/api/admin/logout"),
    ("POST", "/api/leave"),
    ("DELETE", "/api/user/account"),
    ("POST", "/api/logout"),
];

/// The calls of the contract: path, method, body.
fn calls() -> Vec<(String, String, Value)> {
    let contract = contract();
    let place = |method: &str, path: &str| LAST.iter().position(|last| *last == (method, path));
    let mut calls: Vec<_> = operations(&contract)
        .into_iter()
        .map(|(method, path)| {
            let operation = &contract["paths"][&path][method.to_lowercase()];
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            let body = filled_with_canary(&contract, body);
            (path, method, body)
        })
        .collect();
    calls.sort_by_key(|(path, method, _)| place(method, path).map_or(0, |place| place + 1));
    calls
}

/// A value of this schema with the canary in every string.
fn filled_with_canary(contract: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let named = contract.pointer(reference.trim_start_matches('#')).expect("described");
        return filled_with_canary(contract, named);
    }
    let types = &schema["type"];
    let is = |name: &str| types == name || types.as_array().is_some_and(|all| all.contains(&json!(name)));
    if is("object") {
        let fields = schema["properties"].as_object().into_iter().flatten();
        Value::Object(
            fields
                .map(|(name, field)| (name.clone(), filled_with_canary(contract, field)))
                .collect::<Map<_, _>>(),
        )
    } else if is("array") {
        json!([filled_with_canary(contract, &schema["items"])])
    } else if is("boolean") {
        json!(true)
    } else if is("integer") {
        json!(1)
    } else {
        json!(WORDS)
    }
}

/// Sends the canary in every part of a call, and returns the answers.
async fn send_everywhere(port: u16, cookie: &str, path: &str, method: &str, body: &Value, id: &str) -> Vec<Answer> {
    let query = ["q", "query", "page", "country", "cursor", "status", "subject"].map(|name| format!("{name}={CANARY}"));
    let mut answers = Vec::new();
    for (part, has_headers) in [(CANARY, true), (id, false)] {
        let pieces = path
            .split('/')
            .map(|piece| if piece.starts_with('{') { part } else { piece });
        let path = format!("{}?{}", pieces.collect::<Vec<_>>().join("/"), query.join("&"));
        let call = Call::new(method, &path, "").with("Cookie", cookie);
        let mut call = if has_headers { with_words_in_headers(call) } else { call };
        for body in [
            body.to_string(),
            body.to_string().replace(WORDS, DANGER),
            WORDS.to_owned(),
        ] {
            call.body = body.into();
            // A stream has no end: it is read until its first JSON object, an event or an error.
            let answer = if path.contains("/events?") {
                http::read_stream_until(port, &call, "}").await
            } else {
                http::send(port, &call).await
            };
            answers.push(answer.expect("answered"));
        }
    }
    answers
}

/// Sends every call of the contract with each of these cookies, and returns the number of answers.
pub async fn try_every_call(product: &Product, cookies: &[String], id: &str) -> usize {
    let mut asked = 0;
    for (path, method, body) in calls() {
        for cookie in cookies {
            for answer in send_everywhere(product.web.port, cookie, &path, &method, &body, id).await {
                asked += 1;
                // Payments are not set up here: that is answered with 503.
                let is_fine = answer.status < 500 || answer.text.contains("PAYMENTS_NOT_SET_UP");
                assert!(is_fine, "{method} {path}: {}", answer.text);
                assert_quotes_nothing(&format!("{method} {path}"), &answer);
            }
        }
    }
    asked
}

/// Sends invalid input to the sign-in pages and to the staff's uploads and sign-in.
pub async fn try_pages_and_files(product: &Product, staff: &str) {
    let mut stranger = Browser::new(product.web.port);
    let goal = PATH.replace('/', "%2F");
    for (path, fields, status) in [
        ("/api/login/email", format!("email={CANARY}&returnTo={goal}"), 422),
        ("/api/login/code", format!("code={CANARY}"), 410),
        ("/api/login/link", format!("token={CANARY}"), 410),
    ] {
        let answer = stranger.try_form(path, &fields).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.whole());
        assert_quotes_nothing(&format!("POST {path}"), &answer);
    }
    for (path, status) in [
        (format!("/api/login/link?token={CANARY}"), 410),
        (format!("/api/login/{CANARY}?returnTo={goal}"), 404),
        (
            format!("/api/login/github/callback?code={CANARY}&state={CANARY}&error={CANARY}"),
            400,
        ),
        (format!("/api/{CANARY}"), 404),
    ] {
        let answer = http::send(product.web.port, &with_words_in_headers(Call::get(&path)))
            .await
            .expect("answered");
        assert_eq!(answer.status, status, "{path}: {}", answer.whole());
        assert_quotes_nothing(&format!("GET {path}"), &answer);
    }
    let form = |name: &str, file: &str| {
        format!(
            "--edge\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n{file}\r\n--edge--\r\n"
        )
    };
    let upload = async |body: String| {
        let call = with_words_in_headers(Call::new("POST", "/api/admin/uploads", body))
            .with("Cookie", staff)
            .with("Content-Type", "multipart/form-data; boundary=edge");
        let answer = http::send(product.web.port, &call).await.expect("answered");
        assert_quotes_nothing("POST /api/admin/uploads", &answer);
        answer
    };
    let no_pdf = upload(form(FILE, WORDS)).await;
    assert_eq!(no_pdf.status, 422, "{}", no_pdf.whole());
    let broken_off = upload(form(FILE, WORDS).replace("--edge--", "")).await;
    assert_eq!(broken_off.status, 400, "{}", broken_off.whole());
    let wrong = json!({ "password": format!("{STAFF_PASSWORD} {CANARY}"), "displayName": WORDS.repeat(2) });
    let wrong = Call::post("/api/admin/login", &wrong);
    let refused = http::send(product.web.port, &wrong).await.expect("answered");
    assert_eq!(refused.status, 422, "{}", refused.whole());
    assert_quotes_nothing("POST /api/admin/login", &refused);
}
