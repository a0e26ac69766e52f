//! The vocabulary of the patterns, and the tokeniser that turns a text into word ids with their byte ranges.
//!
//! Invariant: every word's byte range lies on character boundaries of the original text.

use unicode_normalization::char::is_combining_mark;

use super::hashing::{BitSet, hash};
use super::obfuscation::{deletions, letter_sum, transpositions};
use crate::normalise::{Normalised, ascii_stretch, deobfuscate, normalise};
use crate::word_map::WordMap;

/// The id of a word that no pattern mentions.
pub(super) const UNKNOWN: u32 = 0;

/// One word of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The word's id in the vocabulary, or [`UNKNOWN`].
    pub id: u32,
    /// A stable hash of the word's letters, also for unknown words.
    pub hash: u32,
    /// The number of its sentence.
    pub sentence: u32,
    /// The number of its clause; a *but* or the end of a sentence opens a new one.
    pub clause: u32,
    /// First byte in the original text.
    pub start: usize,
    /// One past the last byte in the original text.
    pub end: usize,
    /// The byte range in the plain form.
    pub plain: (usize, usize),
    /// Whether a comma or dash precedes it.
    pub comma: bool,
    /// Whether it is written in digits.
    pub number: bool,
    /// Whether it is written in Latin letters or digits, as the texts are that trained the model.
    pub is_latin: bool,
}

/// A tokenised text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Its words, in normalised spelling.
    pub words: Vec<Word>,
    /// Its plain form, in the original spelling.
    pub folded: Normalised,
}

/// The tokeniser's state: the position of the current word.
#[derive(Clone, Copy, Default)]
struct Position {
    sentence: u32,
    clause: u32,
    comma: bool,
    start: usize,
    end: usize,
}

/// The words that patterns mention, with their ids, spellings and misspellings.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    pub ids: WordMap<u32>,
    pub hashes: Vec<u32>,
    spelling: WordMap<Vec<u32>>,
    /// Exact forms: spellings, words and transpositions.
    pub exact: WordMap<Box<[u32]>>,
    /// Tolerated words by each of their forms with one letter deleted.
    pub by_deletion: WordMap<u32>,
    /// A filter for fuzzy matches: the first and last letters of the tolerated words.
    pub ends: BitSet,
    /// A filter for fuzzy matches: the letter sums of the keys of `by_deletion`.
    pub deletion_sums: BitSet,
    clause_openers: Vec<u32>,
}

impl Vocabulary {
    /// An empty vocabulary; id 0 is reserved for unknown words.
    pub fn new() -> Self {
        Self {
            hashes: vec![0],
            ..Self::default()
        }
    }

    /// The number of ids in use.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The ids of a word after spelling; new words are added.
    pub fn intern(&mut self, word: &str) -> Vec<u32> {
        let plain = plain(word);
        if let Some(ids) = self.spelling.get(plain.as_str()) {
            return ids.clone();
        }
        if plain.contains(is_unspaced) {
            let letters = plain.chars().map(|letter| letter.to_string());
            return letters.map(|letter| self.intern_plain(&letter)).collect();
        }
        vec![self.intern_plain(&plain)]
    }

    fn intern_plain(&mut self, word: &str) -> u32 {
        if let Some(&id) = self.ids.get(word) {
            return id;
        }
        let id = u32::try_from(self.hashes.len()).unwrap_or(UNKNOWN);
        self.ids.insert(word.into(), id);
        self.exact.entry(word.into()).or_insert_with(|| Box::new([id]));
        self.hashes.push(hash(word));
        id
    }

    /// Maps the spelling `written` to the words of `meant`.
    pub fn spell(&mut self, written: &str, meant: &str) {
        let ids: Vec<u32> = meant
            .split_whitespace()
            .map(|word| self.intern_plain(&plain(word)))
            .collect();
        self.exact.insert(plain(written).into(), ids.clone().into());
        self.spelling.insert(plain(written).into(), ids);
    }

    /// Tolerates misspellings of a word with one letter missing, added, changed or transposed.
    pub fn tolerate(&mut self, word: &str) {
        let word = plain(word);
        let id = self.intern_plain(&word);
        if let (Some(&first), Some(&last)) = (word.as_bytes().first(), word.as_bytes().last()) {
            self.ends.add(u16::from_le_bytes([first, last]));
        }
        for shorter in deletions(&word) {
            self.deletion_sums.add(letter_sum(&shorter));
            self.by_deletion.entry(shorter.into()).or_insert(id);
        }
        for transposed in transpositions(&word) {
            self.exact.entry(transposed.into()).or_insert_with(|| Box::new([id]));
        }
    }

    /// Sets the words, such as *but*, that open a new clause.
    pub fn set_clause_openers(&mut self, words: &[u32]) {
        self.clause_openers.extend_from_slice(words);
    }

