//! The vectorised inner loops (SIMD) of classifier scores, embeddings and similarity, and of training.
//!
//! Invariant: the same bits on every machine. The order of additions is fixed here, and no multiply-add is fused.

use multiversion::multiversion;

pub mod training;

/// Adds rows of a table of small integers to `sums`, each row times its factor. A row is as long as `sums`; a row
/// number outside the table adds nothing.
#[multiversion(targets("x86_64+avx2"))]
pub fn add_rows(sums: &mut [f32], table: &[i8], rows: &[(usize, f32)]) {
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
pub fn add_all_rows(sums: &mut [f32], weights: &[f32], factors: &[f32]) {
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

/// The products of rows of `inputs` integers with each row of `weights`, one row of sums after the other.
///
/// Four rows share each reading of the weights. Sums cannot overflow: an input has at most 12 bits.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn integer_products(sums: &mut [i32], weights: &[i8], rows: &[i16], inputs: usize) {
    let outputs = weights.len() / inputs;
    for (rows, sums) in rows.chunks(4 * inputs).zip(sums.chunks_mut(4 * outputs)) {
        let (one, rest) = rows.split_at(inputs);
        let Some((two, rest)) = rest.split_at_checked(inputs) else {
            multiply_one(sums, weights, one);
            continue;
        };
        let (Some((three, _)), Some(four)) = (rest.split_at_checked(inputs), rest.get(inputs..2 * inputs)) else {
            for (row, sums) in rows.chunks_exact(inputs).zip(sums.chunks_exact_mut(outputs)) {
                multiply_one(sums, weights, row);
            }
            continue;
        };
        for (output, weights) in weights.chunks_exact(inputs).enumerate() {
            let mut of_output = [0_i32; 4];
            for ((((&weight, &one), &two), &three), &four) in weights.iter().zip(one).zip(two).zip(three).zip(four) {
                let weight = i32::from(weight);
                of_output[0] = of_output[0].wrapping_add(weight.wrapping_mul(i32::from(one)));
                of_output[1] = of_output[1].wrapping_add(weight.wrapping_mul(i32::from(two)));
                of_output[2] = of_output[2].wrapping_add(weight.wrapping_mul(i32::from(three)));
                of_output[3] = of_output[3].wrapping_add(weight.wrapping_mul(i32::from(four)));
            }
            for (row, sum) in of_output.into_iter().enumerate() {
                sums[row * outputs + output] = sum;
            }
        }
    }
}

#[inline]
fn multiply_one(sums: &mut [i32], weights: &[i8], row: &[i16]) {
    for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(row.len())) {
        *sum = weights.iter().zip(row).fold(0_i32, |sum, (&weight, &value)| {
            sum.wrapping_add(i32::from(weight).wrapping_mul(i32::from(value)))
        });
    }
}

/// How much each key has to say to a query: the softmax of their scaled products. A key is as long as the query.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn attention_weights(weights: &mut [f32], query: &[f32], keys: &[f32]) {
    #[expect(clippy::cast_precision_loss, reason = "a query has some dozen dimensions")]
    let factor = 1.0 / (query.len() as f32).sqrt();
    for (weight, key) in weights.iter_mut().zip(keys.chunks_exact(query.len())) {
        let mut sums = [0.0_f32; 8];
        for (query, key) in query.chunks(8).zip(key.chunks(8)) {
            for (sum, (a, b)) in sums.iter_mut().zip(query.iter().zip(key)) {
                *sum += a * b;
            }
        }
        *weight = sums.iter().sum::<f32>() * factor;
    }
    let highest = weights.iter().fold(f32::MIN, |highest, &weight| highest.max(weight));
    for weight in &mut *weights {
        *weight = exponential(*weight - highest);
    }
    let total: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= total;
    }
}

/// The Gaussian error linear unit (Hendrycks and Gimpel 2016, arXiv:1606.08415) of every value.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn gelu(values: &mut [f32]) {
    for value in values {
        *value *= 0.5 * (1.0 + error_function(*value * std::f32::consts::FRAC_1_SQRT_2));
    }
}

/// The error function within 2e-7: Abramowitz and Stegun 1964, formula 7.1.26.
#[inline]
fn error_function(value: f32) -> f32 {
    let size = value.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let polynomial = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_7) * t - 0.284_496_74) * t + 0.254_829_6) * t;
    (1.0 - polynomial * exponential(-size * size)).copysign(value)
}

/// The exponential function of a value of at most 0, within a millionth of its size: 2 to the nearest whole power by
/// the bits of the number, 2 to the rest by the first terms of its series.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the power lies between -126 and 0")]
fn exponential(value: f32) -> f32 {
    const TERMS: [f32; 6] = [
        1.540_353e-4,
        1.333_355_8e-3,
        9.618_129e-3,
        5.550_411e-2,
        0.240_226_5,
        std::f32::consts::LN_2,
    ];
    let power = (value * std::f32::consts::LOG2_E).max(-126.0);
    let whole = power.round();
    let rest = power - whole;
    let series = TERMS.iter().fold(0.0, |sum, term| (sum + term) * rest) + 1.0;
    let bits = (whole as i32 + 127) << 23;
    series * f32::from_bits(bits.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_and_error_function_are_close_to_the_exact_ones() {
        for step in 0_u8..=200 {
            let value = -f32::from(step) / 10.0;
            let error = (exponential(value) - value.exp()).abs();
            assert!(error <= 5e-6 * value.exp(), "exp {value}: {error}");
        }
        // Values of the error function from tables.
        for (value, expected) in [
            (0.0, 0.0),
            (0.5, 0.520_499_9),
            (1.0, 0.842_700_8),
            (-2.0, -0.995_322_3),
            (9.0, 1.0),
        ] {
            assert!((error_function(value) - expected).abs() < 1e-6, "erf {value}");
        }
        let mut values = [0.0, 1.0, -1.0];
        gelu(&mut values);
        assert!((values[1] - 0.841_344_8).abs() < 1e-5 && (values[2] + 0.158_655_2).abs() < 1e-5);
    }

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
