//! Learning the weights: stochastic steps with `AdaGrad`, in orders which are always the same.
//!
//! What one order of the examples teaches is a draw of luck: one example more moves it as much as another order does. So
//! the weights are the mean over several orders, and in each over the later half of its rounds.
//!
//! Invariant: nothing here depends on time, threads or the machine.

use super::{Features, Labels, Settings, squash};

/// Where the chance behind the first order begins; each further order begins one later.
const FIRST_SEED: u64 = 0x5eed;

/// The scores which an example ought to get.
pub(super) fn goal(weights: &[f32], settings: &Settings) -> Vec<f32> {
    let mut goal = weights.to_vec();
    goal.resize(settings.labels, 0.0);
    let total: f32 = goal.iter().sum();
    if settings.kind == Labels::Exclusive && total > 0.0 {
        for share in &mut goal {
            *share /= total;
        }
    }
    goal
}

/// Weights of full precision while they are learned.
pub(super) struct Learner {
    pub(super) bias: Vec<f32>,
    bias_seen: Vec<f32>,
    pub(super) sparse: Matrix,
    pub(super) dense: Matrix,
    buckets: u32,
}

/// Weights while they are learned; `seen` sums the squared slopes of a row (`AdaGrad`), `touched` is
/// the step at which decay was last applied to it.
pub(super) struct Matrix {
    pub(super) weights: Vec<f32>,
    seen: Vec<f32>,
    touched: Vec<u32>,
}

impl Matrix {
    fn new(rows: usize, width: usize) -> Self {
        Self {
            weights: vec![0.0; rows * width],
            seen: vec![0.0; rows * width],
            touched: vec![0; rows],
        }
    }

    fn add(&self, row: usize, value: f32, sums: &mut [f32]) {
        let width = sums.len();
        for (sum, weight) in sums.iter_mut().zip(&self.weights[row * width..][..width]) {
            *sum += weight * value;
        }
    }

    fn decay(&mut self, row: usize, width: usize, step: u32, settings: &Settings) {
        let missed = step - self.touched[row];
        self.touched[row] = step;
        if missed > 0 {
            #[expect(clippy::cast_precision_loss, reason = "some thousand steps are exact in f32")]
            let keep = (-settings.decay * missed as f32).exp();
            for weight in &mut self.weights[row * width..][..width] {
                *weight *= keep;
            }
        }
    }

    fn step(&mut self, row: usize, value: f32, slopes: &[f32], rate: f32) {
        let width = slopes.len();
        let weights = &mut self.weights[row * width..][..width];
        let seen = &mut self.seen[row * width..][..width];
        for ((weight, seen), slope) in weights.iter_mut().zip(seen).zip(slopes) {
            let slope = slope * value;
            *seen += slope * slope;
            *weight -= rate * slope / (seen.sqrt() + 1e-3);
        }
    }
}

impl Learner {
    fn new(examples: &[(Features, Vec<f32>)], settings: &Settings) -> Self {
        let dense = examples
            .iter()
            .map(|(features, _)| features.dense.len())
            .max()
            .unwrap_or(0);
        Self {
            bias: vec![0.0; settings.labels],
            bias_seen: vec![0.0; settings.labels],
            sparse: Matrix::new(settings.buckets as usize, settings.labels),
            dense: Matrix::new(dense, settings.labels),
            buckets: settings.buckets.max(1),
        }
    }

    pub(super) fn sums(&self, features: &Features) -> Vec<f32> {
        let mut sums = self.bias.clone();
        for &(hash, value) in &features.sparse {
            self.sparse.add((hash % self.buckets) as usize, value, &mut sums);
        }
        for (index, &value) in features.dense.iter().enumerate() {
            self.dense.add(index, value, &mut sums);
        }
        sums
    }

    /// What the wanted examples teach.
    pub(super) fn taught(
        examples: &[(Features, Vec<f32>)],
        goals: &[Vec<f32>],
        settings: &Settings,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> Self {
        let mut mean = Self::new(examples, settings);
        let mut summed = 0.0;
        for first in (FIRST_SEED..).take(settings.orders as usize) {
            let mut seed = first;
            let mut learner = Self::new(examples, settings);
            let mut order: Vec<usize> = (0..examples.len()).filter(|&index| is_wanted(index)).collect();
            let mut step = 0;
            for round in 0..settings.rounds {
                shuffle(&mut order, &mut seed);
                for &index in &order {
                    step += 1;
                    learner.learn_one(&examples[index].0, &goals[index], step, settings);
                }
                if round >= settings.rounds / 2 {
                    learner.settle(step, settings);
                    mean.add(&learner);
                    summed += 1.0;
                }
            }
        }
        mean.weights().for_each(|weight| *weight /= summed);
        mean
    }

    /// Brings all rows up to this step: decay is applied when a row is next needed.
    fn settle(&mut self, step: u32, settings: &Settings) {
        for matrix in [&mut self.sparse, &mut self.dense] {
            for row in 0..matrix.touched.len() {
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

    fn learn_one(&mut self, features: &Features, goal: &[f32], step: u32, settings: &Settings) {
        let width = settings.labels;
        for &(hash, _) in &features.sparse {
            self.sparse.decay((hash % self.buckets) as usize, width, step, settings);
        }
        for index in 0..features.dense.len() {
            self.dense.decay(index, width, step, settings);
        }
        let mut slopes = self.sums(features);
        squash(settings.kind, 1.0, &mut slopes);
        for (slope, wanted) in slopes.iter_mut().zip(goal) {
            *slope -= wanted;
        }
        for &(hash, value) in &features.sparse {
            self.sparse
                .step((hash % self.buckets) as usize, value, &slopes, settings.rate);
        }
        for (index, &value) in features.dense.iter().enumerate() {
            self.dense.step(index, value, &slopes, settings.rate);
        }
        for ((bias, seen), slope) in self.bias.iter_mut().zip(&mut self.bias_seen).zip(&slopes) {
            *seen += slope * slope;
            *bias -= settings.rate * 0.1 * slope / (seen.sqrt() + 1e-3);
        }
    }
}

/// The temperature at which the examples kept aside surprise us least.
pub(super) fn best_temperature(kind: Labels, aside: &[(Vec<f32>, &[f32])]) -> f32 {
    let surprise = |temperature: f32| -> f32 {
        let mut total = 0.0;
        for (sums, goal) in aside {
            let mut scores = sums.clone();
            squash(kind, temperature, &mut scores);
            for (&score, &wanted) in scores.iter().zip(*goal) {
                total -= wanted * score.max(1e-6).ln();
                if kind == Labels::Independent {
                    total -= (1.0 - wanted) * (1.0 - score).max(1e-6).ln();
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
        .min_by(|&one, &other| surprise(one).total_cmp(&surprise(other)))
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
