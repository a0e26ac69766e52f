//! What the relay asks and tells: which ids to push to Redis next, and what became of them.

use std::time::Duration;

use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

use super::Lane;
use crate::database;
use crate::error::Result;

/// At most so many unfinished ids of a lane are in Redis; the rest waits in Postgres.
pub const IN_REDIS: i64 = 1000;

/// How long Redis is trusted to deliver an id before the relay looks whether it still has it.
const TRUST: Duration = Duration::from_secs(20);

/// Whether a lease that ran out means that its worker died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leases {
    /// It does.
    Doubted,
    /// It may not: Postgres was away, and nobody could extend anything.
    Believed,
}

/// Due ids which this relay may push now. Other relays leave the lane alone until it is settled or dropped.
pub struct Outbox {
    tx: Transaction<'static, Postgres>,
    unsent: Vec<Uuid>,
    doubtful: Vec<Uuid>,
    is_full: bool,
}

impl Outbox {
    /// Picks the due jobs of a lane, oldest first, as far as there is room; nothing if another relay is at it.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database.
    pub async fn open(db: &PgPool, lane: Lane, leases: Leases) -> Result<Option<Self>> {
        let mut tx = database::begin(db).await?;
        let alone = sqlx::query_scalar!(
            "select pg_try_advisory_xact_lock(hashtext('relay'), hashtext($1))",
            lane.as_str()
        )
        .fetch_one(&mut *tx)
        .await?;
        if alone != Some(true) {
            return Ok(None);
        }
        let doubtful = sqlx::query_scalar!(
            "select id from job where lane = $1 and finished_at is null and dead_at is null
                 and sent_at is not null and doubt_at < now() and (lease_id is null or $2)
             order by doubt_at limit 1000 for update skip locked",
            lane.as_str(),
            leases == Leases::Doubted
        )
        .fetch_all(&mut *tx)
        .await?;
        let in_redis = sqlx::query_scalar!(
            r#"select count(*) as "count!" from job where lane = $1 and finished_at is null and dead_at is null and sent_at is not null"#,
            lane.as_str()
        )
        .fetch_one(&mut *tx)
        .await?;
        let room = (IN_REDIS - in_redis).max(0);
        let unsent = sqlx::query_scalar!(
            "select id from job where lane = $1 and finished_at is null and dead_at is null
                 and sent_at is null and run_at <= now()
             order by run_at limit $2 for update skip locked",
            lane.as_str(),
            room
        )
        .fetch_all(&mut *tx)
        .await?;
        let is_full = i64::try_from(unsent.len()).is_ok_and(|taken| taken == room);
        Ok(Some(Self {
            tx,
            unsent,
            doubtful,
            is_full,
        }))
    }

    /// Jobs that were never sent.
    #[must_use]
    pub fn unsent(&self) -> &[Uuid] {
        &self.unsent
    }

    /// Jobs that were sent and not heard of for too long: lost by Redis, waiting there still, or held by a worker that died.
    #[must_use]
    pub fn doubtful(&self) -> &[Uuid] {
        &self.doubtful
    }

    /// Whether there may be more than there was room for.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Records that Redis has all these ids now. A job whose worker died keeps its lease, so that the next claim
    /// counts the death.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database; then nothing is recorded and the ids may be pushed again,
    /// which the claim makes harmless.
    pub async fn settle(mut self) -> Result<()> {
        let in_redis = [self.unsent, self.doubtful].concat();
        sqlx::query!(
            "update job set sent_at = now(), doubt_at = now() + make_interval(secs => $2) where id = any($1)",
            &in_redis,
            TRUST.as_secs_f64()
        )
        .execute(&mut *self.tx)
        .await?;
        self.tx.commit().await?;
        Ok(())
    }
}

/// Doubts every id that Redis was given and no worker holds: Redis was found empty.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn doubt_everything_sent(db: &PgPool) -> Result<u64> {
    let doubted = sqlx::query!(
        "with sent as (
             select id from job where finished_at is null and dead_at is null and sent_at is not null and lease_id is null
             order by id for update
         )
         update job set doubt_at = now() from sent where job.id = sent.id"
    )
    .execute(db)
    .await?;
    Ok(doubted.rows_affected())
}
