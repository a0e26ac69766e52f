//! What redaction knows about words: which are English and how common, which are names, places, titles, kinship.
//! One finite-state map from the folded word to a set of facts; it is used as it lies in memory.

use std::collections::{HashMap, HashSet};
use std::fmt;

use fst::{Map, Streamer as _};
use serde::{Deserialize, Serialize};

mod build;
pub(super) mod companions;
pub(super) mod facts;

pub use build::{BuildError, Place, Sources, build};
use facts::Facts;

const MAGIC: &[u8; 8] = b"redact01";

/// Everything that redaction looks words up in.
pub struct Dictionaries {
    words: Map<Vec<u8>>,
    /// The facts of the commonest words once more, where a look is ten times as fast.
    common: HashMap<String, Facts>,
    pub(super) rest: Rest,
    pub(super) phrases: HashMap<String, Vec<Vec<String>>>,
    /// What the Bible tells of a person: the words that stand around the name there.
    pub(super) companions: HashMap<String, HashSet<String>>,
}

/// What is small enough to be unpacked at start.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Rest {
    pub common: Vec<String>,
    pub kept_phrases: Vec<Vec<String>>,
    pub companions: Vec<(String, Vec<String>)>,
    pub bodies: Vec<Vec<String>>,
    pub helplines: Vec<String>,
    pub weights: Vec<f32>,
}

/// The bytes are not a redaction dictionary of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the redaction dictionary can't be read; run build-content again")
    }
}

impl std::error::Error for Unreadable {}

impl Dictionaries {
    /// Reads what [`build`] has written.
    ///
    /// # Errors
    /// [`Unreadable`] when the bytes are something else, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let body = bytes.strip_prefix(MAGIC).ok_or(Unreadable)?;
        let (length, body) = body.split_first_chunk::<4>().ok_or(Unreadable)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_too_large| Unreadable)?;
        let (words, rest) = body.split_at_checked(length).ok_or(Unreadable)?;
        let words = Map::new(words.to_vec()).map_err(|_damaged| Unreadable)?;
        let rest: Rest = rmp_serde::from_slice(rest).map_err(|_damaged| Unreadable)?;
        let mut phrases: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for phrase in &rest.kept_phrases {
            if let Some((first, ending)) = phrase.split_first() {
                phrases.entry(first.clone()).or_default().push(ending.to_vec());
            }
        }
        for list in phrases.values_mut() {
            list.sort_by_key(|rest| std::cmp::Reverse(rest.len()));
        }
        let companions = rest
            .companions
            .iter()
            .map(|(name, words)| (name.clone(), words.iter().cloned().collect()))
            .collect();
        let common = rest
            .common
            .iter()
            .map(|word| (word.clone(), Facts(words.get(word).unwrap_or(0))))
            .collect();
        Ok(Self {
            words,
            common,
            rest,
            phrases,
            companions,
        })
    }

    /// What is known about a folded word.
    pub(super) fn facts(&self, folded: &str) -> Facts {
        self.common
            .get(folded)
            .copied()
            .unwrap_or_else(|| Facts(self.words.get(folded).unwrap_or(0)))
    }

    /// Whether a body without a telling last word, such as "sacred heart", may begin with this word.
    pub(super) fn starts_body(&self, word: &str) -> bool {
        self.rest
            .bodies
            .iter()
            .any(|body| body.first().is_some_and(|first| first == word))
    }

    /// How many words of such a body stand here.
    pub(super) fn body_words<'a>(&self, word_at: impl Fn(usize) -> &'a str) -> Option<usize> {
        let here = self
            .rest
            .bodies
            .iter()
            .filter(|body| body.iter().enumerate().all(|(ahead, word)| word_at(ahead) == word));
        here.map(Vec::len).max()
    }

    /// Shows every word with its facts, in the order of the alphabet.
    pub(super) fn for_each_word(&self, mut show: impl FnMut(&str, Facts)) {
        let mut stream = self.words.stream();
        while let Some((word, facts)) = stream.next() {
            if let Ok(word) = std::str::from_utf8(word) {
                show(word, Facts(facts));
            }
        }
    }

    fn to_bytes(words: &[u8], rest: &Rest) -> Result<Vec<u8>, BuildError> {
        let length = u32::try_from(words.len()).map_err(|error| BuildError(error.to_string()))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(words);
        bytes.extend(rmp_serde::to_vec(rest).map_err(|error| BuildError(error.to_string()))?);
        Ok(bytes)
    }
}
