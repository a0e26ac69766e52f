//! The inner loops of stochastic gradient descent over a matrix of which an example uses some rows.
//!
//! A row of the matrix holds its weights and then their squared gradients, the state of `AdaGrad`. Both are padded with
//! zeros to `width`, a multiple of eight.

use multiversion::multiversion;

/// A row that an example uses.
#[derive(Debug, Clone, Copy)]
pub struct UsedRow {
    /// Its number; one outside the matrix is skipped.
    pub row: usize,
    /// The value of its feature.
    pub value: f32,
    /// What is left of its weights since it got its last decay.
    pub kept: f32,
}

/// Lets the weights of the rows decay, and adds them to `sums`, each times the value of its feature.
#[multiversion(targets("x86_64+avx2"))]
pub fn decay_and_add(cells: &mut [f32], width: usize, rows: &[UsedRow], sums: &mut [f32]) {
    for used in rows {
        let start = used.row * width * 2;
        if let Some(weights) = cells.get_mut(start..start + width) {
            decay_and_add_row(weights, used, sums);
        }
    }
}

#[inline]
fn decay_and_add_row(weights: &mut [f32], used: &UsedRow, sums: &mut [f32]) {
    for (weight, sum) in weights.iter_mut().zip(sums) {
        *weight *= used.kept;
        *sum += *weight * used.value;
    }
}

/// One step of `AdaGrad` (Duchi, Hazan and Singer 2011) for the rows.
#[multiversion(targets("x86_64+avx2"))]
pub fn descend(cells: &mut [f32], width: usize, rows: &[UsedRow], gradients: &[f32], learning_rate: f32) {
    for used in rows {
        let start = used.row * width * 2;
        if let Some(row) = cells.get_mut(start..start + width * 2) {
            let (weights, squared_gradients) = row.split_at_mut(width);
            descend_row(weights, squared_gradients, used.value, gradients, learning_rate);
        }
    }
}

#[inline]
fn descend_row(weights: &mut [f32], squared_gradients: &mut [f32], value: f32, gradients: &[f32], learning_rate: f32) {
    for ((weight, squared_gradients), gradient) in weights.iter_mut().zip(squared_gradients).zip(gradients) {
        let gradient = gradient * value;
        *squared_gradients += gradient * gradient;
        *weight -= learning_rate * gradient / (squared_gradients.sqrt() + 1e-3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_decay_are_added_and_descend_alone() {
        let width = 16;
        let mut cells = vec![0.0; 3 * width * 2];
        cells[2 * width * 2..][..width].fill(2.0);
        let used = |row| UsedRow {
            row,
            value: 3.0,
            kept: 0.5,
        };
        let mut sums = vec![1.0; width];
        decay_and_add(&mut cells, width, &[used(2), used(0), used(3)], &mut sums);
        assert!(sums.iter().all(|&sum| sum.to_bits() == 4.0_f32.to_bits()));
        descend(&mut cells, width, &[used(2), used(3)], &sums, 0.1);
        let (rest, row) = cells.split_at(2 * width * 2);
        assert!(rest.iter().all(|cell| cell.to_bits() == 0));
        let wanted = 1.0 - 0.1 * 12.0 / (12.0 + 1e-3);
        assert!(
            row[..width].iter().all(|weight| (weight - wanted).abs() < 1e-6),
            "{row:?}"
        );
        assert!(
            row[width..].iter().all(|square| (square - 144.0).abs() < 1e-3),
            "{row:?}"
        );
    }
}
