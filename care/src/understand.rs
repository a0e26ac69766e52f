//! Understanding: from what a person typed to the topics of what they carry, best first.
//!
//! People rarely name their struggle; they tell of a Sunday night, a locked phone, an empty chair.
//! Four witnesses are heard: words, letters, a lexicon of situations, and the meaning of the text as
//! a vector. Invariant: any text gets an answer, the same one every time, in time linear in its length.

use serde::{Deserialize, Serialize};

use super::classifier::{self, Classifier, Labels, Settings};
use super::vectors::{BadModel, Vectors};
use features::{Sentence, features, read};
use lexicon::{CompiledLexicon, Lexicon};

mod entry;
pub mod features;
pub mod lexicon;
pub mod plain_words;

/// A text whose topic is known.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Example {
    /// What a person wrote.
    pub text: String,
    /// The slug of its topic.
    pub topic: String,
    /// Slugs of topics which would also be right.
    #[serde(default)]
    pub acceptable: Vec<String>,
}

/// What was understood of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Understood<'model> {
    /// The topics, best first; empty when nothing was understood.
    pub topics: Vec<RankedTopic<'model>>,
}

/// A topic and how sure we are of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedTopic<'model> {
    /// The topic's slug.
    pub slug: &'model str,
    /// How sure, 0 to 1; the scores of all topics add up to 1.
    pub score: f32,
}

impl Understood<'_> {
    /// Whether the text told us anything; if not, the general message is the honest answer.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        !self.topics.is_empty()
    }
}

/// What was learned from examples and lexicon.
#[derive(Debug, Clone)]
pub struct Model {
    lexicon: Lexicon,
    compiled: CompiledLexicon,
    classifier: Classifier,
}

#[derive(Serialize, Deserialize)]
struct StoredModel {
    lexicon: Lexicon,
    classifier: Classifier,
}

/// How much of a whole a topic gets which is acceptable beside the right one.
const ACCEPTABLE_SHARE: f32 = 0.35;
/// Below this score the best topic is a guess.
const SURE_ENOUGH: f32 = 0.15;
/// From this score on a text is everyday talk which tells us nothing.
const TELLS_NOTHING: f32 = 0.5;
/// So many bytes are heard; no form of ours takes as much.
const HEARD: usize = 40_000;

/// Learns to understand. Topics are those of the lexicon; examples of other topics are passed over.
#[must_use]
pub fn teach(examples: &[Example], lexicon: &Lexicon, vectors: &Vectors) -> Model {
    let compiled = CompiledLexicon::new(lexicon);
    let topics = compiled.topics().len();
    let number_of = |slug: &str| compiled.topics().iter().position(|topic| topic == slug);
    let told = examples.iter().filter_map(|example| {
        let mut weights = vec![0.0; topics + 1];
        weights[number_of(&example.topic)?] = 1.0;
        for topic in example.acceptable.iter().filter_map(|slug| number_of(slug)) {
            weights[topic] += ACCEPTABLE_SHARE;
        }
        Some((example.text.as_str(), weights))
    });
    // One label more than topics: what people type who tell us nothing.
    let untold = lexicon.everyday.iter().map(|text| {
        let mut weights = vec![0.0; topics + 1];
        weights[topics] = 1.0;
        (text.as_str(), weights)
    });
    let lessons: Vec<_> = told
        .chain(untold)
        .map(|(text, weights)| (features(&read(text, &compiled, vectors), &compiled), weights))
        .collect();
    let settings = Settings {
        rounds: 12,
        decay: 1e-4,
        ..Settings::new(topics + 1, Labels::Exclusive)
    };
    let classifier = classifier::teach(&lessons, &settings);
    Model {
        lexicon: lexicon.clone(),
        compiled,
        classifier,
    }
}

impl Model {
    /// The model as bytes for `content/build`.
    ///
    /// # Errors
    /// [`BadModel`] if the model cannot be written, which does not happen with a taught one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadModel> {
        let stored = StoredModel {
            lexicon: self.lexicon.clone(),
            classifier: self.classifier.clone(),
        };
        rmp_serde::to_vec(&stored).map_err(|_| BadModel("the model cannot be written"))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`BadModel`] when the bytes are not a whole model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadModel> {
        let stored: StoredModel = rmp_serde::from_slice(bytes).map_err(|_| BadModel("not a model of understanding"))?;
        if !stored.classifier.is_whole() {
            return Err(BadModel("the model of understanding is damaged"));
        }
        let compiled = CompiledLexicon::new(&stored.lexicon);
        if stored.classifier.labels() != compiled.topics().len() + 1 {
            return Err(BadModel("the lexicon and the classifier have different topics"));
        }
        Ok(Self {
            lexicon: stored.lexicon,
            compiled,
            classifier: stored.classifier,
        })
    }
}

/// Understands a text.
#[must_use]
pub fn understand<'model>(model: &'model Model, vectors: &Vectors, text: &str) -> Understood<'model> {
    let heard = &text[..text.floor_char_boundary(HEARD)];
    let sentences = read(heard, &model.compiled, vectors);
    if !sentences.iter().any(Sentence::is_readable) {
        return Understood::default();
    }
    let mut scores = model.classifier.scores(&features(&sentences, &model.compiled));
    let nothing = scores.pop().unwrap_or(1.0);
    let told = (1.0 - nothing).max(f32::EPSILON);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]));
    let best = order.first().map_or(0.0, |&best| scores[best]);
    if nothing >= TELLS_NOTHING || best < SURE_ENOUGH {
        return Understood::default();
    }
    let topics = order
        .into_iter()
        .map(|topic| RankedTopic {
            slug: &model.compiled.topics()[topic],
            score: scores[topic] / told,
        })
        .collect();
    Understood { topics }
}

#[cfg(test)]
mod tests;
