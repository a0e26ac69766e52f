//! Redis is the bell and not the record: it may be absent, emptied or lost at any moment.

use sqlx::PgPool;

use super::http;
use super::ledger::{
    claims, note_claims, rehearse, tally, until_finished, until_nothing_is_open, until_stories_are_redacted, wait,
};
use super::stack::{Stack, until};

#[sqlx::test(migrations = "../migrations")]
async fn without_redis_the_web_answers_and_accepted_stories_are_prepared_once_it_is_there(db: PgPool) {
    let mut stack = Stack::without_redis(&db);
    let mut worker = stack.worker(&[]);
    let mut web = stack.web().await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::share_accepted_story(web.port).await;

    stack.redis.start().await;
    assert_eq!(until_stories_are_redacted(&db).await, 1);

    stack.redis.kill();
    http::share_accepted_story(web.port).await;
    assert_eq!(
        http::get(web.port, "/readyz").await,
        Some(200),
        "Redis is not its affair"
    );
    stack.redis.start().await;
    assert_eq!(until_stories_are_redacted(&db).await, 2);
    assert!(worker.runs() && web.program.runs(), "nobody had to start them again");
}

#[sqlx::test(migrations = "../migrations")]
async fn flushall_with_two_hundred_queued_loses_nothing_and_repeats_nothing(db: PgPool) {
    let stack = Stack::new(&db).await;
    note_claims(&db).await;
    rehearse(&db, 200, wait(100)).await;
    let mut worker = stack.worker(&[]);
    until_finished(&db, 40).await;
    let flushed: String = redis::cmd("FLUSHALL")
        .query_async(&mut stack.redis.connection().await)
        .await
        .expect("flushed");
    assert_eq!(flushed, "OK");
    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.failures, tally.deaths), (200, 0, 0));
    assert_eq!(claims(&db).await, (200, 200), "each was claimed once");
    assert!(worker.runs());
}

#[sqlx::test(migrations = "../migrations")]
async fn a_redis_that_is_killed_and_comes_back_empty_stops_nothing_for_good(db: PgPool) {
    let mut stack = Stack::new(&db).await;
    note_claims(&db).await;
    rehearse(&db, 300, wait(100)).await;
    let mut worker = stack.worker(&[]);
    until_finished(&db, 50).await;
    stack.redis.kill();
    let late = rehearse(&db, 20, wait(1)).await.len();
    stack.redis.start().await;
    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.failures, tally.deaths), (320, 0, 0));
    assert_eq!(
        claims(&db).await,
        (320, 320),
        "each of them once, the {late} late ones too"
    );
    assert!(worker.runs(), "the same worker went on");
}