    /// Splits a text into words.
    pub fn tokenise(&self, text: &str) -> Text {
        let mut folded = normalise(text);
        let is_foreign = |letter| matches!(letter, '\u{370}'..='\u{52f}');
        if !folded.text().is_ascii() && folded.text().contains(is_foreign) {
            folded = deobfuscate(&folded);
        }
        let plain = folded.text();
        let mut words = Vec::with_capacity(text.len() / 4);
        let mut token = String::with_capacity(32);
        let mut position = Position::default();
        let mut previous = ' ';
        let mut at = 0;
        while let Some(letter) = plain[at..].chars().next() {
            let letters = ascii_stretch(&plain.as_bytes()[at..]);
            let end = at + letters.max(letter.len_utf8());
            let next = plain[end..].chars().next().unwrap_or(' ');
            if is_unspaced(letter) {
                self.finish(&mut token, &mut position, &mut words);
                (position.start, position.end) = (at, end);
                token.push(letter);
                self.finish(&mut token, &mut position, &mut words);
            } else if letters > 0 || continues_word(previous, letter, next) {
                if token.is_empty() {
                    position.start = at;
                }
                token.push_str(&plain[at..end]);
                position.end = end;
            } else if letter == '\'' && is_contraction_ending(&plain[end..]) {
                self.finish(&mut token, &mut position, &mut words);
            } else if !(letter == '\'' && previous.is_alphanumeric() && next.is_alphanumeric()) {
                self.finish(&mut token, &mut position, &mut words);
                self.punctuate(letter, previous, next, (at, end), &mut position, &mut words);
            }
            previous = plain[..end].chars().next_back().unwrap_or(' ');
            at = end;
        }
        self.finish(&mut token, &mut position, &mut words);
        self.join_spaced_letters(&mut words, plain);
        for word in &mut words {
            let range = folded.original(word.start..word.end);
            word.plain = (word.start, word.end);
            word.start = range.start;
            word.end = range.end;
        }
        Text { words, folded }
    }

    /// Ends the current word, if there is one.
    fn finish(&self, token: &mut String, position: &mut Position, words: &mut Vec<Word>) {
        if !token.is_empty() {
            self.look_up(token, position, words);
            token.clear();
            position.comma = false;
        }
    }

    /// Handles punctuation: ends sentences, remembers commas, and makes an emoji a word of its own.
    fn punctuate(
        &self,
        letter: char,
        previous: char,
        next: char,
        at: (usize, usize),
        position: &mut Position,
        words: &mut Vec<Word>,
    ) {
        match letter {
            '.' if previous.is_ascii_digit() && next.is_ascii_digit() => {}
            '.' | '!' | '?' | ';' | '\n' | '。'
                if words.last().is_some_and(|word| word.sentence == position.sentence) =>
            {
                position.sentence += 1;
                position.clause += 1;
            }
            ',' | ':' | '(' | ')' | '、' => position.comma = true,
            '-' if !previous.is_alphanumeric() => position.comma = true,
            _ if u32::from(letter) > 0x2190 && !letter.is_whitespace() && !letter.is_alphanumeric() => {
                let mut buffer = [0; 4];
                position.start = at.0;
                position.end = at.1;
                self.look_up(letter.encode_utf8(&mut buffer), position, words);
            }
            _ => {}
        }
    }

    /// Appends the words that a token is recognised as.
    fn look_up(&self, token: &str, position: &mut Position, words: &mut Vec<Word>) {
        let mut one = [UNKNOWN];
        if let Some(ids) = self.recognise(token, &mut one) {
            for &id in ids {
                if self.clause_openers.contains(&id) {
                    position.clause += 1;
                }
                words.push(self.word(id, token, *position));
                position.comma = false;
            }
        } else if token.contains(is_mask) {
            // The parts share the range of the whole token, as folding may have shifted offsets inside it.
            for part in token.split(is_mask).filter(|part| !part.is_empty()) {
                self.look_up(part, position, words);
            }
        } else {
            words.push(self.word(UNKNOWN, token, *position));
        }
    }

    fn word(&self, id: u32, token: &str, position: Position) -> Word {
        let hash = if id == UNKNOWN {
            hash(token)
        } else {
            self.hashes.get(id as usize).copied().unwrap_or(0)
        };
        let number = token.bytes().all(|byte| byte.is_ascii_digit());
        Word {
            id,
            hash,
            number,
            is_latin: token.starts_with(|letter: char| letter.is_ascii()),
            sentence: position.sentence,
            clause: position.clause,
            start: position.start,
            end: position.end,
            plain: (0, 0),
            comma: position.comma,
        }
    }
}

/// A word in the vocabulary's form: folded, without apostrophes.
fn plain(word: &str) -> String {
    normalise(word)
        .text()
        .chars()
        .filter(|&letter| letter != '\'')
        .collect()
}

/// Whether a character is part of a word: a letter, a digit, or a masking sign between two of them.
fn continues_word(previous: char, letter: char, next: char) -> bool {
    // The vowel signs of Indic scripts are marks inside a word.
    letter.is_alphanumeric()
        || (previous.is_alphanumeric() && is_combining_mark(letter))
        || (is_combining_mark(previous) && is_combining_mark(letter))
        || (is_mask(letter) && previous.is_alphanumeric() && next.is_alphanumeric())
}

/// Whether the letter belongs to a script that is written without spaces or with endings joined on: each is a word of
/// its own, so that a phrase is found inside a longer run.
pub(super) const fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether the text after an apostrophe is a contracted *will* or *would*.
fn is_contraction_ending(rest: &str) -> bool {
    ['l', 'd'].iter().any(|&letter| {
        let rest = rest.trim_start_matches(letter);
        rest.is_empty() || !rest.starts_with(char::is_alphanumeric)
    }) && rest.starts_with(['l', 'd'])
}

/// Signs that mask a letter to evade filters.
fn is_mask(letter: char) -> bool {
    matches!(letter, '@' | '$' | '*' | '!' | '|' | '+')
}
