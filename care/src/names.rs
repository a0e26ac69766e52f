//! Words that name something, as editors list them: *mother in law*, *dement\**.
//!
//! Invariant: a name is found as whole words; one that ends with `*` stands for every word that begins so, and a blank for a
//! hyphen, too.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::normalise::normalise;

/// A list of names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Names(Vec<String>);

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
        let is_word = |word: &str| {
            let word = word.strip_suffix('*').unwrap_or(word);
            let parts = &mut word.split('\'');
            parts.all(|part| !part.is_empty() && part.bytes().all(|letter| is_of_word(letter) && letter != b'_'))
        };
        let is_name = |name: &str| name.split(' ').all(is_word);
        match names.iter().find(|name| !is_name(name)) {
            Some(bad) => Err(BadName(bad.clone())),
            None => Ok(Self(names)),
        }
    }
}

impl Names {
    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whose names a text has: all lists are looked up in one pass over its words.
#[derive(Debug)]
pub struct NameIndex<K> {
    /// Names by their longest word, which few other names share …
    by_word: HashMap<String, Vec<Entry<K>>>,
    /// … or, if all words are open, by the first letter of the first.
    by_letter: HashMap<u8, Vec<Entry<K>>>,
}

#[derive(Debug)]
struct Entry<K> {
    parts: Vec<Part>,
    /// Where in the name the word stands by which it is looked up.
    at: usize,
    key: K,
}

/// A word of a name.
#[derive(Debug)]
struct Part {
    stem: String,
    /// Whether it stands for every word that begins so.
    is_open: bool,
    gap: Gap,
}

/// What stands before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// Blanks and hyphens.
    Blank,
    Apostrophe,
    /// Anything else: no name goes across it.
    Break,
}

impl<K: Copy + PartialEq> NameIndex<K> {
    /// Of lists of names, each with its key.
    pub fn new<'a>(lists: impl IntoIterator<Item = (&'a Names, K)>) -> Self {
        let mut index = Self {
            by_word: HashMap::new(),
            by_letter: HashMap::new(),
        };
        for (Names(names), key) in lists {
            for parts in names.iter().map(|name| parts_of(name)) {
                let closed = parts.iter().enumerate().filter(|(_, part)| !part.is_open);
                let longest = closed.max_by_key(|(_, part)| part.stem.len());
                let (entries, at) = match longest {
                    Some((at, part)) => (index.by_word.entry(part.stem.clone()).or_default(), at),
                    None => (index.by_letter.entry(parts[0].stem.as_bytes()[0]).or_default(), 0),
                };
                entries.push(Entry { parts, at, key });
            }
        }
        index
    }

    /// The keys of the lists of which a text has a name, each once.
    pub fn found_in(&self, text: &str) -> Vec<K> {
        let plain = normalise(text);
        let words = words_of(plain.text());
        let mut found = Vec::new();
        for (word_at, (_, word)) in words.iter().enumerate() {
            let open = word.as_bytes().first().and_then(|letter| self.by_letter.get(letter));
            let entries = self.by_word.get(*word).into_iter().chain(open).flatten();
            for Entry { parts, at, key } in entries {
                let name_at = word_at.checked_sub(*at).map(|start| &words[start..]);
                if !found.contains(key) && name_at.is_some_and(|words| stand_at(parts, words)) {
                    found.push(*key);
                }
            }
        }
        found
    }
}

/// Whether a text goes on with the words of a name.
fn stand_at(parts: &[Part], words: &[(Gap, &str)]) -> bool {
    let is_word = |(at, (part, (gap, word))): (usize, (&Part, &(Gap, &str)))| {
        (at == 0 || part.gap == *gap)
            && if part.is_open {
                word.starts_with(&part.stem)
            } else {
                *word == part.stem
            }
    };
    parts.len() <= words.len() && parts.iter().zip(words).enumerate().all(is_word)
}

fn parts_of(name: &str) -> Vec<Part> {
    let part = |(gap, word): (Gap, &str)| Part {
        stem: word.to_owned(),
        is_open: false,
        gap,
    };
    let mut parts = Vec::new();
    for word in name.split(' ') {
        let start = parts.len();
        parts.extend(words_of(word.trim_end_matches('*')).into_iter().map(part));
        parts[start].gap = Gap::Blank;
        let last = parts.len() - 1;
        parts[last].is_open = word.ends_with('*');
    }
    parts
}

/// The words of a plain text, each with what stands before it.
fn words_of(plain: &str) -> Vec<(Gap, &str)> {
    let mut words = Vec::new();
    let mut end = 0;
    let bytes = plain.as_bytes();
    while let Some(start) = (end..bytes.len()).find(|&at| is_of_word(bytes[at])) {
        let gap = match &bytes[end..start] {
            [b'\''] => Gap::Apostrophe,
            between if between.iter().all(|sign| matches!(sign, b' ' | b'-')) => Gap::Blank,
            _ => Gap::Break,
        };
        end = (start..bytes.len())
            .find(|&at| !is_of_word(bytes[at]))
            .unwrap_or(bytes.len());
        words.push((gap, &plain[start..end]));
    }
    words
}

const fn is_of_word(letter: u8) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_'
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

    fn found(list: &[&str], text: &str) -> bool {
        let names = names(list).expect("names");
        !NameIndex::new([(&names, ())]).found_in(text).is_empty()
    }

    #[test]
    fn a_name_is_found_as_whole_words() {
        let list = [
            "mother in law",
            "dement*",
            "o'clock",
            "relie* he died",
            "i'm late",
            "on a mortgage",
        ];
        for text in [
            "My Mother-in-law lives with us.",
            "his mother in law",
            "She has dementia",
            "Three O’clock again",
            "I was relieved he died",
            "I\u{2019}m  late",
            "mother in law's house",
            "we live on a mortgage",
        ] {
            assert!(found(&list, text), "{text}");
        }
        for text in [
            "My mother is in law school",
            "I commented",
            "",
            "mothers in laws",
            "his mother. In law he trusts",
            "relief. he died",
            "im late",
            "i m late",
            "mother_in_law",
            "Mortgage",
            "a mortgage on a house",
        ] {
            assert!(!found(&list, text), "{text}");
        }
        assert!(!found(&[], "anything"));
    }

    #[test]
    fn each_list_is_found_once_by_its_own_names() {
        let lists = [names(&["cat", "dog"]), names(&["dog*"]), names(&["bird"])].map(|list| list.expect("names"));
        let index = NameIndex::new(lists.iter().zip(0..));
        assert_eq!(index.found_in("A cat, a dog and another dog"), [0, 1]);
        assert_eq!(index.found_in("dogs"), [1]);
        assert_eq!(index.found_in("a fish"), [0; 0]);
    }

    #[test]
    fn what_no_plain_text_has_is_no_name() {
        for bad in ["", " ", "Mother", "a|b", "d*e", "*", "niño", " died", "'s", "a_b"] {
            assert!(names(&[bad]).is_err(), "{bad:?}");
        }
    }
}
