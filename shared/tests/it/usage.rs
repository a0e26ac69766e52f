//! The daily usage counter.

use shared::error::{Error, Limit};
use shared::guest::Browser;
use shared::ids::Owner;
use shared::network::Network;
use shared::usage::{self, AddressLimit, Caller, Counter, Plan, Usage};
use sqlx::PgPool;
use testing::{guest, user};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

pub async fn take(
    db: &PgPool,
    owner: Owner,
    zone: &str,
    address: Option<AddressLimit>,
    now: OffsetDateTime,
) -> Result<Usage, Error> {
    let caller = Caller {
        address,
        ..caller(owner, zone)
    };
    Counter::default()
        .take(db, &caller, now)
        .await
        .map(|granted| granted.usage)
}

async fn read(db: &PgPool, owner: Owner, zone: &str, now: OffsetDateTime) -> Result<Usage, Error> {
    usage::read(db, &caller(owner, zone), now).await
}

/// A browser that has read something, in an IPv4 network with this limit.
pub fn address(ip_prefix: [u8; 32], limit: i32) -> AddressLimit {
    AddressLimit {
        browser: Browser {
            network: Network {
                ip_prefix,
                wide_prefix: None,
                vicinity: [0; 32],
            },
            is_fresh: false,
            proof: None,
        },
        limit,
    }
}

pub fn caller(owner: Owner, zone: &str) -> Caller {
    Caller {
        owner,
        plan: Plan::Free,
        time_zone: zone.to_owned(),
        address: None,
    }
}

pub const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

pub async fn count(db: &PgPool, owner: Owner, zone: &str, now: OffsetDateTime) -> Result<i32, Error> {
    take(db, owner, zone, None, now).await.map(|usage| usage.count)
}

