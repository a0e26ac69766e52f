//! Reports of published testimonies by readers.
//!
//! Invariant: a report hides a testimony until staff review it. After staff keep it, further reports only notify staff,
//! so that reports cannot silence a good testimony. Rate limits per reader and per `ip_prefix` stop mass reporting.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::config::Config;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::ids::Owner;
use crate::rate_limit::RateLimit;

const READER_LIMIT: RateLimit = RateLimit {
    kind: "report_of_reader",
    allowed: 10,
    within: Duration::from_hours(24),
    limit: Limit::Reports,
};
const IP_PREFIX_LIMIT: RateLimit = RateLimit {
    kind: "report_from_address",
    allowed: 30,
    within: Duration::from_hours(24),
    limit: Limit::Address,
};

/// The reader who reports a testimony.
#[derive(Debug, Clone, Copy)]
pub struct Reporter {
    /// The reader.
    pub owner: Owner,
    /// A keyed hash of the guest's `ip_prefix`, if it is limited.
    pub address_hash: Option<[u8; 32]>,
}

/// Reports a published testimony. A second report by the same reader changes nothing.
///
/// # Errors
/// `NotFound` if no such testimony is published; `TooMany` at the limit of the reader or of the `ip_prefix`;
/// `SignInRequired` if the reader's account is gone.
pub async fn report(ctx: &Ctx, reporter: Reporter, id: Uuid, now: OffsetDateTime) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    database::lock_account(&mut tx, reporter.owner).await?;
    let published = sqlx::query_scalar!(
        "select id from testimony where id = $1 and status = 'approved' for update",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    published.ok_or(Error::NotFound)?;
    let first = sqlx::query!(
        "insert into testimony_report (testimony_id, owner_id) values ($1, $2) on conflict do nothing",
        id,
        reporter.owner.id
    )
    .execute(&mut *tx)
    .await?;
    if first.rows_affected() == 0 {
        return Ok(());
    }
    count(&mut tx, &ctx.config, reporter, now).await?;
    let reports = sqlx::query_scalar!(
        "update testimony set reports = reports + 1, reported_at = coalesce(reported_at, now()) where id = $1
         returning reports",
        id
    )
    .fetch_one(&mut *tx)
    .await?;
    let entry = Entry::new(reporter.owner.into(), Action::TestimonyReported, Subject::Testimony(id));
    audit::record(&mut tx, &entry.with("reports", Detail::Number(reports.into()))).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "testimony reported");
    Ok(())
}

async fn count(tx: &mut PgConnection, config: &Config, reporter: Reporter, now: OffsetDateTime) -> Result<()> {
    // The reader always comes first, so that concurrent reports cannot deadlock.
    let reader_hash = config
        .key_ring
        .digest("reports of a reader", reporter.owner.id.as_bytes());
    READER_LIMIT.count(&mut *tx, &reader_hash, now).await?;
    if let Some(address_hash) = reporter.address_hash {
        IP_PREFIX_LIMIT.count(tx, &address_hash, now).await?;
    }
    Ok(())
}
