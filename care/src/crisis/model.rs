//! The trained classifier: recognises danger in wordings that no pattern covers.
//!
//! Invariant: a model is only used with vectors of the dimension it was trained with.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::pattern_file::{FRAMES, Frame};
use super::rules::{Evidence, Rules};
use super::vocabulary::{Text, Word};
use super::{BadPatterns, Category, Screener, has_enough_words};
use crate::classifier::{Classifier, Features};
use crate::encoder::Reading;
use crate::understand::mix;
use crate::vectors::{Vectors, unit};

/// The label of harmless texts.
const NONE: usize = 0;
const PAST: usize = 1;
/// The number of labels: no danger, past danger, and one for each category.
pub const LABELS: usize = 2 + CATEGORIES.len();

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

/// The weight of each kind of feature.
const WORD_WEIGHT: f32 = 2.0;
const PAIR_WEIGHT: f32 = 2.0;
const IDEA_WEIGHT: f32 = 2.0;
const FINDING_WEIGHT: f32 = 1.2;
const EMBEDDING_WEIGHT: f32 = 3.0;
/// The last sentence says how things stand now.
const LAST_SENTENCE_WEIGHT: f32 = 1.5;

/// How much the second reader counts beside the classifier.
const SECOND_SHARE: f32 = 0.36;

/// Longer texts are also scored passage by passage.
const MAX_UNSPLIT_WORDS: usize = 50;
/// The maximum number of words of a passage.
const MAX_PASSAGE_WORDS: usize = 40;

/// A trained classifier with the vectors of its embeddings.
#[derive(Debug)]
pub(super) struct Model {
    classifier: Classifier,
    vectors: Option<Arc<Vectors>>,
}

#[derive(Serialize, Deserialize)]
struct StoredModel {
    dimensions: usize,
    classifier: Classifier,
}

/// The probabilities that the model gives a text.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// The probability of present danger.
    pub danger: f32,
    /// The probability of past danger.
    pub past: f32,
    /// The most probable category.
    pub category: Category,
    /// The highest probability of present danger among the passages of a long text; 0 for a short one.
    pub worst_passage: f32,
    /// Whether the text is long, so that its passages were read, too.
    pub is_long: bool,
    /// Whether both readers have read it.
    pub is_read_twice: bool,
}

/// The label of an example; `None` for an unknown category.
pub fn label(severity: u8, category: &str) -> Option<usize> {
    match severity {
        0 => Some(NONE),
        1 => Some(PAST),
        _ => CATEGORIES
            .iter()
            .position(|known| known.name() == category)
            .map(|place| place + 2),
    }
}

/// A classifier that was trained with these vectors, as bytes for `content/build`.
///
/// # Errors
/// If it cannot be serialised, which does not happen with a trained one.
pub fn pack(classifier: Classifier, vectors: Option<&Vectors>) -> Result<Vec<u8>, BadPatterns> {
    let stored = StoredModel {
        dimensions: vectors.map_or(0, Vectors::dimensions),
        classifier,
    };
    rmp_serde::to_vec(&stored).map_err(|error| BadPatterns(error.to_string()))
}

/// The features of a whole text, as the classifier reads them.
pub fn features_of(screener: &Screener, text: &str, vectors: Option<&Vectors>) -> Features {
    let rules = &screener.rules;
    let text = rules.vocabulary.tokenise(text);
    let evidence = rules.evidence(&text.words);
    features(rules, &text, &text.words, &evidence, vectors)
}

impl Model {
    /// Reads a model.
    pub fn from_bytes(bytes: &[u8], vectors: Option<Arc<Vectors>>) -> Result<Self, BadPatterns> {
        let stored: StoredModel =
            rmp_serde::from_slice(bytes).map_err(|error| BadPatterns(format!("the model can't be read: {error}")))?;
        if stored.dimensions != vectors.as_ref().map_or(0, |vectors| vectors.dimensions()) {
            return Err(BadPatterns("the model was trained with other vectors".into()));
        }
        if !stored.classifier.is_consistent() {
            return Err(BadPatterns("the model is damaged".into()));
        }
        Ok(Self {
            classifier: stored.classifier,
            vectors,
        })
    }

