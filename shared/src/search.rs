//! Search in the passages of teaching documents.
//!
//! Invariant: the index is a cache of rows. A worker alone writes it and publishes generations of it; every process
//! opens the newest one it can and goes on with the one before if that fails. Without any, nothing is found.

mod folder;
mod follow;
mod generation;
mod publish;
mod query;
mod quotable;
mod quotes;
mod schema;
mod snippet;
mod words;

pub use follow::follow;
pub use publish::{index_passages, keep_house, rebuild};
pub use query::{Found, Query};
pub use quotes::Longing;
pub use snippet::Snippet;

use std::sync::{Arc, PoisonError, RwLock};

use generation::Generation;

/// The generation of the index that this process searches.
#[derive(Clone, Default)]
pub struct Search(Arc<RwLock<Option<Arc<Generation>>>>);

impl Search {
    fn current(&self) -> Option<Arc<Generation>> {
        // A panic cannot leave the place half changed: each change is one assignment.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Searches a generation from now on, unless a newer one is searched already: whoever fetched this one was slow.
    fn replace(&self, generation: Arc<Generation>) {
        let mut place = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if place.as_ref().is_none_or(|open| open.number < generation.number) {
            *place = Some(generation);
        }
    }

    /// The number of the generation that is searched.
    #[must_use]
    pub fn generation(&self) -> Option<i64> {
        self.current().map(|generation| generation.number)
    }
}
