//! What readers can do about a published story.
//!
//! Invariant: a report hides a story until staff have looked; once staff kept it, another report only calls them again,
//! so that nobody can silence a good story for long. What one reader and one address may report in a day is counted, so
//! that nobody hides every story at once.

use std::time::Duration;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::attempt::Ceiling;
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::config::Config;
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Limit, Result};
use crate::owner::Owner;
use crate::user;

const BY_A_READER: Ceiling = Ceiling {
    kind: "report_of_reader",
    allowed: 10,
    within: Duration::from_hours(24),
    limit: Limit::Reports,
};
const FROM_AN_ADDRESS: Ceiling = Ceiling {
    kind: "report_from_address",
    allowed: 30,
    within: Duration::from_hours(24),
    limit: Limit::Address,
};

/// Who reports a story.
#[derive(Debug, Clone, Copy)]
pub struct Reporter {
    /// Who they are.
    pub owner: Owner,
    /// The guest's address, as a keyed hash of its prefix, as far as it is limited.
    pub address_hash: Option<[u8; 32]>,
}

/// Reports a published story, once for each reader: a second report of theirs changes nothing.
///
/// # Errors
/// `NotFound` if no such story is published; `TooMany` if the reader or the address reported too many today;
/// `SignInRequired` if the reader's account is gone.
pub async fn report(ctx: &Ctx, reporter: Reporter, id: Uuid, now: OffsetDateTime) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    user::keep(&mut tx, reporter.owner).await?;
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
    let entry = Entry::new(reporter.owner.into(), Action::StoryReported, Subject::Story(id));
    audit::record(&mut tx, &entry.with("reports", Detail::Number(reports.into()))).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story reported");
    Ok(())
}

async fn count(tx: &mut PgConnection, config: &Config, reporter: Reporter, now: OffsetDateTime) -> Result<()> {
    // Always the reader first: two reports can never wait for each other.
    let reader_hash = config
        .key_ring
        .digest("reports of a reader", reporter.owner.id.as_bytes());
    BY_A_READER.count(&mut *tx, &reader_hash, now).await?;
    if let Some(address_hash) = reporter.address_hash {
        FROM_AN_ADDRESS.count(tx, &address_hash, now).await?;
    }
    Ok(())
}
