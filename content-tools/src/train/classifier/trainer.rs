//! Training: stochastic gradient descent with `AdaGrad` and weight averaging, with a fixed seed for every shuffle.
//!
//! The weights of a single run depend on the order of the examples as much as on one example more or less.
//! So the result is the mean over several shuffles, and in each over the later half of its epochs.
//!
//! Invariant: nothing here depends on time, threads or the machine.

use care::classifier::{Features, Labels, apply_activation};
use simd::training::{UsedRow, decay_and_add, descend};

use super::Settings;

/// The seed of the first shuffle; each further one takes the next number.
const FIRST_SEED: u64 = 0x5eed;
/// A smaller gradient changes no weight.
const MIN_GRADIENT: f32 = 1e-15;

/// The target scores of an example.
pub(super) fn target(weights: &[f32], settings: &Settings) -> Vec<f32> {
    let mut target = weights.to_vec();
    target.resize(settings.labels, 0.0);
    let total: f32 = target.iter().sum();
    if settings.kind == Labels::Exclusive && total > 0.0 {
        for share in &mut target {
            *share /= total;
        }
    }
    target
}

/// The weights in full precision during training.
pub(super) struct Trainer {
    pub(super) bias: Vec<f32>,
    bias_squared_gradients: Vec<f32>,
    pub(super) sparse: Matrix,
    pub(super) dense: Matrix,
    buckets: u32,
    /// The rows of the present example.
    used: Vec<UsedRow>,
}

/// A weight matrix during training, as [`simd::training`] wants it: rows are used in no order, and what lies together is
/// fetched together. Weight decay is applied lazily: `decayed_at` is the step at which a row last got it.
pub(super) struct Matrix {
    labels: usize,
    /// The padded number of labels.
    width: usize,
    cells: Vec<f32>,
    decayed_at: Vec<u32>,
    /// The steps of the last decay, and what it kept: it is the same for row after row.
    last_decay: (u32, f32),
}

impl Matrix {
    fn new(rows: usize, labels: usize) -> Self {
        let width = padded(labels);
        Self {
            labels,
            width,
            cells: vec![0.0; rows * width * 2],
            decayed_at: vec![0; rows],
            last_decay: (0, 1.0),
        }
    }

    fn weights_of(&self, row: usize) -> &[f32] {
        &self.cells[row * self.width * 2..][..self.width]
    }

    fn weights_of_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.cells[row * self.width * 2..][..self.width]
    }

    /// All weights, row by row.
    pub(super) fn weights(&self) -> Vec<f32> {
        let rows = (0..self.decayed_at.len()).map(|row| &self.weights_of(row)[..self.labels]);
        rows.flatten().copied().collect()
    }

    /// What is left of the weights of a row since its last decay, which is now.
    fn kept(&mut self, row: usize, step: u32, settings: &Settings) -> f32 {
        let elapsed = step - std::mem::replace(&mut self.decayed_at[row], step);
        if elapsed != self.last_decay.0 {
            #[expect(clippy::cast_precision_loss, reason = "some thousand steps are exact in f32")]
            let kept = (-settings.weight_decay * elapsed as f32).exp();
            self.last_decay = (elapsed, kept);
        }
        self.last_decay.1
    }

    /// Applies the outstanding weight decay to all rows.
    fn decay(&mut self, step: u32, settings: &Settings) {
        for row in 0..self.decayed_at.len() {
            let kept = self.kept(row, step, settings);
            self.weights_of_mut(row).iter_mut().for_each(|weight| *weight *= kept);
        }
    }
}

/// The width of rows: a vector of eight for each eight labels, and none for the rest.
const fn padded(labels: usize) -> usize {
    labels.next_multiple_of(8)
}

