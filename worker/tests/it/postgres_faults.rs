//! Postgres may be absent at start and may restart later: the processes recover without a restart.

use std::time::Duration;

use super::cluster::Cluster;
use super::http;
use super::ledger::{rehearse, tally, until_finished, until_nothing_is_open, until_testimonies_are_redacted, wait};
use super::program::Program;
use super::stack::{Stack, Web, until};

#[tokio::test]
async fn the_web_tier_starts_without_postgres_and_becomes_ready_when_it_comes() {
    let cluster = Cluster::start("faults-start");
    let stack = Stack::without_redis(&cluster.pool());
    migrate(&stack).await;
    cluster.stop();
    let mut web = stack.web().await;
    assert_eq!(http::get(web.port, "/readyz").await, Some(503));
    assert_eq!(
        http::get(web.port, "/healthz/traffic").await,
        Some(200),
        "help is given"
    );
    let (status, _) = http::submit_testimony(web.port, "").await;
    assert_eq!(status, 503, "a story that cannot be stored is not accepted");
    cluster.start_again();
    until_ready(&mut web).await;
    http::submit_accepted_testimony(web.port).await;
}

#[tokio::test]
async fn both_tiers_survive_a_restart_of_postgres_and_accepted_work_gets_done() {
    let cluster = Cluster::start("faults-restart");
    let db = cluster.pool();
    let mut stack = Stack::without_redis(&db);
    migrate(&stack).await;
    stack.redis.start().await;
    let mut worker = stack.worker(&[]);
    let mut web = stack.web().await;
    until_ready(&mut web).await;
    http::submit_accepted_testimony(web.port).await;
    rehearse(&db, 100, wait(200)).await;
    until_finished(&db, 20).await;

    cluster.stop();
    until("the web tier knows", async || {
        http::get(web.port, "/readyz").await == Some(503)
    })
    .await;
    cluster.start_again();
    until_ready(&mut web).await;
    http::submit_accepted_testimony(web.port).await;

    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.dead), (100, 0));
    assert_eq!(until_testimonies_are_redacted(&db).await, 2);
    assert!(worker.runs() && web.program.runs(), "nobody had to start them again");
}

async fn migrate(stack: &Stack) {
    let mut migration: Program = stack.web_program("migrate", &[]);
    let status = migration.ended(Duration::from_mins(1)).await;
    assert!(status.success(), "{}", migration.log());
}

async fn until_ready(web: &mut Web) {
    until("the web tier is ready", async || {
        assert!(web.program.runs(), "the web tier ended");
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
}
