//! The job ledger (the `job` table), without Redis.

use shared::error::Error;
use shared::jobs::{self, End, Failed, Job, Lease, Rehearsal};
use sqlx::PgPool;
use uuid::Uuid;

const NOTHING: Job = Job::Rehearse {
    act: Rehearsal::Nothing,
};

pub(super) async fn enqueue(db: &PgPool) -> Uuid {
    jobs::enqueue(&mut db.acquire().await.expect("connected"), &NOTHING)
        .await
        .expect("enqueued")
}

pub(super) async fn claim(db: &PgPool, id: Uuid) -> Option<(Lease, i16)> {
    testing::jobs::claim(db, id)
        .await
        .map(|claimed| (claimed.lease, claimed.deaths))
}

async fn finish(db: &PgPool, claim: Lease) -> bool {
    jobs::finish(db, &[claim]).await.expect("recorded") == [End::Recorded]
}

/// Expires the lease of every job, as if its worker had died a while ago.
pub(super) async fn expire_leases(db: &PgPool) {
    sqlx::query("update job set lease_until = now() - interval '1 second' where lease_id is not null")
        .execute(db)
        .await
        .expect("changed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_is_claimed_once_and_finished_once(db: PgPool) {
    let id = enqueue(&db).await;
    let (first, deaths) = claim(&db, id).await.expect("ours");
    assert_eq!(deaths, 0);
    assert!(claim(&db, id).await.is_none(), "somebody holds it");
    assert!(finish(&db, first).await);
    assert!(claim(&db, id).await.is_none(), "it is done");
    assert!(!finish(&db, first).await, "once");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dead_workers_job_is_taken_over_and_the_third_death_is_the_last(db: PgPool) {
    let id = enqueue(&db).await;
    let (first, _) = claim(&db, id).await.expect("ours");
    for expected in 1..=2 {
        expire_leases(&db).await;
        assert_eq!(claim(&db, id).await.expect("taken over").1, expected);
    }
    assert!(!finish(&db, first).await, "the first worker comes too late");
    expire_leases(&db).await;
    assert!(claim(&db, id).await.is_none(), "it is dead");
    let reason: String = sqlx::query_scalar("select reason from job where dead_at is not null")
        .fetch_one(&db)
        .await
        .expect("dead");
    assert_eq!(reason, "The worker died each time it did this.");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn extending_leases_reports_the_lost_ones(db: PgPool) {
    let (kept, _) = claim(&db, enqueue(&db).await).await.expect("ours");
    let id = enqueue(&db).await;
    let (lost, _) = claim(&db, id).await.expect("ours");
    sqlx::query("update job set lease_until = now() - interval '1 second' where id = $1")
        .bind(id)
        .execute(&db)
        .await
        .expect("changed");
    claim(&db, id).await.expect("taken over");
    assert_eq!(jobs::extend(&db, &[kept, lost]).await.expect("extended"), vec![kept]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_failing_job_backs_off_and_ends_dead(db: PgPool) {
    let id = enqueue(&db).await;
    let mut waits = Vec::new();
    loop {
        let (held, _) = claim(&db, id).await.expect("due");
        let passing = Error::Unavailable(anyhow::anyhow!("away"));
        let due = jobs::fail(&db, held, &NOTHING, &passing).await.expect("recorded");
        if due == Failed::Dead {
            break;
        }
        assert!(claim(&db, id).await.is_none(), "not due yet");
        let wait: f64 = sqlx::query_scalar("select extract(epoch from run_at - now())::float8 from job")
            .fetch_one(&db)
            .await
            .expect("there");
        waits.push(wait);
        sqlx::query("update job set run_at = now()")
            .execute(&db)
            .await
            .expect("made due");
    }
    assert_eq!(waits.len(), 2, "the third failure is the last");
    assert!(
        (1.4..2.6).contains(&waits[0]) && (2.9..5.1).contains(&waits[1]),
        "{waits:?}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_job_without_a_failure_limit_is_retried_after_30000_failures(db: PgPool) {
    let id = enqueue(&db).await;
    sqlx::query("update job set failures = 30000")
        .execute(&db)
        .await
        .expect("aged");
    let (held, _) = claim(&db, id).await.expect("due");
    let passing = Error::Unavailable(anyhow::anyhow!("away"));
    let patient = Job::EndSubscription { id: Uuid::now_v7() };
    let due = jobs::fail(&db, held, &patient, &passing).await.expect("recorded");
    assert!(matches!(due, Failed::Again(_)), "{due:?}");
}

/// Fails a scheduled job until it ends, and returns the outcome and the seconds over which it retried.
async fn fail_until_over(db: &PgPool, job: &Job, error: &Error) -> (Failed, f64) {
    let (key, mut waited) = (Uuid::now_v7().to_string(), 0.0);
    jobs::enqueue_scheduled(db, job, &key).await.expect("enqueued");
    let id = sqlx::query_scalar("select id from job where schedule_key = $1")
        .bind(key)
        .fetch_one(db)
        .await
        .expect("there");
    loop {
        let (held, _) = claim(db, id).await.expect("due");
        let end = jobs::fail(db, held, job, error).await.expect("recorded");
        if !matches!(end, Failed::Again(_)) {
            return (end, waited);
        }
        waited += sqlx::query_scalar::<_, f64>(
            "with waited as (select extract(epoch from run_at - now())::float8 as seconds from job where id = $1),
                 due as (update job set run_at = now() where id = $1)
             select seconds from waited",
        )
        .bind(id)
        .fetch_one(db)
        .await
        .expect("there");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_outage_supersedes_a_scheduled_job_and_a_defect_kills_it(db: PgPool) {
    let silent = Error::PaymentsUnavailable(anyhow::anyhow!("Stripe: Silent"));
    let refused = Error::internal(anyhow::anyhow!("Stripe refused: 401 no code"));
    let (end, waited) = fail_until_over(&db, &Job::SweepStripeEvents, &silent).await;
    assert_eq!(end, Failed::Superseded);
    assert!(
        (600.0..1800.0).contains(&waited),
        "{waited}: about until the next comes"
    );
    let away = Error::Unavailable(anyhow::anyhow!("away"));
    assert_eq!(fail_until_over(&db, &Job::Cleanup, &away).await.0, Failed::Superseded);
    let end = fail_until_over(&db, &Job::IndexPassages, &away).await.0;
    assert_eq!(end, Failed::Superseded, "the next hour compares all documents");
    assert_eq!(
        shared::staff::jobs::overview(&db).await.expect("readable").dead.len(),
        0
    );

    assert_eq!(
        fail_until_over(&db, &Job::SweepStripeEvents, &refused).await.0,
        Failed::Dead
    );
    let (end, waited) = fail_until_over(&db, &Job::ReconcileSubscriptions, &silent).await;
    assert_eq!(end, Failed::Dead, "a whole day without Stripe is for staff to know");
    assert!(waited > 20.0 * 3600.0, "{waited}");
    assert_eq!(
        shared::staff::jobs::overview(&db).await.expect("readable").dead.len(),
        2
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_permanent_error_makes_a_job_dead_at_once(db: PgPool) {
    let (held, _) = claim(&db, enqueue(&db).await).await.expect("ours");
    let due = jobs::fail(&db, held, &NOTHING, &Error::Conflict("Rehearsals are off."))
        .await
        .expect("recorded");
    assert_eq!(due, Failed::Dead);
    let reason: String = sqlx::query_scalar("select reason from job where dead_at is not null")
        .fetch_one(&db)
        .await
        .expect("dead");
    assert_eq!(reason, "Rehearsals are off.");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn released_jobs_are_due_at_once_and_count_no_failure(db: PgPool) {
    let id = enqueue(&db).await;
    let (held, _) = claim(&db, id).await.expect("ours");
    jobs::release(&db, &[held]).await.expect("released");
    assert_eq!(claim(&db, id).await.expect("ours again").1, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_unknown_kind_is_left_to_a_newer_version_for_a_day(db: PgPool) {
    let id = Uuid::new_v4();
    sqlx::query("insert into job (id, lane, kind, payload) values ($1, 'urgent', 'paint', '{\"kind\":\"paint\"}')")
        .bind(id)
        .execute(&db)
        .await
        .expect("inserted");
    assert!(claim(&db, id).await.is_none(), "it is not ours to run");
    let (dead, due): (bool, bool) = sqlx::query_as("select dead_at is not null, run_at <= now() from job")
        .fetch_one(&db)
        .await
        .expect("there");
    assert_eq!((dead, due), (false, false), "it waits");
    sqlx::query("update job set created_at = now() - interval '25 hours', run_at = now()")
        .execute(&db)
        .await
        .expect("aged");
    assert!(claim(&db, id).await.is_none(), "it is not ours to run");
    let dead: bool = sqlx::query_scalar("select dead_at is not null from job")
        .fetch_one(&db)
        .await
        .expect("there");
    assert!(dead, "nobody came who knows it");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_schedule_enqueues_each_hour_once(db: PgPool) {
    for key in ["keep_house 1", "keep_house 1", "keep_house 2"] {
        jobs::enqueue_scheduled(&db, &Job::Cleanup, key)
            .await
            .expect("enqueued");
    }
    let count: i64 = sqlx::query_scalar("select count(*) from job")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(count, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn cleanup_keeps_unfinished_jobs(db: PgPool) {
    let (old, dead) = (enqueue(&db).await, enqueue(&db).await);
    enqueue(&db).await;
    sqlx::query("update job set finished_at = now() - interval '8 days' where id = $1")
        .bind(old)
        .execute(&db)
        .await
        .expect("aged");
    sqlx::query("update job set dead_at = now() - interval '8 days', reason = 'x' where id = $1")
        .bind(dead)
        .execute(&db)
        .await
        .expect("aged");
    assert_eq!(jobs::delete_finished(&db).await.expect("deleted"), 1);
    let left: i64 = sqlx::query_scalar("select count(*) from job")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(left, 2);
}
