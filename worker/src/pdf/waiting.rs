//! Pages that wait to be stored: they are stored in batches, as they arrive.
//!
//! Invariant: their text is bounded in bytes; the child waits when there is more.

use std::sync::Arc;
use std::time::Duration;

use shared::ctx::Ctx;
use shared::document::{self, Metadata, Page};
use shared::error::{Error, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

/// Pages that arrive within this time are stored together.
const BATCH_WINDOW: Duration = Duration::from_millis(40);
pub const MAX_BATCH: usize = 256;
/// The most text that waits to be stored, in KiB. The child waits when there is more.
const MAX_WAITING: usize = 2 * 1024;

/// The memory for waiting pages.
pub fn room() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(MAX_WAITING))
}

/// A page that waits to be stored.
pub struct Waiting {
    page_count: i32,
    metadata: Metadata,
    page: Page,
    /// Its share of the memory for waiting pages.
    room: OwnedSemaphorePermit,
}

/// Hands a page over to be stored, once there is room; the first one with the metadata of the file. Returns false if pages
/// are not stored any more.
pub async fn hand_over(
    room: &Arc<Semaphore>,
    pages: &mpsc::Sender<Waiting>,
    page_count: i32,
    metadata: Metadata,
    page: Page,
) -> Result<bool> {
    let kibibytes = u32::try_from((page.lines.len() / 1024 + 1).min(MAX_WAITING)).map_err(Error::internal)?;
    let room = room
        .clone()
        .acquire_many_owned(kibibytes)
        .await
        .map_err(Error::internal)?;
    let waiting = Waiting {
        page_count,
        metadata,
        page,
        room,
    };
    Ok(pages.send(waiting).await.is_ok())
}

/// Stores pages in batches as they arrive. Returns false if the document was deleted.
pub async fn store_pages(ctx: &Ctx, id: Uuid, mut receiver: mpsc::Receiver<Waiting>) -> Result<bool> {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while let Some(first) = receiver.recv().await {
        batch.push(first);
        let window = Instant::now() + BATCH_WINDOW;
        while batch.len() < MAX_BATCH {
            // None also when the last page is there, which a short document does not wait for.
            let Ok(Some(another)) = timeout_at(window, receiver.recv()).await else {
                break;
            };
            batch.push(another);
        }
        let page_count = batch[0].page_count;
        let metadata = std::mem::take(&mut batch[0].metadata);
        let (pages, room): (Vec<Page>, Vec<_>) = batch.drain(..).map(|Waiting { page, room, .. }| (page, room)).unzip();
        if !document::store_pages(ctx, id, page_count, &metadata, &pages).await? {
            return Ok(false);
        }
        drop(room);
    }
    Ok(true)
}
