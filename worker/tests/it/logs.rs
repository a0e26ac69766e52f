//! Production logs: one JSON object per line, and every line of a job has the id of the request that enqueued it.

use serde_json::Value;
use sqlx::PgPool;

use super::http;
use super::ledger::until_testimonies_are_redacted;
use super::program::Program;
use super::stack::{Stack, until};

const PRODUCTION: [(&str, &str); 3] = [
    ("APP_ENV", "production"),
    ("TRUSTED_PROXY_HOPS", "0"),
    ("PUBLIC_URL", "https://stillwater.example"),
];

/// The log lines so far, parsed as JSON.
fn lines(program: &Program) -> Vec<Value> {
    let log = program.log();
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
    let written = log.rfind('\n').map_or("", |end| &log[..end]);
    written.lines().map(parse).collect()
}

fn said(lines: &[Value], message: &str) -> Option<Value> {
    lines.iter().find(|line| line["message"] == message).cloned()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_log_of_a_job_has_the_id_of_the_request_that_enqueued_it(db: PgPool) {
    let stack = Stack::new(&db).await;
    let web = stack.web_with(&PRODUCTION).await;
    let worker = stack.worker(&PRODUCTION);
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    let (status, testimony) = http::submit_testimony(web.port, "").await;
    assert_eq!(status, 201, "{testimony}");
    until_testimonies_are_redacted(&db).await;
    until("the worker has said so", async || {
        said(&lines(&worker), "story prepared").is_some()
    })
    .await;
    let accepted = said(&lines(&web.program), "story accepted").expect("logged");
    let prepared = said(&lines(&worker), "story prepared").expect("logged");
    assert_eq!(accepted["testimony.id"], testimony["id"]);
    assert_eq!(prepared["testimony.id"], testimony["id"]);
    assert_eq!(prepared["span"]["name"], "job");
    assert_eq!(prepared["span"]["kind"], "prepare_testimony");
    assert!(accepted["span"]["id"].is_string(), "{accepted}");
    assert_eq!(prepared["span"]["trace"], accepted["span"]["id"]);
    for line in [&accepted, &prepared] {
        assert!(line["timestamp"].is_string() && line["level"] == "INFO", "{line}");
    }
}
