//! Traces: a collector gets each call and its jobs as one trace without any input. An absent or dead collector changes
//! nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use shared::jobs::Rehearsal;
use sqlx::PgPool;
use uuid::Uuid;

use super::collector::{Collector, Silent, Span};
use super::http::{self, Call};
use super::ledger::{rehearse, tally_of_one, until_testimonies_are_redacted};
use super::program::Program;
use super::stack::{Stack, Web, until};

const CANARY: &str = "xqzcanary";
const WORDS: &str = "My xqzcanary stands by the harbour and waits for the morning.";
/// An export delay or timeout that a test would notice if the program waited for it, in milliseconds.
const FOR_AN_HOUR: &str = "3600000";
const TIMEOUT: Duration = Duration::from_mins(1);

/// The settings that name a collector, export spans at once, and wait an hour for its answer.
fn settings(address: &str) -> [(&'static str, &str); 3] {
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", address),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", FOR_AN_HOUR),
    ]
}

async fn ready_web(stack: &Stack, settings: &[(&str, &str)]) -> Web {
    let web = stack.web_with(settings).await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    web
}

/// Stops a process, which must not wait for the collector.
async fn stop(program: &mut Program) {
    program.terminate();
    let status = program.ended(TIMEOUT).await;
    assert!(status.success(), "{status}: {}", program.log());
}

/// A request id in the notation of collectors.
fn trace_of(id: &str) -> String {
    id.replace('-', "")
}

