//! Which of a topic's chosen passages fits a person's words best.
//!
//! Editors say for each passage whom it fits (*for the one who lies awake*); the order is by
//! nearness of meaning. Invariant: the result names every candidate exactly once, and equal input
//! gives equal order, so that the caller can go on to the next one when somebody asks again.

use super::vectors::similarity;

/// The numbers of the candidates, best fit first; equally good ones stay in the editors' order. Candidates and what is
/// wanted are given by their meaning.
#[must_use]
pub fn choose(candidates: &[Vec<f32>], wanted: &[f32]) -> Vec<usize> {
    let nearness: Vec<f32> = candidates
        .iter()
        .map(|candidate| similarity(candidate, wanted))
        .collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&one, &other| nearness[other].total_cmp(&nearness[one]));
    order
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::vectors::test_table;

    #[test]
    fn the_passage_nearest_in_meaning_comes_first() {
        let vectors = test_table(&[
            ("night", [9, 0]),
            ("awake", [8, 1]),
            ("money", [0, 9]),
            ("bills", [1, 8]),
        ]);
        let candidates = ["for one who counts bills", "for one who lies awake"].map(|fits| vectors.embed(fits));
        assert_eq!(choose(&candidates, &vectors.embed("The night is long")), [1, 0]);
        assert_eq!(choose(&candidates, &vectors.embed("There is no money")), [0, 1]);
    }

    #[test]
    fn every_candidate_is_named_once_whatever_was_typed() {
        let vectors = test_table(&[("night", [9, 0])]);
        for text in ["", "\0", "zzz", "night"] {
            let candidates = ["", "x", "y"].map(|fits| vectors.embed(fits));
            assert_eq!(choose(&candidates, &vectors.embed(text)), [0, 1, 2]);
        }
        assert!(choose(&[], &vectors.embed("night")).is_empty());
    }
}
