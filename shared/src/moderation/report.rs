//! What readers can do about a published story.
//!
//! Invariant: a report hides a story until staff have looked; once staff kept it, another report only calls them again,
//! so that nobody can silence a good story for long.

use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::owner::Owner;

/// Reports a published story, once for each reader: a second report of theirs changes nothing.
///
/// # Errors
/// `NotFound` if no such story is published.
pub async fn report(ctx: &Ctx, reporter: Owner, id: Uuid) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
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
        reporter.id
    )
    .execute(&mut *tx)
    .await?;
    if first.rows_affected() == 0 {
        return Ok(());
    }
    let reports = sqlx::query_scalar!(
        "update testimony set reports = reports + 1, reported_at = coalesce(reported_at, now()) where id = $1
         returning reports",
        id
    )
    .fetch_one(&mut *tx)
    .await?;
    let entry = Entry::new(reporter.into(), Action::StoryReported, Subject::Story(id));
    audit::record(&mut tx, &entry.with("reports", Detail::Number(reports.into()))).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story reported");
    Ok(())
}
