//! What passages mean, as far as anybody has asked: reading and embedding them takes longer than finding them.
//!
//! Invariant: a meaning is the same whether it was remembered or not. A generation that is replaced takes its own along.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use tantivy::DocAddress;

use crate::error::Result;

/// So many are remembered, 144 numbers each: about 13 MB. The others are embedded each time.
const MOST: usize = 20_000;

/// The vectors of passages of one generation, by their place in it.
#[derive(Default)]
pub struct Meanings(RwLock<HashMap<DocAddress, Arc<[f32]>>>);

impl Meanings {
    /// The meaning of a passage, which is embedded if nobody has asked for it before.
    pub fn of(&self, place: DocAddress, embed: impl FnOnce() -> Result<Vec<f32>>) -> Result<Arc<[f32]>> {
        // A panic cannot leave the table half changed: each change is one insertion.
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&place) {
            return Ok(known.clone());
        }
        let meaning: Arc<[f32]> = embed()?.into();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST {
            known.insert(place, meaning.clone());
        }
        Ok(meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_is_embedded_once() {
        let meanings = Meanings::default();
        let place = DocAddress::new(0, 7);
        assert_eq!(*meanings.of(place, || Ok(vec![0.5])).expect("embedded"), [0.5]);
        let again = meanings.of(place, || unreachable!("it is known"));
        assert_eq!(*again.expect("known"), [0.5]);
        let other = meanings.of(DocAddress::new(1, 7), || Ok(vec![0.25]));
        assert_eq!(*other.expect("embedded"), [0.25]);
    }
}
