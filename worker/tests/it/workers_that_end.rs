//! A worker may be killed or stopped at any moment: another one finishes its jobs.

use std::time::{Duration, Instant};

use sqlx::PgPool;

use super::ledger::{
    Tally, claims, note_claims, rehearse, tally, tally_of_one, until_finished, until_nothing_is_open,
    until_one_is_in_hand, wait, workers_that_claimed,
};
use super::program::Program;
use super::stack::{Stack, until};

/// The time within which another worker does the job of a killed one.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(30);
/// The time a worker may take beyond its grace. It is generous, because a busy machine is slow.
const BEYOND_GRACE: Duration = Duration::from_mins(1);

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_job_of_a_killed_worker_is_done_by_another_within_thirty_seconds(db: PgPool) {
    let stack = Stack::new(&db).await;
    // More than it works on at once: some ids are fetched and not yet claimed.
    rehearse(&db, 40, wait(500)).await;
    let mut first = stack.worker(&[]);
    until_one_is_in_hand(&db).await;
    let killed_at = Instant::now();
    first.kill();
    let held = until_one_is_in_hand(&db).await;
    let second = stack.worker(&[]);
    until_nothing_is_open(&db).await;
    assert!(
        killed_at.elapsed() < TAKEN_OVER_WITHIN,
        "it took {:?}",
        killed_at.elapsed()
    );
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.dead, tally.failures), (40, 0, 0));
    assert!(tally_of_one(&db, held).await.deaths == 1, "the death is counted");
    let said = second.log();
    let mut told = said
        .lines()
        .filter(|line| line.contains("a worker died with this job in hand"));
    assert!(told.any(|line| line.contains(&held.to_string())), "{said}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stopping_worker_finishes_short_jobs_and_leaves_the_rest_untouched(db: PgPool) {
    let stack = Stack::new(&db).await;
    note_claims(&db).await;
    let mut worker = stack.worker(&[("SHUTDOWN_GRACE_SECS", "10")]);
    rehearse(&db, 60, wait(2000)).await;
    until_one_is_in_hand(&db).await;
    let took = stop(&mut worker, Duration::from_secs(10)).await;
    assert!(took < Duration::from_secs(10), "it did not sit its grace out: {took:?}");
    let left = tally(&db).await;
    assert!(left.finished > 0 && left.open > 0, "{left:?}");
    assert_eq!(claims(&db).await, (left.finished, left.finished));
    assert_eq!(
        stack.redis.fetched("urgent").await,
        0,
        "what it had fetched was acknowledged or put back"
    );

    let _another = stack.worker(&[]);
    until_nothing_is_open(&db).await;
    assert_eq!(claims(&db).await, (60, 60), "each was claimed once");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stopping_worker_releases_a_long_job_uncounted_and_another_does_it(db: PgPool) {
    let stack = Stack::new(&db).await;
    note_claims(&db).await;
    let mut worker = stack.worker(&[("SHUTDOWN_GRACE_SECS", "1")]);
    rehearse(&db, 1, wait(60_000)).await;
    until_one_is_in_hand(&db).await;
    stop(&mut worker, Duration::from_secs(1)).await;
    let given_back = Tally {
        open: 1,
        ..Tally::default()
    };
    assert_eq!(tally(&db).await, given_back, "neither a failure nor a death");

    sqlx::query(r#"update job set payload = payload || '{"act": "nothing"}' where kind = 'rehearse'"#)
        .execute(&db)
        .await
        .expect("shortened");
    let _another = stack.worker(&[]);
    until_finished(&db, 1).await;
    assert_eq!(claims(&db).await, (2, 1));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_workers_share_five_hundred_jobs_and_do_each_once(db: PgPool) {
    let stack = Stack::new(&db).await;
    note_claims(&db).await;
    let one = stack.worker(&[("APP_NAME", "one")]);
    let two = stack.worker(&[("APP_NAME", "two")]);
    until("both are at work", async || {
        [&one, &two].iter().all(|worker| worker.log().contains("working"))
    })
    .await;
    rehearse(&db, 500, wait(50)).await;
    until_nothing_is_open(&db).await;
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.failures, tally.deaths), (500, 0, 0));
    assert_eq!(claims(&db).await, (500, 500), "each was claimed once");
    assert_eq!(workers_that_claimed(&db).await, 2, "both took part");
}

/// Stops a worker and returns how long it took: it must exit cleanly, soon after its grace.
async fn stop(worker: &mut Program, grace: Duration) -> Duration {
    let asked_at = Instant::now();
    worker.terminate();
    let status = worker.ended(grace + BEYOND_GRACE).await;
    assert!(status.success(), "{status}");
    asked_at.elapsed()
}
