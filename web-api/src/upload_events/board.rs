//! What one reader writes and every stream of a process reads: all documents, and what was told of them lately.
//!
//! Invariant: what is written waits for no stream. A stream that is further behind than what is remembered is told
//! everything anew.

use std::collections::VecDeque;

use axum::response::sse::Event;
use serde::Serialize;
use serde_json::json;
use shared::document::Document;

use crate::routes::admin::uploads::{FileAnswer, FilesAnswer};

/// So many times of telling are remembered for streams that are behind.
const REMEMBERED: usize = 16;

/// How documents stand, and how they came to.
#[derive(Default)]
pub struct Board {
    /// Whether somebody writes here.
    pub has_reader: bool,
    /// Whether the process is asked to stop: streams end.
    pub is_closing: bool,
    /// Newest first; none until it is known.
    documents: Option<Vec<Document>>,
    /// How many times something was written. It never begins anew, so that streams know what they have seen.
    number: u64,
    /// What was told the last times, oldest first.
    lately: VecDeque<Vec<Event>>,
}

/// What became of some documents.
#[derive(Default)]
pub struct Changes {
    /// The names of those that are gone.
    pub gone: Vec<String>,
    /// Those that are new or otherwise than before.
    pub changed: Vec<Document>,
}

impl Board {
    /// Nobody writes any more, so nobody knows how documents stand.
    pub fn forget(&mut self) {
        self.has_reader = false;
        self.documents = None;
        self.lately.clear();
    }

    /// Writes how all documents stand. What came before is told no more.
    pub fn write_all(&mut self, documents: Vec<Document>) {
        self.documents = Some(documents);
        self.number += 1;
        self.lately.clear();
    }

    /// Writes what became of some documents.
    pub fn write(&mut self, changes: Changes) {
        let Some(documents) = &mut self.documents else {
            return;
        };
        let mut events = Vec::new();
        // A name may have been given again: what is gone went first.
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
        self.number += 1;
        self.lately.push_back(events);
        if self.lately.len() > REMEMBERED {
            self.lately.pop_front();
        }
    }

    /// Whether there is something to tell a stream that knows what was written up to this number.
    pub fn has_news_for(&self, known: Option<u64>) -> bool {
        self.is_closing || (self.documents.is_some() && known != Some(self.number))
    }

    /// What to tell that stream, and what it knows then; none when streams end.
    pub fn news_for(&self, known: Option<u64>) -> Option<(Vec<Event>, Option<u64>)> {
        if self.is_closing {
            return None;
        }
        let missed = known
            .and_then(|known| usize::try_from(self.number - known).ok())
            .and_then(|missed| self.lately.len().checked_sub(missed));
        let events = match missed {
            Some(heard) => self.lately.iter().skip(heard).flatten().cloned().collect(),
            None => self.documents.iter().cloned().map(whole).collect(),
        };
        Some((events, Some(self.number)))
    }
}

fn whole(documents: Vec<Document>) -> Event {
    event("files", &FilesAnswer::from(documents))
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    // Our own shapes are always JSON.
    event.json_data(data).unwrap_or_default()
}
