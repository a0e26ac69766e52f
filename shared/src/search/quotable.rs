//! Which passages guidance may quote, and for which topic: settled once, when a passage is written into the index.
//!
//! Invariant: what frightens, threatens or scolds is not quoted, however well it fits; nor what tells of danger, even of
//! danger that is past.

use std::collections::HashSet;
use std::sync::Arc;

use super::words::words_of;
use crate::content::Content;
use crate::ctx::Ctx;
use crate::screening::Care;

/// How sure understanding must be of what a passage is about. `docs/documents.md` says how this was found.
const SURE: f32 = 0.5;

/// Settles what may be quoted.
pub struct Quotable {
    care: Arc<Care>,
    hard_words: HashSet<String>,
}

impl Quotable {
    /// By the words that the content names, and by what was learned from it.
    pub fn new(ctx: &Ctx) -> Self {
        Self {
            care: ctx.care.clone(),
            hard_words: hard_words(&ctx.content),
        }
    }

    /// The topic for which a passage may be quoted, by its slug.
    pub fn topic_of(&self, passage: &str) -> Option<String> {
        if words_of(passage).iter().any(|(word, _)| self.hard_words.contains(word)) {
            return None;
        }
        let understood = self.care.understand(passage).into_iter().next()?;
        let may_be_quoted = understood.score >= SURE && self.care.screen(passage).severity == 0;
        may_be_quoted.then(|| understood.slug.to_owned())
    }
}

/// In the form in which the index has them, without endings.
fn hard_words(content: &Content) -> HashSet<String> {
    let words = content.hard_words.iter().flat_map(|word| words_of(word));
    words.map(|(word, _)| word).collect()
}
