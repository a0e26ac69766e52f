//! How much guidance somebody asked for today.
//!
//! Invariant: the counter is taken by one atomic statement; nobody gets more than the limit, however parallel they ask.

use std::time::Duration;

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::config::{FREE_DAILY_LIMIT, HOURLY_LIMIT};
use crate::error::{Error, Limit, Result};
use crate::owner::{Owner, OwnerKind};
use crate::together::Together;
use crate::user::User;

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

/// A request that was granted, and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The count with this request.
    pub usage: Usage,
    /// The edition of the stories that may be read. It comes with the count: a question of its own would cost as much.
    pub edition: Uuid,
}

/// Who asks.
#[derive(Debug, Clone)]
pub struct Asker {
    /// Whose counter counts.
    pub owner: Owner,
    /// What they may ask for.
    pub plan: Plan,
    /// The browser's time zone; an unknown one counts as UTC.
    pub time_zone: String,
    /// The guest's address, as far as it is limited.
    pub address: Option<AddressCeiling>,
}

/// What somebody may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Three requests a day.
    Free,
    /// As many as they like, up to a ceiling of an hour.
    Premium,
}

impl Plan {
    /// The plan of a user.
    #[must_use]
    pub fn of(user: &User, now: OffsetDateTime) -> Self {
        if user.is_premium(now) {
            Self::Premium
        } else {
            Self::Free
        }
    }

    const fn daily_limit(self) -> Option<i32> {
        match self {
            Self::Free => Some(FREE_DAILY_LIMIT),
            Self::Premium => None,
        }
    }
}

/// The address that a guest asks from, as a keyed hash of its prefix, and the ceiling on it.
#[derive(Debug, Clone, Copy)]
pub struct AddressCeiling {
    /// The hash.
    pub address_hash: [u8; 32],
    /// Guest requests a day from this prefix.
    pub limit: i32,
}

/// Takes today's requests, those of guests together with whoever asks at the same time in this process.
#[derive(Clone, Default)]
pub struct Counter(Together<Request, Counted>);

/// Somebody asks.
struct Request {
    asker: Asker,
    at: OffsetDateTime,
}

/// What the counter of a guest says.
struct Counted {
    granted: bool,
    owner_limited: bool,
    used: i32,
    resets_at: OffsetDateTime,
    edition: Uuid,
}

impl Counter {
    /// Takes one of today's requests.
    ///
    /// # Errors
    /// `TooMany` when the person's day or hour or the address's day is used up; `SignInRequired` if the account is gone;
    /// `Unavailable` or `Internal` from the database.
    pub async fn take(&self, db: &PgPool, asker: &Asker, now: OffsetDateTime) -> Result<Granted> {
        match asker.owner.kind {
            OwnerKind::Guest => self.take_as_guest(db, asker, now).await,
            OwnerKind::User => take_as_user(db, asker, now).await,
        }
    }

    async fn take_as_guest(&self, db: &PgPool, asker: &Asker, now: OffsetDateTime) -> Result<Granted> {
        let request = Request {
            asker: asker.clone(),
            at: now,
        };
        let db = db.clone();
        let counted = self
            .0
            .ask(request, move |requests| {
                let db = db.clone();
                async move { count_guests(&db, &requests).await }
            })
            .await?;
        if counted.granted {
            return Ok(Granted {
                usage: Usage::of(asker.plan, counted.used, counted.resets_at),
                edition: counted.edition,
            });
        }
        let (limit, retry_after) = if counted.owner_limited {
            (Limit::Daily, duration_between(now, counted.resets_at))
        } else {
            (Limit::Address, until_end_of_utc_day(now))
        };
        Err(Error::TooMany { limit, retry_after })
    }
}

