//! More work than Redis may hold at once.

use redis::AsyncCommands as _;
use redis::aio::MultiplexedConnection;
use shared::jobs::{IN_REDIS, Rehearsal};
use sqlx::PgPool;

use super::ledger::{rehearse, tally, until_finished};
use super::stack::{Stack, until};

const MANY: i32 = 12_000;

#[sqlx::test(migrations = "../migrations")]
async fn twelve_thousand_jobs_falling_due_at_once_are_drained_in_portions(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut worker = stack.worker(&[]);
    sqlx::query(
        r#"insert into job (id, lane, kind, payload, run_at)
           select gen_random_uuid(), 'urgent', 'rehearse', '{"kind": "rehearse", "act": "nothing"}', now() + interval '1 second'
           from generate_series(1, $1)"#,
    )
    .bind(MANY)
    .execute(&db)
    .await
    .expect("inserted");

    let mut redis = stack.redis.connection().await;
    let mut most = 0;
    until("all are done", async || {
        most = most.max(ids_in_redis(&mut redis).await);
        tally(&db).await.finished == i64::from(MANY)
    })
    .await;
    assert!(most <= IN_REDIS, "{most} ids were in Redis at once");
    assert!(most > 0, "the keys are those that the queue uses");

    rehearse(&db, 1, Rehearsal::Nothing).await;
    until_finished(&db, i64::from(MANY) + 1).await;
    until("all is acknowledged", async || stack.redis.fetched("urgent").await == 0).await;
    until("all is trimmed", async || tasks_kept(&mut redis).await == 0).await;
    assert!(worker.runs(), "nothing is wedged");
}

#[sqlx::test(migrations = "../migrations")]
async fn an_idle_worker_asks_redis_at_its_pace_and_no_more_often(db: PgPool) {
    let stack = Stack::new(&db).await;
    let _worker = stack.worker(&[]);
    let mut redis = stack.redis.connection().await;
    // The relay trims both lanes once a second; meanwhile each lane may fetch fifty times.
    until("the relay works", async || calls(&mut redis, "spop").await >= 2).await;
    let before = (calls(&mut redis, "spop").await, calls(&mut redis, "evalsha").await);
    until("it has looked four more times", async || {
        calls(&mut redis, "spop").await >= before.0 + 8
    })
    .await;
    let fetched = calls(&mut redis, "evalsha").await - before.1;
    assert!(fetched > 0, "the lanes are served");
    assert!(fetched < 2 * 4 * 2 * 50, "{fetched} fetches in about four seconds");
}

/// The larger of what apalis holds to be fetched and what we note as waiting.
async fn ids_in_redis(redis: &mut MultiplexedConnection) -> i64 {
    let active: i64 = redis.llen("stillwater:urgent:active").await.expect("readable");
    let scheduled: i64 = redis.zcard("stillwater:urgent:scheduled").await.expect("readable");
    let waiting: i64 = redis.zcard("stillwater:urgent:waiting").await.expect("readable");
    waiting.max(active + scheduled)
}

/// How many tasks Redis still knows, done or not.
async fn tasks_kept(redis: &mut MultiplexedConnection) -> i64 {
    redis.hlen("stillwater:urgent:data").await.expect("readable")
}

/// How often Redis was sent this command.
async fn calls(redis: &mut MultiplexedConnection, command: &str) -> u64 {
    let statistics: String = redis::cmd("INFO")
        .arg("commandstats")
        .query_async(redis)
        .await
        .expect("readable");
    let counted = statistics
        .lines()
        .find_map(|line| line.strip_prefix(&format!("cmdstat_{command}:calls=")));
    counted.map_or(0, |rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    })
}
