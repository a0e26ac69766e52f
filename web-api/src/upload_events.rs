//! What happens to documents, as server-sent events.
//!
//! Invariant: no matter how many listen, the database is asked for a document when it has changed and not to find out
//! whether it has.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures::Stream;
use futures::stream::unfold;
use serde::Serialize;
use serde_json::json;
use shared::ctx::Ctx;
use shared::document;
use shared::error::{Error, Result};
use shared::news::{Notice, Subscription};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::routes::admin::uploads::{FileAnswer, FilesAnswer};

/// Changes of one document that come within this are told once.
const GATHER: Duration = Duration::from_millis(150);

/// Everything as it stands, then every change.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn events(ctx: Ctx) -> Result<impl Stream<Item = Result<Event, Infallible>>> {
    // Whoever asks first what is there and then listens would miss what happens in between.
    let news = ctx.news.subscribe();
    let first = event("files", &FilesAnswer::read(&ctx).await?);
    let listener = Listener {
        ctx,
        news,
        waiting: vec![first],
        is_closing: false,
    };
    Ok(unfold(listener, async |mut listener| {
        while listener.waiting.is_empty() {
            if listener.is_closing {
                return None;
            }
            listener.hear().await;
        }
        let next = listener.waiting.remove(0);
        Some((Ok(next), listener))
    }))
}

struct Listener {
    ctx: Ctx,
    news: Subscription,
    waiting: Vec<Event>,
    is_closing: bool,
}

impl Listener {
    /// Waits for something to happen, and a moment longer for what comes with it.
    async fn hear(&mut self) {
        let mut heard = vec![self.news.next().await];
        let until = Instant::now() + GATHER;
        while !heard.contains(&Notice::Closing)
            && let Ok(more) = timeout_at(until, self.news.next()).await
        {
            heard.push(more);
        }
        self.is_closing = heard.contains(&Notice::Closing);
        let told = if heard.contains(&Notice::Anything) {
            let files = FilesAnswer::read(&self.ctx).await;
            files.map(|files| vec![event("files", &files)])
        } else {
            self.changes(heard).await
        };
        match told {
            Ok(events) => self.waiting = events,
            // When the database is back the listener says so, and all is read anew.
            Err(error) => tracing::debug!(%error, "documents could not be read"),
        }
    }

    async fn changes(&self, heard: Vec<Notice>) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        let mut changed: BTreeSet<Uuid> = BTreeSet::new();
        for notice in heard {
            match notice {
                Notice::Document(id) => {
                    changed.insert(id);
                }
                Notice::DocumentGone(name) => events.push(event("removed", &json!({ "name": name }))),
                Notice::Generation | Notice::Subscription(_) | Notice::Anything | Notice::Closing => {}
            }
        }
        for id in changed {
            match document::find(&self.ctx.db, id).await {
                Ok(document) => events.push(event("file", &FileAnswer::from(document))),
                Err(Error::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(events)
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    // Our own shapes are always JSON.
    event.json_data(data).unwrap_or_default()
}
