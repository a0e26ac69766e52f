//! The sums that scores, meanings and their likeness are made of, added up in as many lanes as the processor has.
//!
//! Invariant: the same bits on every machine. Lanes stand side by side, in an order that is written here; nothing is fused.

use multiversion::multiversion;

/// Adds rows of a table of small integers to sums, each row times its factor. A row has as many cells as there are sums;
/// one that the table does not have counts nothing.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add_rows(sums: &mut [f32], table: &[i8], rows: &[(usize, f32)]) {
    let width = sums.len();
    for &(row, factor) in rows {
        let Some(cells) = table.get(row * width..(row + 1) * width) else {
            continue;
        };
        for (sum, &cell) in sums.iter_mut().zip(cells) {
            *sum += f32::from(cell) * factor;
        }
    }
}

/// Adds rows of weights to sums, the first row times the first factor and so on.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add_all_rows(sums: &mut [f32], weights: &[f32], factors: &[f32]) {
    for (row, &factor) in weights.chunks_exact(sums.len().max(1)).zip(factors) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight * factor;
        }
    }
}

/// How alike two vectors of length one are, −1 to 1. Both have as many numbers, or one has none.
#[multiversion(targets("x86_64+avx2"))]
#[must_use]
pub fn similarity(one: &[f32], other: &[f32]) -> f32 {
    // Eight sums side by side: a single one would wait for itself at every step.
    let ((one, rest), (other, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let mut sums = [0.0_f32; 8];
    for (one, other) in one.iter().zip(other) {
        for (sum, (a, b)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += a * b;
        }
    }
    let rest: f32 = rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_in_full_whatever_their_length() {
        for width in [1, 7, 8, 16, 25, 256] {
            let table: Vec<i8> = (0..3 * width)
                .map(|cell| i8::try_from(cell % 101).expect("small"))
                .collect();
            let weights: Vec<f32> = table.iter().map(|&cell| f32::from(cell)).collect();
            let mut of_table = vec![1.0; width];
            add_rows(&mut of_table, &table, &[(2, 2.0), (0, 0.5), (3, 9.0)]);
            let mut of_weights = vec![1.0; width];
            add_all_rows(&mut of_weights, &weights, &[0.5, 0.0, 2.0]);
            for column in 0..width {
                let wanted = 1.0 + 0.5 * weights[column] + 2.0 * weights[2 * width + column];
                assert!((of_table[column] - wanted).abs() < 1e-3, "{width} {column}");
                assert!((of_weights[column] - wanted).abs() < 1e-3, "{width} {column}");
            }
        }
        add_rows(&mut [], &[], &[(0, 1.0)]);
        add_all_rows(&mut [], &[], &[1.0]);
    }

    #[test]
    fn likeness_counts_every_number_and_is_none_without_numbers() {
        let one: Vec<f32> = (1_u8..=19).map(f32::from).collect();
        assert!((similarity(&one, &one) - 2470.0).abs() < f32::EPSILON);
        assert!(similarity(&one, &[]).abs() < f32::EPSILON);
    }
}
