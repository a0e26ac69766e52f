//! Teaching documents: handed in by staff, read by a worker, found by search.
//!
//! Invariant: a row is written only when the file lies in storage whole; it then ends as `completed` or as `failed`
//! with a reason, whatever dies in between.

mod cut;
mod intake;
mod name;
mod reading;
mod text;

pub use cut::cut;
pub use intake::{Accepted, Incoming, MAX_FILE_SIZE, MAX_FILES, Received, accept};
pub use name::{FileName, NotPdf};
pub use reading::{
    Beginning, Failure, Page, begin, fail, lost_reader, note_storage, reader_is_locked_in, report_reader, store_pages,
};
pub(crate) use text::{ends_sentence, is_unspaced, sentences};

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::news::{self, Notice};
use crate::staff::Staff;

/// A document as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The document.
    pub id: Uuid,
    /// The name of its file.
    pub name: String,
    /// `pending`, `processing`, `completed` or `failed`.
    pub status: String,
    /// When it was handed in.
    pub added_at: OffsetDateTime,
    /// Its length in bytes.
    pub size: i64,
    /// How many pages it has, as soon as that is known.
    pub pages: Option<i32>,
    /// How many of them are read.
    pub pages_read: i32,
    /// Why it failed, in words for staff.
    pub reason: Option<String>,
    /// Whether it waits for storage, which does not answer.
    pub waits_for_storage: bool,
}

/// Where the file of a document lies in storage.
#[must_use]
pub fn storage_key(id: Uuid) -> String {
    format!("{STORED_BELOW}/{id}.pdf")
}

/// The prefix of all files in storage.
const STORED_BELOW: &str = "documents";

/// All documents, newest first.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn list(db: &PgPool) -> Result<Vec<Document>> {
    let documents = sqlx::query_as!(
        Document,
        "select id, name, status, added_at, size, pages, pages_read, reason, waits_for_storage
         from document order by added_at desc, id desc"
    )
    .fetch_all(db)
    .await?;
    Ok(documents)
}

/// Those of these documents that are there.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn among(db: &PgPool, ids: &[Uuid]) -> Result<Vec<Document>> {
    let documents = sqlx::query_as!(
        Document,
        "select id, name, status, added_at, size, pages, pages_read, reason, waits_for_storage
         from document where id = any($1)",
        ids
    )
    .fetch_all(db)
    .await?;
    Ok(documents)
}

/// Makes sure that a job waits for every document that is still to be read, and returns how many there are.
/// Doing it again changes nothing.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
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

/// Enqueues the reading of a document unless a living job waits for it already. The caller holds the document's row.
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

/// Lets a document that failed be read once more, from its first page.
///
/// # Errors
/// `NotFound` without such a document, `DocumentNotFailed` if it did not fail.
pub async fn retry(ctx: &Ctx, staff: &Staff, name: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let document = sqlx::query!("select id, status from document where name = $1 for update", name)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::NotFound)?;
    if document.status != "failed" {
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
    // Always: the job that failed may not have ended yet, and will not begin again.
    jobs::enqueue(&mut tx, &Job::IngestDocument { id: document.id }).await?;
    news::announce(&mut tx, &Notice::Document(document.id)).await?;
    let entry = Entry::new(staff.actor(), Action::DocumentRetried, Subject::Document(document.id));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes a document with all that was read in it. Its passages vanish from search with the next generation, its file
/// from storage with housekeeping if not at once.
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
    news::announce(&mut tx, &Notice::DocumentGone(name.to_owned())).await?;
    let entry = Entry::new(staff.actor(), Action::DocumentDeleted, Subject::Document(id));
    audit::record(&mut tx, &entry).await?;
    tx.commit().await?;
    if let Err(error) = ctx.storage.delete(&storage_key(id)).await {
        tracing::warn!(%error, document.id = %id, "its file is left to housekeeping");
    }
    Ok(())
}

/// Settles what nobody works on any more, and deletes files that belong to no document or never became whole. Returns how
/// many of all.
///
/// # Errors
/// `Unavailable` if database or storage does not answer.
pub async fn keep_house(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
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
        .delete_unfinished(STORED_BELOW, now - ORPHANED_AFTER)
        .await?;
    Ok(abandoned.len() + unfinished + delete_orphans(ctx, now).await?)
}

/// A file is written before its row: what is younger than this may still be on its way.
const ORPHANED_AFTER: time::Duration = time::Duration::hours(6);

async fn delete_orphans(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
    let mut deleted = 0;
    for object in ctx.storage.list(STORED_BELOW).await? {
        let id = object.key.strip_prefix(STORED_BELOW).and_then(|name| {
            let name = name.strip_prefix('/')?.strip_suffix(".pdf")?;
            Uuid::try_parse(name).ok()
        });
        let (Some(id), true) = (id, object.written_at < now - ORPHANED_AFTER) else {
            continue;
        };
        if among(&ctx.db, &[id]).await?.is_empty() {
            ctx.storage.delete(&object.key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// A line about a document that the product itself changed.
const fn by_system(action: Action, id: Uuid) -> Entry<'static> {
    Entry::new(Actor::System, action, Subject::Document(id))
}
