//! Redis is a wake-up signal and not a store: it may be absent, emptied or lost at any moment.

use redis::AsyncCommands as _;
use shared::jobs::Lane;
use sqlx::PgPool;
use worker::queue::RedisQueue;

use super::http;
use super::ledger::{
    claims, note_claims, rehearse, tally, until_finished, until_nothing_is_open, until_testimonies_are_redacted, wait,
};
use super::stack::{Stack, until};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_redis_the_web_answers_and_jobs_come_straight_from_the_ledger(db: PgPool) {
    let mut stack = Stack::without_redis(&db);
    let mut worker = stack.worker(&[]);
    let mut web = stack.web().await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::submit_accepted_testimony(web.port).await;
    assert_eq!(until_testimonies_are_redacted(&db).await, 1, "Redis was never there");

    stack.redis.start().await;
    http::submit_accepted_testimony(web.port).await;
    assert_eq!(until_testimonies_are_redacted(&db).await, 2);
    stack.redis.kill();
    http::submit_accepted_testimony(web.port).await;
    until("the web tier is ready: Redis is not its affair", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    assert_eq!(until_testimonies_are_redacted(&db).await, 3, "Redis is gone");
    rehearse(&db, 5, wait(1)).await;
    stack.redis.start().await;
    until_nothing_is_open(&db).await;
    assert_eq!(tally(&db).await.finished, 5);
    assert!(worker.runs() && web.program.runs(), "nobody had to start them again");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn flushall_with_two_hundred_queued_jobs_loses_and_repeats_nothing(db: PgPool) {
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_redis_that_is_killed_and_returns_empty_loses_no_jobs(db: PgPool) {
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

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_wake_up_waits_for_a_lane_and_is_due_whatever_the_clock_of_redis_says(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut queue = RedisQueue::connect(&stack.redis.url()).await.expect("it answers");
    for is_first in [true, false, false] {
        assert_eq!(queue.wake(Lane::Urgent).await.expect("answered"), is_first);
    }
    let mut connection = stack.redis.connection().await;
    let keys: Vec<String> = connection.keys("*scheduled*").await.expect("told");
    assert_eq!(keys.len(), 1, "{keys:?}");
    let times: Vec<(String, f64)> = connection.zrange_withscores(&keys[0], 0, -1).await.expect("told");
    assert_eq!(times.len(), 1, "the worker that takes it sees all that is due");
    assert!(times.iter().all(|(_, time)| *time == 0.0), "{times:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn keys_of_a_wrong_type_heal_by_themselves(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut connection = stack.redis.connection().await;
    for key in ["active", "scheduled", "data", "done"] {
        let key = format!("stillwater:wake:urgent:{key}");
        let _: () = connection.set(key, "of another program").await.expect("set");
    }
    let mut worker = stack.worker(&[]);
    rehearse(&db, 20, wait(1)).await;
    until_nothing_is_open(&db).await;
    assert_eq!(tally(&db).await.finished, 20);
    assert!(worker.runs());
}
