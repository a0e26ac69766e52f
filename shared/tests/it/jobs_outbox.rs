//! The outbox: which ids the relay pushes to Redis, and when.

use shared::jobs::{self, IN_REDIS, Lane, Leases, Outbox};
use sqlx::PgPool;

use super::jobs::{claim, enqueue, expire_leases};

#[sqlx::test(migrations = "../migrations")]
async fn a_lease_that_expired_during_an_outage_counts_no_death(db: PgPool) {
    let id = enqueue(&db).await;
    Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone")
        .commit()
        .await
        .expect("settled");
    claim(&db, id).await.expect("ours");
    expire_leases(&db).await;
    let believing = Outbox::open(&db, Lane::Urgent, Leases::Suspended)
        .await
        .expect("readable")
        .expect("alone");
    assert!(believing.stale().is_empty());
    believing.commit().await.expect("settled");
    let doubting = Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone");
    assert_eq!(doubting.stale(), [id]);
}

#[sqlx::test(migrations = "../migrations")]
async fn at_most_a_thousand_ids_of_a_lane_are_sent(db: PgPool) {
    sqlx::query("insert into job (id, lane, kind, payload) select gen_random_uuid(), 'urgent', 'rehearse', '{}' from generate_series(1, 2500)")
        .execute(&db)
        .await
        .expect("inserted");
    let outbox = Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone");
    assert_eq!(i64::try_from(outbox.unsent().len()).expect("small"), IN_REDIS);
    assert!(outbox.is_full());
    outbox.commit().await.expect("settled");
    let next = Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone");
    assert_eq!((next.unsent().len(), next.stale().len()), (0, 0));
}

#[sqlx::test(migrations = "../migrations")]
async fn two_relays_never_work_on_one_lane_at_once(db: PgPool) {
    enqueue(&db).await;
    let first = Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable");
    assert!(first.is_some());
    assert!(
        Outbox::open(&db, Lane::Urgent, Leases::Enforced)
            .await
            .expect("readable")
            .is_none()
    );
    assert!(
        Outbox::open(&db, Lane::Bulk, Leases::Enforced)
            .await
            .expect("readable")
            .is_some(),
        "the other lane is free"
    );
}

#[sqlx::test(migrations = "../migrations")]
async fn sent_jobs_are_rechecked_and_running_jobs_are_not(db: PgPool) {
    let (sent, running) = (enqueue(&db).await, enqueue(&db).await);
    Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone")
        .commit()
        .await
        .expect("settled");
    claim(&db, running).await.expect("ours");
    assert_eq!(jobs::recheck_all(&db).await.expect("rechecked"), 1);
    let outbox = Outbox::open(&db, Lane::Urgent, Leases::Enforced)
        .await
        .expect("readable")
        .expect("alone");
    assert_eq!(outbox.stale(), [sent]);
}
