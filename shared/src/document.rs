//! Teaching documents: staff upload them, a worker reads them, search finds them.
//!
//! Invariant: a row is written only after its whole file is in storage. Every document ends as `completed`, or as
//! `failed` with a reason, whichever process dies in between.

mod chunk;
mod edit;
mod headings;
mod name;
mod pages;
mod preview;
mod text;
mod title;
mod upload;

pub use chunk::chunk;
pub use edit::{Edit, edit};
pub(crate) use headings::of as headings_of;
pub use headings::{Heading, MAX_HEADING_LEN, MAX_HEADINGS};
pub use name::{FileName, NotPdf};
pub use pages::{
    Failure, Page, ResumePoint, begin, count_reader_death, fail, mark_waiting_for_storage, reader_is_sandboxed,
    report_sandbox, retry_helps, store_pages,
};
pub use preview::{Preview, preview};
pub use text::NOTE;
pub(crate) use text::{ends_sentence, is_unspaced, sentences};
pub use title::Metadata;
pub use upload::{Accepted, Incoming, MAX_FILE_SIZE, MAX_FILES, Received, accept};

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::notifications::{self, Notification};
use crate::staff::Staff;

/// The status of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Status {
    /// It is not read yet.
    Pending,
    /// It is being read.
    Processing,
    /// It is in the index.
    Completed,
    /// It cannot be read.
    Failed,
}

/// A document as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its id.
    pub id: Uuid,
    /// The name of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Who wrote it, if that is known.
    pub author: Option<String>,
    /// Its status.
    pub status: Status,
    /// When it was uploaded.
    pub added_at: OffsetDateTime,
    /// Its size in bytes.
    pub size: i64,
    /// The number of pages, once known.
    pub pages: Option<i32>,
    /// The number of pages read.
    pub pages_read: i32,
    /// Why it failed, for staff.
    pub reason: Option<String>,
    /// Whether it waits for unavailable storage.
    pub waits_for_storage: bool,
}

/// The storage key of a document's file.
pub fn storage_key(id: Uuid) -> String {
    format!("{STORAGE_PREFIX}/{id}.pdf")
}

/// The prefix of all documents in storage.
const STORAGE_PREFIX: &str = "documents";

/// All documents, newest first.
pub async fn list(db: &PgPool) -> Result<Vec<Document>> {
    let documents = sqlx::query_as!(
        Document,
        r#"select id, name, title, author, status as "status: Status", added_at, size, pages, pages_read, reason, waits_for_storage
           from document order by added_at desc, id desc"#
    )
    .fetch_all(db)
    .await?;
    Ok(documents)
}

/// The existing documents among these ids.
pub async fn find_many(db: &PgPool, ids: &[Uuid]) -> Result<Vec<Document>> {
    let documents = sqlx::query_as!(
        Document,
        r#"select id, name, title, author, status as "status: Status", added_at, size, pages, pages_read, reason, waits_for_storage
           from document where id = any($1)"#,
        ids
    )
    .fetch_all(db)
    .await?;
    Ok(documents)
}

/// Ensures that every unread document has a job, and returns the number of unread documents. Idempotent.
pub async fn ingest(ctx: &Ctx) -> Result<usize> {
    let mut tx = database::begin(&ctx.db).await?;
    let unread = sqlx::query_scalar!("select id from document where status in ('pending', 'processing') for update")
        .fetch_all(&mut *tx)
        .await?;
    for &id in &unread {
        ensure_job(&mut tx, id).await?;
    }
    tx.commit().await?;
    Ok(unread.len())
}

/// Enqueues a job unless the document has an unfinished one. The caller has locked the document's row.
async fn ensure_job(tx: &mut PgConnection, id: Uuid) -> Result<()> {
    let has_one = sqlx::query_scalar!(
        r#"select exists (select from job where kind = 'ingest_document' and payload ->> 'id' = $1
               and finished_at is null and dead_at is null) as "exists!""#,
        id.to_string()
    )
    .fetch_one(&mut *tx)
    .await?;
    if !has_one {
        jobs::enqueue(tx, &Job::IngestDocument { id }).await?;
    }
    Ok(())
}

