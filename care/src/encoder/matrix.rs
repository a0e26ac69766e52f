//! A quantised matrix: a row of small integers and a scale for each output.

use serde::{Deserialize, Serialize};

use crate::classifier::bytes;

/// A matrix with a bias.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    inputs: usize,
    scales: Vec<f32>,
    #[serde(with = "bytes")]
    cells: Vec<i8>,
    bias: Vec<f32>,
}

/// The largest integer that an input becomes. With it the sum over some thousand inputs stays within `i32`.
const MAX_INPUT: f32 = 2047.0;

impl Matrix {
    /// A matrix of rows of `inputs` weights, each row quantised by itself.
    pub fn quantised(weights: &[f32], inputs: usize, bias: Vec<f32>) -> Self {
        let mut scales = Vec::with_capacity(bias.len());
        let mut cells = Vec::with_capacity(weights.len());
        for row in weights.chunks_exact(inputs) {
            let scale = largest(row) / 127.0;
            scales.push(scale);
            cells.extend(row.iter().map(|weight| to_i8(weight / scale.max(f32::MIN_POSITIVE))));
        }
        Self {
            inputs,
            scales,
            cells,
            bias,
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.scales.len()
    }

    /// Whether the dimensions of a deserialised matrix agree.
    pub fn is_consistent(&self) -> bool {
        self.inputs > 0 && self.cells.len() == self.inputs * self.scales.len() && self.bias.len() == self.scales.len()
    }

    /// A row, dequantised; a row of zeros if there is no such row.
    pub fn row(&self, number: usize) -> impl Iterator<Item = f32> {
        let scale = self.scales.get(number).copied().unwrap_or_default();
        let cells = self.cells.get(number * self.inputs..(number + 1) * self.inputs);
        (0..self.inputs).map(move |place| cells.map_or(0.0, |cells| f32::from(cells[place]) * scale))
    }

    /// The product with each row of `rows`, plus the bias.
    pub fn times(&self, rows: &[f32]) -> Vec<f32> {
        let count = rows.len() / self.inputs;
        let mut integers = Vec::with_capacity(rows.len());
        let mut factors = Vec::with_capacity(count);
        for row in rows.chunks_exact(self.inputs) {
            let factor = (largest(row) / MAX_INPUT).max(f32::MIN_POSITIVE);
            factors.push(factor);
            integers.extend(row.iter().map(|value| to_i16(value / factor)));
        }
        let mut sums = vec![0; count * self.outputs()];
        simd::integer_products(&mut sums, &self.cells, &integers, self.inputs);
        let mut products = Vec::with_capacity(sums.len());
        for (sums, factor) in sums.chunks_exact(self.outputs()).zip(factors) {
            for ((&sum, scale), bias) in sums.iter().zip(&self.scales).zip(&self.bias) {
                #[expect(clippy::cast_precision_loss, reason = "a product needs no more than 24 bits")]
                let sum = sum as f32;
                products.push(sum * (scale * factor) + bias);
            }
        }
        products
    }
}

fn largest(row: &[f32]) -> f32 {
    row.iter().fold(0.0, |largest: f32, value| largest.max(value.abs()))
}

#[expect(clippy::cast_possible_truncation, reason = "the value is clamped")]
fn to_i8(value: f32) -> i8 {
    value.round().clamp(-127.0, 127.0) as i8
}

#[expect(clippy::cast_possible_truncation, reason = "the value is clamped")]
fn to_i16(value: f32) -> i16 {
    value.round().clamp(-MAX_INPUT, MAX_INPUT) as i16
}
