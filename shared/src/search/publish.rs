//! The worker's part: brings the index up to date with the documents, and publishes what came of it.
//!
//! Invariant: one writer at a time. A generation is a row, written when all its files lie in storage, in the
//! transaction that completes its documents.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres};
use tantivy::{Index, IndexWriter, TantivyDocument, Term};
use time::OffsetDateTime;
use tokio::io::AsyncReadExt as _;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::folder::Folder;
use super::follow::catch_up;
use super::generation::{File, Generation, Manifest, Published, STORED_BELOW, describe, newest};
use super::quotable;
use super::schema::{Fields, VERSION, schema, teach_words};
use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::document;
use crate::error::{Error, Result};
use crate::news::{self, Notice};
use crate::screening::Care;
use crate::storage::Storage;

/// The memory in which segments are prepared. tantivy takes no less than 15 MB.
const WRITER_MEMORY: usize = 20_000_000;
const TRY_LOCK_AGAIN: Duration = Duration::from_millis(100);
const LOCK_TRIES: u32 = 50;
/// So many bytes of a file are read at a time.
const PORTION: usize = 1024 * 1024;
/// Older generations are kept for processes that still fetch them.
const GENERATIONS_KEPT: i64 = 3;
const FILES_KEPT: time::Duration = time::Duration::hours(1);

/// From what the next generation is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// The newest one, as far as it is whole.
    Newest,
    /// The rows alone.
    Rows,
}

/// Brings the index up to date: the work of `Job::IndexPassages`. It compares documents with the newest generation, so
/// doing it twice does nothing the second time.
///
/// # Errors
/// `Unavailable` if database or storage does not answer; `Internal` if the index cannot be written.
pub async fn index_passages(ctx: &Ctx) -> Result<()> {
    publish(ctx, From::Newest).await
}

/// Builds the index anew from the rows: `worker rebuild-index`.
///
/// # Errors
/// As for `index_passages`.
pub async fn rebuild(ctx: &Ctx) -> Result<()> {
    publish(ctx, From::Rows).await
}

