//! Helpers to write and read the job ledger.
//!
//! A trigger in these test databases records every claim and its worker: so tests check that no job runs twice.

use shared::jobs::{self, Job, Rehearsal};
use sqlx::PgPool;
use uuid::Uuid;

use super::stack::{until, until_reached};

/// A job that succeeds after a while.
pub const fn wait(milliseconds: u32) -> Rehearsal {
    Rehearsal::Wait { milliseconds }
}

/// The states of all rehearsed jobs.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Finished.
    pub finished: i64,
    /// Dead.
    pub dead: i64,
    /// Waiting or running.
    pub open: i64,
    /// Failures counted.
    pub failures: i64,
    /// Deaths of workers counted.
    pub deaths: i64,
}

/// Installs the trigger that records claims.
pub async fn note_claims(db: &PgPool) {
    sqlx::raw_sql(
        "create table noted_claim (job_id uuid not null, worker text not null, transaction xid8 not null);
         create function note_claim() returns trigger language plpgsql as $$
         begin
             insert into noted_claim values (new.id, current_setting('application_name'), pg_current_xact_id());
             return null;
         end $$;
         create trigger note_claim after update of lease_id on job for each row
             when (new.lease_id is not null and new.lease_id is distinct from old.lease_id and new.kind = 'rehearse')
             execute function note_claim();",
    )
    .execute(db)
    .await
    .expect("claims are noted");
}

/// The number of recorded claims, and the number of claimed jobs.
pub async fn claims(db: &PgPool) -> (i64, i64) {
    sqlx::query_as("select count(*), count(distinct job_id) from noted_claim")
        .fetch_one(db)
        .await
        .expect("readable")
}

/// The number of transactions that have claimed jobs.
pub async fn transactions_of_claims(db: &PgPool) -> i64 {
    sqlx::query_scalar("select count(distinct transaction::text) from noted_claim")
        .fetch_one(db)
        .await
        .expect("readable")
}

/// The number of workers that have claimed a job.
pub async fn workers_that_claimed(db: &PgPool) -> i64 {
    sqlx::query_scalar("select count(distinct worker) from noted_claim")
        .fetch_one(db)
        .await
        .expect("readable")
}

/// Enqueues a rehearsal `times` times, in one transaction.
pub async fn rehearse(db: &PgPool, times: usize, act: Rehearsal) -> Vec<Uuid> {
    let mut tx = db.begin().await.expect("begun");
    let mut ids = Vec::with_capacity(times);
    for _ in 0..times {
        ids.push(jobs::enqueue(&mut tx, &Job::Rehearse { act }).await.expect("enqueued"));
    }
    tx.commit().await.expect("committed");
    ids
}

/// Expires all leases now, as happens some time after a worker has died.
pub async fn end_leases(db: &PgPool) {
    sqlx::query("update job set lease_until = now() - interval '1 second' where lease_id is not null")
        .execute(db)
        .await
        .expect("over");
}

/// The states of all rehearsed jobs.
pub async fn tally(db: &PgPool) -> Tally {
    tally_of(db, None).await
}

/// The state of one job.
pub async fn tally_of_one(db: &PgPool, id: Uuid) -> Tally {
    tally_of(db, Some(id)).await
}

async fn tally_of(db: &PgPool, id: Option<Uuid>) -> Tally {
    let (finished, dead, open, failures, deaths) = sqlx::query_as(
        "select count(finished_at), count(dead_at), count(*) filter (where finished_at is null and dead_at is null),
             coalesce(sum(failures), 0), coalesce(sum(deaths), 0)
         from job where kind = 'rehearse' and id = coalesce($1, id)",
    )
    .bind(id)
    .fetch_one(db)
    .await
    .expect("readable");
    Tally {
        finished,
        dead,
        open,
        failures,
        deaths,
    }
}

/// Waits until every rehearsed job is finished or dead.
pub async fn until_nothing_is_open(db: &PgPool) {
    until_reached("every rehearsed job is finished or dead", 0, async || {
        -tally(db).await.open
    })
    .await;
}

/// Waits until every job of any kind is finished or dead.
pub async fn until_no_job_is_open(db: &PgPool) {
    until_reached("every job is finished or dead", 0, async || {
        sqlx::query_scalar("select -count(*) from job where finished_at is null and dead_at is null")
            .fetch_one(db)
            .await
            .expect("readable")
    })
    .await;
}

/// Waits until at least `number` rehearsed jobs are finished.
pub async fn until_finished(db: &PgPool, number: i64) {
    until_reached("enough jobs are finished", number, async || tally(db).await.finished).await;
}

/// Waits until a worker has claimed a rehearsed job, and returns its id.
pub async fn until_one_is_in_hand(db: &PgPool) -> Uuid {
    let mut held = None;
    until("a worker holds a job", async || {
        held = sqlx::query_scalar("select id from job where kind = 'rehearse' and lease_id is not null limit 1")
            .fetch_optional(db)
            .await
            .expect("readable");
        held.is_some()
    })
    .await;
    held.expect("one is held")
}

/// Waits until every testimony is redacted, and returns their number.
pub async fn until_testimonies_are_redacted(db: &PgPool) -> i64 {
    until("every story is redacted", async || {
        sqlx::query_scalar("select count(*) = count(redacted_text) from testimony")
            .fetch_one(db)
            .await
            .expect("readable")
    })
    .await;
    sqlx::query_scalar("select count(*) from testimony")
        .fetch_one(db)
        .await
        .expect("readable")
}
