//! What was learned from examples: sees danger in words that no pattern foresaw.
//!
//! Invariant: teaching is deterministic; a model is only used with the patterns and vectors it was taught with.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::rules::{Reading, Rules};
use super::sources::{FRAMES, Frame};
use super::words::{Text, Word};
use super::{BadPatterns, Category, says_something};
use crate::classifier::{self, Classifier, Features, Labels, Settings};
use crate::vectors::{Vectors, unit};

/// A text of which we know what danger it speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// What a person wrote.
    pub text: String,
    /// The kind of danger, or `none`.
    pub category: String,
    /// 0 none, 1 past or recovered, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
}

/// The label of harmless texts; that of danger past follows, then one for each category.
const NONE: usize = 0;
const PAST: usize = 1;
const LABELS: usize = 2 + CATEGORIES.len();

/// The categories in the order of their labels.
const CATEGORIES: [Category; 8] = [
    Category::SuicideIdeation,
    Category::SuicidePlan,
    Category::SelfHarm,
    Category::DomesticViolence,
    Category::ChildAbuse,
    Category::SexualAssault,
    Category::MedicalEmergency,
    Category::HarmOthers,
];

/// How loud each kind of feature speaks.
const WORDS: f32 = 2.0;
const PAIRS: f32 = 2.0;
const IDEAS: f32 = 2.0;
const FINDINGS: f32 = 1.2;
const MEANING: f32 = 3.0;
/// The last sentence tells where a story has come to.
const LAST_SENTENCE: f32 = 1.5;

/// What the sums are divided by. It was found on examples kept aside, and is fixed because the bars of the verdict are
/// set for it: found anew, it would move all of them with every few lessons.
const TEMPERATURE: f32 = 1.0;

/// A text of more words than these is read in passages, too.
const LONG: usize = 50;
/// So many words a passage has at most.
const PASSAGE: usize = 40;

/// A taught model and the vectors it reads with.
#[derive(Debug)]
pub(super) struct Learned {
    classifier: Classifier,
    vectors: Option<Arc<Vectors>>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    dimensions: usize,
    classifier: Classifier,
}

/// How sure the model is of each way to read a text.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    /// That somebody is in danger now.
    pub danger: f32,
    /// That the danger lies behind.
    pub past: f32,
    /// The likeliest kind of danger.
    pub category: Category,
    /// That somebody is in danger now, by the most telling passage of a long text; none in a short one.
    pub worst_passage: f32,
}

/// Learns from examples; returns the model's bytes.
///
/// # Errors
/// If the patterns can't be read, or an example's category is unknown.
pub fn teach(patterns_toml: &str, examples: &[Example], vectors: Option<&Vectors>) -> Result<Vec<u8>, BadPatterns> {
    let rules = Rules::from_toml(patterns_toml)?;
    let mut lessons = Vec::with_capacity(examples.len());
    for example in examples {
        let text = rules.vocabulary.read(&example.text);
        let reading = rules.read(&text.words);
        let mut goal = vec![0.0; LABELS];
        goal[label(example)?] = 1.0;
        lessons.push((features(&rules, &text, &text.words, &reading, vectors), goal));
    }
    let settings = Settings {
        buckets: 1 << 15,
        rounds: 20,
        decay: 1e-4,
        temperature: Some(TEMPERATURE),
        ..Settings::new(LABELS, Labels::Exclusive)
    };
    let stored = Stored {
        dimensions: vectors.map_or(0, Vectors::dimensions),
        classifier: classifier::teach(&lessons, &settings),
    };
    rmp_serde::to_vec(&stored).map_err(|error| BadPatterns(error.to_string()))
}

fn label(example: &Example) -> Result<usize, BadPatterns> {
    match example.severity {
        0 => Ok(NONE),
        1 => Ok(PAST),
        _ => CATEGORIES
            .iter()
            .position(|category| category.name() == example.category)
            .map(|place| place + 2)
            .ok_or_else(|| BadPatterns(format!("unknown category `{}`", example.category))),
    }
}

