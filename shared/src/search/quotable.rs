//! Which passages guidance may quote, and for which topic. What they are about is settled once, when a passage is written
//! into the index; by their words they are judged when a process opens the index, so that a new hard word counts at once.
//!
//! Invariant: what frightens, threatens or scolds is not quoted, however well it fits; nor what tells of danger, even of
//! danger that is past; nor what has no kind word.

use std::collections::HashSet;

use super::words::{each_word, words_of};
use crate::screening::Care;

/// How sure understanding must be of what a passage is about. `docs/documents.md` says how this was found.
const SURE: f32 = 0.5;

/// The topic for which a passage may be quoted, by its slug, as far as its words allow it.
pub fn topic_of<'care>(care: &'care Care, passage: &str) -> Option<&'care str> {
    let understood = care.understand(passage).into_iter().next()?;
    let may_be_quoted = understood.score >= SURE && care.screen(passage).severity == 0;
    may_be_quoted.then_some(understood.slug)
}

/// Words of the content by which quotations are judged, in the form in which the index has them, without endings.
#[derive(Default)]
pub struct Judging(HashSet<String>);

impl Judging {
    /// By these words, as the content lists them.
    pub fn by(listed: &[String]) -> Self {
        let words = listed.iter().flat_map(|word| words_of(word));
        Self(words.map(|(word, _)| word).collect())
    }

    /// Whether a word is one of them, in the form in which the index has it.
    pub fn hold(&self, stem: &str) -> bool {
        self.0.contains(stem)
    }

    /// Whether a text holds one, in whatever form.
    pub fn stand_in(&self, text: &str) -> bool {
        let mut found = false;
        each_word(text, |word| found |= self.hold(word.stem));
        found
    }
}