    /// Scores a text.
    pub fn predict(&self, rules: &Rules, text: &Text, evidence: &Evidence, second: Option<&Reading>) -> Prediction {
        let mut scores = self.scores(rules, text, &text.words, evidence);
        if let Some(second) = second {
            mix(&mut scores, &second.danger, SECOND_SHARE);
        }
        let (category, _) =
            CATEGORIES
                .iter()
                .zip(scores.iter().skip(2))
                .fold((CATEGORIES[0], -1.0), |best, (&category, &score)| {
                    if score > best.1 { (category, score) } else { best }
                });
        Prediction {
            danger: danger(&scores),
            past: score_of(&scores, PAST),
            category,
            worst_passage: self.worst_passage(rules, text, second),
            is_long: text.words.len() > MAX_UNSPLIT_WORDS,
            is_read_twice: second.is_some(),
        }
    }

    fn scores(&self, rules: &Rules, text: &Text, words: &[Word], evidence: &Evidence) -> Vec<f32> {
        let vectors = self.vectors.as_deref();
        self.classifier.scores(&features(rules, text, words, evidence, vectors))
    }

    /// The highest danger among the passages. In a long text one dangerous sentence is diluted by the rest.
    ///
    /// Each reader has its own most telling passage. What the second one has not reached, the classifier judges alone.
    fn worst_passage(&self, rules: &Rules, text: &Text, second: Option<&Reading>) -> f32 {
        if text.words.len() <= MAX_UNSPLIT_WORDS {
            return 0.0;
        }
        let (mut alone, mut shared, mut of_second) = (0.0_f32, 0.0_f32, 0.0_f32);
        for words in passages(&text.words) {
            if !has_enough_words(words) {
                continue;
            }
            let first = danger(&self.scores(rules, text, words, &rules.evidence(words)));
            let range = words[0].start..words[words.len() - 1].end;
            if let Some(scores) = second.and_then(|second| second.danger_within(range)) {
                shared = shared.max(first);
                of_second = of_second.max(danger(&scores));
            } else {
                alone = alone.max(first);
            }
        }
        let mut mixed = [shared, 1.0 - shared];
        mix(&mut mixed, &[of_second, 1.0 - of_second], SECOND_SHARE);
        alone.max(mixed[0])
    }
}

fn danger(scores: &[f32]) -> f32 {
    1.0 - score_of(scores, NONE) - score_of(scores, PAST)
}

/// Groups sentences into passages. Consecutive passages overlap by one sentence, so that every pair of adjacent
/// sentences shares a passage.
fn passages(words: &[Word]) -> Vec<&[Word]> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for sentence in words.chunk_by(|one, other| one.sentence == other.sentence) {
        for part in sentence.chunks(MAX_PASSAGE_WORDS) {
            sentences.push(start..start + part.len());
            start += part.len();
        }
    }
    let mut passages = Vec::new();
    let mut first = 0;
    while let Some(from) = sentences.get(first).map(|sentence| sentence.start) {
        let fitting = sentences[first..]
            .iter()
            .take_while(|sentence| sentence.end - from <= MAX_PASSAGE_WORDS);
        let next = first + fitting.count();
        passages.push(&words[from..sentences[next - 1].end]);
        if next == sentences.len() {
            break;
        }
        first = (next - 1).max(first + 1);
    }
    passages
}

fn score_of(scores: &[f32], label: usize) -> f32 {
    scores.get(label).copied().unwrap_or(0.0)
}

/// The embedding of some words of a text, followed by the embedding of their last sentence.
fn embedding(text: &Text, words: &[Word], vectors: &Vectors) -> Vec<f32> {
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
    let weighted = all.iter().map(|value| value * EMBEDDING_WEIGHT);
    weighted
        .chain(last.iter().map(|value| value * LAST_SENTENCE_WEIGHT))
        .collect()
}

