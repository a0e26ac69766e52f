//! A linear classifier (logistic regression) over hashed sparse features and a dense vector.
//!
//! `understand` and `crisis` each have one with their own labels; `content-tools` trains them.
//! Invariant: scoring is deterministic and cannot fail.

use serde::{Deserialize, Serialize};

use simd::{add_all_rows, add_rows};

/// The features of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features {
    /// Feature hash and value; a hash may occur more than once.
    pub sparse: Vec<(u32, f32)>,
    /// The dense part, of the same length for all texts of one classifier.
    pub dense: Vec<f32>,
}

/// Rows are padded to a multiple of this, so that the inner loop needs no remainder.
const SIMD_WIDTH: usize = 8;

/// The length of a row: one weight for each label, padded with zeros to whole SIMD lanes.
const fn padded(labels: usize) -> usize {
    labels.next_multiple_of(SIMD_WIDTH)
}

/// The relation between labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Labels {
    /// Exactly one label applies (softmax); the scores of a text add up to 1.
    Exclusive,
    /// Each label applies or not, independently of the others (sigmoid).
    Independent,
}

/// A trained classifier. The many sparse weights are quantised to one byte; the few dense weights stay `f32`, as every
/// text uses all of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classifier {
    labels: usize,
    kind: Labels,
    buckets: u32,
    /// Divides the logits, so that scores are calibrated probabilities.
    temperature: f32,
    bias: Vec<f32>,
    sparse: Weights,
    dense: Vec<f32>,
}

/// A quantised matrix: a row for each feature, a column for each label, and one scale for each row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Weights {
    scales: Vec<f32>,
    #[serde(with = "bytes")]
    cells: Vec<i8>,
}

/// The weights that training gives, in full precision: a row of `labels` weights for each bucket and each dense
/// dimension.
pub struct Trained {
    /// The number of labels.
    pub labels: usize,
    /// Whether the labels are exclusive.
    pub kind: Labels,
    /// The number of rows that sparse features are hashed into.
    pub buckets: u32,
    /// Divides the logits, so that scores are calibrated probabilities.
    pub temperature: f32,
    /// One weight for each label.
    pub bias: Vec<f32>,
    /// The rows of the buckets.
    pub sparse: Vec<f32>,
    /// The rows of the dense dimensions.
    pub dense: Vec<f32>,
}

impl From<Trained> for Classifier {
    fn from(trained: Trained) -> Self {
        Self {
            labels: trained.labels,
            kind: trained.kind,
            buckets: trained.buckets,
            temperature: trained.temperature,
            bias: trained.bias,
            sparse: Weights::quantised(&trained.sparse, trained.labels),
            dense: padded_rows(&trained.dense, trained.labels),
        }
    }
}

impl Classifier {
    /// The score of every label, 0 to 1.
    pub fn scores(&self, features: &Features) -> Vec<f32> {
        let mut scores = self.logits(features);
        apply_activation(self.kind, self.temperature, &mut scores);
        scores
    }

    /// The logit of every label: the weighted sum before softmax or sigmoid.
    pub fn logits(&self, features: &Features) -> Vec<f32> {
        let mut logits = Vec::with_capacity(padded(self.labels));
        logits.extend_from_slice(&self.bias);
        logits.resize(padded(self.labels), 0.0);
        let rows = features.sparse.iter().map(|&(hash, value)| {
            let row = (hash % self.buckets.max(1)) as usize;
            (row, self.sparse.scales.get(row).map_or(0.0, |scale| scale * value))
        });
        add_rows(&mut logits, &self.sparse.cells, &rows.collect::<Vec<_>>());
        add_all_rows(&mut logits, &self.dense, &features.dense);
        logits.truncate(self.labels);
        logits
    }

    /// The number of labels.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Whether the dimensions of a deserialised classifier agree.
    pub fn is_consistent(&self) -> bool {
        let width = padded(self.bias.len());
        self.bias.len() == self.labels
            && self.temperature > 0.0
            && self.sparse.scales.len() == self.buckets as usize
            && self.sparse.scales.len().checked_mul(width) == Some(self.sparse.cells.len())
            && self.dense.len().is_multiple_of(width)
    }
}

impl Weights {
    fn quantised(weights: &[f32], width: usize) -> Self {
        let mut quantised = Self {
            scales: Vec::new(),
            cells: Vec::new(),
        };
        for row in weights.chunks(width) {
            let largest = row.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            let scale = largest / 127.0;
            quantised.scales.push(scale);
            quantised.cells.extend(
                row.iter()
                    .map(|weight| if scale > 0.0 { to_i8(weight / scale) } else { 0 }),
            );
            quantised.cells.resize(quantised.scales.len() * padded(width), 0);
        }
        quantised
    }
}

/// Rows of weights, each padded to whole SIMD lanes.
fn padded_rows(weights: &[f32], labels: usize) -> Vec<f32> {
    let mut rows = Vec::new();
    for row in weights.chunks(labels) {
        rows.extend_from_slice(row);
        rows.resize(rows.len().next_multiple_of(SIMD_WIDTH), 0.0);
    }
    rows
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the caller scaled the value into −127 to 127"
)]
fn to_i8(value: f32) -> i8 {
    value.round().clamp(-127.0, 127.0) as i8
}

/// Turns logits into scores of 0 to 1: softmax or sigmoid.
pub fn apply_activation(kind: Labels, temperature: f32, logits: &mut [f32]) {
    match kind {
        Labels::Exclusive => {
            let highest = logits.iter().fold(f32::MIN, |highest, &sum| highest.max(sum));
            let mut total = 0.0;
            for sum in &mut *logits {
                *sum = ((*sum - highest) / temperature).exp();
                total += *sum;
            }
            for sum in logits {
                *sum /= total;
            }
        }
        Labels::Independent => {
            for sum in logits {
                *sum = 1.0 / (1.0 + (-*sum / temperature).exp());
            }
        }
    }
}

pub(crate) mod bytes;
