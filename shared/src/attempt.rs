//! Limits on what must not be tried without end: mails asked for, codes guessed, stories handed in or reported.
//!
//! Invariant: counted in Postgres by one atomic statement, so that several web processes share one count, under a
//! keyed hash, so that no address can be read from it.

use std::time::Duration;

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::error::{Error, Limit, Result};

/// What is counted, and how much of it is allowed in which time.
#[derive(Debug, Clone, Copy)]
pub struct Ceiling {
    /// The kind of attempt; each has its own counters.
    pub kind: &'static str,
    /// So many are allowed,
    pub allowed: i32,
    /// in so much time after the first.
    pub within: Duration,
    /// What is said to whoever wants more.
    pub limit: Limit,
}

impl Ceiling {
    /// Counts an attempt.
    ///
    /// # Errors
    /// `TooMany` when the ceiling is reached; `Unavailable` or `Internal` from the database.
    pub async fn count(&self, db: impl PgExecutor<'_>, by_hash: &[u8; 32], now: OffsetDateTime) -> Result<()> {
        let row = sqlx::query!(
            "insert into attempt (kind, by_hash, began_at, count) values ($1, $2, $3, 1)
             on conflict (kind, by_hash) do update set
                 began_at = case when attempt.began_at <= $4 then excluded.began_at else attempt.began_at end,
                 count = case when attempt.began_at <= $4 then 1 else least(attempt.count, $5) + 1 end
             returning began_at, count",
            self.kind,
            &by_hash[..],
            now,
            now - self.within,
            self.allowed
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

/// Deletes counters whose time is long over. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    let deleted = sqlx::query!("delete from attempt where began_at < now() - interval '1 day'")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}
