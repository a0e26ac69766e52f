//! What the classifier is told about a text: its sentences as words, lexicon entries and meaning.
//!
//! Invariant: learning and understanding see a text through the same functions.

use super::super::classifier::Features;
use super::super::normalise::{normalise, words_of};
use super::super::vectors::{Vectors, unit};
use super::lexicon::{CompiledLexicon, Found, Meaning};

/// A sentence of the text, read.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// The lexicon entries in it, without those which are negated.
    pub found: Vec<Found>,
    word_hashes: Vec<u32>,
    letter_hashes: Vec<u32>,
    meaning: Vec<f32>,
}

impl Sentence {
    /// Whether any word of it means something to us.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        !self.found.is_empty() || self.meaning.iter().any(|value| *value != 0.0)
    }
}

/// How loud each kind of feature speaks. Words and letters are quiet: on texts by people who were not
/// among the teachers, loud ones mislead.
const WORDS: f32 = 0.5;
const LETTERS: f32 = 0.5;
const ENTRIES: f32 = 0.25;
const MEANING: f32 = 3.0;
/// A sentence shorter than this goes with the one before: alone it says too little.
const SHORT: usize = 4;
const MAX_SENTENCES: usize = 64;

/// Reads a text: splits it into sentences and finds what speaks in each.
#[must_use]
pub fn read(text: &str, lexicon: &CompiledLexicon, vectors: &Vectors) -> Vec<Sentence> {
    split(normalise(text).text(), lexicon)
        .iter()
        .map(|words| read_sentence(words, lexicon, vectors))
        .collect()
}

fn read_sentence(words: &[&str], lexicon: &CompiledLexicon, vectors: &Vectors) -> Sentence {
    let mut found = lexicon.find(words);
    found.retain(|hit| !is_negated(hit, words));
    let mut meaning = vec![0.0; vectors.dimensions()];
    vectors.add(words, &mut meaning);
    let mut word_hashes = Vec::with_capacity(words.len() * 2);
    let mut letter_hashes = Vec::with_capacity(words.len() * 12);
    let mut previous = 0_u32;
    for word in words {
        let hash = word_hash(word);
        word_hashes.push(hash);
        if previous != 0 {
            word_hashes.push(previous.rotate_left(7) ^ hash.wrapping_mul(0x9e37_79b1));
        }
        previous = hash;
        push_letters(word, &mut letter_hashes);
    }
    Sentence {
        found,
        word_hashes,
        letter_hashes,
        meaning,
    }
}

/// The sentences of a text in plain form, as plain words.
fn split<'a>(plain: &'a str, lexicon: &'a CompiledLexicon) -> Vec<Vec<&'a str>> {
    let mut sentences: Vec<Vec<&str>> = Vec::new();
    for part in plain.split(['.', '!', '?', ';', '\n']) {
        let mut words = Vec::with_capacity(part.len() / 4);
        for word in words_of(part) {
            lexicon
                .plain_words()
                .push(word.text, &mut |plain_word| words.push(plain_word));
        }
        let is_full = sentences.len() >= MAX_SENTENCES;
        match sentences.last_mut() {
            Some(last) if words.len() < SHORT || last.len() < SHORT || is_full => {
                last.append(&mut words);
            }
            Some(_) | None => sentences.push(words),
        }
    }
    sentences.retain(|words| !words.is_empty());
    sentences
}

/// Words which turn a feeling into its absence when they stand right before it.
const NEGATIONS: &[&str] = &["not", "never", "isn", "without", "nor", "hardly"];

/// *I am not angry* does not speak of anger; *I can not stop being angry* does, and so does an
/// entry which has its own *not*.
fn is_negated(hit: &Found, words: &[&str]) -> bool {
    if matches!(hit.meaning, Meaning::Concept(_)) || hit.end - hit.start > 2 {
        return false;
    }
    let before = &words[hit.start.saturating_sub(3)..hit.start];
    let at = before.iter().rposition(|word| NEGATIONS.contains(word));
    at.is_some_and(|at| {
        let between = &before[at + 1..];
        let is_plain = at > 0 && matches!(before[at - 1], "am" | "is" | "are" | "was" | "were" | "been" | "feel");
        between.len() <= 1
            && (is_plain || at == 0 && before.len() == 1)
            && between.iter().all(|word| {
                matches!(
                    *word,
                    "a" | "an" | "really" | "even" | "so" | "very" | "feeling" | "the"
                )
            })
    })
}

