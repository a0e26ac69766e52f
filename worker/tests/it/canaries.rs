//! What people send is found nowhere but where it belongs: not in a log, however loud; not in Redis, in metrics, in
//! the answers to what went wrong, in the payload of a job or in the audit trail.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use shared::config::Sessions;
use shared::session;
use shared::testing::{self, STAFF_PASSWORD, STAFF_PASSWORD_HASH};
use sqlx::PgPool;

use super::http::{self, Answer, Call};
use super::ledger::until_no_job_is_open;
use super::stack::{KEYS, Port, Stack, Web, until};

/// Stands in everything that is sent.
const CANARY: &str = "xqzcanary";
const WORDS: &str = "My xqzcanary stands by the harbour and waits for the morning.";
const DANGER: &str = "I want to kill myself tonight, says xqzcanary, and I have a plan.";
const METRICS_TOKEN: &str = "a token of many letters";

/// These end accounts or sessions: they come last, in this order.
const LAST: [&str; 3] = ["/api/user/account", "/api/admin/logout", "/api/logout"];

/// The calls of the contract: path, method, description.
fn calls() -> Vec<(String, String, Value)> {
    let contract: Value = serde_json::from_str(include_str!("../../../web-api/openapi.json")).expect("JSON");
    let mut calls = Vec::new();
    let paths = contract["paths"].as_object().expect("paths");
    // A stream of events takes nothing in but its cookie, and has no end to wait for.
    for (path, item) in paths.iter().filter(|(path, _)| !path.ends_with("/events")) {
        for (method, operation) in item.as_object().expect("methods") {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            calls.push((path.clone(), method.to_uppercase(), filled(&contract, body)));
        }
    }
    calls.sort_by_key(|(path, ..)| LAST.iter().position(|last| last == path).map_or(0, |place| place + 1));
    calls
}

/// A value of this schema with the canary in every string.
fn filled(contract: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let named = contract.pointer(reference.trim_start_matches('#')).expect("described");
        return filled(contract, named);
    }
    let types = &schema["type"];
    let is = |name: &str| types == name || types.as_array().is_some_and(|all| all.contains(&json!(name)));
    if is("object") {
        let fields = schema["properties"].as_object().into_iter().flatten();
        Value::Object(
            fields
                .map(|(name, field)| (name.clone(), filled(contract, field)))
                .collect::<Map<_, _>>(),
        )
    } else if is("array") {
        json!([filled(contract, &schema["items"])])
    } else if is("boolean") {
        json!(true)
    } else if is("integer") {
        json!(1)
    } else {
        json!(WORDS)
    }
}

/// Who calls: the cookie of a guest, a user and a member of staff.
async fn cookies(db: &PgPool, web: &Web) -> [String; 3] {
    let user = testing::user(db, 1).await;
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 day'")
        .execute(db)
        .await
        .expect("premium");
    let mut tx = db.begin().await.expect("begun");
    let token = session::begin(&mut tx, user, Sessions::Several)
        .await
        .expect("signed in");
    tx.commit().await.expect("committed");
    let login = json!({ "password": STAFF_PASSWORD, "displayName": "Ruth" });
    let staff = http::send(web.port, &Call::post("/api/admin/login", &login))
        .await
        .expect("answered");
    let staff = staff
        .header("set-cookie")
        .split(';')
        .next()
        .expect("a cookie")
        .to_owned();
    [
        format!("guest={CANARY}"),
        format!("session={}", token.to_cookie()),
        staff,
    ]
}

/// Sends the canary in every part of a call, and returns the answers.
async fn send_everywhere(web: &Web, cookie: &str, path: &str, method: &str, body: &Value, id: &str) -> Vec<Answer> {
    let query = ["q", "query", "page", "country", "cursor", "status", "subject"].map(|name| format!("{name}={CANARY}"));
    let mut answers = Vec::new();
    for (part, headers) in [(CANARY, true), (id, false)] {
        let path = path
            .split('/')
            .map(|piece| if piece.starts_with('{') { part } else { piece });
        let mut call = Call {
            method: method.to_owned(),
            path: format!("{}?{}", path.collect::<Vec<_>>().join("/"), query.join("&")),
            headers: BTreeMap::from([("Cookie", cookie.to_owned())]),
            body: body.to_string(),
        };
        if headers {
            for name in [
                "User-Agent",
                "Referer",
                "X-Time-Zone",
                "X-Country",
                "Accept-Language",
                "X-Request-Id",
            ] {
                call.headers.insert(name, WORDS.to_owned());
            }
        }
        answers.push(http::send(web.port, &call).await.expect("answered"));
        call.body = body.to_string().replace(WORDS, DANGER);
        answers.push(http::send(web.port, &call).await.expect("answered"));
        WORDS.clone_into(&mut call.body);
        answers.push(http::send(web.port, &call).await.expect("answered"));
    }
    answers
}

