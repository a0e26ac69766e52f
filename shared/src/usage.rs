//! The daily counter of guidance requests, per person and per network.
//!
//! Invariant: one atomic statement checks and counts a request. Concurrent requests cannot exceed the limit.

use std::time::Duration;

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::batch::Batcher;
use crate::config::{FREE_DAILY_LIMIT, HOURLY_LIMIT};
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::guest::Browser;
use crate::ids::{Owner, OwnerKind};
use crate::user::User;

/// One person's count of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// Requests used today.
    pub count: i32,
    /// Allowed requests per day.
    pub limit: i32,
    /// Whether this person has no daily limit.
    pub unlimited: bool,
    /// When the count resets: midnight in the person's time zone.
    pub resets_at: OffsetDateTime,
}

/// A request that was granted, and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The count with this request.
    pub usage: Usage,
    /// The current edition of the published testimonies, read with the count to save a round trip.
    pub edition: Uuid,
}

/// Who sends the request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The owner of the counter.
    pub owner: Owner,
    /// Which limits apply.
    pub plan: Plan,
    /// The browser's time zone; an unknown one counts as UTC.
    pub time_zone: String,
    /// A guest's browser and the limit on its network, if it is known.
    pub address: Option<AddressLimit>,
}

/// Which limits apply to a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Three requests a day.
    Free,
    /// No daily limit, but an hourly one.
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

/// A guest's browser, and the limit on its network.
#[derive(Debug, Clone, Copy)]
pub struct AddressLimit {
    /// The browser.
    pub browser: Browser,
    /// Guest requests per day from its `ip_prefix`; 0 allows none.
    pub limit: i32,
}

/// How much a browser that has read nothing here weighs for its network. Others weigh 1.
const WEIGHT_OF_FRESH: i32 = 3;

impl AddressLimit {
    const fn weight(&self) -> i32 {
        if self.browser.is_fresh { WEIGHT_OF_FRESH } else { 1 }
    }
}

/// Counts requests. Concurrent requests of guests in this process share one statement.
#[derive(Clone, Default)]
pub struct Counter(Batcher<Request, Outcome>);

struct Request {
    caller: Caller,
    at: OffsetDateTime,
    /// Whether a proof of work lets it pass the limit of its network.
    has_worked: bool,
}

/// What became of one request of a batch.
enum Outcome {
    Counted(Counted),
    /// The statement met another transaction. It may have been because of another caller's row.
    MetAnother,
}

/// What the database answered for one guest request.
struct Counted {
    granted: bool,
    owner_limited: bool,
    used: i32,
    resets_at: OffsetDateTime,
    address_load: i32,
    edition: Uuid,
}

impl Counter {
    /// Counts one request.
    ///
    /// # Errors
    /// `TooMany` at the daily or hourly limit of the person; `WorkNeeded` at the daily limit of the network;
    /// `SignInRequired` if the account is gone.
    pub async fn take(&self, db: &PgPool, caller: &Caller, now: OffsetDateTime) -> Result<Granted> {
        match caller.owner.kind {
            OwnerKind::Guest => self.take_as_guest(db, caller, now).await,
            OwnerKind::User => take_as_user(db, caller, now).await,
        }
    }

    async fn take_as_guest(&self, db: &PgPool, caller: &Caller, now: OffsetDateTime) -> Result<Granted> {
        let address = caller.address.as_ref().filter(|address| address.limit > 0);
        let has_worked = match address {
            Some(address) => address.browser.has_worked(db, now).await?,
            None => false,
        };
        let request = || Request {
            caller: caller.clone(),
            at: now,
            has_worked,
        };
        let counted = match self.count_together(db, request()).await? {
            Outcome::Counted(counted) => counted,
            // Alone, once: one locked row must not fail everybody who came at the same time.
            Outcome::MetAnother => count_guests(db, &[request()])
                .await?
                .pop()
                .ok_or_else(Error::timed_out)?,
        };
        if counted.granted {
            return Ok(Granted {
                usage: Usage::of(caller.plan, counted.used, counted.resets_at),
                edition: counted.edition,
            });
        }
        if counted.owner_limited {
            return Err(Error::TooMany {
                limit: Limit::Daily,
                retry_after: duration_between(now, counted.resets_at),
            });
        }
        let retry_after = until_end_of_utc_day(now);
        Err(match address {
            Some(address) => Error::WorkNeeded {
                vicinity: address.browser.network.vicinity,
                load: counted.address_load,
                retry_after,
            },
            None => Error::TooMany {
                limit: Limit::Address,
                retry_after,
            },
        })
    }

