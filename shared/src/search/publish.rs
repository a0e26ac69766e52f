//! The writer: brings the index up to date with the documents, and publishes the result as a generation.
//!
//! Invariant: an advisory lock allows one writer at a time. The row of a generation is inserted after all its files are
//! in storage, in the transaction that completes its documents.

mod steps;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres};
use time::OffsetDateTime;
use tokio::io::AsyncReadExt as _;
use uuid::Uuid;

use self::steps::{Added, write};
use super::folder::Folder;
use super::follow::{Opening, open_newest};
use super::generation::{File, Generation, Manifest, Published, STORAGE_PREFIX, newest};
use super::schema::VERSION;
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::document;
use crate::error::{Error, Result};
use crate::notifications::{self, Notification};
use crate::storage::Storage;

const LOCK_RETRY_PAUSE: Duration = Duration::from_millis(100);
const LOCK_TRIES: u32 = 50;
/// The size of the upload buffer, in bytes.
const BUFFER_SIZE: usize = 1024 * 1024;
/// Older generations are kept for processes that are still fetching them.
const MAX_GENERATIONS: i64 = 3;
const FILE_RETENTION: time::Duration = time::Duration::hours(1);

/// The base of the next generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The newest generation, if it is intact.
    Newest,
    /// Only the rows: a full rebuild.
    Rows,
}

/// Brings the index up to date. Runs as `Job::IndexPassages`.
///
/// Idempotent: it compares the documents with the newest generation.
pub async fn index_passages(ctx: &Ctx) -> Result<()> {
    publish(ctx, Source::Newest).await
}

/// Rebuilds the index from the rows: `worker rebuild-index`.
pub async fn rebuild(ctx: &Ctx) -> Result<()> {
    publish(ctx, Source::Rows).await
}