fn is_refused(result: &Result<i32, Error>, expected: Limit) -> bool {
    matches!(result, Err(Error::TooMany { limit, .. }) if *limit == expected)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn three_a_day_and_then_no_more_until_midnight(db: PgPool) {
    for expected in 1..=3 {
        assert_eq!(
            count(&db, guest(1), "UTC", NOON).await.expect("within the limit"),
            expected
        );
    }
    let Err(Error::TooMany { limit, retry_after }) = take(&db, guest(1), "UTC", None, NOON).await else {
        panic!("the fourth is refused")
    };
    assert_eq!((limit, retry_after.as_secs()), (Limit::Daily, 12 * 3600));
    assert_eq!(
        count(&db, guest(2), "UTC", NOON)
            .await
            .expect("another guest has their own day"),
        1
    );
    assert_eq!(
        count(&db, guest(1), "UTC", datetime!(2026-11-21 00:00 UTC))
            .await
            .expect("a new day"),
        1
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn with_one_request_left_exactly_one_of_fifty_parallel_ones_succeeds(db: PgPool) {
    for _ in 0..2 {
        take(&db, guest(1), "UTC", None, NOON).await.expect("within the limit");
    }
    let asked: Vec<_> = (0..50)
        .map(|_| {
            let db = db.clone();
            async move { count(&db, guest(1), "UTC", NOON).await }
        })
        .collect();
    let answers = futures::future::join_all(asked).await;
    assert_eq!(answers.iter().filter(|answer| matches!(answer, Ok(3))).count(), 1);
    assert_eq!(
        answers.iter().filter(|answer| is_refused(answer, Limit::Daily)).count(),
        49
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_day_follows_the_callers_time_zone_and_an_unknown_zone_is_utc(db: PgPool) {
    let usage = take(&db, guest(1), "Pacific/Auckland", None, NOON)
        .await
        .expect("taken");
    assert_eq!(
        usage.resets_at,
        datetime!(2026-11-21 11:00 UTC),
        "midnight at UTC+13, when it is 1:00 there already"
    );
    let usage = take(&db, guest(2), "Mars/Olympus", None, NOON).await.expect("taken");
    assert_eq!(usage.resets_at, datetime!(2026-11-21 00:00 UTC));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_change_of_zone_in_24_hours_is_honoured(db: PgPool) {
    for _ in 0..3 {
        count(&db, guest(1), "America/Los_Angeles", NOON)
            .await
            .expect("within the limit");
    }
    // In Auckland it is the 21st already: the first change of zone is honoured and starts a new day.
    assert_eq!(
        count(&db, guest(1), "Pacific/Auckland", NOON).await.expect("travelled"),
        1
    );
    for expected in 2..=3 {
        assert_eq!(
            count(&db, guest(1), "America/Los_Angeles", NOON)
                .await
                .expect("the second change is not honoured"),
            expected
        );
    }
    assert!(is_refused(
        &count(&db, guest(1), "America/Los_Angeles", NOON).await,
        Limit::Daily
    ));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn changing_to_an_earlier_time_zone_does_not_reset_the_count(db: PgPool) {
    for _ in 0..3 {
        count(&db, guest(1), "Pacific/Auckland", NOON)
            .await
            .expect("within the limit");
    }
    assert!(is_refused(
        &count(&db, guest(1), "America/Los_Angeles", NOON).await,
        Limit::Daily
    ));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_count_read_is_the_one_granted_after_a_change_of_zone(db: PgPool) {
    for _ in 0..3 {
        count(&db, guest(1), "America/Los_Angeles", NOON)
            .await
            .expect("within the limit");
    }
    // It is the 21st in Sydney already, and still the 20th in Los Angeles.
    let later = datetime!(2026-11-20 20:00 UTC);
    let arrived = read(&db, guest(1), "Australia/Sydney", later).await.expect("readable");
    assert_eq!((arrived.count, arrived.resets_at), (0, datetime!(2026-11-21 13:00 UTC)));
    let granted = take(&db, guest(1), "Australia/Sydney", None, later)
        .await
        .expect("granted");
    assert_eq!((granted.count, granted.resets_at), (1, arrived.resets_at));
    // A second change within a day is ignored, both when reading and when taking.
    let back = read(&db, guest(1), "America/Los_Angeles", later)
        .await
        .expect("readable");
    assert_eq!(back, granted);
    let next_day = datetime!(2026-11-22 06:00 UTC);
    let back = read(&db, guest(1), "America/Los_Angeles", next_day)
        .await
        .expect("readable");
    assert_eq!(back.resets_at, datetime!(2026-11-22 08:00 UTC));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn one_address_has_a_limit_and_refusals_do_not_count(db: PgPool) {
    let limited = Some(address([1; 32], 4));
    for number in 1..=4 {
        take(&db, guest(number), "UTC", limited, NOON)
            .await
            .expect("under the ceiling");
    }
    let refused = take(&db, guest(5), "UTC", limited, NOON).await;
    assert!(matches!(refused, Err(Error::WorkNeeded { load: 1, .. })), "{refused:?}");
    let rows: i64 = sqlx::query_scalar("select count(*) from usage where owner_id = $1")
        .bind(guest(5).id)
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(rows, 0, "a refused stranger leaves nothing behind");
    assert_eq!(
        read(&db, guest(5), "UTC", NOON).await.expect("readable").count,
        0,
        "nobody pays for a refusal"
    );
    take(&db, guest(5), "UTC", Some(address([2; 32], 4)), NOON)
        .await
        .expect("another address");

    // A guest above their own limit does not use up the address's limit.
    let other = Some(address([3; 32], 4));
    for _ in 0..9 {
        let _ = take(&db, guest(6), "UTC", other, NOON).await;
    }
    take(&db, guest(7), "UTC", other, NOON)
        .await
        .expect("three of four were used");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reading_the_count_uses_nothing(db: PgPool) {
    let fresh = Usage {
        count: 0,
        limit: 3,
        unlimited: false,
        resets_at: datetime!(2026-11-21 00:00 UTC),
    };
    assert_eq!(read(&db, guest(1), "UTC", NOON).await.expect("readable"), fresh);
    take(&db, guest(1), "UTC", None, NOON).await.expect("taken");
    assert_eq!(read(&db, guest(1), "UTC", NOON).await.expect("readable").count, 1);
    assert_eq!(
        read(&db, guest(1), "UTC", datetime!(2026-11-21 09:00 UTC))
            .await
            .expect("readable")
            .count,
        0
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn users_without_premium_have_three_a_day_too(db: PgPool) {
    let owner = user(&db, 1).await.owner();
    for expected in 1..=3 {
        assert_eq!(
            count(&db, owner, "UTC", NOON).await.expect("within the limit"),
            expected
        );
    }
    assert!(is_refused(&count(&db, owner, "UTC", NOON).await, Limit::Daily));
    assert_eq!(
        read(&db, owner, "UTC", NOON).await.expect("readable").count,
        3,
        "a refusal is not counted"
    );
    let tomorrow = datetime!(2026-11-21 00:00 UTC);
    assert_eq!(count(&db, owner, "UTC", tomorrow).await.expect("a new day"), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn premium_is_limited_to_sixty_an_hour(db: PgPool) {
    let counter = Counter::default();
    let premium = Caller {
        plan: Plan::Premium,
        ..caller(user(&db, 1).await.owner(), "UTC")
    };
    for expected in 1..=60 {
        let granted = counter.take(&db, &premium, NOON).await.expect("under the ceiling");
        let usage = granted.usage;
        assert_eq!((usage.count, usage.unlimited), (expected, true));
    }
    let Err(Error::TooMany { limit, retry_after }) = counter.take(&db, &premium, NOON + Duration::minutes(20)).await
    else {
        panic!("the sixty-first within the hour is refused")
    };
    assert_eq!((limit, retry_after.as_secs()), (Limit::Hourly, 40 * 60));
    assert_eq!(usage::read(&db, &premium, NOON).await.expect("readable").count, 60);
    let later = counter
        .take(&db, &premium, NOON + Duration::HOUR)
        .await
        .expect("another hour");
    assert_eq!(later.usage.count, 61);

    let lapsed = Caller {
        plan: Plan::Free,
        ..premium
    };
    let refused = counter
        .take(&db, &lapsed, NOON + Duration::HOUR)
        .await
        .map(|granted| granted.usage.count);
    assert!(
        is_refused(&refused, Limit::Daily),
        "what was asked with premium counts when it is over"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn sixty_of_a_hundred_parallel_premium_requests_succeed(db: PgPool) {
    let counter = Counter::default();
    let premium = Caller {
        plan: Plan::Premium,
        ..caller(user(&db, 1).await.owner(), "Asia/Tokyo")
    };
    let asked = (0..100).map(|_| counter.take(&db, &premium, NOON));
    let answers = futures::future::join_all(asked).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 60);
    let kept = usage::read(&db, &premium, NOON).await.expect("readable");
    assert_eq!(kept.count, 60);
}

/// Takes a request for each caller concurrently, through one counter, which batches them.
pub async fn take_batched(db: &PgPool, callers: &[Caller]) -> Vec<Result<i32, Error>> {
    let counter = Counter::default();
    let asked = callers.iter().map(|caller| counter.take(db, caller, NOON));
    let taken = futures::future::join_all(asked).await.into_iter();
    taken
        .map(|granted| granted.map(|granted| granted.usage.count))
        .collect()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn three_of_fifty_batched_requests_of_one_guest_succeed(db: PgPool) {
    let taken = take_batched(&db, &vec![caller(guest(1), "UTC"); 50]).await;
    let mut counts: Vec<i32> = taken.iter().filter_map(|taken| taken.as_ref().ok().copied()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 3]);
    assert_eq!(taken.iter().filter(|taken| is_refused(taken, Limit::Daily)).count(), 47);
    assert_eq!(read(&db, guest(1), "UTC", NOON).await.expect("readable").count, 3);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn each_caller_of_a_batch_gets_their_own_count_and_limit(db: PgPool) {
    for owner in [2, 5] {
        for _ in 0..owner {
            count(&db, guest(owner), "UTC", NOON).await.ok();
        }
    }
    let full = address([9; 32], 0);
    let callers: Vec<Caller> = (0..8)
        .map(|owner| Caller {
            address: (owner == 7).then_some(full),
            ..caller(guest(owner), "Asia/Tokyo")
        })
        .collect();
    let taken = take_batched(&db, &callers).await;
    for (owner, taken) in (0..).zip(&taken) {
        match owner {
            2 => assert_eq!(*taken.as_ref().expect("the third"), 3),
            5 => assert!(is_refused(taken, Limit::Daily)),
            7 => assert!(is_refused(taken, Limit::Address), "a limit of none asks for no work"),
            _ => assert_eq!(*taken.as_ref().expect("the first"), 1),
        }
    }
    let strangers: i64 = sqlx::query_scalar("select count(*) from usage where owner_id = $1")
        .bind(guest(7).id)
        .fetch_one(&db)
        .await
        .expect("counted");
    assert_eq!(strangers, 0, "a refused stranger leaves nothing behind");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_processes_that_batch_the_same_ip_prefixes_answer_everybody(db: PgPool) {
    let at = |ip_prefix: u8| address([ip_prefix; 32], 1_000);
    let people: Vec<Caller> = (0..200)
        .map(|person: u8| Caller {
            address: Some(at(person % 7)),
            ..caller(guest(person), "UTC")
        })
        .collect();
    let backwards: Vec<Caller> = people.iter().rev().cloned().collect();
    let (one, other) = tokio::join!(take_batched(&db, &people), take_batched(&db, &backwards));
    for (first, second) in one.into_iter().zip(other.into_iter().rev()) {
        assert_eq!(first.expect("counted") + second.expect("counted"), 3, "one and two");
    }
}