impl Learned {
    /// Reads a model.
    pub fn from_bytes(bytes: &[u8], vectors: Option<Arc<Vectors>>) -> Result<Self, BadPatterns> {
        let stored: Stored =
            rmp_serde::from_slice(bytes).map_err(|error| BadPatterns(format!("the model can't be read: {error}")))?;
        if stored.dimensions != vectors.as_ref().map_or(0, |vectors| vectors.dimensions()) {
            return Err(BadPatterns("the model was taught with other vectors".into()));
        }
        if !stored.classifier.is_whole() {
            return Err(BadPatterns("the model is damaged".into()));
        }
        Ok(Self {
            classifier: stored.classifier,
            vectors,
        })
    }

    /// What the model makes of a text.
    pub fn judge(&self, rules: &Rules, text: &Text, reading: &Reading) -> Opinion {
        let scores = self.scores(rules, text, &text.words, reading);
        let (category, _) =
            CATEGORIES
                .iter()
                .zip(scores.iter().skip(2))
                .fold((CATEGORIES[0], -1.0), |best, (&category, &score)| {
                    if score > best.1 { (category, score) } else { best }
                });
        Opinion {
            danger: danger(&scores),
            past: at(&scores, PAST),
            category,
            worst_passage: self.worst_passage(rules, text),
        }
    }

    fn scores(&self, rules: &Rules, text: &Text, words: &[Word], reading: &Reading) -> Vec<f32> {
        let vectors = self.vectors.as_deref();
        self.classifier.scores(&features(rules, text, words, reading, vectors))
    }

    /// In a long letter danger is often said once, between the rota and the weather: the whole hides it.
    fn worst_passage(&self, rules: &Rules, text: &Text) -> f32 {
        if text.words.len() <= LONG {
            return 0.0;
        }
        let telling = passages(&text.words).into_iter().filter(|words| says_something(words));
        let dangers = telling.map(|words| danger(&self.scores(rules, text, words, &rules.read(words))));
        dangers.fold(0.0, f32::max)
    }
}

fn danger(scores: &[f32]) -> f32 {
    1.0 - at(scores, NONE) - at(scores, PAST)
}

/// The sentences of a text, as many together as fit into a passage. Each passage begins with the last sentence of the one
/// before it, so that no two neighbours are always read apart.
fn passages(words: &[Word]) -> Vec<&[Word]> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for sentence in words.chunk_by(|one, other| one.sentence == other.sentence) {
        for part in sentence.chunks(PASSAGE) {
            sentences.push(start..start + part.len());
            start += part.len();
        }
    }
    let mut passages = Vec::new();
    let mut first = 0;
    while let Some(from) = sentences.get(first).map(|sentence| sentence.start) {
        let fitting = sentences[first..]
            .iter()
            .take_while(|sentence| sentence.end - from <= PASSAGE);
        let next = first + fitting.count();
        passages.push(&words[from..sentences[next - 1].end]);
        if next == sentences.len() {
            break;
        }
        first = (next - 1).max(first + 1);
    }
    passages
}

fn at(scores: &[f32], label: usize) -> f32 {
    scores.get(label).copied().unwrap_or(0.0)
}

/// The meaning of some words of a text: of all of them, and of their last sentence.
fn meaning(text: &Text, words: &[Word], vectors: &Vectors) -> Vec<f32> {
    let (mut all, mut last) = (vec![0.0; vectors.dimensions()], vec![0.0; vectors.dimensions()]);
    let mut typed: Vec<&str> = Vec::with_capacity(words.len());
    for sentence in words.chunk_by(|one, other| one.sentence == other.sentence) {
        typed.clear();
        let places = sentence.chunk_by(|one, other| one.plain == other.plain);
        typed.extend(places.filter_map(|words| text.folded.text().get(words[0].plain.0..words[0].plain.1)));
        last.fill(0.0);
        vectors.add(&typed, &mut last);
        all.iter_mut().zip(&last).for_each(|(all, part)| *all += part);
    }
    unit(&mut all);
    unit(&mut last);
    let loud = all.iter().map(|value| value * MEANING);
    loud.chain(last.iter().map(|value| value * LAST_SENTENCE)).collect()
}

