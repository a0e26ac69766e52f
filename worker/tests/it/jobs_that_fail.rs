//! A failing job affects no other job.

use shared::jobs::{DEATH_LIMIT, Rehearsal};
use sqlx::PgPool;

use super::ledger::{end_leases, rehearse, tally, tally_of_one, until_finished, wait};
use super::stack::{Stack, until};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_that_panics_is_retried_and_the_process_survives(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut worker = stack.worker(&[]);
    let bad = rehearse(&db, 1, Rehearsal::Panic).await[0];
    until("it has failed twice", async || {
        tally_of_one(&db, bad).await.failures >= 2
    })
    .await;
    rehearse(&db, 1, Rehearsal::Nothing).await;
    until_finished(&db, 1).await;
    assert_eq!(tally_of_one(&db, bad).await.deaths, 0);
    assert!(worker.runs());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_with_a_permanent_error_is_dead_with_a_reason(db: PgPool) {
    let stack = Stack::new(&db).await;
    let _worker = stack.worker(&[("REHEARSALS", "off")]);
    let refused = rehearse(&db, 1, Rehearsal::Nothing).await[0];
    until("it is dead", async || tally_of_one(&db, refused).await.dead == 1).await;
    let reason: String = sqlx::query_scalar("select reason from job where id = $1")
        .bind(refused)
        .fetch_one(&db)
        .await
        .expect("readable");
    assert_eq!(reason, "Rehearsals are off.");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_that_aborts_its_process_is_dead_after_three_deaths_and_others_finish(db: PgPool) {
    let stack = Stack::new(&db).await;
    rehearse(&db, 10, wait(200)).await;
    let bad = rehearse(&db, 1, Rehearsal::Abort).await[0];
    rehearse(&db, 10, wait(200)).await;

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
    until_finished(&db, 20).await;
    assert_eq!(crashes, DEATH_LIMIT);
    let tally = tally(&db).await;
    assert_eq!((tally.finished, tally.dead, tally.open), (20, 1, 0));
    assert!(worker.runs(), "nothing crashes any more");
}
