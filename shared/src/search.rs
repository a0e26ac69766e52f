//! Full-text search in the passages of teaching documents.
//!
//! Invariant: the index is a cache of rows. Only a worker writes it, and publishes each state as a generation. Every
//! process opens the newest generation, and keeps the previous one if that fails. Without one, searches find nothing.

mod folder;
mod follow;
mod generation;
mod publish;
mod query;
mod quotable;
mod quotes;
mod schema;
mod snippet;
mod tokenizer;

pub use follow::follow;
pub use publish::{cleanup, index_passages, rebuild};
pub use query::{Hit, Query};
pub use quotes::QuoteQuery;
pub use snippet::Snippet;

use std::sync::{Arc, PoisonError, RwLock};

use generation::Generation;

/// The generation of the index that this process searches.
#[derive(Clone, Default)]
pub struct Search(Arc<RwLock<Option<Arc<Generation>>>>);

impl Search {
    fn current(&self) -> Option<Arc<Generation>> {
        // Ignores poisoning: each change is one assignment, so that a panic cannot leave it half done.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Switches to a generation, unless a newer one is already open.
    fn replace(&self, generation: Arc<Generation>) {
        let mut slot = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_none_or(|open| open.number < generation.number) {
            *slot = Some(generation);
        }
    }

    /// The number of the open generation.
    pub fn generation(&self) -> Option<i64> {
        self.current().map(|generation| generation.number)
    }
}