/// What the classifier is told about some words of a text, and about what was read in them.
fn features(rules: &Rules, text: &Text, words: &[Word], reading: &Reading, vectors: Option<&Vectors>) -> Features {
    let mut sparse = Vec::with_capacity(words.len() * 4 + 32);
    let one = shared_out(WORDS, words.len());
    for (at, word) in words.iter().enumerate() {
        sparse.push((word.hash, one));
        if let Some(next) = words.get(at + 1).filter(|next| next.sentence == word.sentence) {
            sparse.push((joined(word.hash, next.hash), one));
        }
    }
    add_ideas(rules, words, &mut sparse);
    for finding in &reading.findings {
        let name =
            0xf1_0000 + (finding.category as u32) * 64 + u32::from(finding.unguarded) * 8 + u32::from(finding.severity);
        sparse.push((name.wrapping_mul(0x9e37_79b1), FINDINGS));
    }
    // That a text is a list's prayer is weighed afterwards, by how sure the model must be.
    for (_, frame) in FRAMES.into_iter().filter(|&(_, frame)| frame != Frame::Petition) {
        if reading.has(frame) {
            sparse.push((
                0xf2_0000_u32.wrapping_add(frame as u32).wrapping_mul(0x9e37_79b1),
                FINDINGS,
            ));
        }
    }
    Features {
        sparse,
        dense: vectors.map_or_else(Vec::new, |vectors| meaning(text, words, vectors)),
    }
}

/// Which ideas a text holds, and which of them meet in one sentence.
fn add_ideas(rules: &Rules, words: &[Word], sparse: &mut Vec<(u32, f32)>) {
    let mut pairs = [0_u64; 64];
    let mut seen = 0_u64;
    for sentence in words.chunk_by(|one, other| one.sentence == other.sentence) {
        let here = sentence.iter().fold(0, |ideas, word| ideas | rules.ideas(word));
        seen |= here;
        let mut left = here;
        while left != 0 {
            let idea = left.trailing_zeros();
            left &= left - 1;
            pairs[idea as usize] |= left;
        }
    }
    let quiet = shared_out(PAIRS, pairs.iter().map(|others| others.count_ones() as usize).sum());
    for (base, mut others) in (0_u32..).step_by(64).zip(pairs) {
        while others != 0 {
            let pair = base + others.trailing_zeros();
            others &= others - 1;
            sparse.push(((0xf3_0000 + pair).wrapping_mul(0x9e37_79b1), quiet));
        }
    }
    let loud = shared_out(IDEAS, seen.count_ones() as usize);
    while seen != 0 {
        sparse.push(((0xf4_0000 + seen.trailing_zeros()).wrapping_mul(0x9e37_79b1), loud));
        seen &= seen - 1;
    }
}

/// What each of so many features gets, so that long texts don't speak louder than short ones.
#[expect(clippy::cast_precision_loss, reason = "a text has fewer words than f32 can count")]
fn shared_out(total: f32, count: usize) -> f32 {
    total / (count.max(1) as f32).sqrt()
}

fn joined(one: u32, other: u32) -> u32 {
    one.rotate_left(9).wrapping_mul(0x85eb_ca6b) ^ other
}

#[cfg(test)]
mod tests {
    use super::super::words::Vocabulary;
    use super::*;

    fn sentence(words: usize) -> String {
        format!("{}.", vec!["rain"; words].join(" "))
    }

    #[test]
    fn passages_hold_every_word_and_no_two_neighbours_are_read_apart_only() {
        let letter = [12, 20, 3, 90, 1, 39, 2, 17].map(sentence).join(" ");
        let text = Vocabulary::new().read(&letter);
        let read = passages(&text.words);
        assert!(read.iter().all(|passage| (1..=PASSAGE).contains(&passage.len())));
        let mut covered = 0;
        for passage in &read {
            assert!(
                passage[0].start <= covered + 2,
                "nothing between two passages is left out"
            );
            covered = passage[passage.len() - 1].end;
        }
        assert_eq!(covered, letter.len() - 1);
        let together = |one: u32, other: u32| {
            read.iter().any(|words| {
                [one, other]
                    .iter()
                    .all(|&wanted| words.iter().any(|word| word.sentence == wanted))
            })
        };
        let first = text.words[0].sentence;
        assert!(together(first, first + 1) && together(first + 1, first + 2));
    }

    #[test]
    fn no_text_is_too_short_or_too_long_for_passages() {
        for words in [0, 1, PASSAGE, PASSAGE + 1, 5 * PASSAGE] {
            let text = Vocabulary::new().read(&sentence(words));
            let read: usize = passages(&text.words).iter().map(|passage| passage.len()).sum();
            assert!(read >= words, "{read} of {words}");
        }
    }
}
