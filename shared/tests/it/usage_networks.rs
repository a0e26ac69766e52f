//! The limit of a network, and requests that meet each other in the database.

use shared::error::Error;
use shared::guest::Browser;
use shared::network::Network;
use shared::usage::{AddressLimit, Caller};
use sqlx::PgPool;
use testing::guest;
use time::Duration;

use super::usage::{NOON, address, caller, count, take, take_batched};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stranger_that_has_read_nothing_weighs_three_times_as_much(db: PgPool) {
    let settled = address([1; 32], 10);
    let fresh = AddressLimit {
        browser: Browser {
            is_fresh: true,
            ..settled.browser
        },
        ..settled
    };
    take(&db, guest(1), "UTC", Some(fresh), NOON)
        .await
        .expect("three of ten");
    take(&db, guest(1), "UTC", Some(fresh), NOON)
        .await
        .expect("known by now: four");
    take(&db, guest(2), "UTC", Some(fresh), NOON).await.expect("seven");
    take(&db, guest(3), "UTC", Some(fresh), NOON).await.expect("ten");
    assert!(take(&db, guest(4), "UTC", Some(settled), NOON).await.is_err());
    let tomorrow = NOON + Duration::DAY;
    for number in 10..20 {
        take(&db, guest(number), "UTC", Some(settled), tomorrow)
            .await
            .expect("one each");
    }
    assert!(take(&db, guest(20), "UTC", Some(settled), tomorrow).await.is_err());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_wide_prefix_may_do_half_as_much_again_and_its_refusals_are_not_counted(db: PgPool) {
    let at = |number: u8| AddressLimit {
        browser: Browser {
            network: Network {
                ip_prefix: [number; 32],
                wide_prefix: Some([255; 32]),
                vicinity: [0; 32],
            },
            ..address([0; 32], 0).browser
        },
        limit: 4,
    };
    for number in 0..6 {
        take(&db, guest(number), "UTC", Some(at(number % 2)), NOON)
            .await
            .expect("six of six");
    }
    for number in 6..9 {
        let refused = take(&db, guest(number), "UTC", Some(at(1)), NOON).await;
        assert!(matches!(refused, Err(Error::WorkNeeded { .. })), "{refused:?}");
    }
    let counted: Vec<i32> = sqlx::query_scalar("select count from address_usage order by count")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(counted, [3, 3, 6]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_locked_row_fails_its_own_caller_alone(db: PgPool) {
    take(&db, guest(1), "UTC", None, NOON).await.expect("a row to lock");
    let mut other = db.begin().await.expect("connected");
    sqlx::query("select from usage where owner_id = $1 for update")
        .bind(guest(1).id)
        .execute(&mut *other)
        .await
        .expect("locked");
    let callers: Vec<Caller> = (0..40).map(|number| caller(guest(number), "UTC")).collect();
    let began = std::time::Instant::now();
    let taken = take_batched(&db, &callers).await;
    assert!(
        began.elapsed() < std::time::Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    for (number, taken) in taken.iter().enumerate() {
        match taken {
            Err(Error::Unavailable(_)) => assert_eq!(number, 1),
            taken => assert_eq!(taken.as_ref().expect("counted"), &1, "{number}"),
        }
    }
    other.rollback().await.expect("released");
    assert_eq!(count(&db, guest(1), "UTC", NOON).await.expect("released"), 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn processes_that_take_quotas_in_opposite_order_do_not_wait_for_each_other(db: PgPool) {
    let people = |reversed: bool| {
        let mut people: Vec<Caller> = (0..60)
            .map(|person: u8| Caller {
                // The guests of one process come from the addresses of the other in opposite order.
                address: Some(address([if reversed { 60 - person } else { person }; 32], 1_000)),
                ..caller(guest(person), "UTC")
            })
            .collect();
        if reversed {
            people.reverse();
        }
        people
    };
    // On a busy machine a commit may take longer than a row is waited for. Here a lock ends with its transaction alone, and a
    // deadlock would not end at all.
    sqlx::query("alter function take_guest_usages set lock_timeout = '1h' set deadlock_timeout = '1h'")
        .execute(&db)
        .await
        .expect("altered");
    let (one, other) = (people(false), people(true));
    let answers = async {
        tokio::join!(
            take_batched(&db, &one),
            take_batched(&db, &other),
            take_batched(&db, &one)
        )
    };
    let answers = tokio::time::timeout(std::time::Duration::from_mins(1), answers)
        .await
        .expect("none waits for one that waits for it");
    for taken in [answers.0, answers.1, answers.2].into_iter().flatten() {
        assert!((1..=3).contains(&taken.expect("counted")));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_batch_reads_its_own_prefixes_however_many_came_today(db: PgPool) {
    // No statistics know of today, as every morning.
    sqlx::query(
        "insert into address_usage (address_hash, day, count)
         select sha256(number::text::bytea), $1, 1 from generate_series(1, 5000) number",
    )
    .bind(NOON.date())
    .execute(&db)
    .await
    .expect("written");
    let mut tx = db.begin().await.expect("a transaction");
    let granted: i64 = sqlx::query_scalar(
        "select count(*) from take_guest_usages(
             array(select gen_random_uuid() from generate_series(1, 20)), array_fill('UTC'::text, array[20]),
             array_fill(3, array[20]), array(select sha256(n::text::bytea) from generate_series(1, 20) n),
             array_fill(null::bytea, array[20]), array_fill(1, array[20]), array_fill(30, array[20]),
             array_fill($1::timestamptz, array[20])) where granted",
    )
    .bind(NOON)
    .fetch_one(&mut *tx)
    .await
    .expect("taken");
    assert_eq!(granted, 20);
    let read: i64 = sqlx::query_scalar(
        "select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint from pg_stat_xact_user_tables
         where relname = 'address_usage'",
    )
    .fetch_one(&mut *tx)
    .await
    .expect("counted");
    assert!(read <= 200, "{read} rows were read for 20 prefixes");
}
