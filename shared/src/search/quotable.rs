//! Which passages guidance may quote, and for which topic.
//!
//! The topic is stored when a passage is indexed. The word lists apply when a process opens the index, so that a new
//! hard word takes effect without a rebuild.
//!
//! Invariant: a passage with a hard word (frightening, threatening or scolding), with any danger, even past danger, or
//! without a kind word is never quoted.

use std::collections::HashSet;

use super::tokenizer::{each_word, words_of};
use crate::screening::Care;

/// The minimum score of a passage's topic. `docs/documents.md` describes how it was determined.
const MIN_SCORE: f32 = 0.5;

/// The slug of the topic for which a passage may be quoted, before the word lists apply.
pub fn topic_of<'care>(care: &'care Care, passage: &str) -> Option<&'care str> {
    let ranked = care.understand(passage, None).into_iter().next()?;
    let is_quotable = ranked.score >= MIN_SCORE && care.screen(passage, None).severity == 0;
    is_quotable.then_some(ranked.slug)
}

/// A word list of the content, stemmed as in the index.
#[derive(Default)]
pub struct WordList(HashSet<String>);

impl WordList {
    /// Stems a list of words.
    pub fn new(listed: &[String]) -> Self {
        let words = listed.iter().flat_map(|word| words_of(word));
        Self(words.map(|(word, _)| word).collect())
    }

    /// Whether the list contains a stem.
    pub fn contains(&self, stem: &str) -> bool {
        self.0.contains(stem)
    }

    /// Whether any form of a listed word occurs in a text.
    pub fn occurs_in(&self, text: &str) -> bool {
        let mut found = false;
        each_word(text, |word| found |= self.contains(word.stem));
        found
    }
}
