//! The dictionaries of redaction: which words are English and how common, which are names, places, titles, kinship.
//!
//! A finite-state map (FST) from the folded word to a bit set of facts, used in its serialised form.

use std::fmt;

use fst::{Map, Streamer as _};
use serde::{Deserialize, Serialize};

pub(super) mod facts;

use crate::word_map::{WordMap, WordSet};
use facts::Facts;

/// Begins the key of a Spanish word in the map.
pub const SPANISH: &str = "es:";

const MAGIC: &[u8; 8] = b"redact01";

/// All dictionaries of redaction.
pub struct Dictionaries {
    words: Map<Vec<u8>>,
    /// The facts of the most common words again, in a hash map that is ten times as fast.
    common: WordMap<Facts>,
    pub(super) tables: SmallTables,
    pub(super) phrases: WordMap<Vec<Vec<String>>>,
    /// By first word: the further words of organisations without a typical last word.
    bodies: WordMap<Vec<Vec<String>>>,
    /// By name of a person of the Bible: the words that co-occur with it there.
    pub(super) cooccurrence: WordMap<WordSet>,
}

/// The tables that are deserialised at start. MessagePack stores the fields by position: keep their order.
#[derive(Default, Serialize, Deserialize)]
pub struct SmallTables {
    /// The most common words.
    pub common: Vec<String>,
    /// The words of phrases that are never redacted.
    pub kept_phrases: Vec<Vec<String>>,
    /// Names of people of the Bible, each with the words that co-occur with it there.
    pub cooccurrence: Vec<(String, Vec<String>)>,
    /// The words of organisations without a typical last word.
    pub bodies: Vec<Vec<String>>,
    /// Public telephone numbers, which stay.
    pub helplines: Vec<String>,
    /// The weights of the tagger, a row of [`TAGS`](super::tagger::TAGS) for each bucket.
    pub weights: Vec<f32>,
}

/// The bytes are not a redaction dictionary of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the redaction dictionary can't be read; run `content-tools build` again")
    }
}

impl std::error::Error for Unreadable {}

/// The dictionary has more words or tables than its format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversized;

impl fmt::Display for Oversized {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the redaction dictionary is too large for its format")
    }
}

impl std::error::Error for Oversized {}

/// Phrases by their first word: their further words, the longest first.
fn by_first_word(phrases: &[Vec<String>]) -> WordMap<Vec<Vec<String>>> {
    let mut endings: WordMap<Vec<Vec<String>>> = WordMap::default();
    for phrase in phrases {
        if let Some((first, ending)) = phrase.split_first() {
            endings.entry(first.as_str().into()).or_default().push(ending.to_vec());
        }
    }
    for list in endings.values_mut() {
        list.sort_by_key(|ending| std::cmp::Reverse(ending.len()));
    }
    endings
}

impl Dictionaries {
    /// Reads the bytes that [`Dictionaries::pack`] returns.
    ///
    /// # Errors
    /// [`Unreadable`] when the bytes are not a dictionary of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let body = bytes.strip_prefix(MAGIC).ok_or(Unreadable)?;
        let (length, body) = body.split_first_chunk::<4>().ok_or(Unreadable)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_too_large| Unreadable)?;
        let (words, rest) = body.split_at_checked(length).ok_or(Unreadable)?;
        let words = Map::new(words.to_vec()).map_err(|_damaged| Unreadable)?;
        let tables: SmallTables = rmp_serde::from_slice(rest).map_err(|_damaged| Unreadable)?;
        let phrases = by_first_word(&tables.kept_phrases);
        let bodies = by_first_word(&tables.bodies);
        let cooccurrence = tables
            .cooccurrence
            .iter()
            .map(|(name, words)| {
                (
                    name.as_str().into(),
                    words.iter().map(|word| word.as_str().into()).collect(),
                )
            })
            .collect();
        let common = tables
            .common
            .iter()
            .map(|word| (word.as_str().into(), Facts(words.get(word).unwrap_or(0))))
            .collect();
        Ok(Self {
            words,
            common,
            tables,
            phrases,
            bodies,
            cooccurrence,
        })
    }

    /// The facts of a folded word.
    pub(super) fn facts(&self, folded: &str) -> Facts {
        self.common
            .get(folded)
            .copied()
            .unwrap_or_else(|| Facts(self.words.get(folded).unwrap_or(0)))
    }

    /// The facts of a folded word in a Spanish text. What names and places it has are the same in all languages.
    pub(super) fn spanish_facts(&self, folded: &str) -> Facts {
        const IN_ALL_LANGUAGES: Facts = Facts::GIVEN
            .union(Facts::SURNAME)
            .union(Facts::of_place(7))
            .union(Facts::PLACE_START)
            .union(Facts::COUNTRY)
            .union(Facts::REGION)
            .union(Facts::BOOK)
            .union(Facts::PHRASE_START)
            .union(Facts::STREET);
        let everywhere = self.facts(folded);
        let mut key = String::with_capacity(SPANISH.len() + folded.len());
        key.push_str(SPANISH);
        key.push_str(folded);
        if let Some(spanish) = self.words.get(&key) {
            return Facts(spanish).union(everywhere.intersection(IN_ALL_LANGUAGES));
        }
        // A foreign word in a Spanish text. English relations and titles mean nothing there.
        let kept = Facts::KEPT.union(Facts::BIBLE_SURE).union(Facts::BIBLE_PLACE);
        everywhere.intersection(IN_ALL_LANGUAGES.union(kept).union(Facts(0xf)))
    }

    /// Whether the word is in the Spanish lists.
    pub(super) fn is_spanish(&self, folded: &str) -> bool {
        self.words.contains_key(format!("{SPANISH}{folded}"))
    }

    /// Whether a word in lower case is in the English or Spanish lists.
    pub fn is_word(&self, folded: &str) -> bool {
        self.facts(folded).is_english() || self.is_spanish(folded)
    }

    /// Whether a listed organisation without a typical last word, such as "sacred heart", begins with this word.
    pub(super) fn starts_body(&self, word: &str) -> bool {
        self.bodies.contains_key(word)
    }

    /// The number of words of the longest such organisation at this position.
    pub(super) fn body_words<'a>(&self, word_at: impl Fn(usize) -> &'a str) -> Option<usize> {
        let mut endings = self.bodies.get(word_at(0))?.iter();
        let here = endings.find(|ending| ending.iter().zip(1..).all(|(word, ahead)| word_at(ahead) == word))?;
        Some(here.len() + 1)
    }

    /// Calls `show` with every word of any language but Spanish and its facts, in alphabetical order.
    pub fn for_each_word(&self, mut show: impl FnMut(&str, Facts)) {
        let mut stream = self.words.stream();
        while let Some((word, facts)) = stream.next() {
            if let Ok(word) = std::str::from_utf8(word)
                && !word.starts_with(SPANISH)
            {
                show(word, Facts(facts));
            }
        }
    }

    /// A finite-state map from folded words to their facts, and the small tables, as bytes for `content/build`.
    ///
    /// # Errors
    /// If they are too large.
    pub fn pack(words: &[u8], tables: &SmallTables) -> Result<Vec<u8>, Oversized> {
        let length = u32::try_from(words.len()).map_err(|_too_large| Oversized)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(words);
        bytes.extend(rmp_serde::to_vec(tables).map_err(|_too_large| Oversized)?);
        Ok(bytes)
    }
}
