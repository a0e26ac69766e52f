//! Solves proofs of work as the browser does.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// The byte of a challenge that says how many leading zero bits each part's hash must have.
const BITS_AT: usize = 4;
const PARTS: u32 = 8;

/// The proof for a challenge.
///
/// # Panics
/// If it is no challenge.
#[must_use]
pub fn solve(challenge: &str) -> String {
    let bits = u32::from(URL_SAFE_NO_PAD.decode(challenge).expect("base64")[BITS_AT]);
    let is_solved = |part, solution| {
        let hash = Sha256::digest(format!("{challenge}.{part}.{solution}"));
        u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]).leading_zeros() >= bits
    };
    let solutions: Vec<String> = (0..PARTS)
        .map(|part| {
            (0..u32::MAX)
                .find(|&solution| is_solved(part, solution))
                .expect("solvable")
                .to_string()
        })
        .collect();
    format!("{challenge}.{}", solutions.join("-"))
}