impl Trainer {
    fn new(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Self {
        let dense = examples
            .iter()
            .map(|(features, _)| features.dense.len())
            .max()
            .unwrap_or(0);
        Self {
            bias: vec![0.0; settings.labels],
            bias_squared_gradients: vec![0.0; settings.labels],
            sparse: Matrix::new(settings.buckets as usize, settings.labels),
            dense: Matrix::new(dense, settings.labels),
            buckets: settings.buckets.max(1),
            used: Vec::new(),
        }
    }

    pub(super) fn logits(&self, features: &Features) -> Vec<f32> {
        let mut logits = self.bias.clone();
        let sparse = features
            .sparse
            .iter()
            .map(|&(hash, value)| (self.sparse.weights_of((hash % self.buckets) as usize), value));
        let dense = features
            .dense
            .iter()
            .enumerate()
            .map(|(row, &value)| (self.dense.weights_of(row), value));
        for (weights, value) in sparse.chain(dense) {
            for (sum, weight) in logits.iter_mut().zip(weights) {
                *sum += weight * value;
            }
        }
        logits
    }

    /// Trains on the selected examples.
    pub(super) fn trained(
        examples: &[(Features, Vec<f32>)],
        targets: &[Vec<f32>],
        settings: &Settings,
        is_selected: &dyn Fn(usize) -> bool,
    ) -> Self {
        let mut mean = Self::new(examples, settings);
        let mut snapshots = 0.0;
        for first in (FIRST_SEED..).take(settings.shuffles as usize) {
            let mut seed = first;
            let mut trainer = Self::new(examples, settings);
            let mut order: Vec<usize> = (0..examples.len()).filter(|&index| is_selected(index)).collect();
            let mut step = 0;
            for epoch in 0..settings.epochs {
                shuffle(&mut order, &mut seed);
                for &index in &order {
                    step += 1;
                    trainer.update(&examples[index].0, &targets[index], step, settings);
                }
                if epoch >= settings.epochs / 2 {
                    trainer.sparse.decay(step, settings);
                    trainer.dense.decay(step, settings);
                    mean.add(&trainer);
                    snapshots += 1.0;
                }
            }
        }
        mean.divide(snapshots);
        mean
    }

    /// Adds the weights of another one.
    fn add(&mut self, other: &Self) {
        for (sum, weight) in self.bias.iter_mut().zip(&other.bias) {
            *sum += weight;
        }
        for (sums, matrix) in [(&mut self.sparse, &other.sparse), (&mut self.dense, &other.dense)] {
            for row in 0..matrix.decayed_at.len() {
                for (sum, weight) in sums.weights_of_mut(row).iter_mut().zip(matrix.weights_of(row)) {
                    *sum += weight;
                }
            }
        }
    }

    /// Divides all weights.
    fn divide(&mut self, by: f32) {
        self.bias.iter_mut().for_each(|weight| *weight /= by);
        for matrix in [&mut self.sparse, &mut self.dense] {
            for row in 0..matrix.decayed_at.len() {
                matrix.weights_of_mut(row).iter_mut().for_each(|weight| *weight /= by);
            }
        }
    }

    fn update(&mut self, features: &Features, target: &[f32], step: u32, settings: &Settings) {
        self.note_used(features, step, settings);
        let mut gradients = self.bias.clone();
        gradients.resize(padded(settings.labels), 0.0);
        let (of_sparse, of_dense) = self.used.split_at(features.sparse.len());
        for (matrix, used) in [(&mut self.sparse, of_sparse), (&mut self.dense, of_dense)] {
            decay_and_add(&mut matrix.cells, matrix.width, used, &mut gradients);
        }
        apply_activation(settings.kind, 1.0, &mut gradients[..settings.labels]);
        for (gradient, target_score) in gradients.iter_mut().zip(target) {
            *gradient -= target_score;
            // Its square would be no normal number, for which processors take far longer.
            if gradient.abs() < MIN_GRADIENT {
                *gradient = 0.0;
            }
        }
        for (matrix, used) in [(&mut self.sparse, of_sparse), (&mut self.dense, of_dense)] {
            descend(
                &mut matrix.cells,
                matrix.width,
                used,
                &gradients,
                settings.learning_rate,
            );
        }
        for ((bias, squared_gradients), gradient) in self
            .bias
            .iter_mut()
            .zip(&mut self.bias_squared_gradients)
            .zip(&gradients)
        {
            *squared_gradients += gradient * gradient;
            *bias -= settings.learning_rate * 0.1 * gradient / (squared_gradients.sqrt() + 1e-3);
        }
    }
    /// Notes the rows of an example, first those of its sparse features. All are looked up before the first is worked on, so
    /// that the processor waits for several at once.
    fn note_used(&mut self, features: &Features, step: u32, settings: &Settings) {
        self.used.clear();
        for &(hash, value) in &features.sparse {
            let row = (hash % self.buckets) as usize;
            let kept = self.sparse.kept(row, step, settings);
            self.used.push(UsedRow { row, value, kept });
        }
        for (row, &value) in features.dense.iter().enumerate() {
            let kept = self.dense.kept(row, step, settings);
            self.used.push(UsedRow { row, value, kept });
        }
    }
}

/// The temperature with the lowest log loss on the held-out examples.
pub(super) fn best_temperature(kind: Labels, held_out: &[(Vec<f32>, &[f32])]) -> f32 {
    let log_loss = |temperature: f32| -> f32 {
        let mut total = 0.0;
        for (logits, target) in held_out {
            let mut scores = logits.clone();
            apply_activation(kind, temperature, &mut scores);
            for (&score, &target_score) in scores.iter().zip(*target) {
                total -= target_score * score.max(1e-6).ln();
                if kind == Labels::Independent {
                    total -= (1.0 - target_score) * (1.0 - score).max(1e-6).ln();
                }
            }
        }
        total
    };
    let candidates = [
        0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0,
    ];
    candidates
        .into_iter()
        .min_by(|&one, &other| log_loss(one).total_cmp(&log_loss(other)))
        .unwrap_or(1.0)
}

fn shuffle(order: &mut [usize], seed: &mut u64) {
    for index in (1..order.len()).rev() {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = (*seed >> 33) as usize % (index + 1);
        order.swap(index, other);
    }
}
