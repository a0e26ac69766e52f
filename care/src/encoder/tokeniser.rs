//! Splits a text into the pieces that the encoder knows: `WordPiece` (Wu et al. 2016, arXiv:1609.08144).
//!
//! Invariant: the first piece opens the text and the last one closes it, however long the text is.

use std::ops::Range;

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

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its number among all pieces.
    pub number: u32,
    /// The first byte of its word in the text.
    pub start: usize,
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

    /// The first pieces of a text, at most `limit` with the opening and the closing one.
    pub fn tokenise(&self, text: &str, limit: usize) -> Vec<Piece> {
        // A piece has at least one letter, and few letters have more than eight bytes in compatibility forms.
        let plain = normalise(&text[..text.floor_char_boundary(limit * 64)]);
        let mut pieces = vec![Piece {
            number: self.opening,
            start: 0,
        }];
        let mut add = |word: Range<usize>| {
            if !word.is_empty() {
                let start = plain.original(word.clone()).start;
                let numbers = self.numbers(&plain.text()[word]);
                pieces.extend(numbers.into_iter().map(|number| Piece { number, start }));
            }
            pieces.len() < limit
        };
        let mut word_start = 0;
        for (at, letter) in plain.text().char_indices().chain([(plain.text().len(), ' ')]) {
            if letter.is_alphanumeric() && !is_ideograph(letter) {
                continue;
            }
            let word = word_start..at;
            word_start = at + letter.len_utf8();
            let sign = if letter.is_whitespace() { at..at } else { at..word_start };
            if !(add(word) && add(sign)) {
                break;
            }
        }
        pieces.truncate(limit - 1);
        pieces.push(Piece {
            number: self.closing,
            start: text.len(),
        });
        pieces
    }

    /// The numbers of the pieces of a word, the longest that fits first.
    fn numbers(&self, word: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let mut start = 0;
        while start < word.len() {
            let known = if start == 0 { &self.beginnings } else { &self.insides };
            let piece = (start + 1..=word.len())
                .rev()
                .filter(|&end| word.is_char_boundary(end))
                .find_map(|end| known.get(&word[start..end]).map(|&piece| (piece, end)));
            let Some((piece, end)) = piece.filter(|_| word.len() <= MAX_WORD_LEN) else {
                return vec![self.unknown];
            };
            found.push(piece);
            start = end;
        }
        found
    }
}

/// Whether a letter is a word of its own.
const fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}')
}
