//! The spelling of words that are divided at the end of a line: whether the hyphen there belongs to the word.
//!
//! Invariant: what the document itself writes within a line decides, else the word lists.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use super::NOTE;
use crate::screening::Care;

/// After these parts a hyphen at a line end belongs to the word.
const HYPHENATED_PREFIXES: &[&str] = &[
    "all", "cross", "ever", "ex", "half", "high", "ill", "long", "loving", "never", "non", "self", "soul", "well",
];
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const ONES: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "first", "second", "third", "fourth",
    "fifth", "sixth", "seventh", "eighth", "ninth", "fold",
];
/// At most this many spellings of a document are remembered, 16 bytes each.
const MAX_SPELLINGS: usize = 500_000;
/// Shorter halves are often the beginning or the end of another word.
const MIN_HALF: usize = 3;

/// How a document spells its words. Words are kept as hashes.
#[derive(Default)]
pub struct Spelling {
    hyphenated: HashSet<u64>,
    plain: HashSet<u64>,
    models: Option<Arc<Care>>,
}

impl Spelling {
    /// No spelling yet, and the word lists of these models.
    #[must_use]
    pub fn new(models: Arc<Care>) -> Self {
        Self {
            models: Some(models),
            ..Self::default()
        }
    }

    /// Remembers the words within the lines of a page.
    pub fn add_page(&mut self, lines: &str) {
        for word in lines
            .lines()
            .flat_map(|line| line.trim_start_matches(NOTE).split_whitespace())
        {
            if self.hyphenated.len() + self.plain.len() >= MAX_SPELLINGS {
                return;
            }
            let word = word
                .trim_matches(|letter: char| !letter.is_alphabetic() && !is_hyphen(letter))
                .to_lowercase();
            let mut parts = word.split(is_hyphen).peekable();
            let is_plain = word.chars().all(char::is_alphabetic);
            if is_plain {
                self.plain.insert(hash(&["", &word]));
            }
            while let Some(part) = parts.next() {
                if let Some(next) = parts.peek().filter(|next| !part.is_empty() && !next.is_empty()) {
                    self.hyphenated.insert(hash(&[part, next]));
                }
            }
        }
    }

    /// Whether the hyphen between the end of a line and the next line belongs to the word.
    pub fn keeps_hyphen(&self, stem: &str, after: &str) -> bool {
        let word = stem
            .rsplit(|letter: char| !letter.is_alphabetic())
            .next()
            .unwrap_or_default();
        let rest = after
            .split(|letter: char| !letter.is_alphabetic())
            .next()
            .unwrap_or_default();
        let (first, second) = (word.to_lowercase(), rest.to_lowercase());
        let whole = format!("{first}{second}");
        if self.hyphenated.contains(&hash(&[&first, &second])) {
            return true;
        }
        if self.plain.contains(&hash(&["", &whole])) {
            return false;
        }
        let has_hyphen = stem.strip_suffix(word).is_some_and(|rest| rest.ends_with(is_hyphen));
        let is_number = TENS.contains(&first.as_str()) && ONES.contains(&second.as_str());
        if has_hyphen || is_number || HYPHENATED_PREFIXES.contains(&first.as_str()) {
            return true;
        }
        let is_half = |word: &str| word.chars().count() >= MIN_HALF && self.is_word(word);
        !self.is_word(&whole) && is_half(&first) && is_half(&second)
    }

    fn is_word(&self, word: &str) -> bool {
        self.models
            .as_ref()
            .is_some_and(|models| models.dictionaries.is_word(word))
    }
}

const fn is_hyphen(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}' | '\u{2011}')
}

fn hash(parts: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hyphen_is_kept_where_the_document_writes_it_within_a_line() {
        let mut spelling = Spelling::default();
        spelling.add_page("the “God-fearing” people of the mother-in-law,\nChristlike and kind, un-");
        for (stem, after, kept) in [
            ("a God", "fearing man", true),
            ("of mother", "in-law", true),
            ("mother-in", "law", true),
            ("truly Christ", "like", false),
            ("twenty", "five", true),
            ("self", "control", true),
            ("com", "fort", false),
            ("un", "kind", false),
        ] {
            assert_eq!(spelling.keeps_hyphen(stem, after), kept, "{stem}-{after}");
        }
    }

    #[test]
    fn word_lists_decide_what_the_document_does_not_spell() {
        let care = Care::load(&testing::built_content()).unwrap();
        let spelling = Spelling::new(Arc::new(care));
        for (stem, after, kept) in [
            ("fellow", "workers", true),
            ("Spirit", "filled", true),
            ("com", "forted", false),
            ("under", "standing", false),
            ("Nebuchad", "nezzar", false),
            ("with", "out", false),
        ] {
            assert_eq!(spelling.keeps_hyphen(stem, after), kept, "{stem}-{after}");
        }
    }
}
