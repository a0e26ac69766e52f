//! Trains a linear classifier.
//!
//! Invariant: training is deterministic: same examples, same settings, same bits.

use care::classifier::{Classifier, Features, Labels, Trained};
use trainer::{Trainer, best_temperature, target};

use super::at_once;

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
    /// The softmax temperature, which divides the logits. `None` calibrates it on a held-out fifth of the examples.
    /// A fixed value keeps scores comparable between trainings.
    pub temperature: Option<f32>,
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
            temperature: None,
        }
    }
}

/// Trains on examples: features, and a weight for each label. The weights of exclusive labels are normalised to a sum
/// of 1.
pub fn train(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Classifier {
    let targets: Vec<Vec<f32>> = examples.iter().map(|(_, weights)| target(weights, settings)).collect();
    let run = || Trainer::trained(examples, &targets, settings, &|_| true);
    let (trainer, temperature) = match settings.temperature {
        Some(temperature) => (run(), temperature),
        None => at_once(run, || calibrate_temperature(examples, &targets, settings)),
    };
    Classifier::from(Trained {
        labels: settings.labels,
        kind: settings.kind,
        buckets: settings.buckets,
        temperature,
        bias: trainer.bias,
        sparse: trainer.sparse.weights(),
        dense: trainer.dense.weights(),
    })
}

/// Trains on four fifths and picks the temperature that calibrates the scores of the held-out fifth.
fn calibrate_temperature(examples: &[(Features, Vec<f32>)], targets: &[Vec<f32>], settings: &Settings) -> f32 {
    let is_held_out = |index: usize| index % 5 == 4;
    let trial = Trainer::trained(examples, targets, settings, &|index| !is_held_out(index));
    let held_out: Vec<(Vec<f32>, &[f32])> = (0..examples.len())
        .filter(|&index| is_held_out(index))
        .map(|index| (trial.logits(&examples[index].0), targets[index].as_slice()))
        .collect();
    best_temperature(settings.kind, &held_out)
}

#[cfg(test)]
mod tests;
