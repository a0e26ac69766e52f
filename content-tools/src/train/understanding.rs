//! Trains the classifier of topics.
//!
//! Invariant: same examples, lexicon and vectors, same bits.

use care::classifier::{Features, Labels};
use care::understand::lexicon::{CompiledLexicon, Lexicon};
use care::understand::{Model, NOTHING, features_of};
use care::vectors::Vectors;
use serde::Deserialize;

use super::classifier::{self, Settings};

/// A labelled training example.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The slug of its topic.
    pub topic: String,
    /// Slugs of other acceptable topics.
    #[serde(default)]
    pub acceptable: Vec<String>,
}

/// The weight of an acceptable topic in training, relative to the right one.
const ACCEPTABLE_SHARE: f32 = 0.35;

/// Trains the model of understanding. The topics are those of the lexicon, and [`NOTHING`]; examples of other topics are
/// skipped.
pub fn train(examples: &[Example], lexicon: &Lexicon, vectors: &Vectors, temperature: f32) -> Model {
    let (training_set, settings) = training_set(examples, lexicon, vectors);
    let settings = Settings {
        temperature,
        ..settings
    };
    Model::new(lexicon.clone(), classifier::train(&training_set, &settings))
}

/// The temperature that [`train`] is best given.
pub fn calibrated_temperature(examples: &[Example], lexicon: &Lexicon, vectors: &Vectors) -> f32 {
    let (training_set, settings) = training_set(examples, lexicon, vectors);
    classifier::calibrated_temperature(&training_set, &settings)
}

/// Features and weights of the labels of each example, and how they are trained on.
fn training_set(examples: &[Example], lexicon: &Lexicon, vectors: &Vectors) -> (Vec<(Features, Vec<f32>)>, Settings) {
    let compiled = CompiledLexicon::new(lexicon);
    let topics = compiled.topics().len();
    let number_of = |slug: &str| {
        let nothing = (slug == NOTHING).then_some(topics);
        nothing.or_else(|| compiled.topics().iter().position(|topic| topic == slug))
    };
    let informative = examples.iter().filter_map(|example| {
        let mut weights = vec![0.0; topics + 1];
        weights[number_of(&example.topic)?] = 1.0;
        for topic in example.acceptable.iter().filter_map(|slug| number_of(slug)) {
            weights[topic] += ACCEPTABLE_SHARE;
        }
        Some((example.text.as_str(), weights))
    });
    let uninformative = lexicon.everyday.iter().map(|text| {
        let mut weights = vec![0.0; topics + 1];
        weights[topics] = 1.0;
        (text.as_str(), weights)
    });
    let training_set = informative
        .chain(uninformative)
        .map(|(text, weights)| (features_of(text, &compiled, vectors), weights))
        .collect();
    let settings = Settings {
        epochs: 12,
        weight_decay: 1e-4,
        ..Settings::new(topics + 1, Labels::Exclusive)
    };
    (training_set, settings)
}