/// The half of an id that names the root span: of a call, or of the last run of a job without a request.
fn root_of(id: &str) -> String {
    trace_of(id)[16..].to_owned()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_is_one_trace_from_the_call_to_the_job_without_its_text(db: PgPool) {
    let collector = Collector::start().await;
    let stack = Stack::new(&db).await;
    let mut web = ready_web(&stack, &settings(&collector.address)).await;
    // The worker exports its spans when it stops.
    let mut late = settings(&collector.address);
    late[1].1 = FOR_AN_HOUR;
    let mut worker = stack.worker(&late);
    let testimony = json!({
        "whatHappened": format!("I lost my work in spring and did not know how to pay the rent. {WORDS}"),
        "whatHelped": format!("A neighbour cooked for us every week. {WORDS}"),
        "whatChanged": "I can breathe again and I look forward.",
        "consent": true,
    });
    let call = Call::post(&format!("/api/testimonies?q={CANARY}"), &testimony)
        .with("User-Agent", CANARY)
        .with("Cookie", &format!("guest={CANARY}"));
    let answer = http::send(web.port, &call).await.expect("answered");
    assert_eq!(answer.status, 201, "{}", answer.text);
    let odd = Call::new(&CANARY.to_uppercase(), &format!("/api/prayers/{CANARY}"), "");
    assert!(http::send(web.port, &odd).await.is_some());
    assert_eq!(http::get(web.port, &format!("/api/{CANARY}")).await, Some(404));
    until_testimonies_are_redacted(&db).await;
    collector.until_spans("POST /api/testimonies", 1).await;
    stop(&mut web.program).await;
    stop(&mut worker).await;

    let spans = collector.spans();
    let of = |name: &str| -> Vec<Span> { spans.iter().filter(|span| span.name == name).cloned().collect() };
    let calls = of("POST /api/testimonies");
    let [call] = &calls[..] else { panic!("{spans:#?}") };
    let request = answer.header("x-request-id");
    assert_eq!(call.service, "stillwater-web");
    assert_eq!(call.trace, trace_of(request));
    assert_eq!((&call.id, call.parent.as_str()), (&root_of(request), ""));
    let attributes = [
        ("http.request.method", "POST"),
        ("http.response.status_code", "201"),
        ("http.route", "/api/testimonies"),
    ];
    assert_eq!(call.attributes, owned(&attributes));

    let jobs = of("prepare_testimony");
    let [job] = &jobs[..] else { panic!("{spans:#?}") };
    assert_eq!(job.service, "stillwater-worker");
    assert_eq!((&job.trace, &job.parent), (&call.trace, &call.id));
    assert!(!job.is_error && job.id != call.id, "{job:?}");
    let id: Uuid = sqlx::query_scalar("select id from job where kind = 'prepare_testimony'")
        .fetch_one(&db)
        .await
        .expect("readable");
    let attributes = [
        ("job.end", "finished"),
        ("job.id", &id.to_string()),
        ("job.lane", "urgent"),
    ];
    assert_eq!(job.attributes, owned(&attributes));

    assert_eq!(of("other /api/prayers/{id}").len(), 1, "{spans:#?}");
    let is_call_or_job = |span: &Span| span.name.contains(" /api/") || span.service == "stillwater-worker";
    assert!(spans.iter().all(is_call_or_job), "probes are left out: {spans:#?}");
    let bytes = collector.bytes().to_lowercase();
    assert!(bytes.contains("stillwater-web"));
    assert!(!bytes.contains(CANARY), "{bytes}");
}

fn owned(attributes: &[(&str, &str)]) -> BTreeMap<String, String> {
    let all = attributes.iter();
    all.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_last_run_of_a_job_without_a_request_is_the_root_of_its_trace(db: PgPool) {
    let collector = Collector::start().await;
    let stack = Stack::new(&db).await;
    let _worker = stack.worker(&settings(&collector.address));
    let id = rehearse(&db, 1, Rehearsal::Fail).await[0].to_string();
    let runs = collector.until_spans("rehearse", 3).await;
    assert!(runs.iter().all(|run| run.trace == trace_of(&id) && run.is_error));
    let [first, second, last] = &runs[..] else {
        panic!("{runs:#?}")
    };
    assert_ne!(first.id, second.id);
    for (run, parent, end) in [
        (first, root_of(&id), "retried"),
        (second, root_of(&id), "retried"),
        (last, String::new(), "dead"),
    ] {
        assert_eq!((&run.parent, run.attributes["job.end"].as_str()), (&parent, end));
    }
    assert_eq!(last.id, root_of(&id));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_sampler_leaves_whole_traces_out(db: PgPool) {
    let collector = Collector::start().await;
    let stack = Stack::new(&db).await;
    let [endpoint, at_once, patience] = settings(&collector.address);
    let never = [endpoint, at_once, patience, ("OTEL_TRACES_SAMPLER", "always_off")];
    let mut worker = stack.worker(&never);
    let mut web = ready_web(&stack, &never).await;
    http::submit_accepted_testimony(web.port).await;
    until_testimonies_are_redacted(&db).await;
    stop(&mut web.program).await;
    stop(&mut worker).await;
    assert_eq!(collector.bytes(), "");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_silent_collector_delays_neither_answers_nor_shutdown(db: PgPool) {
    let silent = Silent::start().await;
    let stack = Stack::new(&db).await;
    // The worker waits for the collector's answer, and must stop all the same.
    let mut worker = stack.worker(&settings(&silent.address));
    // The web tier times out quickly, retries, and logs it once.
    let mut hasty = settings(&silent.address);
    hasty[2].1 = "100";
    let mut web = ready_web(&stack, &hasty).await;
    let job = rehearse(&db, 1, Rehearsal::Nothing).await[0];
    until("the job is done", async || tally_of_one(&db, job).await.finished == 1).await;
    for tries in 1..=4 {
        http::submit_accepted_testimony(web.port).await;
        silent.until_tried(tries + 1).await;
    }
    until_testimonies_are_redacted(&db).await;
    until("the web tier says so", async || complaints(&web.program) > 0).await;
    stop(&mut web.program).await;
    stop(&mut worker).await;
    assert_eq!(complaints(&web.program), 1, "{}", web.program.log());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_absent_collector_delays_neither_answers_nor_shutdown(db: PgPool) {
    let stack = Stack::new(&db).await;
    let nobody = settings("http://127.0.0.1:1");
    let mut worker = stack.worker(&nobody);
    let mut web = ready_web(&stack, &nobody).await;
    http::submit_accepted_testimony(web.port).await;
    until_testimonies_are_redacted(&db).await;
    stop(&mut web.program).await;
    stop(&mut worker).await;
}

fn complaints(program: &Program) -> usize {
    program.log().matches("the collector takes no traces").count()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_a_collector_setting_no_exporter_runs(db: PgPool) {
    let collector = Collector::start().await;
    let stack = Stack::without_redis(&db);
    let with = stack.web_with(&settings(&collector.address)).await;
    let without = stack.web().await;
    assert!(threads(&with.program).contains("OpenTelemetry"));
    assert!(!threads(&without.program).contains("OpenTelemetry"));
}

/// The names of the threads of a program.
fn threads(program: &Program) -> String {
    let folder = format!("/proc/{}/task", program.id());
    let threads = std::fs::read_dir(folder).expect("it runs").flatten();
    threads
        .map(|thread| std::fs::read_to_string(thread.path().join("comm")).unwrap_or_default())
        .collect()
}
