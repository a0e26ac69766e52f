//! Turns a text into words that patterns can compare: folded, spelled out, and tied to the place they came from.
//!
//! Invariant: every word's byte range lies on character boundaries of the text that was read.

use super::disguise::{deletions, letter_sum, swaps};
use super::table::{Marks, Table, hash};
use crate::normalise::{Normalised, ascii_stretch, deobfuscate, normalise};

/// The identifier of a word which no pattern mentions.
pub(super) const UNKNOWN: u32 = 0;

/// One word of a text, as the patterns see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The word's number in the vocabulary, or [`UNKNOWN`].
    pub id: u32,
    /// A stable hash of the word's letters, known to the vocabulary or not.
    pub hash: u32,
    /// Which sentence of the text it stands in.
    pub sentence: u32,
    /// Which clause; a *but* or the end of a sentence opens another one.
    pub clause: u32,
    /// First byte in the original text.
    pub start: usize,
    /// One past the last byte in the original text.
    pub end: usize,
    /// First byte and one past the last in the plain form.
    pub plain: (usize, usize),
    /// Whether a comma or dash stands before it.
    pub comma: bool,
    /// Whether it is written in digits.
    pub number: bool,
}

/// A text as the patterns and the model see it.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Its words, spelled out.
    pub words: Vec<Word>,
    /// Its plain form, word for word as typed.
    pub folded: Normalised,
}

/// Where a word stands while a text is being read.
#[derive(Clone, Copy, Default)]
struct Place {
    sentence: u32,
    clause: u32,
    comma: bool,
    start: usize,
    end: usize,
}

/// The words that patterns mention, and the spellings that stand for them.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    pub ids: Table<u32>,
    pub hashes: Vec<u32>,
    spelling: Table<Vec<u32>>,
    /// All that can be recognised as written: spellings first, then words.
    pub known: Table<Box<[u32]>>,
    pub near: Table<u32>,
    /// First and last letters of the tolerated words; a word with other ends is none of them.
    pub ends: Marks,
    /// The sums of the letters of all in `near`; letters with another sum are none of them.
    pub near_sums: Marks,
    turning: Vec<u32>,
}

impl Vocabulary {
    /// An empty vocabulary; number 0 is taken by every unknown word.
    pub fn new() -> Self {
        Self {
            hashes: vec![0],
            ..Self::default()
        }
    }

    /// How many word numbers are in use.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The numbers of a written word, after spelling; unseen words are added.
    pub fn intern(&mut self, word: &str) -> Vec<u32> {
        let plain = plain(word);
        if let Some(ids) = self.spelling.get(plain.as_str()) {
            return ids.clone();
        }
        vec![self.intern_plain(&plain)]
    }

    fn intern_plain(&mut self, word: &str) -> u32 {
        if let Some(&id) = self.ids.get(word) {
            return id;
        }
        let id = u32::try_from(self.hashes.len()).unwrap_or(UNKNOWN);
        self.ids.insert(word.into(), id);
        self.known.entry(word.into()).or_insert_with(|| Box::new([id]));
        self.hashes.push(hash(word));
        id
    }

    /// Lets `written` be read as the words of `meant`.
    pub fn spell(&mut self, written: &str, meant: &str) {
        let ids: Vec<u32> = meant
            .split_whitespace()
            .map(|word| self.intern_plain(&plain(word)))
            .collect();
        self.known.insert(plain(written).into(), ids.clone().into());
        self.spelling.insert(plain(written).into(), ids);
    }

    /// Lets a word be recognised with one letter missing, added, changed or swapped.
    pub fn tolerate(&mut self, word: &str) {
        let word = plain(word);
        let id = self.intern_plain(&word);
        if let (Some(&first), Some(&last)) = (word.as_bytes().first(), word.as_bytes().last()) {
            self.ends.add(u16::from_le_bytes([first, last]));
        }
        for shorter in deletions(&word) {
            self.near_sums.add(letter_sum(&shorter));
            self.near.entry(shorter.into()).or_insert(id);
        }
        for swapped in swaps(&word) {
            self.known.entry(swapped.into()).or_insert_with(|| Box::new([id]));
        }
    }

    /// Names the words, such as *but*, which open a new clause.
    pub fn turn_at(&mut self, words: &[u32]) {
        self.turning.extend_from_slice(words);
    }

