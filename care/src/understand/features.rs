//! Feature extraction for the topic classifier: words, character n-grams, lexicon entries and the embedding.
//!
//! Invariant: training and classification use the same functions.

use super::super::classifier::Features;
use super::super::normalise::{normalise, words_of};
use super::super::vectors::{Vectors, unit};
use super::lexicon::{CompiledLexicon, EntryKind, EntryMatch};

/// A sentence with its features.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// The matched lexicon entries, without negated ones.
    pub matches: Vec<EntryMatch>,
    word_hashes: Vec<u32>,
    letter_hashes: Vec<u32>,
    embedding: Vec<f32>,
}

impl Sentence {
    /// Whether any word of it is known.
    pub fn is_readable(&self) -> bool {
        !self.matches.is_empty() || self.embedding.iter().any(|value| *value != 0.0)
    }
}

/// The weight of each kind of feature. Words and letters have little weight, as they generalise badly to other authors.
const WORD_WEIGHT: f32 = 0.5;
const LETTER_WEIGHT: f32 = 0.5;
const ENTRY_WEIGHT: f32 = 0.25;
const EMBEDDING_WEIGHT: f32 = 3.0;
/// A shorter sentence is merged with the one before it.
const MIN_SENTENCE_WORDS: usize = 4;
const MAX_SENTENCES: usize = 64;

/// Splits a text into sentences and extracts the features of each.
pub fn read(text: &str, lexicon: &CompiledLexicon, vectors: &Vectors) -> Vec<Sentence> {
    split(normalise(text).text(), lexicon)
        .iter()
        .map(|words| read_sentence(words, lexicon, vectors))
        .collect()
}

fn read_sentence(words: &[&str], lexicon: &CompiledLexicon, vectors: &Vectors) -> Sentence {
    let mut matches = lexicon.find(words);
    matches.retain(|hit| !is_negated(hit, words));
    let mut embedding = vec![0.0; vectors.dimensions()];
    vectors.add(words, &mut embedding);
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
        matches,
        word_hashes,
        letter_hashes,
        embedding,
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
            Some(last) if words.len() < MIN_SENTENCE_WORDS || last.len() < MIN_SENTENCE_WORDS || is_full => {
                last.append(&mut words);
            }
            Some(_) | None => sentences.push(words),
        }
    }
    sentences.retain(|words| !words.is_empty());
    sentences
}

/// Words that negate a feeling directly after them.
const NEGATIONS: &[&str] = &["not", "never", "isn", "without", "nor", "hardly"];

/// Whether a match is negated: *I am not angry*, but not *I can not stop being angry*. An entry of more than two words
/// may contain its own *not* and is never negated.
fn is_negated(hit: &EntryMatch, words: &[&str]) -> bool {
    if matches!(hit.kind, EntryKind::Concept(_)) || hit.end - hit.start > 2 {
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

/// The feature hash of a plain word.
fn word_hash(plain_word: &str) -> u32 {
    hash_of(b'w', plain_word.as_bytes())
}

/// The features of a text, of all its sentences together.
pub fn features(sentences: &[Sentence], lexicon: &CompiledLexicon) -> Features {
    let of_words: usize = sentences
        .iter()
        .map(|sentence| sentence.word_hashes.len() + sentence.letter_hashes.len())
        .sum();
    let mut sparse = Vec::with_capacity(of_words + 64);
    push_scaled(
        sentences.iter().flat_map(|sentence| &sentence.word_hashes),
        WORD_WEIGHT,
        &mut sparse,
    );
    push_scaled(
        sentences.iter().flat_map(|sentence| &sentence.letter_hashes),
        LETTER_WEIGHT,
        &mut sparse,
    );
    push_entries(sentences, lexicon, &mut sparse);
    let mut dense = vec![0.0; sentences.first().map_or(0, |sentence| sentence.embedding.len())];
    for sentence in sentences {
        for (total, value) in dense.iter_mut().zip(&sentence.embedding) {
            *total += value;
        }
    }
    unit(&mut dense);
    for value in &mut dense {
        *value *= EMBEDDING_WEIGHT;
    }
    Features { sparse, dense }
}

fn push_scaled<'a>(hashes: impl Iterator<Item = &'a u32> + Clone, weight: f32, sparse: &mut Vec<(u32, f32)>) {
    let count = hashes.clone().count();
    if count > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a rough size is enough")]
        let value = weight / (count as f32).sqrt();
        sparse.extend(hashes.map(|&hash| (hash, value)));
    }
}

/// Adds the counts of lexicon entries by topic, the concepts, and pairs of concepts in one sentence.
fn push_entries(sentences: &[Sentence], lexicon: &CompiledLexicon, sparse: &mut Vec<(u32, f32)>) {
    let mut counts = vec![0_u16; lexicon.topics().len() * 2];
    let mut concepts = 0_u64;
    let mut pairs = Vec::new();
    for sentence in sentences {
        let mut here = 0_u64;
        for hit in &sentence.matches {
            match hit.kind {
                EntryKind::Names(topic) => counts[topic * 2] += 1,
                EntryKind::Suggests(topic) => counts[topic * 2 + 1] += 1,
                EntryKind::Concept(concept) => here |= 1 << concept,
            }
        }
        concepts |= here;
        push_pairs(here, &mut pairs);
    }
    for (number, &count) in counts.iter().enumerate() {
        if count > 0 {
            sparse.push((
                hash_of(b't', &number.to_le_bytes()),
                ENTRY_WEIGHT * 2.0 * f32::from(count).sqrt(),
            ));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    sparse.extend(bits(concepts).map(|concept| (hash_of(b'c', &concept.to_le_bytes()), ENTRY_WEIGHT)));
    sparse.extend(
        pairs
            .iter()
            .map(|&pair| (hash_of(b'p', &pair.to_le_bytes()), ENTRY_WEIGHT * 0.5)),
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

/// Adds the character n-grams (3 to 5) of a word with its borders. Each longer n-gram continues the hash of the shorter
/// one.
fn push_letters(word: &str, hashes: &mut Vec<u32>) {
    let bytes = word.as_bytes();
    let mut bordered = [b' '; 34];
    let length = bytes.len().min(32);
    bordered[1..=length].copy_from_slice(&bytes[..length]);
    let bordered = &bordered[..length + 2];
    let mut runs = [0; 34];
    for (run, letters) in runs.iter_mut().zip(bordered.windows(2)) {
        *run = hash_update(hash_start(b'l'), letters);
    }
    for size in 3..=5 {
        for (run, last) in runs.iter_mut().zip(bordered.iter().skip(size - 1)) {
            *run = hash_update(*run, &[*last]);
            hashes.push(hash_finish(*run));
        }
    }
}

/// The FNV-1a hash of a feature, the same on every machine.
fn hash_of(kind: u8, bytes: &[u8]) -> u32 {
    hash_finish(hash_update(hash_start(kind), bytes))
}

fn hash_start(kind: u8) -> u32 {
    (0x811c_9dc5 ^ u32::from(kind)).wrapping_mul(0x0100_0193)
}

fn hash_update(hash: u32, bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(hash, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn hash_finish(hash: u32) -> u32 {
    hash ^ hash >> 15
}