/// The feature which stands for a plain word.
fn word_hash(plain_word: &str) -> u32 {
    hashed(b'w', plain_word.as_bytes())
}

/// The features of a text, of all its sentences together.
#[must_use]
pub fn features(sentences: &[Sentence], lexicon: &CompiledLexicon) -> Features {
    let of_words: usize = sentences
        .iter()
        .map(|sentence| sentence.word_hashes.len() + sentence.letter_hashes.len())
        .sum();
    let mut sparse = Vec::with_capacity(of_words + 64);
    push_scaled(
        sentences.iter().flat_map(|sentence| &sentence.word_hashes),
        WORDS,
        &mut sparse,
    );
    push_scaled(
        sentences.iter().flat_map(|sentence| &sentence.letter_hashes),
        LETTERS,
        &mut sparse,
    );
    push_entries(sentences, lexicon, &mut sparse);
    let mut dense = vec![0.0; sentences.first().map_or(0, |sentence| sentence.meaning.len())];
    for sentence in sentences {
        for (total, value) in dense.iter_mut().zip(&sentence.meaning) {
            *total += value;
        }
    }
    unit(&mut dense);
    for value in &mut dense {
        *value *= MEANING;
    }
    Features { sparse, dense }
}

fn push_scaled<'a>(hashes: impl Iterator<Item = &'a u32> + Clone, loudness: f32, sparse: &mut Vec<(u32, f32)>) {
    let count = hashes.clone().count();
    if count > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a rough size is enough")]
        let value = loudness / (count as f32).sqrt();
        sparse.extend(hashes.map(|&hash| (hash, value)));
    }
}

/// Lexicon entries by their number, and pairs of concepts in one sentence.
fn push_entries(sentences: &[Sentence], lexicon: &CompiledLexicon, sparse: &mut Vec<(u32, f32)>) {
    let mut counts = vec![0_u16; lexicon.topics().len() * 2];
    let mut concepts = 0_u64;
    let mut pairs = Vec::new();
    for sentence in sentences {
        let mut here = 0_u64;
        for hit in &sentence.found {
            match hit.meaning {
                Meaning::Names(topic) => counts[topic * 2] += 1,
                Meaning::Suggests(topic) => counts[topic * 2 + 1] += 1,
                Meaning::Concept(concept) => here |= 1 << concept,
            }
        }
        concepts |= here;
        push_pairs(here, &mut pairs);
    }
    for (number, &count) in counts.iter().enumerate() {
        if count > 0 {
            sparse.push((
                hashed(b't', &number.to_le_bytes()),
                ENTRIES * 2.0 * f32::from(count).sqrt(),
            ));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    sparse.extend(bits(concepts).map(|concept| (hashed(b'c', &concept.to_le_bytes()), ENTRIES)));
    sparse.extend(
        pairs
            .iter()
            .map(|&pair| (hashed(b'p', &pair.to_le_bytes()), ENTRIES * 0.5)),
    );
}

fn push_pairs(concepts: u64, pairs: &mut Vec<u32>) {
    for one in bits(concepts) {
        pairs.extend(
            bits(concepts)
                .filter(|&other| other > one)
                .map(|other| one * 64 + other),
        );
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// The runs of three to five letters of a word with its borders. A longer run goes on where a shorter one ended.
fn push_letters(word: &str, hashes: &mut Vec<u32>) {
    let bytes = word.as_bytes();
    let mut bordered = [b' '; 34];
    let length = bytes.len().min(32);
    bordered[1..=length].copy_from_slice(&bytes[..length]);
    let bordered = &bordered[..length + 2];
    let mut runs = [0; 34];
    for (run, letters) in runs.iter_mut().zip(bordered.windows(2)) {
        *run = carried_on(begun(b'l'), letters);
    }
    for size in 3..=5 {
        for (run, last) in runs.iter_mut().zip(bordered.iter().skip(size - 1)) {
            *run = carried_on(*run, &[*last]);
            hashes.push(ended(*run));
        }
    }
}

/// FNV-1a, which is the same on every machine.
fn hashed(kind: u8, bytes: &[u8]) -> u32 {
    ended(carried_on(begun(kind), bytes))
}

fn begun(kind: u8) -> u32 {
    (0x811c_9dc5 ^ u32::from(kind)).wrapping_mul(0x0100_0193)
}

fn carried_on(hash: u32, bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(hash, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn ended(hash: u32) -> u32 {
    hash ^ hash >> 15
}