    /// Counts a request in the next batch.
    async fn count_together(&self, db: &PgPool, request: Request) -> Result<Outcome> {
        let db = db.clone();
        let count = move |requests: Vec<Request>| {
            let db = db.clone();
            async move {
                match count_guests(&db, &requests).await {
                    Ok(counted) => Ok(counted.into_iter().map(Outcome::Counted).collect()),
                    Err(error) if database::met_another(&error) => {
                        tracing::warn!(requests = requests.len(), "a batch met another transaction");
                        Ok(requests.iter().map(|_| Outcome::MetAnother).collect())
                    }
                    Err(error) => Err(error.into()),
                }
            }
        };
        self.0.run(request, count).await
    }
}

/// Counts a batch of guest requests in one statement, which locks rows in one order everywhere.
async fn count_guests(db: &PgPool, requests: &[Request]) -> Result<Vec<Counted>, sqlx::Error> {
    let owners: Vec<Uuid> = requests.iter().map(|request| request.caller.owner.id).collect();
    let zones: Vec<&str> = requests
        .iter()
        .map(|request| request.caller.time_zone.as_str())
        .collect();
    let daily_limits: Vec<Option<i32>> = requests
        .iter()
        .map(|request| request.caller.plan.daily_limit())
        .collect();
    let addresses: Vec<Option<AddressLimit>> = requests.iter().map(|request| request.caller.address).collect();
    let networks = || addresses.iter().map(|address| Some(address.as_ref()?.browser.network));
    let prefixes: Vec<Option<Vec<u8>>> = networks().map(|network| Some(network?.ip_prefix.to_vec())).collect();
    let wide: Vec<Option<Vec<u8>>> = networks().map(|network| Some(network?.wide_prefix?.to_vec())).collect();
    let weights: Vec<i32> = addresses
        .iter()
        .map(|address| address.as_ref().map_or(1, AddressLimit::weight))
        .collect();
    let limits: Vec<Option<i32>> = requests
        .iter()
        .map(|request| {
            request
                .caller
                .address
                .filter(|_| !request.has_worked)
                .map(|address| address.limit)
        })
        .collect();
    let times: Vec<OffsetDateTime> = requests.iter().map(|request| request.at).collect();
    let mut rows = sqlx::query!(
        r#"select place as "place!", granted as "granted!", owner_limited as "owner_limited!", used as "used!",
               resets_at as "resets_at!", address_load as "address_load!",
               (select edition from testimony_count) as "edition!"
           from take_guest_usages($1, $2, $3, $4, $5, $6, $7, $8)"#,
        &owners,
        &zones as _,
        &daily_limits as _,
        &prefixes as _,
        &wide as _,
        &weights,
        &limits as _,
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
        address_load: row.address_load,
        edition: row.edition,
    });
    Ok(counted.collect())
}

async fn take_as_user(db: &PgPool, caller: &Caller, now: OffsetDateTime) -> Result<Granted> {
    let row = sqlx::query!(
        r#"select granted as "granted!", daily_limited as "daily_limited!", used as "used!", resets_at as "resets_at!",
               (select edition from testimony_count) as "edition!"
           from take_user_usage($1, $2, $3, $4, $5)"#,
        caller.owner.id,
        caller.time_zone,
        caller.plan.daily_limit(),
        HOURLY_LIMIT,
        now
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::SignInRequired)?;
    if row.granted {
        return Ok(Granted {
            usage: Usage::of(caller.plan, row.used, row.resets_at),
            edition: row.edition,
        });
    }
    Err(Error::TooMany {
        limit: if row.daily_limited { Limit::Daily } else { Limit::Hourly },
        retry_after: duration_between(now, row.resets_at),
    })
}

/// Reads today's count without counting a request.
pub async fn read(db: impl PgExecutor<'_>, caller: &Caller, now: OffsetDateTime) -> Result<Usage> {
    let row = sqlx::query!(
        // Same rule as `take_usage`: the requested zone applies, unless the stored one changed within the last day.
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
        caller.owner.id,
        caller.time_zone,
        now
    )
    .fetch_one(db)
    .await?;
    Ok(Usage::of(caller.plan, row.count, row.resets_at))
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

/// The time until midnight UTC. Counters of an `ip_prefix` use days of UTC.
fn until_end_of_utc_day(now: OffsetDateTime) -> Duration {
    let midnight = now.to_offset(time::UtcOffset::UTC).replace_time(time::Time::MIDNIGHT);
    duration_between(now, midnight + Duration::from_hours(24))
}

fn duration_between(now: OffsetDateTime, until: OffsetDateTime) -> Duration {
    Duration::try_from(until - now)
        .unwrap_or(Duration::ZERO)
        .max(Duration::from_secs(1))
}
