//! Trains a linear classifier.
//!
//! Invariant: training is deterministic: same examples, same settings, same bits.

use care::classifier::{Classifier, Features, Labels, Trained};
use trainer::{Trainer, target};

mod trainer;

/// The hyperparameters of training.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The number of labels.
    pub labels: usize,
    /// Whether the labels are exclusive.
    pub kind: Labels,
    /// The number of rows that sparse features are hashed into.
    pub buckets: u32,
    /// Passes over the examples in each shuffled run.
    pub epochs: u32,
    /// The number of runs, each with its own shuffle; the weights are their mean.
    pub shuffles: u32,
    /// The step size.
    pub learning_rate: f32,
    /// The strength of the pull of all weights towards zero.
    pub weight_decay: f32,
    /// The softmax temperature, which divides the logits; [`calibrated_temperature`] finds it. It is fixed, because it takes
    /// nearly as long to find as the weights, and because thresholds of scores hold for one temperature.
    pub temperature: f32,
}

impl Settings {
    /// Settings that work well for a few thousand examples.
    #[must_use]
    pub fn new(labels: usize, kind: Labels) -> Self {
        Self {
            labels,
            kind,
            buckets: 1 << 16,
            epochs: 24,
            shuffles: 4,
            learning_rate: 0.3,
            weight_decay: 2e-5,
            temperature: 1.0,
        }
    }
}

/// Trains on examples: features, and a weight for each label. The weights of exclusive labels are normalised to a sum
/// of 1.
pub fn train(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Classifier {
    let trainer = Trainer::trained(examples, &targets(examples, settings), settings, &|_| true);
    Classifier::from(Trained {
        labels: settings.labels,
        kind: settings.kind,
        buckets: settings.buckets,
        temperature: settings.temperature,
        bias: trainer.bias,
        sparse: trainer.sparse.weights(),
        dense: trainer.dense.weights(),
    })
}

fn targets(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Vec<Vec<f32>> {
    examples.iter().map(|(_, weights)| target(weights, settings)).collect()
}

/// Trains on four fifths and returns the temperature that calibrates the scores of the held-out fifth.
pub fn calibrated_temperature(examples: &[(Features, Vec<f32>)], settings: &Settings) -> f32 {
    let targets = targets(examples, settings);
    let is_held_out = |index: usize| index % 5 == 4;
    let trial = Trainer::trained(examples, &targets, settings, &|index| !is_held_out(index));
    let held_out: Vec<(Vec<f32>, &[f32])> = (0..examples.len())
        .filter(|&index| is_held_out(index))
        .map(|index| (trial.logits(&examples[index].0), targets[index].as_slice()))
        .collect();
    trainer::best_temperature(settings.kind, &held_out)
}

#[cfg(test)]
mod tests;
