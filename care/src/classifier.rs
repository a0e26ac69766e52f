//! A small linear classifier: learns which features speak for which label.
//!
//! Both `understand` and `crisis` teach one of these with labels of their own. Invariant: teaching
//! is deterministic (same examples, same settings, same bits), and scoring cannot fail.

use serde::{Deserialize, Serialize};

use crate::lanes::{add_all_rows, add_rows};
use learner::{Learner, best_temperature, goal};

/// What is known about a text: named features by their hash, and a dense vector.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features {
    /// Feature hash and value; the same hash may come more than once.
    pub sparse: Vec<(u32, f32)>,
    /// The dense part; all texts of one classifier have the same length here.
    pub dense: Vec<f32>,
}

/// So many labels are added up side by side.
const LANES: usize = 8;

/// The length of a row: the labels, filled up with zeros to whole lanes.
const fn padded(labels: usize) -> usize {
    labels.next_multiple_of(LANES)
}

/// How the labels relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Labels {
    /// One label holds; the scores of a text add up to 1.
    Exclusive,
    /// Each label holds or not, whatever the others do.
    Independent,
}

/// How to teach.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How many labels there are.
    pub labels: usize,
    /// How the labels relate.
    pub kind: Labels,
    /// Sparse features are folded into this many rows.
    pub buckets: u32,
    /// How often every example is seen in one order.
    pub rounds: u32,
    /// In how many orders the examples are learned from; the weights are their mean.
    pub orders: u32,
    /// The length of a step of learning.
    pub rate: f32,
    /// How strongly weights are held near zero.
    pub decay: f32,
    /// Divides the raw sums. `None`: the value which makes scores mean what they say, found on a fifth of the
    /// examples. A fixed one keeps scores comparable from one teaching to the next.
    pub temperature: Option<f32>,
}

impl Settings {
    /// Settings which have served well for a few thousand examples.
    #[must_use]
    pub fn new(labels: usize, kind: Labels) -> Self {
        Self {
            labels,
            kind,
            buckets: 1 << 16,
            rounds: 24,
            orders: 4,
            rate: 0.3,
            decay: 2e-5,
            temperature: None,
        }
    }
}

/// A taught classifier. Of the many sparse features a text has few, and their weights take one byte each; it has all of
/// the few dense ones, and their weights are ready for use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classifier {
    labels: usize,
    kind: Labels,
    buckets: u32,
    /// Divides the raw sums so that scores mean what they say.
    temperature: f32,
    bias: Vec<f32>,
    sparse: Weights,
    dense: Vec<f32>,
}

/// A matrix with a row for each feature and a column for each label; small integers with one
/// scale for a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Weights {
    scales: Vec<f32>,
    #[serde(with = "bytes")]
    cells: Vec<i8>,
}

impl Classifier {
    /// The score of every label, 0 to 1.
    #[must_use]
    pub fn scores(&self, features: &Features) -> Vec<f32> {
        let mut scores = self.sums(features);
        squash(self.kind, self.temperature, &mut scores);
        scores
    }

    /// The raw sum of every label, before it becomes a score.
    #[must_use]
    pub fn sums(&self, features: &Features) -> Vec<f32> {
        let mut sums = Vec::with_capacity(padded(self.labels));
        sums.extend_from_slice(&self.bias);
        sums.resize(padded(self.labels), 0.0);
        let rows = features.sparse.iter().map(|&(hash, value)| {
            let row = (hash % self.buckets.max(1)) as usize;
            (row, self.sparse.scales.get(row).map_or(0.0, |scale| scale * value))
        });
        add_rows(&mut sums, &self.sparse.cells, &rows.collect::<Vec<_>>());
        add_all_rows(&mut sums, &self.dense, &features.dense);
        sums.truncate(self.labels);
        sums
    }

    /// How many labels it knows.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Whether a classifier which was read from bytes is whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let width = padded(self.bias.len());
        self.bias.len() == self.labels
            && self.temperature > 0.0
            && self.sparse.scales.len() == self.buckets as usize
            && self.sparse.scales.len().checked_mul(width) == Some(self.sparse.cells.len())
            && self.dense.len().is_multiple_of(width)
    }
}

impl Weights {
    fn packed(weights: &[f32], width: usize) -> Self {
        let mut packed = Self {
            scales: Vec::new(),
            cells: Vec::new(),
        };
        for row in weights.chunks(width) {
            let largest = row.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            let scale = largest / 127.0;
            packed.scales.push(scale);
            packed.cells.extend(
                row.iter()
                    .map(|weight| if scale > 0.0 { small(weight / scale) } else { 0 }),
            );
            packed.cells.resize(packed.scales.len() * padded(width), 0);
        }
        packed
    }
}

/// Rows of weights, each filled up to its length.
fn filled_up(weights: &[f32], labels: usize) -> Vec<f32> {
    let mut rows = Vec::new();
    for row in weights.chunks(labels) {
        rows.extend_from_slice(row);
        rows.resize(rows.len().next_multiple_of(LANES), 0.0);
    }
    rows
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the caller scaled the value into −127 to 127"
)]
fn small(value: f32) -> i8 {
    value.round().clamp(-127.0, 127.0) as i8
}

/// Learns from examples: features and how much each label holds (for exclusive labels the weights
/// are shares and are brought to a sum of 1).
#[must_use]
pub fn teach(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Classifier {
    let goals: Vec<Vec<f32>> = examples.iter().map(|(_, weights)| goal(weights, settings)).collect();
    let learner = Learner::taught(examples, &goals, settings, &|_| true);
    Classifier {
        labels: settings.labels,
        kind: settings.kind,
        buckets: settings.buckets,
        temperature: settings
            .temperature
            .unwrap_or_else(|| found_temperature(examples, &goals, settings)),
        bias: learner.bias,
        sparse: Weights::packed(&learner.sparse.weights, settings.labels),
        dense: filled_up(&learner.dense.weights, settings.labels),
    }
}

/// A fifth is kept aside to find out how sure the sums of what the rest teaches may make us.
fn found_temperature(examples: &[(Features, Vec<f32>)], goals: &[Vec<f32>], settings: &Settings) -> f32 {
    let is_aside = |index: usize| index % 5 == 4;
    let trial = Learner::taught(examples, goals, settings, &|index| !is_aside(index));
    let aside: Vec<(Vec<f32>, &[f32])> = (0..examples.len())
        .filter(|&index| is_aside(index))
        .map(|index| (trial.sums(&examples[index].0), goals[index].as_slice()))
        .collect();
    best_temperature(settings.kind, &aside)
}

/// Turns sums into scores of 0 to 1.
fn squash(kind: Labels, temperature: f32, sums: &mut [f32]) {
    match kind {
        Labels::Exclusive => {
            let highest = sums.iter().fold(f32::MIN, |highest, &sum| highest.max(sum));
            let mut total = 0.0;
            for sum in &mut *sums {
                *sum = ((*sum - highest) / temperature).exp();
                total += *sum;
            }
            for sum in sums {
                *sum /= total;
            }
        }
        Labels::Independent => {
            for sum in sums {
                *sum = 1.0 / (1.0 + (-*sum / temperature).exp());
            }
        }
    }
}

mod bytes;
mod learner;

#[cfg(test)]
mod tests;
