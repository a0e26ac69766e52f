//! Document events for staff, as server-sent events.
//!
//! Invariant: each process queries the database once per change, however many streams are open, and never polls. While
//! no stream is open it queries nothing.

mod answer;
mod snapshot;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures::stream::{Stream, StreamExt as _, iter, unfold};
use shared::ctx::Ctx;
use shared::document;
use shared::error::Result;
use shared::notifications::Notification;
use snapshot::{RowChanges, Snapshot};
use tokio::sync::watch;
use uuid::Uuid;

use super::changes::Changes;

pub use answer::{FileAnswer, FilesAnswer};

/// Changes within this time are sent together.
const BATCH_WINDOW: Duration = Duration::from_millis(150);
/// The pause after a failed query.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// What the streams of this process share: one reader, and the snapshot that it writes.
#[derive(Clone, Default)]
pub struct Uploads(watch::Sender<Snapshot>);

impl Uploads {
    /// All documents, then every change. Resolves when the snapshot has been read.
    pub async fn follow(&self, ctx: &Ctx) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
        let mut snapshot = self.0.subscribe();
        // Under the snapshot's lock: either a reader that is about to end sees this stream, or this stream sees that
        // the reader has ended.
        self.0.send_if_modified(|written| {
            if !written.has_reader {
                written.has_reader = true;
                spawn_reader(self.0.clone(), ctx.clone());
            }
            false
        });
        // It fails only without a sender, and then the stream ends below.
        let _ = snapshot.wait_for(|snapshot| snapshot.has_changes_since(None)).await;
        unfold((snapshot, None), async |(mut snapshot, seen_version)| {
            let (events, seen_version) = snapshot
                .wait_for(|snapshot| snapshot.has_changes_since(seen_version))
                .await
                .ok()?
                .changes_since(seen_version)?;
            Some((iter(events), (snapshot, seen_version)))
        })
        .flatten()
        .map(Ok)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it serves the streams of this process and is lost with them"
)]
fn spawn_reader(snapshot: watch::Sender<Snapshot>, ctx: Ctx) {
    tokio::spawn(read_while_streams_are_open(snapshot, ctx));
}

async fn read_while_streams_are_open(snapshot: watch::Sender<Snapshot>, ctx: Ctx) {
    let mut is_over = false;
    while !is_over {
        tokio::select! {
            () = read(&snapshot, &ctx) => {
                snapshot.send_modify(|snapshot| snapshot.is_closing = true);
                return;
            }
            () = snapshot.closed() => {}
        }
        snapshot.send_if_modified(|written| {
            is_over = snapshot.receiver_count() == 0;
            if is_over {
                written.reset();
            }
            false
        });
    }
}

/// Writes all documents to the snapshot, then every change, until shutdown.
async fn read(snapshot: &watch::Sender<Snapshot>, ctx: &Ctx) {
    let mut changes = Changes::new(ctx.notifications.subscribe(), concerns_documents, BATCH_WINDOW);
    while let Some(batch) = changes.next().await {
        if let Err(error) = write(snapshot, ctx, &batch).await {
            tracing::debug!(%error, "documents could not be read");
            changes.put_back(batch, RETRY_PAUSE);
        }
    }
}

fn concerns_documents(notification: &Notification) -> bool {
    matches!(notification, Notification::Document(_) | Notification::DocumentGone(_))
}

/// Reads the changed documents in one query and writes them to the snapshot.
async fn write(snapshot: &watch::Sender<Snapshot>, ctx: &Ctx, batch: &[Notification]) -> Result<()> {
    if batch.contains(&Notification::Anything) {
        let documents = document::list(&ctx.db).await?;
        snapshot.send_modify(|snapshot| snapshot.write_all(documents));
        return Ok(());
    }
    let mut changed = BTreeSet::new();
    let mut gone = Vec::new();
    for notification in batch {
        match notification {
            Notification::Document(id) => drop(changed.insert(*id)),
            Notification::DocumentGone(name) => gone.push(name.clone()),
            Notification::Generation
            | Notification::Subscription(_)
            | Notification::StaffReading { .. }
            | Notification::Job(_)
            | Notification::Anything
            | Notification::Closing => {}
        }
    }
    let ids: Vec<Uuid> = changed.into_iter().collect();
    let rows = RowChanges {
        gone,
        changed: document::find_many(&ctx.db, &ids).await?,
    };
    snapshot.send_modify(|snapshot| snapshot.write(rows));
    Ok(())
}
