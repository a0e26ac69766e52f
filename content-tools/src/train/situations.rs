//! Trains the classifier of situations.
//!
//! Invariant: same examples, lexicon and vectors, same bits.

use care::classifier::{Features, Labels};
use care::understand::features_of;
use care::understand::lexicon::{CompiledLexicon, Lexicon};
use care::understand::situations::{Label, SituationModel};
use care::vectors::{BadModel, Vectors};
use serde::Deserialize;

use super::classifier::{self, Settings};

/// A text and the situation that it tells of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The slug of its situation, or `general` if it tells of none clearly.
    pub situation: String,
    /// The slug of its topic.
    pub topic: String,
}

/// Trains the model. Examples of other situations than the labels count as telling of none.
///
/// # Errors
/// [`BadModel`] if the classifier does not fit the labels, which does not happen.
pub fn train(
    labels: Vec<Label>,
    examples: &[Example],
    lexicon: &Lexicon,
    vectors: &Vectors,
    temperature: f32,
) -> Result<SituationModel, BadModel> {
    let (training_set, settings) = training_set(&labels, examples, lexicon, vectors);
    let settings = Settings {
        temperature,
        ..settings
    };
    SituationModel::new(labels, classifier::train(&training_set, &settings))
}

/// The temperature that [`train`] is best given.
pub fn calibrated_temperature(labels: &[Label], examples: &[Example], lexicon: &Lexicon, vectors: &Vectors) -> f32 {
    let (training_set, settings) = training_set(labels, examples, lexicon, vectors);
    classifier::calibrated_temperature(&training_set, &settings)
}

/// Features and label of each example, and how they are trained on.
fn training_set(
    labels: &[Label],
    examples: &[Example],
    lexicon: &Lexicon,
    vectors: &Vectors,
) -> (Vec<(Features, Vec<f32>)>, Settings) {
    let compiled = CompiledLexicon::new(lexicon);
    let training_set = examples
        .iter()
        .map(|example| {
            let mut target = vec![0.0; labels.len() + 1];
            let label = labels.iter().position(|label| label.slug == example.situation);
            target[label.unwrap_or(labels.len())] = 1.0;
            (features_of(&example.text, &compiled, vectors), target)
        })
        .collect();
    let settings = Settings {
        buckets: 1 << 14,
        epochs: 12,
        shuffles: 2,
        weight_decay: 1e-4,
        ..Settings::new(labels.len() + 1, Labels::Exclusive)
    };
    (training_set, settings)
}
