//! Writes the files of the next generation: what leaves the index, and what is added to it.
//!
//! Invariant: a few passages are in memory at once, however long a document is.

use std::sync::Arc;

use tantivy::{Index, IndexWriter, TantivyDocument, Term};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::super::folder::Folder;
use super::super::generation::{Generation, Manifest, build_manifest};
use super::super::quotable;
use super::super::schema::{Fields, register_tokenizer, schema};
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::screening::Care;

/// The memory budget of the tantivy writer, which requires at least 15 MB.
const WRITER_MEMORY: usize = 20_000_000;
/// How many passages of a document are in memory at once.
const PASSAGE_BATCH_SIZE: i64 = 250;

/// A document that is added to the index.
pub struct Added {
    /// The document.
    pub document: Uuid,
    /// How often staff had changed its title before it was read here. A later change indexes it again.
    pub edits: i32,
}

/// A change to the index, applied in order.
enum Step {
    Remove(Uuid),
    Add {
        document: Uuid,
        title: Arc<str>,
        heading: Option<String>,
        page: u64,
        text: String,
    },
}

/// Writes the next generation into a new folder.
pub async fn write(
    ctx: &Ctx,
    before: Option<&Generation>,
    removed: &[Uuid],
    added: &[Added],
) -> Result<(Folder, Manifest)> {
    let folder = match before {
        Some(before) => before.copy(&ctx.storage).await?,
        None => Folder::new()?,
    };
    let previous = before.map(|before| before.manifest.clone());
    let (steps, received) = mpsc::channel(64);
    let care = ctx.care.clone();
    let writer_task = tokio::task::spawn_blocking(move || write_steps(folder, previous.as_ref(), &care, received));
    let sent = send_steps(ctx, &steps, removed, added).await;
    drop(steps);
    let written = writer_task.await.map_err(Error::internal)?;
    // If the writer failed, its error matters more than the closed channel.
    let written = written?;
    sent?;
    Ok(written)
}

async fn send_steps(ctx: &Ctx, steps: &mpsc::Sender<Step>, removed: &[Uuid], added: &[Added]) -> Result<()> {
    let writer_ended = |_| Error::internal(anyhow::anyhow!("the writer of the index ended"));
    for &document in removed {
        steps.send(Step::Remove(document)).await.map_err(writer_ended)?;
    }
    for &Added { document, .. } in added {
        let title = sqlx::query_scalar!("select title from document where id = $1", document)
            .fetch_optional(&ctx.db)
            .await?;
        let title: Arc<str> = title.unwrap_or_default().into();
        let mut last = -1;
        loop {
            let passages = sqlx::query!(
                "select position, page, heading, text from passage where document_id = $1 and position > $2
                 order by position limit $3",
                document,
                last,
                PASSAGE_BATCH_SIZE
            )
            .fetch_all(&ctx.db)
            .await?;
            let Some(newest) = passages.last() else { break };
            last = newest.position;
            for passage in passages {
                let step = Step::Add {
                    document,
                    title: title.clone(),
                    heading: passage.heading,
                    page: u64::try_from(passage.page).unwrap_or(1),
                    text: passage.text,
                };
                steps.send(step).await.map_err(writer_ended)?;
            }
        }
    }
    Ok(())
}

fn write_steps(
    folder: Folder,
    previous: Option<&Manifest>,
    care: &Care,
    mut steps: mpsc::Receiver<Step>,
) -> Result<(Folder, Manifest)> {
    let (schema, fields) = schema();
    let index = match previous {
        Some(_) => Index::open_in_dir(folder.path()),
        None => Index::create_in_dir(folder.path(), schema),
    }
    .map_err(Error::internal)?;
    register_tokenizer(&index);
    let mut writer: IndexWriter = index
        .writer_with_num_threads(1, WRITER_MEMORY)
        .map_err(Error::internal)?;
    while let Some(step) = steps.blocking_recv() {
        apply_step(&writer, fields, care, step)?;
    }
    writer.commit().map_err(Error::internal)?;
    writer.wait_merging_threads().map_err(Error::internal)?;
    let manifest = build_manifest(folder.path(), &index, previous)?;
    Ok((folder, manifest))
}

fn apply_step(writer: &IndexWriter, fields: Fields, care: &Care, step: Step) -> Result<()> {
    match step {
        Step::Remove(document) => {
            writer.delete_term(Term::from_field_text(fields.document, &document.to_string()));
        }
        Step::Add {
            document,
            title,
            heading,
            page,
            text,
        } => {
            let mut passage = TantivyDocument::default();
            passage.add_text(fields.document, document.to_string());
            passage.add_text(fields.title, title);
            if let Some(heading) = heading {
                passage.add_text(fields.heading, heading);
            }
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