/// Deletes files of generations that nobody needs any more, or that never became whole. Returns how many.
///
/// # Errors
/// `Unavailable` if database or storage does not answer.
pub async fn keep_house(ctx: &Ctx, now: OffsetDateTime) -> Result<usize> {
    let _alone = alone(ctx).await?;
    let manifests = sqlx::query_scalar!(r#"select manifest as "manifest: Json<Manifest>" from search_generation"#)
        .fetch_all(&ctx.db)
        .await?;
    let needed: HashSet<String> = manifests
        .iter()
        .flat_map(|manifest| manifest.files.iter().map(File::key))
        .collect();
    let mut deleted = ctx.storage.delete_unfinished(STORED_BELOW, now - FILES_KEPT).await?;
    for object in ctx.storage.list(STORED_BELOW).await? {
        if object.written_at < now - FILES_KEPT && !needed.contains(&object.key) {
            ctx.storage.delete(&object.key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

async fn publish(ctx: &Ctx, from: From) -> Result<()> {
    let published = publish_once(ctx, from).await;
    if let Err(Error::StorageUnavailable(_)) = published {
        let waiting = sqlx::query_scalar!("select id from document where status = 'processing' and cut_at is not null")
            .fetch_all(&ctx.db)
            .await?;
        document::note_storage(ctx, &waiting, true).await?;
    }
    published
}

async fn publish_once(ctx: &Ctx, from: From) -> Result<()> {
    let _alone = alone(ctx).await?;
    let begun_from = sqlx::query_scalar!("select max(number) from search_generation")
        .fetch_one(&ctx.db)
        .await?;
    let rows = sqlx::query!(
        "select id, status from document where status in ('processing', 'completed') and cut_at is not null"
    )
    .fetch_all(&ctx.db)
    .await?;
    let wanted: HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
    let before = match from {
        From::Newest => whole_newest(ctx).await?,
        From::Rows => None,
    };
    let indexed = before
        .as_ref()
        .map(|before| before.documents.clone())
        .unwrap_or_default();
    // If a document that still waits is indexed, it is as an earlier reading left it.
    let kept: HashSet<Uuid> = rows
        .iter()
        .filter(|row| row.status == "completed" && indexed.contains(&row.id))
        .map(|row| row.id)
        .collect();
    let added: Vec<Uuid> = wanted.difference(&kept).copied().collect();
    let removed: Vec<Uuid> = indexed.difference(&kept).copied().collect();
    let is_current = before.is_some() && added.is_empty() && removed.is_empty();
    let is_first_and_empty = wanted.is_empty() && before.is_none() && newest(&ctx.db).await?.is_none();
    if is_current || is_first_and_empty {
        return Ok(());
    }
    let (folder, manifest) = write(ctx, before.as_deref(), &removed, &added).await?;
    upload(ctx, &folder, &manifest).await?;
    let number = write_rows(ctx, begun_from, &manifest, &wanted, &added).await?;
    tracing::info!(
        number,
        added = added.len(),
        removed = removed.len(),
        "a generation of the index is published"
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

/// The newest generation, open, if all its files lie in storage as they should.
async fn whole_newest(ctx: &Ctx) -> Result<Option<Arc<Generation>>> {
    let Some(open) = catch_up(ctx).await? else {
        return Ok(None);
    };
    let stored = ctx.storage.list(STORED_BELOW).await?;
    let is_there = |file: &File| {
        stored
            .iter()
            .any(|object| object.key == file.key() && object.size == file.size)
    };
    Ok(open.manifest.files.iter().all(is_there).then_some(open))
}

/// What is done to the index, in this order.
enum Step {
    Remove(Uuid),
    Add {
        document: Uuid,
        title: Arc<str>,
        page: u64,
        text: String,
    },
}

/// Writes the next generation into a folder of its own.
async fn write(ctx: &Ctx, before: Option<&Generation>, removed: &[Uuid], added: &[Uuid]) -> Result<(Folder, Manifest)> {
    let folder = match before {
        Some(before) => before.copy(&ctx.storage).await?,
        None => Folder::new()?,
    };
    let known = before.map(|before| before.manifest.clone());
    let (steps, taken) = mpsc::channel(64);
    let care = ctx.care.clone();
    let writing = tokio::task::spawn_blocking(move || write_steps(folder, known.as_ref(), &care, taken));
    let sent = send_steps(ctx, &steps, removed, added).await;
    drop(steps);
    let written = writing.await.map_err(Error::internal)?;
    // If the writer ended early, its error says why, and that nobody took the steps does not matter.
    let written = written?;
    sent?;
    Ok(written)
}

async fn send_steps(ctx: &Ctx, steps: &mpsc::Sender<Step>, removed: &[Uuid], added: &[Uuid]) -> Result<()> {
    let ended = |_| Error::internal(anyhow::anyhow!("the writer of the index ended"));
    for &document in removed {
        steps.send(Step::Remove(document)).await.map_err(ended)?;
    }
    for &document in added {
        let passages = sqlx::query!(
            "select d.title, p.page, p.text from passage p join document d on d.id = p.document_id
             where p.document_id = $1 order by p.position",
            document
        )
        .fetch_all(&ctx.db)
        .await?;
        let title: Arc<str> = passages.first().map_or("", |passage| passage.title.as_str()).into();
        for passage in passages {
            let step = Step::Add {
                document,
                title: title.clone(),
                page: u64::try_from(passage.page).unwrap_or(1),
                text: passage.text,
            };
            steps.send(step).await.map_err(ended)?;
        }
    }
    Ok(())
}

fn write_steps(
    folder: Folder,
    known: Option<&Manifest>,
    care: &Care,
    mut steps: mpsc::Receiver<Step>,
) -> Result<(Folder, Manifest)> {
    let (schema, fields) = schema();
    let index = match known {
        Some(_) => Index::open_in_dir(folder.path()),
        None => Index::create_in_dir(folder.path(), schema),
    }
    .map_err(Error::internal)?;
    teach_words(&index);
    let mut writer: IndexWriter = index
        .writer_with_num_threads(1, WRITER_MEMORY)
        .map_err(Error::internal)?;
    while let Some(step) = steps.blocking_recv() {
        take_step(&writer, fields, care, step)?;
    }
    writer.commit().map_err(Error::internal)?;
    writer.wait_merging_threads().map_err(Error::internal)?;
    let manifest = describe(folder.path(), &index, known)?;
    Ok((folder, manifest))
}

fn take_step(writer: &IndexWriter, fields: Fields, care: &Care, step: Step) -> Result<()> {
    match step {
        Step::Remove(document) => {
            writer.delete_term(Term::from_field_text(fields.document, &document.to_string()));
        }
        Step::Add {
            document,
            title,
            page,
            text,
        } => {
            let mut passage = TantivyDocument::default();
            passage.add_text(fields.document, document.to_string());
            passage.add_text(fields.title, title);
            passage.add_u64(fields.page, page);
            if let Some(topic) = quotable::topic_of(care, &text) {
                passage.add_text(fields.topic, topic);
            }
            passage.add_text(fields.body, text);
            writer.add_document(passage).map_err(Error::internal)?;
        }
    }
    Ok(())
}

/// Puts the files into storage which it lacks.
async fn upload(ctx: &Ctx, folder: &Folder, manifest: &Manifest) -> Result<()> {
    let stored: HashSet<(String, u64)> = ctx
        .storage
        .list(STORED_BELOW)
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

/// In parts: a file of the index may be as long as it likes, and a request may not.
async fn upload_file(storage: &Storage, path: &Path, key: &str) -> Result<()> {
    let mut file = tokio::fs::File::open(path).await.map_err(Error::internal)?;
    let mut upload = storage.begin(key).await?;
    let mut portion = vec![0; PORTION];
    loop {
        let read = file.read(&mut portion).await.map_err(Error::internal)?;
        if read == 0 {
            return upload.finish().await;
        }
        upload.write(&portion[..read]).await?;
    }
}

/// Publishes, and completes the documents that can be found from now on.
async fn write_rows(
    ctx: &Ctx,
    begun_from: Option<i64>,
    manifest: &Manifest,
    wanted: &HashSet<Uuid>,
    added: &[Uuid],
) -> Result<i64> {
    let documents: Vec<Uuid> = wanted.iter().copied().collect();
    let mut tx = database::begin(&ctx.db).await?;
    // Whoever lost the lock with its connection does not know: another one may have published meanwhile.
    sqlx::query!("lock table search_generation in exclusive mode")
        .execute(&mut *tx)
        .await?;
    let newest = sqlx::query_scalar!("select max(number) from search_generation")
        .fetch_one(&mut *tx)
        .await?;
    if newest != begun_from {
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
        number - GENERATIONS_KEPT
    )
    .execute(&mut *tx)
    .await?;
    news::announce(&mut tx, &Notice::Generation).await?;
    complete(&mut tx, added).await?;
    tx.commit().await?;
    Ok(number)
}

async fn complete(tx: &mut PgConnection, added: &[Uuid]) -> Result<()> {
    let completed = sqlx::query_scalar!(
        "update document set status = 'completed', completed_at = now(), waits_for_storage = false
         where id = any($1) and status = 'processing' returning id",
        added
    )
    .fetch_all(&mut *tx)
    .await?;
    for &id in &completed {
        news::announce(tx, &Notice::Document(id)).await?;
    }
    for &id in &completed {
        let entry = Entry::new(Actor::System, Action::DocumentCompleted, Subject::Document(id));
        audit::record(tx, &entry).await?;
    }
    Ok(())
}

/// Waits until nobody else writes the index. The lock ends with its connection, whatever becomes of us.
///
/// Whoever waits holds a place of the bulk lane and a connection, so it gives up soon: its job comes again.
async fn alone(ctx: &Ctx) -> Result<PoolConnection<Postgres>> {
    let mut connection = ctx.db.acquire().await?;
    connection.close_on_drop();
    for _ in 0..LOCK_TRIES {
        let is_ours = sqlx::query_scalar!(r#"select pg_try_advisory_lock(hashtext('search index')) as "is_ours!""#)
            .fetch_one(&mut *connection)
            .await?;
        if is_ours {
            return Ok(connection);
        }
        tokio::time::sleep(TRY_LOCK_AGAIN).await;
    }
    Err(Error::Unavailable(anyhow::anyhow!("another worker writes the index")))
}
