//! Which passages guidance may quote, and for which topic.
//!
//! The topic is stored when a passage is indexed. The word lists apply when a process opens the index, so that a new
//! hard word takes effect without a rebuild.
//!
//! Invariant: front matter, a footnote, and a passage with a hard word (frightening, threatening or scolding), with any
//! danger, even past danger, or without a kind word is never quoted.

use std::collections::HashSet;

use super::tokenizer::{each_word, words_of};
use crate::locale::Locale;
use crate::screening::Care;

/// The minimum score of a passage's topic. `docs/documents.md` describes how it was determined.
const MIN_SCORE: f32 = 0.5;

/// Signs of front matter: who made the book or the file, and what may be done with it. In lower case.
const FRONT_MATTER: &[&str] = &[
    "©",
    "all rights reserved",
    "copyright",
    "ccel.org",
    "e-text",
    "etext",
    "gutenberg",
    "http://",
    "https://",
    "isbn",
    "library of congress",
    "printed in ",
    "proofread",
    "public domain",
    "published by",
    "reprinted",
    "scanned by",
    "transcribed by",
    "transcriber",
    "typeset",
    "www.",
];

/// Whether a passage is front matter, or begins with the mark of a footnote or the number of a verse.
fn is_beside_the_text(passage: &str) -> bool {
    let lower = passage.to_lowercase();
    FRONT_MATTER.iter().any(|sign| lower.contains(sign))
        || passage.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '*' | '†' | '‡' | '§' | '['))
}

/// The slug of the topic for which a passage may be quoted, before the word lists apply.
pub fn topic_of<'care>(care: &'care Care, passage: &str) -> Option<&'care str> {
    if is_beside_the_text(passage) {
        return None;
    }
    let ranked = care.understand(passage, Locale::English, None).into_iter().next()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_and_footnotes_are_not_quoted() {
        for passage in [
            "This etext was proofread by volunteers, who hope that it comforts the grieving.",
            "Copyright 1998. All rights reserved. For those who mourn.",
            "Scanned by a friend of the library, in the hope that it helps all who mourn.",
            "12 Compare the letter to the one who mourns his mother.",
            "* See the sermon on comfort.",
        ] {
            assert!(is_beside_the_text(passage), "{passage}");
        }
        let prose =
            "Nobody who mourns a mother needs to be told to be brave. In 1854 she had scanned the hills by day.";
        assert!(!is_beside_the_text(prose));
    }
}
