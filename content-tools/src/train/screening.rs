//! Trains the classifier of crisis screening.
//!
//! Invariant: same examples, patterns and vectors, same bits.

use care::classifier::Labels;
use care::crisis::{BadPatterns, LABELS, Screener, features_of, label, pack};
use care::vectors::Vectors;
use serde::Deserialize;

use super::classifier::{self, Settings};

/// A labelled training example.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The kind of danger, or `none`.
    pub category: String,
    /// 0 none, 1 past or recovered, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
}

/// The softmax temperature, calibrated once on held-out examples. It is fixed, because the thresholds of the verdict
/// are tuned for it: a new calibration in each training would shift them.
const TEMPERATURE: f32 = 1.0;

/// Trains a model on examples and returns its bytes.
///
/// # Errors
/// If an example's category is unknown.
pub fn train(patterns: &Screener, examples: &[Example], vectors: Option<&Vectors>) -> Result<Vec<u8>, BadPatterns> {
    let mut training_set = Vec::with_capacity(examples.len());
    for example in examples {
        let label = label(example.severity, &example.category)
            .ok_or_else(|| BadPatterns(format!("unknown category `{}`", example.category)))?;
        let mut target = vec![0.0; LABELS];
        target[label] = 1.0;
        training_set.push((features_of(patterns, &example.text, vectors), target));
    }
    let settings = Settings {
        buckets: 1 << 15,
        epochs: 20,
        weight_decay: 1e-4,
        temperature: TEMPERATURE,
        ..Settings::new(LABELS, Labels::Exclusive)
    };
    pack(classifier::train(&training_set, &settings), vectors)
}
