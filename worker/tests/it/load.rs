//! Load: many due jobs, and the polling of an idle worker.

use redis::AsyncCommands as _;
use redis::aio::MultiplexedConnection;
use shared::jobs::Rehearsal;
use sqlx::PgPool;

use super::ledger::{claims, note_claims, rehearse, tally, transactions_of_claims, until_finished};
use super::stack::{Stack, until, until_reached};

const MANY: i32 = 12_000;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn twelve_thousand_jobs_due_at_once_are_claimed_in_batches(db: PgPool) {
    let stack = Stack::new(&db).await;
    note_claims(&db).await;
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
    until_reached("all are done", i64::from(MANY), async || {
        most = most.max(wake_ups_waiting(&mut redis).await);
        tally(&db).await.finished
    })
    .await;
    assert!(most <= 2, "{most} wake-ups waited at once");
    assert_eq!(
        claims(&db).await,
        (i64::from(MANY), i64::from(MANY)),
        "each was claimed once"
    );
    let batches = transactions_of_claims(&db).await;
    assert!(batches < i64::from(MANY) / 20, "{batches} statements claimed them");

    rehearse(&db, 1, Rehearsal::Nothing).await;
    until_finished(&db, i64::from(MANY) + 1).await;
    until("all is acknowledged", async || stack.redis.fetched("urgent").await == 0).await;
    until("all is trimmed", async || tasks_kept(&mut redis).await == 0).await;
    assert!(worker.runs(), "nothing is wedged");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_backlog_at_stripe_delays_no_mail_and_no_redaction(db: PgPool) {
    let stack = Stack::new(&db).await;
    // Three thousand jobs at Stripe, each of which would take longer than this test may.
    sqlx::query(
        r#"insert into job (id, lane, kind, payload)
           select gen_random_uuid(), 'payments', 'rehearse', '{"kind": "rehearse", "act": {"wait": {"milliseconds": 600000}}}'
           from generate_series(1, 3000)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    let _worker = stack.worker(&[]);
    until("the lane of payments is busy", async || {
        running(&db, "payments").await == 8
    })
    .await;
    for lane in ["mail", "urgent", "bulk"] {
        sqlx::query(
            r#"insert into job (id, lane, kind, payload)
               values (gen_random_uuid(), $1, 'rehearse', '{"kind": "rehearse", "act": "nothing"}')"#,
        )
        .bind(lane)
        .execute(&db)
        .await
        .expect("inserted");
    }
    until_reached("the others are done", 3, async || tally(&db).await.finished).await;
    assert_eq!(running(&db, "payments").await, 8);
}

async fn running(db: &PgPool, lane: &str) -> i64 {
    sqlx::query_scalar("select count(*) from job where lane = $1 and lease_id is not null")
        .bind(lane)
        .fetch_one(db)
        .await
        .expect("countable")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_idle_worker_polls_redis_no_more_often_than_its_interval(db: PgPool) {
    let stack = Stack::new(&db).await;
    let _worker = stack.worker(&[]);
    let mut redis = stack.redis.connection().await;
    // The relay trims the four lanes once a second. In that time they may fetch 50, 20, 20 and 10 times.
    let mut counted = Counted::default();
    until("the relay works", async || {
        counted = Counted::now(&mut redis).await;
        counted.trimmed >= 4
    })
    .await;
    let before = counted;
    until("it has looked four more times", async || {
        counted = Counted::now(&mut redis).await;
        counted.trimmed >= before.trimmed + 16
    })
    .await;
    let (fetched, trimmed) = (counted.fetched - before.fetched, counted.trimmed - before.trimmed);
    assert!(fetched > 0, "the lanes are served");
    assert!(fetched < 2 * trimmed * 25, "{fetched} fetches in {trimmed} trimmings");
}

/// The wake-ups of the urgent lane that nobody has fetched.
async fn wake_ups_waiting(redis: &mut MultiplexedConnection) -> i64 {
    let (active, scheduled): (i64, i64) = redis::pipe()
        .atomic()
        .llen("stillwater:wake:urgent:active")
        .zcard("stillwater:wake:urgent:scheduled")
        .query_async(redis)
        .await
        .expect("readable");
    active + scheduled
}

/// The number of tasks in Redis, done or not.
async fn tasks_kept(redis: &mut MultiplexedConnection) -> i64 {
    redis.hlen("stillwater:wake:urgent:data").await.expect("readable")
}

/// The number of commands Redis has received so far.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    /// Commands of the relay that trim a lane.
    trimmed: u64,
    /// Commands of a worker that fetch tasks.
    fetched: u64,
}

impl Counted {
    async fn now(redis: &mut MultiplexedConnection) -> Self {
        let statistics: String = redis::cmd("INFO")
            .arg("commandstats")
            .query_async(redis)
            .await
            .expect("readable");
        Self {
            trimmed: calls(&statistics, "spop"),
            fetched: calls(&statistics, "evalsha"),
        }
    }
}

/// How often Redis has received this command.
fn calls(statistics: &str, command: &str) -> u64 {
    let counted = statistics
        .lines()
        .find_map(|line| line.strip_prefix(&format!("cmdstat_{command}:calls=")));
    counted.map_or(0, |rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    })
}
