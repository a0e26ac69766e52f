//! The snapshot that one reader writes and every stream of a process reads: all documents, and their latest changes.
//!
//! Invariant: a write waits for no stream. A stream that is further behind than the history gets all documents anew.

use std::collections::VecDeque;

use axum::response::sse::Event;
use serde::Serialize;
use serde_json::json;
use shared::document::Document;

use super::answer::{FileAnswer, FilesAnswer};

/// How many writes are kept for streams that are behind.
const MAX_HISTORY: usize = 16;

/// All documents, and their latest changes.
#[derive(Default)]
pub struct Snapshot {
    /// Whether a reader runs.
    pub has_reader: bool,
    /// Whether the process shuts down: streams end.
    pub is_closing: bool,
    /// Newest first; none before the first read.
    documents: Option<Vec<Document>>,
    /// The number of writes. It is never reset, so that streams can tell what they have seen.
    version: u64,
    /// The events of the latest writes, oldest first.
    history: VecDeque<Vec<Event>>,
}

/// Changes of the rows of documents.
#[derive(Default)]
pub struct RowChanges {
    /// The names of deleted documents.
    pub gone: Vec<String>,
    /// New and changed documents.
    pub changed: Vec<Document>,
}

impl Snapshot {
    /// Empties the snapshot when its reader ends.
    pub fn reset(&mut self) {
        self.has_reader = false;
        self.documents = None;
        self.history.clear();
    }

    /// Writes all documents. The history starts anew.
    pub fn write_all(&mut self, documents: Vec<Document>) {
        self.documents = Some(documents);
        self.version += 1;
        self.history.clear();
    }

    /// Writes changes.
    pub fn write(&mut self, changes: RowChanges) {
        let Some(documents) = &mut self.documents else {
            return;
        };
        let mut events = Vec::new();
        // Deletions come first, because a name may be in use again.
        for name in changes.gone {
            documents.retain(|document| document.name != name);
            events.push(event("removed", &json!({ "name": name })));
        }
        for changed in changes.changed {
            documents.retain(|document| document.id != changed.id);
            events.push(event("file", &FileAnswer::from(changed.clone())));
            documents.push(changed);
        }
        documents.sort_by_key(|document| std::cmp::Reverse((document.added_at, document.id)));
        self.version += 1;
        self.history.push_back(events);
        if self.history.len() > MAX_HISTORY {
            self.history.pop_front();
        }
    }

    /// Whether a stream that has seen this version has something to send.
    pub fn has_changes_since(&self, seen_version: Option<u64>) -> bool {
        self.is_closing || (self.documents.is_some() && seen_version != Some(self.version))
    }

    /// The events for that stream, and the version it has seen then; none when streams end.
    pub fn changes_since(&self, seen_version: Option<u64>) -> Option<(Vec<Event>, Option<u64>)> {
        if self.is_closing {
            return None;
        }
        let missed = seen_version
            .and_then(|seen_version| usize::try_from(self.version - seen_version).ok())
            .and_then(|missed| self.history.len().checked_sub(missed));
        let events = match missed {
            Some(seen) => self.history.iter().skip(seen).flatten().cloned().collect(),
            None => self.documents.iter().cloned().map(all_documents).collect(),
        };
        Some((events, Some(self.version)))
    }
}

fn all_documents(documents: Vec<Document>) -> Event {
    event("files", &FilesAnswer::from(documents))
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    // Our own types always serialize.
    event.json_data(data).unwrap_or_default()
}
