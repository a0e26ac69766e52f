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
use snapshot::{Changes, Snapshot};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

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
    // Subscribing before the first read: no change in between is missed.
    let mut receiver = ctx.notifications.subscribe();
    let mut pending = PendingChanges {
        anything: true,
        ..PendingChanges::default()
    };
    let mut wait = Duration::ZERO;
    loop {
        let deadline = Instant::now() + wait;
        while !pending.is_closing
            && let Ok(notification) = timeout_at(deadline, receiver.next()).await
        {
            pending.note(notification);
        }
        if pending.is_closing {
            return;
        }
        match pending.write(snapshot, ctx).await {
            Ok(()) => {
                pending = PendingChanges::default();
                wait = BATCH_WINDOW;
                while pending == PendingChanges::default() {
                    pending.note(receiver.next().await);
                }
            }
            Err(error) => {
                tracing::debug!(%error, "documents could not be read");
                wait = RETRY_PAUSE;
            }
        }
    }
}

/// Changes that were notified and are not written yet.
#[derive(Default, PartialEq, Eq)]
struct PendingChanges {
    anything: bool,
    changed: BTreeSet<Uuid>,
    gone: Vec<String>,
    is_closing: bool,
}

impl PendingChanges {
    fn note(&mut self, notification: Notification) {
        match notification {
            Notification::Document(id) => {
                self.changed.insert(id);
            }
            Notification::DocumentGone(name) => self.gone.push(name),
            Notification::Anything => self.anything = true,
            Notification::Closing => self.is_closing = true,
            Notification::Generation | Notification::Job | Notification::Subscription(_) => {}
        }
    }

    /// Reads the changed documents in one query and writes them to the snapshot.
    async fn write(&self, snapshot: &watch::Sender<Snapshot>, ctx: &Ctx) -> Result<()> {
        if self.anything {
            let documents = document::list(&ctx.db).await?;
            snapshot.send_modify(|snapshot| snapshot.write_all(documents));
            return Ok(());
        }
        let ids: Vec<Uuid> = self.changed.iter().copied().collect();
        let changes = Changes {
            gone: self.gone.clone(),
            changed: document::find_many(&ctx.db, &ids).await?,
        };
        snapshot.send_modify(|snapshot| snapshot.write(changes));
        Ok(())
    }
}
