//! The outbox of the relay: which ids it pushes to Redis next, and the record that it has.

use std::time::Duration;

use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

use super::Lane;
use crate::base::database;
use crate::base::error::Result;

/// The most unfinished ids of a lane in Redis; the rest waits in Postgres.
pub const IN_REDIS: i64 = 1000;

/// The visibility timeout: how long after a push the relay checks whether Redis still has the id.
const VISIBILITY_TIMEOUT: Duration = Duration::from_secs(20);

/// Whether an expired lease means that its worker died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leases {
    /// It does.
    Enforced,
    /// It may not: Postgres was away, and nobody could extend anything.
    Suspended,
}

/// Due ids that this relay may push now. Other relays leave the lane alone until it is committed or dropped.
pub struct Outbox {
    tx: Transaction<'static, Postgres>,
    unsent: Vec<Uuid>,
    stale: Vec<Uuid>,
    is_full: bool,
}

impl Outbox {
    /// Picks the due jobs of a lane, oldest first, as far as there is room; nothing if another relay is at it.
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
        let stale = sqlx::query_scalar!(
            "select id from job where lane = $1 and finished_at is null and dead_at is null
                 and sent_at is not null and doubt_at < now() and (lease_id is null or $2)
             order by doubt_at limit 1000 for update skip locked",
            lane.as_str(),
            leases == Leases::Enforced
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
            stale,
            is_full,
        }))
    }

    /// Jobs that were not sent yet.
    pub fn unsent(&self) -> &[Uuid] {
        &self.unsent
    }

    /// Jobs past their visibility timeout: lost by Redis, still waiting there, or leased by a dead worker.
    pub fn stale(&self) -> &[Uuid] {
        &self.stale
    }

    /// Whether there may be more than there was room for.
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Records that Redis has all these ids now. A job whose worker died keeps its lease, so that the next claim
    /// counts the death.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database; then nothing is recorded and the ids may be pushed again,
    /// which the claim makes harmless.
    pub async fn commit(mut self) -> Result<()> {
        let in_redis = [self.unsent, self.stale].concat();
        sqlx::query!(
            "update job set sent_at = now(), doubt_at = now() + make_interval(secs => $2) where id = any($1)",
            &in_redis,
            VISIBILITY_TIMEOUT.as_secs_f64()
        )
        .execute(&mut *self.tx)
        .await?;
        self.tx.commit().await?;
        Ok(())
    }
}

/// Ends the visibility timeout of every sent id without a lease: Redis has lost its data.
pub async fn recheck_all(db: &PgPool) -> Result<u64> {
    let rechecked = sqlx::query!(
        "with sent as (
             select id from job where finished_at is null and dead_at is null and sent_at is not null and lease_id is null
             order by id for update
         )
         update job set doubt_at = now() from sent where job.id = sent.id"
    )
    .execute(db)
    .await?;
    Ok(rechecked.rows_affected())
}
