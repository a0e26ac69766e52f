//! Words that name something, as editors list them: *mother in law*, *dement\**.
//!
//! Invariant: a name is found as whole words; one that ends with `*` stands for every word that begins so, and a blank for a
//! hyphen, too.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::normalise::normalise;

/// A list of names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Names {
    names: Vec<String>,
    /// Compiled when it is first asked for.
    pattern: OnceLock<Regex>,
}

/// A name that is empty or has a sign that no plain text has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadName(String);

impl std::error::Error for BadName {}

impl std::fmt::Display for BadName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(name) = self;
        write!(
            formatter,
            "`{name}` is no name: small letters, digits, blanks and apostrophes, and a star at the end of a word"
        )
    }
}

impl TryFrom<Vec<String>> for Names {
    type Error = BadName;

    fn try_from(names: Vec<String>) -> Result<Self, BadName> {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '\'';
        let is_word = |word: &str| {
            let word = word.strip_suffix('*').unwrap_or(word);
            !word.is_empty() && word.chars().all(is_plain)
        };
        let is_name = |name: &str| name.split(' ').all(is_word);
        match names.iter().find(|name| !is_name(name)) {
            Some(bad) => Err(BadName(bad.clone())),
            None => Ok(Self {
                names,
                pattern: OnceLock::new(),
            }),
        }
    }
}

impl From<Names> for Vec<String> {
    fn from(names: Names) -> Self {
        names.names
    }
}

impl Names {
    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a text has one of them.
    pub fn are_in(&self, text: &str) -> bool {
        !self.is_empty() && self.pattern().is_match(normalise(text).text())
    }

    fn pattern(&self) -> &Regex {
        self.pattern.get_or_init(|| {
            let of_one = |name: &String| name.replace(' ', "[ -]+").replace('*', "[a-z]*");
            let all: Vec<String> = self.names.iter().map(of_one).collect();
            let pattern = format!(r"(?-u)\b(?:{})\b", all.join("|"));
            Regex::new(&pattern).unwrap_or_else(|error| unreachable!("{error}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Result<Names, BadName> {
        list.iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
            .try_into()
    }

    #[test]
    fn a_name_is_found_as_whole_words() {
        let names = names(&["mother in law", "dement*", "o'clock"]).expect("three names");
        for text in [
            "My Mother-in-law lives with us.",
            "his mother in law",
            "She has dementia",
            "Three O’clock again",
        ] {
            assert!(names.are_in(text), "{text}");
        }
        for text in ["My mother is in law school", "I commented", "", "mothers in laws"] {
            assert!(!names.are_in(text), "{text}");
        }
        assert!(!Names::default().are_in("anything"));
    }

    #[test]
    fn what_no_plain_text_has_is_no_name() {
        for bad in ["", " ", "Mother", "a|b", "d*e", "*", "niño", " died"] {
            assert!(names(&[bad]).is_err(), "{bad:?}");
        }
    }
}