/// Reads a failed document again, from its first page.
///
/// # Errors
/// `NotFound` without such a document; `DocumentNotFailed` if it has not failed.
pub async fn retry(ctx: &Ctx, staff: &Staff, name: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let document = sqlx::query!(
        r#"select id, status as "status: Status" from document where name = $1 for update"#,
        name
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Error::NotFound)?;
    if document.status != Status::Failed {
        return Err(Error::DocumentNotFailed);
    }
    sqlx::query!(
        "update document set status = 'pending', reason = null, pages = null, pages_read = 0, reader_deaths = 0, cut_at = null,
             waits_for_storage = false
         where id = $1",
        document.id
    )
    .execute(&mut *tx)
    .await?;
    // Unconditional: the failed job may still be running, but does not retry.
    jobs::enqueue(&mut tx, &Job::IngestDocument { id: document.id }).await?;
    notifications::notify(&mut tx, &Notification::Document(document.id)).await?;
    let entry = Entry::new(staff.actor(), Action::DocumentRetried, Subject::Document(document.id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes a document with its pages and passages.
///
/// Search drops its passages with the next generation. If storage fails, cleanup deletes the file later.
///
/// # Errors
/// `NotFound` without such a document.
pub async fn delete(ctx: &Ctx, staff: &Staff, name: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let id = sqlx::query_scalar!("delete from document where name = $1 returning id", name)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::NotFound)?;
    jobs::enqueue(&mut tx, &Job::IndexPassages).await?;
    notifications::notify(&mut tx, &Notification::DocumentGone(name.to_owned())).await?;
    let entry = Entry::new(staff.actor(), Action::DocumentDeleted, Subject::Document(id));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    if let Err(error) = ctx.storage.delete(&storage_key(id)).await {
        tracing::warn!(%error, document.id = %id, "the file could not be deleted; cleanup will delete it");
    }
    Ok(())
}

/// Fails documents whose job is dead, and deletes orphaned and unfinished files. Returns the number of both.
pub async fn cleanup(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
    let abandoned = sqlx::query!(
        "select d.id, d.waits_for_storage from document d where status in ('pending', 'processing') and cut_at is null
             and exists (select from job where kind = 'ingest_document' and payload ->> 'id' = d.id::text and dead_at is not null)
             and not exists (select from job where kind = 'ingest_document' and payload ->> 'id' = d.id::text
                 and finished_at is null and dead_at is null)"
    )
    .fetch_all(&ctx.db)
    .await?;
    for document in &abandoned {
        let failure = if document.waits_for_storage {
            Failure::StorageAway
        } else {
            Failure::TookTooLong
        };
        fail(ctx, document.id, failure).await?;
    }
    let unfinished = ctx
        .storage
        .delete_unfinished(STORAGE_PREFIX, now - ORPHAN_MIN_AGE)
        .await?;
    Ok(abandoned.len() + unfinished + delete_orphans(ctx, now).await?)
}

/// The least age of an orphan. A younger file may still get its row, which is written after the file.
const ORPHAN_MIN_AGE: time::Duration = time::Duration::hours(6);

async fn delete_orphans(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
    let mut deleted = 0;
    for object in ctx.storage.list(STORAGE_PREFIX).await? {
        let id = object.key.strip_prefix(STORAGE_PREFIX).and_then(|name| {
            let name = name.strip_prefix('/')?.strip_suffix(".pdf")?;
            Uuid::try_parse(name).ok()
        });
        let (Some(id), true) = (id, object.written_at < now - ORPHAN_MIN_AGE) else {
            continue;
        };
        if find_many(&ctx.db, &[id]).await?.is_empty() {
            ctx.storage.delete(&object.key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// An audit entry for a change by the system.
const fn system_entry(action: Action, id: Uuid) -> Entry<'static> {
    Entry::new(Actor::System, action, Subject::Document(id))
}
