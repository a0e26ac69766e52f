//! Claims of many jobs: their order, what is left, deaths and rows that others hold.

use shared::jobs::{self, Claimed, End, Job, Lane, Lease, Leases, Room};
use sqlx::{PgConnection, PgPool};
use testing::jobs::{ALL, claim_all};
use uuid::Uuid;

use super::jobs::{claim, enqueue, expire_leases};

const NONE: Room = Room {
    ahead: 0,
    at_once: 0,
    quarantine: false,
};

async fn enqueue_many(db: &PgPool, number: usize) -> Vec<Uuid> {
    let mut ids = Vec::with_capacity(number);
    for _ in 0..number {
        ids.push(enqueue(db).await);
    }
    ids
}

pub async fn set(db: &PgPool, change: &str, ids: &[Uuid]) {
    let statement = format!("update job set {change} where id = any($1)");
    sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(ids)
        .execute(db)
        .await
        .expect("changed");
}

pub async fn take(db: &PgPool, lane: Lane, room: Room) -> Vec<Uuid> {
    let claim = jobs::claim(db, lane, room, Leases::Enforced).await.expect("claimable");
    claim.jobs.iter().map(|claimed| claimed.lease.id).collect()
}

pub fn leases_of(claimed: &[Claimed]) -> Vec<Lease> {
    claimed.iter().map(|claimed| claimed.lease).collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_claim_takes_the_oldest_up_to_its_room_and_says_whether_it_is_full(db: PgPool) {
    let ids = enqueue_many(&db, 5).await;
    let room = Room { ahead: 3, ..ALL };
    let first = jobs::claim(&db, Lane::Urgent, room, Leases::Enforced)
        .await
        .expect("claimable");
    let taken: Vec<Uuid> = first.jobs.iter().map(|claimed| claimed.lease.id).collect();
    assert_eq!(taken, ids[..3], "in the order of their age");
    assert!(first.is_full);
    let second = jobs::claim(&db, Lane::Urgent, room, Leases::Enforced)
        .await
        .expect("claimable");
    assert_eq!(second.jobs.len(), 2);
    assert!(!second.is_full);
    let third = jobs::claim(&db, Lane::Urgent, ALL, Leases::Enforced)
        .await
        .expect("claimable");
    assert!(third.jobs.is_empty() && !third.is_full);
    assert!(take(&db, Lane::Bulk, ALL).await.is_empty(), "another lane");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_claim_takes_what_is_important_first_however_much_waits(db: PgPool) {
    sqlx::query(
        r#"insert into job (id, lane, kind, payload, run_at)
           select gen_random_uuid(), 'urgent', 'rehearse', '{"kind": "rehearse", "act": "nothing"}', now() - interval '1 hour'
           from generate_series(1, 2000)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    let ids = enqueue_many(&db, 3).await;
    set(&db, "priority = 1, run_at = now() - interval '2 hours'", &ids[..1]).await;
    set(&db, "priority = -1", &ids[1..]).await;
    let taken = take(&db, Lane::Urgent, Room { ahead: 10, ..ALL }).await;
    assert_eq!(taken[..2], ids[1..]);
    assert!(!taken.contains(&ids[0]), "it is last, although it is the oldest");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn jobs_with_a_death_are_claimed_only_for_free_slots(db: PgPool) {
    let ids = enqueue_many(&db, 5).await;
    set(&db, "deaths = 1", &ids[..4]).await;
    assert!(take(&db, Lane::Urgent, NONE).await.is_empty());
    let room = Room { at_once: 2, ..ALL };
    let taken = take(&db, Lane::Urgent, room).await;
    assert_eq!(taken, [ids[0], ids[1], ids[4]]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn jobs_on_their_last_attempt_are_claimed_one_at_a_time(db: PgPool) {
    let ids = enqueue_many(&db, 3).await;
    claim_all(&db, ALL).await;
    expire_leases(&db).await;
    set(&db, "deaths = 1", &ids).await;
    let normal = Room {
        quarantine: false,
        ..ALL
    };
    assert!(
        take(&db, Lane::Urgent, normal).await.is_empty(),
        "their next death is their last"
    );
    let deaths: Vec<i16> = sqlx::query_scalar("select deaths from job")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(deaths, [1, 1, 1], "nothing was counted");
    let alone = claim_all(&db, ALL).await;
    let [Claimed { lease, deaths: 2, .. }] = alone[..] else {
        panic!("{alone:?}")
    };
    jobs::release(&db, &[lease]).await.expect("given back");
    assert_eq!(claim_all(&db, ALL).await.len(), 1, "also when it is due by itself");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn expired_leases_are_not_enforced_after_an_outage(db: PgPool) {
    let id = enqueue(&db).await;
    claim(&db, id).await.expect("ours");
    expire_leases(&db).await;
    let suspended = jobs::claim(&db, Lane::Urgent, ALL, Leases::Suspended)
        .await
        .expect("claimable");
    assert!(suspended.jobs.is_empty());
    assert!(
        jobs::due_lanes(&db, Leases::Suspended)
            .await
            .expect("readable")
            .is_empty()
    );
    assert_eq!(
        jobs::due_lanes(&db, Leases::Enforced).await.expect("readable"),
        [Lane::Urgent]
    );
    assert_eq!(claim(&db, id).await.expect("taken over").1, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_lane_is_due_for_each_kind_of_job_that_nobody_holds(db: PgPool) {
    let due = async || jobs::due_lanes(&db, Leases::Enforced).await.expect("readable");
    assert!(due().await.is_empty());
    let later = enqueue(&db).await;
    set(&db, "run_at = now() + interval '1 hour'", &[later]).await;
    assert!(due().await.is_empty());
    let id = Uuid::now_v7();
    jobs::enqueue(
        &mut db.acquire().await.expect("connected"),
        &Job::EndSubscription { id },
    )
    .await
    .expect("enqueued");
    assert_eq!(due().await, [Lane::Payments]);
    claim_all(&db, ALL).await;
    assert!(due().await.is_empty(), "it is held");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_job_of_a_batch_gets_its_own_outcome(db: PgPool) {
    let ids = enqueue_many(&db, 6).await;
    let [free, held, abandoned, last, finished, later] = ids[..] else {
        panic!("six")
    };
    let unknown = Uuid::new_v4();
    sqlx::query("insert into job (id, lane, kind, payload) values ($1, 'urgent', 'paint', '{\"kind\":\"paint\"}')")
        .bind(unknown)
        .execute(&db)
        .await
        .expect("inserted");
    claim(&db, abandoned).await.expect("ours");
    claim(&db, last).await.expect("ours");
    expire_leases(&db).await;
    set(&db, "deaths = 2", &[last]).await;
    set(
        &db,
        "lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute'",
        &[held],
    )
    .await;
    set(&db, "finished_at = now()", &[finished]).await;
    set(&db, "run_at = now() + interval '1 hour'", &[later]).await;
    let claimed = claim_all(&db, ALL).await;
    let came: Vec<(Uuid, i16)> = claimed
        .iter()
        .map(|claimed| (claimed.lease.id, claimed.deaths))
        .collect();
    assert_eq!(came.len(), 2);
    assert!(came.contains(&(free, 0)) && came.contains(&(abandoned, 1)), "{came:?}");
    let states: (bool, bool) = sqlx::query_as(
        "select (select dead_at is not null from job where id = $1), (select run_at > now() from job where id = $2)",
    )
    .bind(last)
    .bind(unknown)
    .fetch_one(&db)
    .await
    .expect("readable");
    assert_eq!(states, (true, true), "one is dead, and one is left to a newer version");

    let foreign = Lease {
        id: held,
        lease_id: Uuid::new_v4(),
    };
    let ends = [claimed[0].lease, foreign, claimed[1].lease];
    let told = jobs::finish(&db, &ends).await.expect("recorded");
    assert_eq!(told, [End::Recorded, End::Lost, End::Recorded]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_locked_job_holds_up_no_other_claim_and_no_other_end(db: PgPool) {
    let ids = enqueue_many(&db, 3).await;
    let lock = async |id: Uuid| {
        let mut other = db.begin().await.expect("connected");
        sqlx::query("select from job where id = $1 for update")
            .bind(id)
            .execute(&mut *other)
            .await
            .expect("locked");
        other
    };
    let held = lock(ids[1]).await;
    let claimed = claim_all(&db, ALL).await;
    let taken: Vec<Uuid> = claimed.iter().map(|claimed| claimed.lease.id).collect();
    assert_eq!(taken, [ids[0], ids[2]]);
    held.rollback().await.expect("released");
    let (second, _) = claim(&db, ids[1]).await.expect("still due");
    let leases = [claimed[0].lease, second, claimed[1].lease];
    let held = lock(ids[0]).await;
    let ends = jobs::finish(&db, &leases).await.expect("answered");
    assert_eq!(ends, [End::Busy, End::Recorded, End::Recorded]);
    held.rollback().await.expect("released");
    let ends = jobs::finish(&db, &leases[..1]).await.expect("answered");
    assert_eq!(ends, [End::Recorded], "its lease is still valid");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_claim_among_a_hundred_thousand_reads_no_table(db: PgPool) {
    sqlx::raw_sql(
        r#"insert into job (id, lane, kind, payload, finished_at)
               select gen_random_uuid(), 'urgent', 'rehearse', '{"kind": "rehearse", "act": "nothing"}', now()
               from generate_series(1, 50000);
           insert into job (id, lane, kind, payload, run_at, limited_by)
               select gen_random_uuid(), 'payments', 'rehearse', '{"kind": "rehearse", "act": "nothing"}',
                   now() - interval '1 minute', 'stripe'
               from generate_series(1, 50000)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    let mut tx = db.begin().await.expect("begun");
    let before: i64 = sqlx::query_scalar("select pg_stat_get_xact_numscans('job'::regclass)")
        .fetch_one(&mut *tx)
        .await
        .expect("readable");
    sqlx::query(
        "select id from take_jobs('payments', 10, 10, 1, true, interval '12 seconds', 3, array['stripe'], array[4])",
    )
    .execute(&mut *tx)
    .await
    .expect("claimed");
    sqlx::query("select lanes_with_due_jobs(array['payments', 'payments'], array['', 'stripe'], true)")
        .execute(&mut *tx)
        .await
        .expect("read");
    let after: i64 = sqlx::query_scalar("select pg_stat_get_xact_numscans('job'::regclass)")
        .fetch_one(&mut *tx)
        .await
        .expect("readable");
    assert_eq!(after, before, "each row was found through an index");
    tx.rollback().await.expect("given back");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_batch_is_looked_up_by_its_ids_in_a_table_that_was_large_before(db: PgPool) {
    sqlx::raw_sql(
        r#"insert into job (id, lane, kind, payload, finished_at)
               select gen_random_uuid(), 'urgent', 'rehearse', '{"kind": "rehearse", "act": "nothing"}', now()
               from generate_series(1, 5000)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    // The last row keeps all pages before it.
    enqueue(&db).await;
    for statement in ["delete from job where finished_at is not null", "vacuum analyze job"] {
        sqlx::raw_sql(statement).execute(&db).await.expect("emptied");
    }
    sqlx::raw_sql(
        r#"insert into job (id, lane, kind, payload)
               select gen_random_uuid(), 'urgent', 'rehearse', '{"kind": "rehearse", "act": "nothing"}'
               from generate_series(1, 5000)"#,
    )
    .execute(&db)
    .await
    .expect("inserted");
    let room = Room { ahead: 300, ..NONE };
    let claim = jobs::claim(&db, Lane::Urgent, room, Leases::Enforced)
        .await
        .expect("claimable");
    let ids: Vec<Uuid> = claim.jobs.iter().map(|claimed| claimed.lease.id).collect();
    let leases: Vec<Uuid> = claim.jobs.iter().map(|claimed| claimed.lease.lease_id).collect();
    for batch in [
        "extend_jobs($1, $2, interval '12 seconds')",
        "complete_jobs($1, $2)",
        "give_back_jobs($1, $2)",
    ] {
        let mut tx = db.begin().await.expect("begun");
        let before = fetched(&mut tx).await;
        sqlx::query(sqlx::AssertSqlSafe(format!("select {batch}")))
            .bind(&ids)
            .bind(&leases)
            .execute(&mut *tx)
            .await
            .expect(batch);
        assert_eq!(fetched(&mut tx).await - before, 300, "rows read by {batch}");
        tx.rollback().await.expect("given back");
    }
}

/// How many rows this session has fetched through the index of ids.
async fn fetched(db: &mut PgConnection) -> i64 {
    sqlx::query_scalar("select pg_stat_get_xact_tuples_fetched('job_pkey'::regclass)")
        .fetch_one(db)
        .await
        .expect("readable")
}
