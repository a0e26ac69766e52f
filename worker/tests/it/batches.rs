//! Jobs that a worker has claimed ahead: what becomes of them when it stops, dies, or gets slow.

use std::time::{Duration, Instant};

use shared::jobs::Rehearsal;
use sqlx::PgPool;
use uuid::Uuid;

use super::ledger::{end_leases, rehearse, tally, tally_of_one, until_finished, until_nothing_is_open, wait};
use super::stack::{Stack, until, until_reached};

/// The slots of the urgent lane.
const SLOTS: i64 = 16;

/// Enqueues jobs that do nothing, so that the worker claims ahead, and behind them jobs that take long.
async fn quick_jobs_and_slow_ones(db: &PgPool, slow: usize, milliseconds: u32) -> Vec<Uuid> {
    let mut tx = db.begin().await.expect("begun");
    insert(&mut tx, 3000, r#""nothing""#).await;
    let ids = insert(
        &mut tx,
        slow,
        &format!(r#"{{"wait": {{"milliseconds": {milliseconds}}}}}"#),
    )
    .await;
    tx.commit().await.expect("committed");
    ids
}

async fn insert(tx: &mut sqlx::PgConnection, number: usize, act: &str) -> Vec<Uuid> {
    sqlx::query_scalar(
        r"insert into job (id, lane, kind, payload, run_at)
           select gen_random_uuid(), 'urgent', 'rehearse', jsonb_build_object('kind', 'rehearse', 'act', $2::jsonb), clock_timestamp()
           from generate_series(1, $1) returning id",
    )
    .bind(i32::try_from(number).expect("few"))
    .bind(serde_json::from_str::<serde_json::Value>(act).expect("JSON"))
    .fetch_all(tx)
    .await
    .expect("inserted")
}

async fn held(db: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from job where lease_id is not null and kind = 'rehearse'")
        .fetch_one(db)
        .await
        .expect("countable")
}

async fn deaths_at_most(db: &PgPool, most: i16) {
    let worst: i16 = sqlx::query_scalar("select max(deaths) from job")
        .fetch_one(db)
        .await
        .expect("readable");
    assert!(worst <= most, "a job counts {worst} deaths");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stopping_worker_gives_back_at_once_what_it_has_not_begun(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut worker = stack.worker(&[("SHUTDOWN_GRACE_SECS", "30")]);
    quick_jobs_and_slow_ones(&db, 400, 5000).await;
    // Its slots are taken, and more is claimed than runs.
    until_reached("jobs are claimed ahead", SLOTS + 1, async || held(&db).await).await;
    until_finished(&db, 3000).await;
    let asked_at = Instant::now();
    worker.terminate();
    until("only what runs is held", async || held(&db).await <= SLOTS).await;
    assert!(
        asked_at.elapsed() < Duration::from_secs(4),
        "it took {:?}",
        asked_at.elapsed()
    );
    let status = worker.ended(Duration::from_mins(1)).await;
    assert!(status.success(), "{status}");
    let left = tally(&db).await;
    assert_eq!((held(&db).await, left.failures, left.deaths), (0, 0, 0), "{left:?}");
    assert!(left.open > 0, "{left:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_a_killed_worker_had_claimed_ahead_is_done_by_another_after_one_lease(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut first = stack.worker(&[]);
    quick_jobs_and_slow_ones(&db, 400, 1000).await;
    until_finished(&db, 3000).await;
    until_reached("jobs are claimed ahead", SLOTS + 1, async || held(&db).await).await;
    first.kill();
    let left = held(&db).await;
    assert!(left > SLOTS, "{left} were held");
    let _second = stack.worker(&[]);
    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.dead, tally.failures), (3400, 0, 0));
    assert!(tally.deaths > 0, "the death is counted");
    deaths_at_most(&db, 1).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_that_aborts_its_process_takes_no_other_along_that_was_claimed_ahead(db: PgPool) {
    let stack = Stack::new(&db).await;
    rehearse(&db, 1500, Rehearsal::Nothing).await;
    let bad = rehearse(&db, 1, Rehearsal::Abort).await[0];
    rehearse(&db, 1500, Rehearsal::Nothing).await;
    let mut worker = stack.worker(&[]);
    let mut crashes = 0;
    until("the bad job is dead", async || {
        if !worker.runs() {
            crashes += 1;
            end_leases(&db).await;
            worker = stack.worker(&[]);
        }
        tally_of_one(&db, bad).await.dead == 1
    })
    .await;
    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.dead, crashes), (3000, 1, 3), "{tally:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn jobs_behind_slow_ones_are_given_back_and_done_by_another_worker(db: PgPool) {
    let stack = Stack::new(&db).await;
    let first = stack.worker(&[]);
    // Some run, and block every slot for longer than this test may take; some wait behind them in the local queue.
    quick_jobs_and_slow_ones(&db, 16, 600_000).await;
    until_finished(&db, 3000).await;
    until_reached("its slots are taken", SLOTS, async || held(&db).await).await;
    let second = stack.worker(&[]);
    until("the second is at work", async || second.log().contains("working")).await;
    rehearse(&db, 300, Rehearsal::Nothing).await;
    until_finished(&db, 3300).await;
    drop(first);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_important_job_passes_a_backlog_of_others(db: PgPool) {
    let stack = Stack::new(&db).await;
    rehearse(&db, 4000, wait(20)).await;
    let _worker = stack.worker(&[]);
    until_finished(&db, 100).await;
    let important = rehearse(&db, 1, Rehearsal::Nothing).await[0];
    sqlx::query("update job set priority = -1 where id = $1")
        .bind(important)
        .execute(&db)
        .await
        .expect("changed");
    until("the important one is done", async || {
        tally_of_one(&db, important).await.finished == 1
    })
    .await;
    let open = tally(&db).await.open;
    assert!(open > 1000, "{open} others were left");
    sqlx::query("delete from job where finished_at is null and lease_id is null")
        .execute(&db)
        .await
        .expect("deleted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn jobs_of_a_limit_run_four_at_once_in_two_workers_and_all_are_done(db: PgPool) {
    let stack = Stack::new(&db).await;
    sqlx::query(
        r#"insert into job (id, lane, kind, payload, limited_by)
           select gen_random_uuid(), 'payments', 'rehearse', '{"kind": "rehearse", "act": {"wait": {"milliseconds": 50}}}', 'stripe'
           from generate_series(1, 200)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    let _workers = [stack.worker(&[]), stack.worker(&[])];
    let mut most = 0;
    until_reached("all are done", 200, async || {
        most = most.max(held(&db).await);
        tally(&db).await.finished
    })
    .await;
    assert!((2..=4).contains(&most), "{most} ran at once");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_see_what_a_worker_holds_until_it_ends(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut worker = stack.worker(&[("SHUTDOWN_GRACE_SECS", "1")]);
    rehearse(&db, 20, wait(600_000)).await;
    let reported = async || -> Option<(i32, i32)> {
        sqlx::query_as("select slots, running from local_queue where lane = 'urgent'")
            .fetch_optional(&db)
            .await
            .expect("readable")
    };
    until("it is reported", async || reported().await == Some((16, 16))).await;
    worker.terminate();
    worker.ended(Duration::from_mins(1)).await;
    let left: i64 = sqlx::query_scalar("select count(*) from local_queue")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(left, 0);
}
