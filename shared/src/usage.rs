//! How much guidance somebody asked for today.
//!
//! Invariant: the counter is taken by one atomic statement; nobody gets more than the limit, however parallel they ask.

use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;

use crate::config::FREE_DAILY_LIMIT;
use crate::error::{Error, Limit, Result};
use crate::owner::Owner;

/// Today's count of one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// Requests used today.
    pub count: i32,
    /// Requests a day.
    pub limit: i32,
    /// Whether the limit does not bind this person.
    pub unlimited: bool,
    /// When the count starts again: midnight in the person's time zone.
    pub resets_at: OffsetDateTime,
}

/// Who asks.
#[derive(Debug, Clone)]
pub struct Asker {
    /// Whose counter counts.
    pub owner: Owner,
    /// The browser's time zone; an unknown one counts as UTC.
    pub time_zone: String,
    /// The guest's address, as far as it is limited.
    pub address: Option<AddressCeiling>,
}

/// The address that a guest asks from, as a keyed hash of its prefix, and the ceiling on it.
#[derive(Debug, Clone, Copy)]
pub struct AddressCeiling {
    /// The hash.
    pub address_hash: [u8; 32],
    /// Guest requests a day from this prefix.
    pub limit: i32,
}

/// Takes one of today's requests.
///
/// # Errors
/// `TooMany` when the person's or the address's day is used up; `Unavailable` or `Internal` from the database.
pub async fn take(db: &PgPool, asker: &Asker, now: OffsetDateTime) -> Result<Usage> {
    let row = sqlx::query!(
        r#"select granted as "granted!", owner_limited as "owner_limited!", used as "used!", resets_at as "resets_at!"
           from take_usage($1, $2, $3, $4, $5, $6)"#,
        asker.owner.id,
        asker.time_zone,
        FREE_DAILY_LIMIT,
        asker.address.map(|ceiling| ceiling.address_hash.to_vec()),
        asker.address.map(|ceiling| ceiling.limit),
        now
    )
    .fetch_one(db)
    .await?;
    if !row.granted {
        let (limit, until) = if row.owner_limited {
            (Limit::Daily, row.resets_at)
        } else {
            (Limit::Address, end_of_utc_day(now))
        };
        return Err(Error::TooMany {
            limit,
            retry_after: duration_between(now, until),
        });
    }
    Ok(Usage {
        count: row.used,
        limit: FREE_DAILY_LIMIT,
        unlimited: false,
        resets_at: row.resets_at,
    })
}

/// Today's count as it stands.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn read(db: &PgPool, owner: Owner, time_zone: &str, now: OffsetDateTime) -> Result<Usage> {
    let row = sqlx::query!(
        r#"with zone as (
               select coalesce((select time_zone from usage where owner_id = $1),
                   (select name from time_zone where name = $2), 'UTC') as name
           ), today as (
               select greatest(($3::timestamptz at time zone zone.name)::date, (select day from usage where owner_id = $1)) as day,
                   zone.name from zone
           )
           select coalesce((select count from usage where owner_id = $1 and usage.day = today.day), 0) as "count!",
               ((today.day + 1)::timestamp at time zone today.name) as "resets_at!"
           from today"#,
        owner.id,
        time_zone,
        now
    )
    .fetch_one(db)
    .await?;
    Ok(Usage {
        count: row.count,
        limit: FREE_DAILY_LIMIT,
        unlimited: false,
        resets_at: row.resets_at,
    })
}

fn end_of_utc_day(now: OffsetDateTime) -> OffsetDateTime {
    let midnight = now.replace_time(time::Time::MIDNIGHT);
    midnight + Duration::from_hours(24)
}

fn duration_between(now: OffsetDateTime, until: OffsetDateTime) -> Duration {
    Duration::try_from(until - now)
        .unwrap_or(Duration::ZERO)
        .max(Duration::from_secs(1))
}
