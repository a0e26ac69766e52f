//! Rate limits on sign-in mails, sign-in codes, testimonies and reports.
//!
//! Invariant: one atomic statement in Postgres counts, so that all web processes share the counters. Counters are
//! stored under a keyed hash that reveals no address.

use std::time::Duration;

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::base::database;
use crate::base::error::{Error, Limit, Result};

/// A fixed-window rate limit.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// The kind of attempt; each kind has its own counters.
    pub kind: &'static str,
    /// How many attempts a window allows.
    pub allowed: i32,
    /// The length of the window, which begins with its first attempt.
    pub within: Duration,
    /// The limit that the error names.
    pub limit: Limit,
}

impl RateLimit {
    /// Counts an attempt.
    ///
    /// # Errors
    /// `TooMany` when the limit is reached.
    pub async fn count(&self, db: impl PgExecutor<'_>, by_hash: &[u8; 32], now: OffsetDateTime) -> Result<()> {
        self.count_weighted(db, by_hash, 1, now).await
    }

    /// Counts an attempt that weighs as much as several.
    ///
    /// # Errors
    /// `TooMany` when the limit is reached.
    pub async fn count_weighted(
        &self,
        db: impl PgExecutor<'_>,
        by_hash: &[u8; 32],
        weight: i32,
        now: OffsetDateTime,
    ) -> Result<()> {
        let row = sqlx::query!(
            "insert into attempt (kind, by_hash, began_at, count) values ($1, $2, $3, $6)
             on conflict (kind, by_hash) do update set
                 began_at = case when attempt.began_at <= $4 then excluded.began_at else attempt.began_at end,
                 count = case when attempt.began_at <= $4 then $6 else least(attempt.count, $5) + $6 end
             returning began_at, count",
            self.kind,
            &by_hash[..],
            now,
            now - self.within,
            self.allowed,
            weight
        )
        .fetch_one(db)
        .await?;
        if row.count <= self.allowed {
            return Ok(());
        }
        let wait = Duration::try_from(row.began_at + self.within - now).unwrap_or_default();
        Err(Error::TooMany {
            limit: self.limit,
            retry_after: wait.max(Duration::from_secs(1)),
        })
    }
}

impl RateLimit {
    /// Whether more attempts were counted in the current window than are allowed. Counts none.
    pub async fn is_reached(&self, db: impl PgExecutor<'_>, by_hash: &[u8; 32], now: OffsetDateTime) -> Result<bool> {
        let is_reached = sqlx::query_scalar!(
            r#"select exists (select from attempt where kind = $1 and by_hash = $2 and began_at > $3 and count > $4)
               as "is_reached!""#,
            self.kind,
            &by_hash[..],
            now - self.within,
            self.allowed
        )
        .fetch_one(db)
        .await?;
        Ok(is_reached)
    }
}

/// Deletes counters of windows that ended long ago, in batches. Safe to repeat: it deletes by age.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from attempt where ctid in (
                 select ctid from attempt where began_at < now() - interval '1 day' limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await
}
