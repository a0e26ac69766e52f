//! Ranks a topic's passages by how well they fit a person's words.
//!
//! Editors describe for each passage whom it fits (*for the one who lies awake*).
//! The ranking is the cosine similarity of that description's embedding to the embedding of the words.
//! Invariant: the result is a permutation of all candidates and deterministic, so that the caller can show the next one
//! on each further request.

use super::vectors::similarity;

/// The indexes of the candidates, best fit first; ties stay in the editors' order. All arguments are embeddings.
pub fn rank(candidates: &[Vec<f32>], query: &[f32]) -> Vec<usize> {
    let similarities: Vec<f32> = candidates
        .iter()
        .map(|candidate| similarity(candidate, query))
        .collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&one, &other| similarities[other].total_cmp(&similarities[one]));
    order
}

#[cfg(test)]
mod tests {
    use super::rank;
    use crate::vectors::test_table;

    #[test]
    fn the_most_similar_passage_comes_first() {
        let vectors = test_table(&[
            ("night", [9, 0]),
            ("awake", [8, 1]),
            ("money", [0, 9]),
            ("bills", [1, 8]),
        ]);
        let candidates = ["for one who counts bills", "for one who lies awake"].map(|fits| vectors.embed(fits));
        assert_eq!(rank(&candidates, &vectors.embed("The night is long")), [1, 0]);
        assert_eq!(rank(&candidates, &vectors.embed("There is no money")), [0, 1]);
    }

    #[test]
    fn every_candidate_is_ranked_once_for_any_text() {
        let vectors = test_table(&[("night", [9, 0])]);
        for text in ["", "\0", "zzz", "night"] {
            let candidates = ["", "x", "y"].map(|fits| vectors.embed(fits));
            assert_eq!(rank(&candidates, &vectors.embed(text)), [0, 1, 2]);
        }
        assert!(rank(&[], &vectors.embed("night")).is_empty());
    }
}