/// The features of some words of a text: words, bigrams, ideas, findings, frames and embeddings.
fn features(rules: &Rules, text: &Text, words: &[Word], evidence: &Evidence, vectors: Option<&Vectors>) -> Features {
    let mut sparse = Vec::with_capacity(words.len() * 4 + 32);
    let per_word = weight_per_feature(WORD_WEIGHT, words.len());
    for (at, word) in words.iter().enumerate() {
        sparse.push((word.hash, per_word));
        if let Some(next) = words.get(at + 1).filter(|next| next.sentence == word.sentence) {
            sparse.push((bigram_hash(word.hash, next.hash), per_word));
        }
    }
    add_ideas(rules, words, &mut sparse);
    for finding in &evidence.findings {
        let name =
            0xf1_0000 + (finding.category as u32) * 64 + u32::from(finding.unguarded) * 8 + u32::from(finding.severity);
        sparse.push((name.wrapping_mul(0x9e37_79b1), FINDING_WEIGHT));
    }
    // Some frames are no features: they only raise thresholds of the verdict.
    let is_feature =
        |&(_, frame): &(&str, Frame)| !matches!(frame, Frame::Petition | Frame::Asked | Frame::Sober | Frame::Accident);
    for (_, frame) in FRAMES.into_iter().filter(is_feature) {
        if evidence.has(frame) {
            sparse.push((
                0xf2_0000_u32.wrapping_add(frame as u32).wrapping_mul(0x9e37_79b1),
                FINDING_WEIGHT,
            ));
        }
    }
    Features {
        sparse,
        dense: vectors.map_or_else(Vec::new, |vectors| embedding(text, words, vectors)),
    }
}

/// Adds the ideas of a text, and the pairs of ideas that occur in one sentence.
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
    let per_pair = weight_per_feature(
        PAIR_WEIGHT,
        pairs.iter().map(|others| others.count_ones() as usize).sum(),
    );
    for (base, mut others) in (0_u32..).step_by(64).zip(pairs) {
        while others != 0 {
            let pair = base + others.trailing_zeros();
            others &= others - 1;
            sparse.push(((0xf3_0000 + pair).wrapping_mul(0x9e37_79b1), per_pair));
        }
    }
    let per_idea = weight_per_feature(IDEA_WEIGHT, seen.count_ones() as usize);
    while seen != 0 {
        sparse.push(((0xf4_0000 + seen.trailing_zeros()).wrapping_mul(0x9e37_79b1), per_idea));
        seen &= seen - 1;
    }
}

/// Divides `total` among `count` features so that their vector has the same length for long and short texts.
#[expect(clippy::cast_precision_loss, reason = "a text has fewer words than f32 can count")]
fn weight_per_feature(total: f32, count: usize) -> f32 {
    total / (count.max(1) as f32).sqrt()
}

fn bigram_hash(one: u32, other: u32) -> u32 {
    one.rotate_left(9).wrapping_mul(0x85eb_ca6b) ^ other
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::Vocabulary;
    use super::*;

    fn sentence(words: usize) -> String {
        format!("{}.", vec!["rain"; words].join(" "))
    }

    #[test]
    fn passages_cover_every_word_and_overlap_by_a_sentence() {
        let letter = [12, 20, 3, 90, 1, 39, 2, 17].map(sentence).join(" ");
        let text = Vocabulary::new().tokenise(&letter);
        let read = passages(&text.words);
        assert!(
            read.iter()
                .all(|passage| (1..=MAX_PASSAGE_WORDS).contains(&passage.len()))
        );
        let mut covered = 0;
        for passage in &read {
            assert!(
                passage[0].start <= covered + 2,
                "no word between two passages is left out"
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
    fn texts_of_any_length_are_split_into_passages() {
        for words in [0, 1, MAX_PASSAGE_WORDS, MAX_PASSAGE_WORDS + 1, 5 * MAX_PASSAGE_WORDS] {
            let text = Vocabulary::new().tokenise(&sentence(words));
            let read: usize = passages(&text.words).iter().map(|passage| passage.len()).sum();
            assert!(read >= words, "{read} of {words}");
        }
    }
}