/// Deletes files that no generation needs, and unfinished uploads. Returns their number.
pub async fn cleanup(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
    let _lock = lock_writer(ctx).await?;
    let manifests = sqlx::query_scalar!(r#"select manifest as "manifest: Json<Manifest>" from search_generation"#)
        .fetch_all(&ctx.db)
        .await?;
    let needed: HashSet<String> = manifests
        .iter()
        .flat_map(|manifest| manifest.files.iter().map(File::key))
        .collect();
    let mut deleted = ctx
        .storage
        .delete_unfinished(STORAGE_PREFIX, now - FILE_RETENTION)
        .await?;
    for object in ctx.storage.list(STORAGE_PREFIX).await? {
        if object.written_at < now - FILE_RETENTION && !needed.contains(&object.key) {
            ctx.storage.delete(&object.key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

async fn publish(ctx: &Ctx, source: Source) -> Result<()> {
    let published = publish_once(ctx, source).await;
    if let Err(Error::StorageUnavailable(_)) = published {
        let waiting = sqlx::query_scalar!("select id from document where status = 'processing' and cut_at is not null")
            .fetch_all(&ctx.db)
            .await?;
        document::mark_waiting_for_storage(ctx, &waiting, true).await?;
    }
    published
}

async fn publish_once(ctx: &Ctx, source: Source) -> Result<()> {
    let _lock = lock_writer(ctx).await?;
    let base_number = sqlx::query_scalar!("select max(number) from search_generation")
        .fetch_one(&ctx.db)
        .await?;
    let rows = sqlx::query!(
        "select id, status, edits, indexed_edits from document
         where status in ('processing', 'completed') and cut_at is not null"
    )
    .fetch_all(&ctx.db)
    .await?;
    let wanted: HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
    let before = match source {
        Source::Newest => intact_newest(ctx).await?,
        Source::Rows => None,
    };
    let indexed = before
        .as_ref()
        .map(|before| before.documents.clone())
        .unwrap_or_default();
    // An unfinished document may be in the index with the passages of an earlier reading, so it is indexed again. So is one
    // whose title has changed.
    let kept: HashSet<Uuid> = rows
        .iter()
        .filter(|row| row.status == "completed" && row.edits == row.indexed_edits && indexed.contains(&row.id))
        .map(|row| row.id)
        .collect();
    let added: Vec<Added> = rows
        .iter()
        .filter(|row| !kept.contains(&row.id))
        .map(|row| Added {
            document: row.id,
            edits: row.edits,
        })
        .collect();
    let removed: Vec<Uuid> = indexed.difference(&kept).copied().collect();
    let is_current = before.is_some() && added.is_empty() && removed.is_empty();
    let is_first_and_empty = wanted.is_empty() && before.is_none() && newest(&ctx.db).await?.is_none();
    if is_current || is_first_and_empty {
        return Ok(());
    }
    let (folder, manifest) = write(ctx, before.as_deref(), &removed, &added).await?;
    upload(ctx, &folder, &manifest).await?;
    let number = write_rows(ctx, base_number, &manifest, &wanted, &added).await?;
    tracing::info!(
        number,
        added = added.len(),
        removed = removed.len(),
        "published a generation of the index"
    );
    let published = Published {
        number,
        manifest,
        documents: wanted,
    };
    ctx.search
        .replace(Arc::new(Generation::open(ctx, published, folder).await?));
    Ok(())
}

/// The newest generation, if all its files are in storage.
async fn intact_newest(ctx: &Ctx) -> Result<Option<Arc<Generation>>> {
    let Some(open) = open_newest(ctx, Opening::Files).await? else {
        return Ok(None);
    };
    let stored = ctx.storage.list(STORAGE_PREFIX).await?;
    let is_intact = |file: &File| {
        stored
            .iter()
            .any(|object| object.key == file.key() && object.size == file.size)
    };
    Ok(open.manifest.files.iter().all(is_intact).then_some(open))
}

/// Uploads the files that storage does not have yet.
async fn upload(ctx: &Ctx, folder: &Folder, manifest: &Manifest) -> Result<()> {
    let stored: HashSet<(String, u64)> = ctx
        .storage
        .list(STORAGE_PREFIX)
        .await?
        .into_iter()
        .map(|object| (object.key, object.size))
        .collect();
    for file in &manifest.files {
        if !stored.contains(&(file.key(), file.size)) {
            upload_file(&ctx.storage, &folder.path().join(&file.name), &file.key()).await?;
        }
    }
    Ok(())
}

/// Uploads in parts, because an index file may exceed the maximum size of a request.
async fn upload_file(storage: &Storage, path: &Path, key: &str) -> Result<()> {
    let mut file = tokio::fs::File::open(path).await.map_err(Error::internal)?;
    let mut upload = storage.begin(key).await?;
    let mut buffer = vec![0; BUFFER_SIZE];
    loop {
        let read = file.read(&mut buffer).await.map_err(Error::internal)?;
        if read == 0 {
            return upload.finish().await;
        }
        upload.write(&buffer[..read]).await?;
    }
}

/// Inserts the generation, and completes the documents that it adds.
async fn write_rows(
    ctx: &Ctx,
    base_number: Option<i64>,
    manifest: &Manifest,
    wanted: &HashSet<Uuid>,
    added: &[Added],
) -> Result<i64> {
    let documents: Vec<Uuid> = wanted.iter().copied().collect();
    let mut tx = database::begin(&ctx.db).await?;
    // A lost connection silently releases the advisory lock, so another worker may have published in the meantime.
    sqlx::query!("lock table search_generation in exclusive mode")
        .execute(&mut *tx)
        .await?;
    let newest = sqlx::query_scalar!("select max(number) from search_generation")
        .fetch_one(&mut *tx)
        .await?;
    if newest != base_number {
        return Err(Error::Unavailable(anyhow::anyhow!(
            "another worker published meanwhile"
        )));
    }
    let number = sqlx::query_scalar!(
        "insert into search_generation (schema_version, manifest, documents) values ($1, $2, $3) returning number",
        VERSION,
        Json(manifest) as _,
        &documents
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from search_generation where number <= $1",
        number - MAX_GENERATIONS
    )
    .execute(&mut *tx)
    .await?;
    notifications::notify(&mut tx, &Notification::Generation).await?;
    complete(ctx, &mut tx, added).await?;
    tx.commit().await?;
    Ok(number)
}

async fn complete(ctx: &Ctx, tx: &mut PgConnection, added: &[Added]) -> Result<()> {
    let ids: Vec<Uuid> = added.iter().map(|added| added.document).collect();
    let edits: Vec<i32> = added.iter().map(|added| added.edits).collect();
    sqlx::query!(
        "update document d set indexed_edits = added.edits from unnest($1::uuid[], $2::int[]) as added (id, edits)
         where d.id = added.id and d.indexed_edits <> added.edits",
        &ids,
        &edits
    )
    .execute(&mut *tx)
    .await?;
    let completed = sqlx::query_scalar!(
        "update document set status = 'completed', completed_at = now(), waits_for_storage = false
         where id = any($1) and status = 'processing' returning id",
        &ids
    )
    .fetch_all(&mut *tx)
    .await?;
    let notices: Vec<Notification> = completed.iter().map(|&id| Notification::Document(id)).collect();
    notifications::notify_all(tx, &notices).await?;
    let entry = |id| Entry::new(Actor::System, Action::DocumentCompleted, Subject::Document(id));
    let entries: Vec<Entry<'_>> = completed.into_iter().map(entry).collect();
    audit::record_all(tx, &ctx.config.key_ring, &entries).await?;
    Ok(())
}

/// Takes the writer's advisory lock, which ends with its connection.
///
/// It gives up soon, because waiting occupies a slot of the bulk lane and a connection. The job is retried.
async fn lock_writer(ctx: &Ctx) -> Result<PoolConnection<Postgres>> {
    let mut connection = ctx.direct_pool.acquire().await?;
    connection.close_on_drop();
    for _ in 0..LOCK_TRIES {
        let is_locked = sqlx::query_scalar!(r#"select pg_try_advisory_lock(hashtext('search index')) as "is_ours!""#)
            .fetch_one(&mut *connection)
            .await?;
        if is_locked {
            return Ok(connection);
        }
        tokio::time::sleep(LOCK_RETRY_PAUSE).await;
    }
    Err(Error::Unavailable(anyhow::anyhow!("another worker writes the index")))
}
