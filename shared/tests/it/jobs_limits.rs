//! Limits of how many jobs of a kind run at once, in all workers together.

use std::time::Duration;

use shared::jobs::{self, End, Job, Lane, Leases, LocalQueueReport, Room};
use sqlx::PgPool;
use testing::jobs::ALL;
use uuid::Uuid;

use super::jobs::{enqueue, expire_leases};
use super::jobs_claims::{leases_of, set, take};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn kinds_have_their_priority_and_their_limit_from_their_policy(db: PgPool) {
    let mut tx = db.begin().await.expect("begun");
    let id = Uuid::now_v7();
    jobs::enqueue_all(&mut tx, &[Job::Cleanup, Job::EndSubscription { id }])
        .await
        .expect("enqueued");
    jobs::enqueue(&mut tx, &Job::SweepStripeEvents).await.expect("enqueued");
    jobs::enqueue_after(&mut tx, &Job::ProcessStripeEvent { id }, Duration::ZERO)
        .await
        .expect("enqueued");
    tx.commit().await.expect("committed");
    let written: Vec<(String, i16, String)> =
        sqlx::query_as("select kind, priority, limited_by from job order by kind")
            .fetch_all(&db)
            .await
            .expect("readable");
    let expected = [
        ("end_subscription", -1, "stripe"),
        ("keep_house", 1, ""),
        ("process_stripe_event", 0, "stripe"),
        ("sweep_stripe_events", 1, "stripe"),
    ];
    assert_eq!(
        written,
        expected.map(|(kind, priority, limit)| (kind.to_owned(), priority, limit.to_owned()))
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn four_jobs_at_stripe_run_at_once_in_all_workers_and_others_pass_them(db: PgPool) {
    let mut tx = db.begin().await.expect("begun");
    for _ in 0..10 {
        let id = Uuid::now_v7();
        jobs::enqueue(&mut tx, &Job::ProcessStripeEvent { id })
            .await
            .expect("enqueued");
    }
    tx.commit().await.expect("committed");
    let other = enqueue(&db).await;
    set(&db, "lane = 'payments'", &[other]).await;
    let room = Room { at_once: 3, ..ALL };
    let first = jobs::claim(&db, Lane::Payments, room, Leases::Enforced)
        .await
        .expect("claimable");
    assert_eq!(first.jobs.len(), 3 + 1);
    assert!(
        first.jobs.iter().any(|claimed| claimed.lease.id == other),
        "no limit binds it"
    );
    let second = take(&db, Lane::Payments, room).await;
    assert_eq!(second.len(), 1, "four are ours");
    assert!(take(&db, Lane::Payments, room).await.is_empty());
    let ended = first
        .jobs
        .iter()
        .find(|claimed| claimed.lease.id != other)
        .expect("limited");
    assert_eq!(
        jobs::finish(&db, &[ended.lease]).await.expect("recorded"),
        [End::Recorded]
    );
    assert_eq!(take(&db, Lane::Payments, room).await.len(), 1, "one has ended");
    jobs::release(&db, &leases_of(&first.jobs)).await.expect("given back");
    assert_eq!(
        take(&db, Lane::Payments, room).await.len(),
        2 + 1,
        "two were given back, and the other one"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn documents_leave_a_slot_of_their_lane_in_each_worker_to_others(db: PgPool) {
    let mut tx = db.begin().await.expect("begun");
    for _ in 0..10 {
        let id = Uuid::now_v7();
        jobs::enqueue(&mut tx, &Job::IngestDocument { id })
            .await
            .expect("enqueued");
    }
    tx.commit().await.expect("committed");
    let take_one_at_a_time = async || {
        let mut taken = Vec::new();
        loop {
            let next = take(&db, Lane::Bulk, Room { at_once: 1, ..ALL }).await;
            if next.is_empty() {
                return taken.len();
            }
            taken.extend(next);
        }
    };
    assert_eq!(take_one_at_a_time().await, 1, "no worker has reported its slots yet");
    for (slots, more) in [(2, 0), (4, 3), (1, 0)] {
        let report = LocalQueueReport {
            lane: Lane::Bulk,
            slots,
            running: 0,
            ahead: 0,
            unrecorded: 0,
            oldest: None,
        };
        jobs::report_local_queues(&db, Uuid::now_v7(), &[report])
            .await
            .expect("reported");
        assert_eq!(take_one_at_a_time().await, more, "a further worker with {slots} slots");
    }
    let mut tx = db.begin().await.expect("begun");
    let other = jobs::enqueue(&mut tx, &Job::SendEveningPushes).await.expect("enqueued");
    tx.commit().await.expect("committed");
    assert_eq!(take(&db, Lane::Bulk, ALL).await, [other], "no limit binds it");
    sqlx::query("update local_queue set seen_at = now() - interval '2 minutes'")
        .execute(&db)
        .await
        .expect("killed");
    expire_leases(&db).await;
    assert_eq!(
        take(&db, Lane::Bulk, ALL).await.len(),
        1 + 1,
        "their workers are gone: one, and the other job"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dead_worker_holds_no_limit(db: PgPool) {
    for _ in 0..6 {
        let id = Uuid::now_v7();
        let mut connection = db.acquire().await.expect("connected");
        jobs::enqueue(&mut connection, &Job::ProcessStripeEvent { id })
            .await
            .expect("enqueued");
    }
    assert_eq!(take(&db, Lane::Payments, ALL).await.len(), 4);
    expire_leases(&db).await;
    let again = jobs::claim(&db, Lane::Payments, ALL, Leases::Enforced)
        .await
        .expect("claimable");
    let deaths: Vec<i16> = again.jobs.iter().map(|claimed| claimed.deaths).collect();
    assert_eq!(deaths, [1, 1, 1, 1], "the same four, whose worker died");
    assert!(take(&db, Lane::Payments, ALL).await.is_empty());
}
