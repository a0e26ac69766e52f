//! A small encoder of sentences (a transformer of six layers): the second reader, beside lexicon and classifiers.
//!
//! It is all-MiniLM-L6-v2 with what our lessons taught it; `content-tools build` puts the two together.
//! Invariant: total, and the same bits on every machine: products are sums of integers, and no multiply-add is fused.

use std::io::Read;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::classifier::{Labels, apply_activation};
use crate::vectors::BadModel;

mod danger;
mod matrix;
mod tokeniser;

pub use danger::DangerHead;
pub use matrix::Matrix;
pub use tokeniser::{Piece, Tokeniser};

/// The most pieces of a text that are read; the base was taught with as many.
pub const MAX_TOKENS: usize = 256;
/// The bytes at the end of a long text that are searched for its last pieces: few have more than six.
const MAX_END_LEN: usize = 1500;
/// The parallel readings within a layer.
const HEADS: usize = 12;

/// The encoder with its heads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Encoder {
    /// Splits texts into pieces.
    pub tokeniser: Tokeniser,
    /// A row for each piece.
    pub embeddings: Matrix,
    /// A row for each place, [`MAX_TOKENS`] of them.
    pub positions: Vec<f32>,
    /// The normalisation before the first layer.
    pub norm: Norm,
    /// The layers, in order.
    pub layers: Vec<Layer>,
    /// What is read from the mean of the last layer.
    pub heads: Heads,
}

/// One layer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Layer {
    /// Queries, keys and values, one above the other.
    pub attention: Matrix,
    /// What attention gives on.
    pub attention_output: Matrix,
    /// The normalisation after attention.
    pub attention_norm: Norm,
    /// To the wide inner row.
    pub wide: Matrix,
    /// Back from it.
    pub narrow: Matrix,
    /// The normalisation at the end.
    pub norm: Norm,
}

/// The weights of a layer normalisation (Ba et al. 2016, arXiv:1607.06450).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Norm {
    /// The factor of each dimension.
    pub weight: Vec<f32>,
    /// What is added to it.
    pub bias: Vec<f32>,
}

/// The heads. Those of topics and situations have a row for each label.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Heads {
    /// The slugs of the topics, in the order of their rows.
    pub topic_slugs: Vec<String>,
    /// The topics.
    pub topics: Matrix,
    /// The slugs of the situations, in the order of their rows.
    pub situation_slugs: Vec<String>,
    /// The situations.
    pub situations: Matrix,
    /// Danger.
    pub danger: DangerHead,
}

/// What the encoder reads in a text: a probability for each label of each head.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The topics.
    pub topics: Vec<f32>,
    /// The situations.
    pub situations: Vec<f32>,
    /// No danger, past danger, and each category.
    pub danger: Vec<f32>,
    /// What the head of danger makes of the pieces.
    pieces: danger::Pieces,
}

impl Reading {
    /// The probabilities of the labels of danger for a byte range of the text, which was read in the light of all the
    /// rest: in the mean of a long text one dangerous sentence is diluted. `None` if nothing was read there.
    pub fn danger_within(&self, range: Range<usize>) -> Option<Vec<f32>> {
        self.pieces.probabilities_within(&range)
    }
}