/// Counts requests one after the other. Those of one address stand together in every such statement, and addresses in one
/// order: two statements that count for the same households do not wait in a circle.
async fn count_guests(db: &PgPool, requests: &[Request]) -> Result<Vec<Counted>> {
    let owners: Vec<Uuid> = requests.iter().map(|request| request.asker.owner.id).collect();
    let zones: Vec<&str> = requests
        .iter()
        .map(|request| request.asker.time_zone.as_str())
        .collect();
    let daily_limits: Vec<Option<i32>> = requests
        .iter()
        .map(|request| request.asker.plan.daily_limit())
        .collect();
    let ceilings = || requests.iter().map(|request| request.asker.address);
    let addresses: Vec<Option<Vec<u8>>> = ceilings().map(|ceiling| Some(ceiling?.address_hash.to_vec())).collect();
    let address_limits: Vec<Option<i32>> = ceilings().map(|ceiling| Some(ceiling?.limit)).collect();
    let times: Vec<OffsetDateTime> = requests.iter().map(|request| request.at).collect();
    let mut rows = sqlx::query!(
        r#"select place as "place!", granted as "granted!", owner_limited as "owner_limited!", used as "used!",
               resets_at as "resets_at!", (select edition from testimony_count) as "edition!"
           from (
               select * from unnest($1::uuid[], $2::text[], $3::int[], $4::bytea[], $5::int[], $6::timestamptz[])
                   with ordinality as request (owner_id, zone, daily_limit, address_hash, address_limit, at, place)
               order by address_hash, owner_id, place
           ) as request
           cross join lateral take_usage(owner_id, zone, daily_limit, address_hash, address_limit, at)"#,
        &owners,
        &zones as _,
        &daily_limits as _,
        &addresses as _,
        &address_limits as _,
        &times
    )
    .fetch_all(db)
    .await?;
    rows.sort_unstable_by_key(|row| row.place);
    let counted = rows.into_iter().map(|row| Counted {
        granted: row.granted,
        owner_limited: row.owner_limited,
        used: row.used,
        resets_at: row.resets_at,
        edition: row.edition,
    });
    Ok(counted.collect())
}

async fn take_as_user(db: &PgPool, asker: &Asker, now: OffsetDateTime) -> Result<Granted> {
    let row = sqlx::query!(
        r#"select granted as "granted!", daily_limited as "daily_limited!", used as "used!", resets_at as "resets_at!",
               (select edition from testimony_count) as "edition!"
           from take_user_usage($1, $2, $3, $4, $5)"#,
        asker.owner.id,
        asker.time_zone,
        asker.plan.daily_limit(),
        HOURLY_LIMIT,
        now
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::SignInRequired)?;
    if row.granted {
        return Ok(Granted {
            usage: Usage::of(asker.plan, row.used, row.resets_at),
            edition: row.edition,
        });
    }
    Err(Error::TooMany {
        limit: if row.daily_limited { Limit::Daily } else { Limit::Hourly },
        retry_after: duration_between(now, row.resets_at),
    })
}

/// Today's count as it stands.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn read(db: impl PgExecutor<'_>, asker: &Asker, now: OffsetDateTime) -> Result<Usage> {
    let row = sqlx::query!(
        // As `take_usage` does: the zone that is asked for counts, unless another one did within the last day.
        r#"with zone as (
               select coalesce(
                   (select time_zone from usage where owner_id = $1 and time_zone_changed_at > $3::timestamptz - interval '24 hours'),
                   (select name from time_zone where name = $2), 'UTC') as name
           ), today as (
               select greatest(($3::timestamptz at time zone zone.name)::date, (select day from usage where owner_id = $1)) as day,
                   zone.name from zone
           )
           select coalesce((select count from usage where owner_id = $1 and usage.day = today.day), 0) as "count!",
               ((today.day + 1)::timestamp at time zone today.name) as "resets_at!"
           from today"#,
        asker.owner.id,
        asker.time_zone,
        now
    )
    .fetch_one(db)
    .await?;
    Ok(Usage::of(asker.plan, row.count, row.resets_at))
}

impl Usage {
    fn of(plan: Plan, count: i32, resets_at: OffsetDateTime) -> Self {
        Self {
            count,
            limit: FREE_DAILY_LIMIT,
            unlimited: plan.daily_limit().is_none(),
            resets_at,
        }
    }
}

/// How long the day of UTC still lasts, by which addresses are counted.
fn until_end_of_utc_day(now: OffsetDateTime) -> Duration {
    let midnight = now.to_offset(time::UtcOffset::UTC).replace_time(time::Time::MIDNIGHT);
    duration_between(now, midnight + Duration::from_hours(24))
}

fn duration_between(now: OffsetDateTime, until: OffsetDateTime) -> Duration {
    Duration::try_from(until - now)
        .unwrap_or(Duration::ZERO)
        .max(Duration::from_secs(1))
}
