//! What a worker tells while it reads a document, page by page.
//!
//! Invariant: pages count as read when they are stored, so that whoever goes on after a crash begins with the next one.
//! Every step ends quietly if the document is gone.

use sqlx::PgPool;
use uuid::Uuid;

use super::by_system;
use crate::audit::{self, Action, Detail};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::news::{self, Notice};

/// So often may the process that reads a document be killed from outside before the document is blamed.
const READER_DEATH_LIMIT: i16 = 3;

/// Why a document cannot be read. Trying again would give the same, unless it was storage that was away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// It opens only with a password.
    PasswordProtected,
    /// Its pages hold no text.
    NoText,
    /// It is no PDF that can be opened.
    Damaged,
    /// A page took longer than anybody can wait.
    TookTooLong,
    /// What it unpacks to is too large.
    TooLarge,
    /// Storage answers and does not have it.
    Missing,
    /// Storage did not answer for as long as reading was tried.
    StorageAway,
}

impl Failure {
    /// The reason as staff see it.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::PasswordProtected => "This PDF is password-protected.",
            Self::NoText => "No readable text found. Is it a scan?",
            Self::Damaged => "This file is damaged.",
            Self::TookTooLong => "This took too long to read.",
            Self::TooLarge => "This file is too large once unpacked.",
            Self::StorageAway => "The storage did not answer for more than an hour. Please retry.",
            Self::Missing => "This file is no longer in storage. Please delete it here and upload it again.",
        }
    }
}

/// A page as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its number, from 1 on.
    pub number: i32,
    /// Its lines in reading order; an empty one parts paragraphs.
    pub lines: String,
}

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// With the page after this one.
    After(i32),
    /// Nowhere: it is read, failed or gone.
    Nowhere,
}

/// Begins or resumes reading.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn begin(ctx: &Ctx, id: Uuid) -> Result<Beginning> {
    let mut tx = database::begin(&ctx.db).await?;
    let begun = sqlx::query!(
        "update document set status = 'processing' where id = $1 and status = 'pending'",
        id
    )
    .execute(&mut *tx)
    .await?;
    if begun.rows_affected() == 1 {
        // Of an earlier try; they may have been read by another version.
        sqlx::query!("delete from document_page where document_id = $1", id)
            .execute(&mut *tx)
            .await?;
        sqlx::query!("delete from passage where document_id = $1", id)
            .execute(&mut *tx)
            .await?;
        news::announce(&mut tx, &Notice::Document(id)).await?;
        audit::record(&mut tx, &by_system(Action::DocumentProcessing, id)).await?;
        tx.commit().await?;
        return Ok(Beginning::After(0));
    }
    let read = sqlx::query_scalar!(
        "select pages_read from document where id = $1 and status = 'processing' and cut_at is null",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    Ok(read.map_or(Beginning::Nowhere, Beginning::After))
}

/// Stores pages in the order in which they stand in the document, and how many there are in all. Returns whether the
/// document still wants them.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn store_pages(ctx: &Ctx, id: Uuid, of: i32, pages: &[Page]) -> Result<bool> {
    let numbers: Vec<i32> = pages.iter().map(|page| page.number).collect();
    let lines: Vec<&str> = pages.iter().map(|page| page.lines.as_str()).collect();
    let last = numbers.iter().copied().max().unwrap_or(0);
    let mut tx = database::begin(&ctx.db).await?;
    let counted = sqlx::query!(
        "update document set pages = $2, pages_read = greatest(pages_read, $3) where id = $1 and status = 'processing'",
        id,
        of,
        last
    )
    .execute(&mut *tx)
    .await?;
    if counted.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "insert into document_page (document_id, number, lines)
         select $1, number, lines from unnest($2::int[], $3::text[]) as page (number, lines) on conflict do nothing",
        id,
        &numbers,
        &lines as &[&str]
    )
    .execute(&mut *tx)
    .await?;
    news::announce(&mut tx, &Notice::Document(id)).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends the reading of a document for good, with a reason. One that is cut already was read by somebody faster.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn fail(ctx: &Ctx, id: Uuid, failure: Failure) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let failed = sqlx::query!(
        "update document set status = 'failed', reason = $2, waits_for_storage = false
         where id = $1 and status in ('pending', 'processing') and cut_at is null",
        id,
        failure.reason()
    )
    .execute(&mut *tx)
    .await?;
    if failed.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!("delete from document_page where document_id = $1", id)
        .execute(&mut *tx)
        .await?;
    news::announce(&mut tx, &Notice::Document(id)).await?;
    let entry = by_system(Action::DocumentFailed, id).with("reason", Detail::Word(failure.reason()));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    tracing::info!(document.id = %id, reason = failure.reason(), "document failed");
    Ok(())
}

/// Notes whether documents wait for storage, which does not answer, so that staff see why nothing moves.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn note_storage(ctx: &Ctx, ids: &[Uuid], is_away: bool) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let changed = sqlx::query_scalar!(
        "update document set waits_for_storage = $2
         where id = any($1) and waits_for_storage <> $2 and status in ('pending', 'processing') returning id",
        ids,
        is_away
    )
    .fetch_all(&mut *tx)
    .await?;
    for id in changed {
        news::announce(&mut tx, &Notice::Document(id)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Notes whether the kernel locks in the process that reads documents.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn report_reader(db: &PgPool, locked_in: bool) -> Result<()> {
    sqlx::query!(
        "insert into reader_report (locked_in) values ($1)
         on conflict (is_only) do update set locked_in = $1, seen_at = now()
             where reader_report.locked_in <> $1 or reader_report.seen_at < now() - interval '1 hour'",
        locked_in
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the kernel locks in the process that reads documents; nothing before the first one was read.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn reader_is_locked_in(db: &PgPool) -> Result<Option<bool>> {
    let locked_in = sqlx::query_scalar!("select locked_in from reader_report")
        .fetch_optional(db)
        .await?;
    Ok(locked_in)
}

/// Counts that the reading process was killed by something that was not us, and returns whether trying again is worth it.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn lost_reader(ctx: &Ctx, id: Uuid) -> Result<bool> {
    let deaths = sqlx::query_scalar!(
        "update document set reader_deaths = reader_deaths + 1 where id = $1 returning reader_deaths",
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(deaths.is_some_and(|deaths| deaths < READER_DEATH_LIMIT))
}