impl Encoder {
    /// The encoder as bytes for `content/build`.
    ///
    /// # Errors
    /// [`BadModel`] if it cannot be serialised, which does not happen with a complete one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadModel> {
        rmp_serde::to_vec(self).map_err(|_| BadModel("the encoder cannot be written"))
    }

    /// Reads an encoder as it comes, as its file is the largest of all.
    ///
    /// # Errors
    /// [`BadModel`] when what comes is not a complete encoder.
    pub fn from_reader(reader: &mut dyn Read) -> Result<Self, BadModel> {
        let encoder: Self = rmp_serde::from_read(reader).map_err(|_| BadModel("not an encoder"))?;
        if encoder.is_consistent() {
            Ok(encoder)
        } else {
            Err(BadModel("the encoder is damaged"))
        }
    }

    fn is_consistent(&self) -> bool {
        let width = self.embeddings.inputs();
        let is_norm = |norm: &Norm| norm.weight.len() == width && norm.bias.len() == width;
        let is_matrix = |matrix: &Matrix, inputs, outputs| {
            matrix.is_consistent() && (matrix.inputs(), matrix.outputs()) == (inputs, outputs)
        };
        let is_layer = |layer: &Layer| {
            let inner = layer.wide.outputs();
            is_matrix(&layer.attention, width, 3 * width)
                && is_matrix(&layer.attention_output, width, width)
                && is_matrix(&layer.wide, width, inner)
                && is_matrix(&layer.narrow, inner, width)
                && is_norm(&layer.attention_norm)
                && is_norm(&layer.norm)
        };
        let Heads {
            topic_slugs,
            topics,
            situation_slugs,
            situations,
            danger,
        } = &self.heads;
        width > 0
            && width.is_multiple_of(HEADS)
            && is_matrix(&self.embeddings, width, self.tokeniser.pieces())
            && self.positions.len() == MAX_TOKENS * width
            && is_norm(&self.norm)
            && self.layers.iter().all(is_layer)
            && is_matrix(topics, width, topic_slugs.len())
            && is_matrix(situations, width, situation_slugs.len())
            && danger.is_consistent(width)
    }

    /// Reads a text: its first [`MAX_TOKENS`] pieces, and for danger the last ones, too. What people dread comes last.
    pub fn read(&self, text: &str) -> Reading {
        let pieces = self.tokeniser.tokenise(text, MAX_TOKENS);
        let rows = self.last_layer(&pieces);
        let mean = self.mean(&rows);
        let probabilities = |head: &Matrix| {
            let mut scores = head.times(&mean);
            apply_activation(Labels::Exclusive, 1.0, &mut scores);
            scores
        };
        let mut read = vec![(pieces, rows)];
        if let Some(pieces) = self.end(text, &read[0].0) {
            let rows = self.last_layer(&pieces);
            read.push((pieces, rows));
        }
        Reading {
            topics: probabilities(&self.heads.topics),
            situations: probabilities(&self.heads.situations),
            danger: self.heads.danger.probabilities(&mean),
            pieces: self.heads.danger.of_pieces(&read),
        }
    }

    /// The last pieces of a text, as many as are read at once, of which the first ones are read already; `None` if those
    /// are all.
    fn end(&self, text: &str, read: &[Piece]) -> Option<Vec<Piece>> {
        let reached = read.get(MAX_TOKENS - 2)?.start;
        let from = text
            .floor_char_boundary(text.len().saturating_sub(MAX_END_LEN))
            .max(reached);
        let from = from + text[from..].find(char::is_whitespace)?;
        let mut pieces = self.tokeniser.tokenise(&text[from..], MAX_END_LEN);
        let surplus = pieces.len().saturating_sub(MAX_TOKENS);
        pieces.drain(1..=surplus);
        for piece in &mut pieces {
            piece.start += from;
        }
        Some(pieces)
    }

    /// The mean of the last layer over all pieces of a text.
    pub fn embed(&self, text: &str) -> Vec<f32> {
        self.mean(&self.last_layer(&self.tokeniser.tokenise(text, MAX_TOKENS)))
    }

    /// The rows of pieces in the last layer, one after the other.
    fn last_layer(&self, pieces: &[Piece]) -> Vec<f32> {
        let width = self.embeddings.inputs();
        let mut rows = Vec::with_capacity(pieces.len() * width);
        for (piece, position) in pieces.iter().zip(self.positions.chunks_exact(width)) {
            rows.extend(
                self.embeddings
                    .row(piece.number as usize)
                    .zip(position)
                    .map(|(value, position)| value + position),
            );
        }
        self.norm.apply(&mut rows);
        for layer in &self.layers {
            layer.apply(&mut rows, width);
        }
        rows
    }

    fn mean(&self, rows: &[f32]) -> Vec<f32> {
        let width = self.embeddings.inputs();
        let mut mean = vec![0.0; width];
        for row in rows.chunks_exact(width) {
            add(&mut mean, row);
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most 256 pieces")]
        let count = (rows.len() / width) as f32;
        for value in &mut mean {
            *value /= count;
        }
        mean
    }
}

impl Layer {
    fn apply(&self, rows: &mut [f32], width: usize) {
        let seen = attend(&self.attention.times(rows), width);
        add(rows, &self.attention_output.times(&seen));
        self.attention_norm.apply(rows);
        let mut wide = self.wide.times(rows);
        simd::gelu(&mut wide);
        add(rows, &self.narrow.times(&wide));
        self.norm.apply(rows);
    }
}

/// Self-attention (Vaswani et al. 2017, arXiv:1706.03762). A row holds query, key and value of a piece.
fn attend(rows: &[f32], width: usize) -> Vec<f32> {
    let size = width / HEADS;
    let count = rows.len() / (3 * width);
    let mut seen = vec![0.0; count * width];
    let part = |place: usize, from: usize| &rows[place * 3 * width + from..][..size];
    let mut weights = vec![0.0; count];
    for head in (0..width).step_by(size) {
        let keys: Vec<f32> = (0..count)
            .flat_map(|place| part(place, width + head))
            .copied()
            .collect();
        let values: Vec<f32> = (0..count)
            .flat_map(|place| part(place, 2 * width + head))
            .copied()
            .collect();
        for place in 0..count {
            simd::attention_weights(&mut weights, part(place, head), &keys);
            let sums = &mut seen[place * width + head..][..size];
            simd::add_all_rows(sums, &values, &weights);
        }
    }
    seen
}

fn add(rows: &mut [f32], others: &[f32]) {
    rows.iter_mut().zip(others).for_each(|(value, other)| *value += other);
}

impl Norm {
    fn apply(&self, rows: &mut [f32]) {
        #[expect(clippy::cast_precision_loss, reason = "a row has some hundred dimensions")]
        let width = self.weight.len() as f32;
        for row in rows.chunks_exact_mut(self.weight.len()) {
            let mean = row.iter().sum::<f32>() / width;
            let variance = row.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / width;
            let factor = 1.0 / (variance + 1e-12).sqrt();
            for ((value, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
                *value = (*value - mean) * factor * weight + bias;
            }
        }
    }
}

#[cfg(test)]
mod tests;
