//! Splits a text into the pieces that the encoder knows: `WordPiece` (Wu et al. 2016, arXiv:1609.08144).
//!
//! Invariant: the first piece opens the text and the last one closes it, however long the text is.

use serde::{Deserialize, Serialize};

use crate::normalise::normalise;
use crate::word_map::WordMap;

/// The pieces with their numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Tokeniser {
    /// Pieces that begin a word.
    beginnings: WordMap<u32>,
    /// Pieces inside a word.
    insides: WordMap<u32>,
    count: usize,
    opening: u32,
    closing: u32,
    unknown: u32,
}

/// Longer words have no pieces.
const MAX_WORD_LEN: usize = 60;

impl From<Vec<String>> for Tokeniser {
    fn from(pieces: Vec<String>) -> Self {
        let mut tokeniser = Self {
            beginnings: WordMap::default(),
            insides: WordMap::default(),
            count: pieces.len(),
            opening: 0,
            closing: 0,
            unknown: 0,
        };
        for (number, piece) in (0..).zip(pieces) {
            match piece.strip_prefix("##") {
                Some(inside) => tokeniser.insides.insert(inside.into(), number),
                None => tokeniser.beginnings.insert(piece.into(), number),
            };
        }
        let named = |name: &str| tokeniser.beginnings.get(name).copied().unwrap_or_default();
        let (opening, closing, unknown) = (named("[CLS]"), named("[SEP]"), named("[UNK]"));
        Self {
            opening,
            closing,
            unknown,
            ..tokeniser
        }
    }
}

impl From<Tokeniser> for Vec<String> {
    fn from(tokeniser: Tokeniser) -> Self {
        let mut pieces = vec![String::new(); tokeniser.count];
        for (piece, number) in tokeniser.beginnings {
            pieces[number as usize] = piece.into();
        }
        for (piece, number) in tokeniser.insides {
            pieces[number as usize] = format!("##{piece}");
        }
        pieces
    }
}

impl Tokeniser {
    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.count
    }

    /// The numbers of the first pieces of a text, at most `limit` with the opening and the closing one.
    pub fn tokenise(&self, text: &str, limit: usize) -> Vec<usize> {
        // A piece has at least one letter, and few letters have more than eight bytes in compatibility forms.
        let text = normalise(&text[..text.floor_char_boundary(limit * 64)]);
        let mut found = vec![self.opening];
        let mut word = String::new();
        for letter in text.text().chars() {
            if letter.is_alphanumeric() && !is_ideograph(letter) {
                word.push(letter);
                continue;
            }
            self.add_word(&mut word, &mut found);
            if !letter.is_whitespace() {
                word.push(letter);
                self.add_word(&mut word, &mut found);
            }
            if found.len() >= limit {
                break;
            }
        }
        self.add_word(&mut word, &mut found);
        found.truncate(limit - 1);
        found.push(self.closing);
        found.into_iter().map(|piece| piece as usize).collect()
    }

    /// Appends the pieces of a word, the longest that fits first, and empties it.
    fn add_word(&self, word: &mut String, found: &mut Vec<u32>) {
        if word.is_empty() {
            return;
        }
        let before = found.len();
        let mut start = 0;
        while start < word.len() {
            let known = if start == 0 { &self.beginnings } else { &self.insides };
            let piece = (start + 1..=word.len())
                .rev()
                .filter(|&end| word.is_char_boundary(end))
                .find_map(|end| known.get(&word[start..end]).map(|&piece| (piece, end)));
            let Some((piece, end)) = piece.filter(|_| word.len() <= MAX_WORD_LEN) else {
                found.truncate(before);
                found.push(self.unknown);
                break;
            };
            found.push(piece);
            start = end;
        }
        word.clear();
    }
}

/// Whether a letter is a word of its own.
const fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}')
}
