//! The vectorised inner loops (SIMD) of classifier scores, embeddings and similarity.
//!
//! Invariant: the same bits on every machine. The order of additions is fixed here, and no multiply-add is fused.

use multiversion::multiversion;

/// Adds rows of a table of small integers to `sums`, each row times its factor. A row is as long as `sums`; a row
/// number outside the table adds nothing.
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

/// Adds every row of `weights` to `sums`, each times the factor at the same position.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add_all_rows(sums: &mut [f32], weights: &[f32], factors: &[f32]) {
    for (row, &factor) in weights.chunks_exact(sums.len().max(1)).zip(factors) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight * factor;
        }
    }
}

/// The cosine similarity of two unit vectors, −1 to 1. They have the same dimension, or one of them is empty.
#[multiversion(targets("x86_64+avx2"))]
pub fn similarity(one: &[f32], other: &[f32]) -> f32 {
    // Eight independent sums: with a single one each addition would wait for the one before.
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
    fn rows_of_any_width_are_added_in_full() {
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
    fn similarity_uses_every_dimension_and_is_zero_for_an_empty_vector() {
        let one: Vec<f32> = (1_u8..=19).map(f32::from).collect();
        assert!((similarity(&one, &one) - 2470.0).abs() < f32::EPSILON);
        assert!(similarity(&one, &[]).abs() < f32::EPSILON);
    }
}
