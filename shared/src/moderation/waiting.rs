//! What waits for staff and since when, and what has come into a list or left it since the last look.
//!
//! Invariant: the page and the daily mail say the same figures, because both read [`counts`]. Each count is one
//! statement, independent of the number of testimonies.

use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::error::Result;
use crate::staff::Staff;
use crate::testimony::Status;

/// After this time a testimony has waited long.
pub const LONG_WAIT: Duration = Duration::hours(24);
/// Beyond this number of them, [`Counts::waiting_long`] counts no further.
pub const MAX_WAITING_LONG: i64 = 1_000;
/// The maximum number of arrived testimonies that [`changes`] names at one look.
pub const MAX_ARRIVED: i64 = 100;
/// The maximum number of testimonies on screen about which [`changes`] is asked.
pub const MAX_LISTED: usize = 500;
/// How far [`changes`] looks back behind the time it is asked about: a transaction may commit after its time.
const OVERLAP: Duration = Duration::seconds(10);

/// The number of testimonies by status, and since when the oldest wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Waiting for preparation or review.
    pub pending: i64,
    /// Published.
    pub approved: i64,
    /// Declined.
    pub rejected: i64,
    /// Escalated.
    pub escalated: i64,
    /// Published, with an open report.
    pub reported: i64,
    /// When the oldest pending one was submitted.
    pub oldest_pending: Option<OffsetDateTime>,
    /// When the oldest escalated one was submitted.
    pub oldest_escalated: Option<OffsetDateTime>,
    /// Since when the oldest open report waits.
    pub oldest_reported: Option<OffsetDateTime>,
    /// Pending and escalated ones that were submitted more than [`LONG_WAIT`] ago, at most 1,000.
    pub waiting_long: i64,
    /// When this was counted.
    pub at: OffsetDateTime,
}

/// Reads the counts by status, which a trigger maintains, and the ages, each from an index.
pub async fn counts(db: &PgPool) -> Result<Counts> {
    let counts = sqlx::query_as!(
        Counts,
        r#"select pending, approved, rejected, escalated,
               (select count(*) from testimony where reported_at is not null) as "reported!",
               (select min(created_at) from testimony where status = 'pending') as oldest_pending,
               (select min(created_at) from testimony where status = 'escalated') as oldest_escalated,
               (select min(reported_at) from testimony where reported_at is not null) as oldest_reported,
               (select count(*) from (
                   select from testimony where status in ('pending', 'escalated')
                       and created_at < now() - make_interval(secs => $1) limit $2) long) as "waiting_long!",
               now() as "at!"
           from testimony_count"#,
        LONG_WAIT.as_seconds_f64(),
        MAX_WAITING_LONG
    )
    .fetch_one(db)
    .await?;
    Ok(counts)
}

/// A list that staff watch.
#[derive(Debug, Clone, Copy)]
pub struct Watched<'a> {
    /// The status that it lists.
    pub status: Status,
    /// When it was last looked at; none at the first look.
    pub since: Option<OffsetDateTime>,
    /// The testimonies on screen, at most [`MAX_LISTED`].
    pub listed: &'a [Uuid],
}

/// What has come into a list or left it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// When this was read: ask about the time after it.
    pub at: OffsetDateTime,
    /// Testimonies that were submitted, escalated or reopened into the list, the newest first. Some may have been in it
    /// before.
    pub arrived: Vec<Uuid>,
    /// Those on screen that no longer have this status.
    pub left: Vec<Uuid>,
    /// Those on screen that are deleted or withdrawn.
    pub gone: Vec<Uuid>,
}

/// What has changed in a list since the last look at it. The caller's own steps bring nothing in.
///
/// What left is read from the testimonies themselves, not from steps: withdrawals leave none, and no number of steps is
/// too many.
pub async fn changes(db: &PgPool, staff: &Staff, watched: Watched<'_>) -> Result<Changes> {
    let at = sqlx::query_scalar!(r#"select now() as "now!""#).fetch_one(db).await?;
    let arrived = match watched.since {
        Some(since) => arrived(db, staff, watched.status, since - OVERLAP).await?,
        None => Vec::new(),
    };
    let absent = sqlx::query!(
        r#"select listed.id as "id!", testimony.id is null as "is_gone!"
           from unnest($1::uuid[]) listed (id) left join testimony on testimony.id = listed.id
           where testimony.status is distinct from $2"#,
        watched.listed,
        watched.status.as_str()
    )
    .fetch_all(db)
    .await?;
    let (gone, left): (Vec<_>, Vec<_>) = absent.into_iter().partition(|row| row.is_gone);
    Ok(Changes {
        at,
        arrived,
        left: left.into_iter().map(|row| row.id).collect(),
        gone: gone.into_iter().map(|row| row.id).collect(),
    })
}

async fn arrived(db: &PgPool, staff: &Staff, status: Status, from: OffsetDateTime) -> Result<Vec<Uuid>> {
    // Preparation may escalate what was submitted before.
    let arrived = sqlx::query_scalar!(
        r#"select id as "id!" from (
               select id, created_at as came_at from testimony where status = $1 and created_at > $2
               union all
               select id, redacted_at from testimony where $1 = 'escalated' and status = $1 and redacted_at > $2
                   and created_at > $2 - interval '1 day'
               union all
               select id, at from moderation_step join testimony on id = testimony_id
                   where at > $2 and sign_in <> $3 and status_before <> $1 and status = $1
           ) came group by id order by max(came_at) desc, id limit $4"#,
        status.as_str(),
        from,
        staff.sign_in,
        MAX_ARRIVED
    )
    .fetch_all(db)
    .await?;
    Ok(arrived)
}
