//! The head of danger, which has a hidden layer: one passage is read as the whole text is.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Matrix, Piece};
use crate::classifier::{Labels, apply_activation};
use crate::crisis::LABELS;

/// A hidden layer, and the matrix that reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DangerHead {
    /// From the last layer of the encoder.
    pub hidden: Matrix,
    /// A row for no danger, past danger, and each category, in the order of `crisis::label`.
    pub output: Matrix,
}

impl DangerHead {
    /// Whether the dimensions of a deserialised head agree, for an encoder of this width.
    pub(super) fn is_consistent(&self, width: usize) -> bool {
        let Self { hidden, output } = self;
        hidden.is_consistent()
            && output.is_consistent()
            && hidden.inputs() == width
            && output.inputs() == hidden.outputs()
            && output.outputs() == LABELS
    }

    /// The probabilities of the labels for the mean of some rows of the encoder's last layer.
    pub(super) fn probabilities(&self, mean: &[f32]) -> Vec<f32> {
        of_hidden(&self.output, self.hidden.times(mean))
    }

    /// What it makes of pieces, each list of them with its rows in the encoder's last layer.
    pub(super) fn of_pieces(&self, lists: &[(Vec<Piece>, Vec<f32>)]) -> Pieces {
        let starts = lists.iter().flat_map(|(pieces, _)| pieces).map(|piece| piece.start);
        Pieces {
            starts: starts.collect(),
            hidden: lists.iter().flat_map(|(_, rows)| self.hidden.times(rows)).collect(),
            output: self.output.clone(),
        }
    }
}

fn of_hidden(output: &Matrix, mut hidden: Vec<f32>) -> Vec<f32> {
    for value in &mut hidden {
        *value = value.max(0.0);
    }
    let mut scores = output.times(&hidden);
    apply_activation(Labels::Exclusive, 1.0, &mut scores);
    scores
}

/// What the hidden layer gives for each piece of a text. Up to there all is linear: the mean over the pieces of a
/// passage is what it gives for the mean of the passage.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pieces {
    /// The first byte of each piece's word.
    starts: Vec<usize>,
    /// A row of the hidden layer for each piece, one after the other.
    hidden: Vec<f32>,
    output: Matrix,
}

impl Pieces {
    /// The first byte of each piece's word.
    #[cfg(test)]
    pub(super) fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The probabilities of the labels for the pieces whose words begin within a range. `None` if there are none.
    pub(super) fn probabilities_within(&self, range: &Range<usize>) -> Option<Vec<f32>> {
        let rows = self.hidden.chunks_exact(self.output.inputs());
        let of_pieces = self.starts.iter().zip(rows);
        let mut within = of_pieces.filter(|(start, _)| range.contains(start)).map(|(_, row)| row);
        let mut mean = within.next()?.to_vec();
        let mut count = 1.0;
        for row in within {
            super::add(&mut mean, row);
            count += 1.0;
        }
        for value in &mut mean {
            *value /= count;
        }
        Some(of_hidden(&self.output, mean))
    }
}