    /// Reads a text into words.
    pub fn read(&self, text: &str) -> Text {
        let mut folded = normalise(text);
        let is_foreign = |letter| matches!(letter, '\u{370}'..='\u{52f}');
        if !folded.text().is_ascii() && folded.text().contains(is_foreign) {
            folded = deobfuscate(&folded);
        }
        let plain = folded.text();
        let mut words = Vec::with_capacity(text.len() / 4);
        let mut token = String::with_capacity(32);
        let mut place = Place::default();
        let mut previous = ' ';
        let mut at = 0;
        while let Some(letter) = plain[at..].chars().next() {
            let letters = ascii_stretch(&plain.as_bytes()[at..]);
            let end = at + letters.max(letter.len_utf8());
            let next = plain[end..].chars().next().unwrap_or(' ');
            if letters > 0 || belongs(previous, letter, next) {
                if token.is_empty() {
                    place.start = at;
                }
                token.push_str(&plain[at..end]);
                place.end = end;
            } else if letter == '\'' && is_cut_short(&plain[end..]) {
                self.finish(&mut token, &mut place, &mut words);
            } else if !(letter == '\'' && previous.is_alphanumeric() && next.is_alphanumeric()) {
                self.finish(&mut token, &mut place, &mut words);
                self.punctuate(letter, previous, next, (at, end), &mut place, &mut words);
            }
            previous = plain[..end].chars().next_back().unwrap_or(' ');
            at = end;
        }
        self.finish(&mut token, &mut place, &mut words);
        self.join_spaced_letters(&mut words, plain);
        for word in &mut words {
            let range = folded.original(word.start..word.end);
            word.plain = (word.start, word.end);
            word.start = range.start;
            word.end = range.end;
        }
        Text { words, folded }
    }

    /// Ends a word, if one was begun.
    fn finish(&self, token: &mut String, place: &mut Place, words: &mut Vec<Word>) {
        if !token.is_empty() {
            self.look_up(token, place, words);
            token.clear();
            place.comma = false;
        }
    }

    /// Sentences end, commas are remembered, and an emoji is a word of its own.
    fn punctuate(
        &self,
        letter: char,
        previous: char,
        next: char,
        at: (usize, usize),
        place: &mut Place,
        words: &mut Vec<Word>,
    ) {
        match letter {
            '.' if previous.is_ascii_digit() && next.is_ascii_digit() => {}
            '.' | '!' | '?' | ';' | '\n' | '。' if words.last().is_some_and(|word| word.sentence == place.sentence) => {
                place.sentence += 1;
                place.clause += 1;
            }
            ',' | ':' | '(' | ')' => place.comma = true,
            '-' if !previous.is_alphanumeric() => place.comma = true,
            _ if u32::from(letter) > 0x2190 && !letter.is_whitespace() && !letter.is_alphanumeric() => {
                let mut buffer = [0; 4];
                place.start = at.0;
                place.end = at.1;
                self.look_up(letter.encode_utf8(&mut buffer), place, words);
            }
            _ => {}
        }
    }

    /// Recognises one token in spite of its spelling and appends what it stands for.
    fn look_up(&self, token: &str, place: &mut Place, words: &mut Vec<Word>) {
        let mut one = [UNKNOWN];
        if let Some(ids) = self.recognise(token, &mut one) {
            for &id in ids {
                if self.turning.contains(&id) {
                    place.clause += 1;
                }
                words.push(self.word(id, token, *place));
                place.comma = false;
            }
        } else if token.contains(is_mask) {
            // The parts share the place of the whole: accents may have shifted what lies inside.
            for part in token.split(is_mask).filter(|part| !part.is_empty()) {
                self.look_up(part, place, words);
            }
        } else {
            words.push(self.word(UNKNOWN, token, *place));
        }
    }

    fn word(&self, id: u32, token: &str, place: Place) -> Word {
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
            sentence: place.sentence,
            clause: place.clause,
            start: place.start,
            end: place.end,
            plain: (0, 0),
            comma: place.comma,
        }
    }
}

/// A word as the vocabulary keeps it: folded, without apostrophes.
fn plain(word: &str) -> String {
    normalise(word)
        .text()
        .chars()
        .filter(|&letter| letter != '\'')
        .collect()
}

/// Whether a character continues a word: a letter, a digit, or a masking sign inside one.
fn belongs(previous: char, letter: char, next: char) -> bool {
    letter.is_alphanumeric() || (is_mask(letter) && previous.is_alphanumeric() && next.is_alphanumeric())
}

/// Whether what follows an apostrophe is the end of *will* or *would*.
fn is_cut_short(rest: &str) -> bool {
    ['l', 'd'].iter().any(|&letter| {
        let rest = rest.trim_start_matches(letter);
        rest.is_empty() || !rest.starts_with(char::is_alphanumeric)
    }) && rest.starts_with(['l', 'd'])
}

/// Signs that people put in place of a letter to get past a filter.
fn is_mask(letter: char) -> bool {
    matches!(letter, '@' | '$' | '*' | '!' | '|' | '+')
}
