//! Redis is the bell and not the record: it may be absent, emptied or lost at any moment.

use redis::AsyncCommands as _;
use shared::jobs::Lane;
use sqlx::PgPool;
use uuid::Uuid;
use worker::queue::Bell;

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
    until("the web tier is ready: Redis is not its affair", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
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

#[sqlx::test(migrations = "../migrations")]
async fn what_is_rung_is_due_whatever_time_it_is_there(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut bell = Bell::connect(&stack.redis.url()).await.expect("it answers");
    let ids: Vec<Uuid> = (0..3).map(|_| Uuid::now_v7()).collect();
    bell.ring(Lane::Urgent, &ids).await.expect("rung");
    let client = redis::Client::open(stack.redis.url()).expect("an address");
    let mut connection = client.get_multiplexed_async_connection().await.expect("it answers");
    let keys: Vec<String> = connection.keys("*scheduled*").await.expect("told");
    assert_eq!(keys.len(), 1, "{keys:?}");
    let times: Vec<(String, f64)> = connection.zrange_withscores(&keys[0], 0, -1).await.expect("told");
    assert_eq!(times.len(), 3);
    assert!(times.iter().all(|(_, time)| *time == 0.0), "{times:?}");
}