#[sqlx::test(migrations = "../migrations")]
async fn what_people_send_is_found_nowhere_else(db: PgPool) {
    let stack = Stack::new(&db).await;
    let heard = stack.redis.listen().await;
    let metrics_held = Port::free();
    let metrics_port = metrics_held.number.to_string();
    let settings = [
        ("RUST_LOG", "trace"),
        ("METRICS_TOKEN", METRICS_TOKEN),
        ("METRICS_PORT", &metrics_port),
        ("ADMIN_PASSWORD_HASH", STAFF_PASSWORD_HASH),
    ];
    let web = stack.web_with(&settings).await;
    let worker = stack.worker(&settings);
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    let cookies = cookies(&db, &web).await;
    let (status, story) = http::share_story(web.port, WORDS).await;
    assert_eq!(status, 201, "{story}");
    let id = story["id"].as_str().expect("an id").to_owned();
    let mut asked = 0;
    for (path, method, body) in calls() {
        for cookie in &cookies {
            for answer in send_everywhere(&web, cookie, &path, &method, &body, &id).await {
                asked += 1;
                // Nobody can pay here: that is said with a 503.
                let is_fine = answer.status < 500 || answer.text.contains("PAYMENTS_NOT_SET_UP");
                assert!(is_fine, "{method} {path}: {}", answer.text);
                assert!(
                    answer.status < 400 || !answer.text.contains(CANARY),
                    "{method} {path} quotes what was sent: {}",
                    answer.text
                );
            }
        }
    }
    assert!(asked > 500, "every call was tried: {asked}");
    until_no_job_is_open(&db).await;
    let sealed: i64 = sqlx::query_scalar("select count(*) from prayer")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(sealed, 0, "the account was deleted with everything in it");

    let shown = http::send(
        web.port,
        &Call::get("/metrics").with("Authorization", &format!("Bearer {METRICS_TOKEN}")),
    )
    .await
    .expect("answered");
    let of_worker = http::send(metrics_held.number, &Call::get("/metrics"))
        .await
        .expect("answered");
    for (metrics, name) in [
        (&shown, "stillwater_http_requests_total"),
        (&shown, "process_resident_memory_bytes"),
        (&shown, "stillwater_screenings_total{call=\"prayer\",severity=\"4\"}"),
        (&of_worker, "stillwater_jobs_total"),
        (&of_worker, "process_resident_memory_bytes"),
        (&of_worker, "stillwater_job_deaths_total 0"),
        (&of_worker, "stillwater_database_connections_limit"),
    ] {
        assert_eq!(metrics.status, 200);
        assert!(metrics.text.contains(name), "{}", metrics.text);
    }
    let rows: String = sqlx::query_scalar(
        "select coalesce(string_agg(line, ' '), '') from (
             select to_jsonb(j)::text as line from job j union all select to_jsonb(a)::text from audit_entry a) rows",
    )
    .fetch_one(&db)
    .await
    .expect("readable");
    let key = KEYS.split_once(':').expect("an id and a key").1;
    let session = cookies[1].trim_start_matches("session=");
    for (place, text) in [
        ("the web tier's log", web.program.log()),
        ("the worker's log", worker.log()),
        ("Redis", heard.text()),
        ("metrics", shown.text + &of_worker.text),
        ("jobs and the audit trail", rows),
    ] {
        assert!(text.len() > 100, "{place} has something in it");
        for secret in [CANARY, session, STAFF_PASSWORD, METRICS_TOKEN, key] {
            let found = text.lines().find(|line| line.contains(secret));
            assert_eq!(found, None, "{place} holds {secret}");
        }
    }
}
