//! Training: stochastic gradient descent with `AdaGrad` and weight averaging, with a fixed seed for every shuffle.
//!
//! The weights of a single run depend on the order of the examples as much as on one example more or less.
//! So the result is the mean over several shuffles, and in each over the later half of its epochs.
//!
//! Invariant: nothing here depends on time, threads or the machine.

use care::classifier::{Features, Labels, apply_activation};

use super::Settings;

/// The seed of the first shuffle; each further one takes the next number.
const FIRST_SEED: u64 = 0x5eed;

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
}

/// A weight matrix during training. `squared_gradients` is the state of `AdaGrad`. Weight decay is applied lazily:
/// `decayed_at` is the step at which a row last got it.
pub(super) struct Matrix {
    pub(super) weights: Vec<f32>,
    squared_gradients: Vec<f32>,
    decayed_at: Vec<u32>,
}

impl Matrix {
    fn new(rows: usize, width: usize) -> Self {
        Self {
            weights: vec![0.0; rows * width],
            squared_gradients: vec![0.0; rows * width],
            decayed_at: vec![0; rows],
        }
    }

    fn add(&self, row: usize, value: f32, logits: &mut [f32]) {
        let width = logits.len();
        for (sum, weight) in logits.iter_mut().zip(&self.weights[row * width..][..width]) {
            *sum += weight * value;
        }
    }

    fn decay(&mut self, row: usize, width: usize, step: u32, settings: &Settings) {
        let elapsed = step - self.decayed_at[row];
        self.decayed_at[row] = step;
        if elapsed > 0 {
            #[expect(clippy::cast_precision_loss, reason = "some thousand steps are exact in f32")]
            let factor = (-settings.weight_decay * elapsed as f32).exp();
            for weight in &mut self.weights[row * width..][..width] {
                *weight *= factor;
            }
        }
    }

    fn step(&mut self, row: usize, value: f32, gradients: &[f32], learning_rate: f32) {
        let width = gradients.len();
        let weights = &mut self.weights[row * width..][..width];
        let squared_gradients = &mut self.squared_gradients[row * width..][..width];
        for ((weight, squared_gradients), gradient) in weights.iter_mut().zip(squared_gradients).zip(gradients) {
            let gradient = gradient * value;
            *squared_gradients += gradient * gradient;
            *weight -= learning_rate * gradient / (squared_gradients.sqrt() + 1e-3);
        }
    }
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
        }
    }

    pub(super) fn logits(&self, features: &Features) -> Vec<f32> {
        let mut logits = self.bias.clone();
        for &(hash, value) in &features.sparse {
            self.sparse.add((hash % self.buckets) as usize, value, &mut logits);
        }
        for (index, &value) in features.dense.iter().enumerate() {
            self.dense.add(index, value, &mut logits);
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
                    trainer.apply_pending_decay(step, settings);
                    mean.add(&trainer);
                    snapshots += 1.0;
                }
            }
        }
        mean.weights().for_each(|weight| *weight /= snapshots);
        mean
    }

    /// Applies the outstanding weight decay to all rows.
    fn apply_pending_decay(&mut self, step: u32, settings: &Settings) {
        for matrix in [&mut self.sparse, &mut self.dense] {
            for row in 0..matrix.decayed_at.len() {
                matrix.decay(row, settings.labels, step, settings);
            }
        }
    }

    fn add(&mut self, other: &Self) {
        let others = other
            .bias
            .iter()
            .chain(&other.sparse.weights)
            .chain(&other.dense.weights);
        for (weight, other) in self.weights().zip(others) {
            *weight += other;
        }
    }

    fn weights(&mut self) -> impl Iterator<Item = &mut f32> {
        let matrices = self.sparse.weights.iter_mut().chain(&mut self.dense.weights);
        self.bias.iter_mut().chain(matrices)
    }

    fn update(&mut self, features: &Features, target: &[f32], step: u32, settings: &Settings) {
        let width = settings.labels;
        for &(hash, _) in &features.sparse {
            self.sparse.decay((hash % self.buckets) as usize, width, step, settings);
        }
        for index in 0..features.dense.len() {
            self.dense.decay(index, width, step, settings);
        }
        let mut gradients = self.logits(features);
        apply_activation(settings.kind, 1.0, &mut gradients);
        for (gradient, target_score) in gradients.iter_mut().zip(target) {
            *gradient -= target_score;
        }
        for &(hash, value) in &features.sparse {
            self.sparse.step(
                (hash % self.buckets) as usize,
                value,
                &gradients,
                settings.learning_rate,
            );
        }
        for (index, &value) in features.dense.iter().enumerate() {
            self.dense.step(index, value, &gradients, settings.learning_rate);
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
