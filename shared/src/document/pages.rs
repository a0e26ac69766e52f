//! Progress of reading a document, page by page.
//!
//! Invariant: a page counts as read once it is stored, so that reading resumes with the next page after a crash. What is
//! stored on the way does not wait for the disk: the end does, and all before it is on the disk by then. Every function
//! does nothing if the document was deleted.

use sqlx::PgPool;
use uuid::Uuid;

use super::headings::{self, Heading};
use super::{Metadata, system_entry};
use crate::audit::{self, Action, Detail};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::notifications::{self, Channel, Notification};

/// How often the reading process may be killed before the document counts as the cause.
const MAX_READER_DEATHS: i16 = 3;

/// Why a document cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// It needs a password.
    PasswordProtected,
    /// Its pages contain no text.
    NoText,
    /// It is not a valid PDF.
    Damaged,
    /// A page exceeded the timeout.
    TookTooLong,
    /// It is too large after decompression.
    TooLarge,
    /// Its file is missing from storage.
    Missing,
    /// Storage was unavailable for all attempts.
    StorageAway,
}

impl Failure {
    const ALL: [Self; 7] = [
        Self::PasswordProtected,
        Self::NoText,
        Self::Damaged,
        Self::TookTooLong,
        Self::TooLarge,
        Self::Missing,
        Self::StorageAway,
    ];

    /// Whether another attempt may end otherwise: storage is back, the machine is less busy, limits were raised, or OCR
    /// was switched on.
    const fn may_end_otherwise(self) -> bool {
        match self {
            Self::NoText | Self::TookTooLong | Self::TooLarge | Self::StorageAway => true,
            Self::PasswordProtected | Self::Damaged | Self::Missing => false,
        }
    }

    /// The reason, for staff.
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

/// Whether a retry can help after this reason, as staff see it.
pub fn retry_helps(reason: &str) -> bool {
    let failure = Failure::ALL.into_iter().find(|failure| failure.reason() == reason);
    failure.is_none_or(Failure::may_end_otherwise)
}

/// A page of extracted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its number, starting at 1.
    pub number: i32,
    /// Its lines in reading order. An empty line separates paragraphs.
    pub lines: String,
    /// The headings that were found with it: on this page, or of the whole outline.
    pub headings: Vec<Heading>,
}

/// Where reading resumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumePoint {
    /// After this page.
    AfterPage(i32),
    /// Nothing is left to read: the document is read, failed or deleted.
    Nothing,
}

/// Starts or resumes reading.
pub async fn begin(ctx: &Ctx, id: Uuid) -> Result<ResumePoint> {
    let mut tx = database::begin_progress(&ctx.db).await?;
    // What is deleted is of an earlier attempt, possibly by another version of the worker.
    let is_begun = sqlx::query_scalar!(
        r#"with begun as (
               update document set status = 'processing' where id = $1 and status = 'pending' returning id
           ), pages as (
               delete from document_page where document_id in (select id from begun)
           ), passages as (
               delete from passage where document_id in (select id from begun)
           ), headings as (
               delete from document_heading where document_id in (select id from begun)
           )
           select exists (select from begun) as "is_begun!""#,
        id
    )
    .fetch_one(&mut *tx)
    .await?;
    if is_begun {
        notifications::notify(&mut tx, &Notification::Document(id)).await?;
        audit::record(
            &mut tx,
            &ctx.config.key_ring,
            &system_entry(Action::DocumentProcessing, id),
        )
        .await?;
        tx.commit().await?;
        return Ok(ResumePoint::AfterPage(0));
    }
    let read = sqlx::query_scalar!(
        "select pages_read from document where id = $1 and status = 'processing' and cut_at is null",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    Ok(read.map_or(ResumePoint::Nothing, ResumePoint::AfterPage))
}

/// Stores pages in document order, the total number of pages, and the metadata unless staff have written something else.
/// Returns false if the document was deleted or failed.
pub async fn store_pages(ctx: &Ctx, id: Uuid, total: i32, metadata: &Metadata, pages: &[Page]) -> Result<bool> {
    let numbers: Vec<i32> = pages.iter().map(|page| page.number).collect();
    let lines: Vec<&str> = pages.iter().map(|page| page.lines.as_str()).collect();
    let last = numbers.iter().copied().max().unwrap_or(0);
    let mut tx = database::begin_progress(&ctx.db).await?;
    let counted = sqlx::query!(
        "update document set pages = $2, pages_read = greatest(pages_read, $3),
             title = case when edits = 0 then coalesce($4, title) else title end,
             author = case when edits = 0 then coalesce($5, author) else author end
         where id = $1 and status = 'processing'",
        id,
        total,
        last,
        metadata.title,
        metadata.author
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
    headings::store(&mut tx, id, pages.iter().flat_map(|page| &page.headings)).await?;
    notifications::notify(&mut tx, &Notification::Document(id)).await?;
    tx.commit().await?;
    Ok(true)
}

/// Marks a document as failed, with a reason. Does nothing if another worker already chunked it.
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
    notifications::notify(&mut tx, &Notification::Document(id)).await?;
    let entry = system_entry(Action::DocumentFailed, id).with("reason", Detail::Word(failure.reason()));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    tracing::info!(document.id = %id, reason = failure.reason(), "document failed");
    Ok(())
}

/// Sets whether documents wait for unavailable storage, so that staff see why they make no progress.
pub async fn mark_waiting_for_storage(ctx: &Ctx, ids: &[Uuid], is_away: bool) -> Result<()> {
    let notices = ids.iter().map(|&id| Notification::Document(id).payload());
    // One statement: every document asks for it, and hardly any changes.
    sqlx::query!(
        "with changed as (
             update document set waits_for_storage = $2
             where id = any($1) and waits_for_storage <> $2 and status in ('pending', 'processing') returning id
         )
         select pg_notify($3, payload) from unnest($1::uuid[], $4::text[]) as notice (id, payload)
             join changed using (id)",
        ids,
        is_away,
        Channel::Changes.name(),
        &notices.collect::<Result<Vec<String>>>()?
    )
    .fetch_all(&ctx.db)
    .await?;
    Ok(())
}

/// Records whether the kernel sandboxes the process that reads documents.
pub async fn report_sandbox(db: &PgPool, locked_in: bool) -> Result<()> {
    sqlx::query!(
        // An upsert locks its row even where it changes nothing, and would wait for the disk.
        "insert into reader_report (locked_in)
         select $1::boolean where not exists (
             select from reader_report where locked_in = $1 and seen_at > now() - interval '1 hour')
         on conflict (is_only) do update set locked_in = excluded.locked_in, seen_at = now()",
        locked_in
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the kernel sandboxes the process that reads documents; none before the first document.
pub async fn reader_is_sandboxed(db: &PgPool) -> Result<Option<bool>> {
    let locked_in = sqlx::query_scalar!("select locked_in from reader_report")
        .fetch_optional(db)
        .await?;
    Ok(locked_in)
}

/// Counts an external kill of the reading process, and returns whether to retry.
pub async fn count_reader_death(ctx: &Ctx, id: Uuid) -> Result<bool> {
    let deaths = sqlx::query_scalar!(
        "update document set reader_deaths = reader_deaths + 1 where id = $1 returning reader_deaths",
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(deaths.is_some_and(|deaths| deaths < MAX_READER_DEATHS))
}
