//! A proof of work: what a browser computes for about a second, so that it may go on beyond a limit of its network.
//! The scheme is Hashcash (Adam Back, 2002) in eight equal parts, so that luck matters little.
//!
//! Invariant: the server keeps nothing before a proof comes. A challenge is signed, expires and is bound to the network
//! that got it; its proof passes once.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::base::error::{Error, Limit, Result};
use crate::base::rate_limit::RateLimit;
use crate::base::token;
use crate::base::vault::KeyRing;

/// How long a challenge is valid. A slow phone in the background needs a while.
const LIFETIME: time::Duration = time::Duration::minutes(10);
/// The number of parts. Each is solved by itself.
const PARTS: u32 = 8;
/// The leading zero bits of each part's hash. Eight parts of 14 bits take 131,072 hashes on average: about a second in
/// JavaScript on a phone.
const MIN_BITS: u8 = 14;
/// The most, at four times the limit and beyond: about four seconds.
const MAX_BITS: u8 = 16;

/// The bytes of a challenge: when it expires, its bits, randomness, and a keyed checksum over these and the network.
const EXPIRY_LEN: usize = 4;
const RANDOM_LEN: usize = 7;
const SIGNED_LEN: usize = EXPIRY_LEN + 1 + RANDOM_LEN;
const CHALLENGE_LEN: usize = 24;

/// A proof passes once: its challenge is counted for longer than it is valid.
const ONCE: RateLimit = RateLimit {
    kind: "work_proven",
    allowed: 1,
    within: Duration::from_hours(1),
    limit: Limit::Address,
};

/// A new challenge for a network, in URL-safe base64. `load` says how many times over its limit the network is.
///
/// # Errors
/// `Internal` without randomness.
pub fn challenge(keys: &KeyRing, network: &[u8; 32], load: i32, now: OffsetDateTime) -> Result<String> {
    let doublings = u8::try_from(load.max(1).ilog2()).unwrap_or(MAX_BITS);
    let bits = MIN_BITS.saturating_add(doublings).min(MAX_BITS);
    let mut bytes = [0_u8; CHALLENGE_LEN];
    bytes[..EXPIRY_LEN].copy_from_slice(&seconds(now + LIFETIME).to_be_bytes());
    bytes[EXPIRY_LEN] = bits;
    bytes[EXPIRY_LEN + 1..SIGNED_LEN].copy_from_slice(&token::random::<RANDOM_LEN>()?);
    let checksum = checksum(keys, network, &bytes[..SIGNED_LEN]);
    bytes[SIGNED_LEN..].copy_from_slice(&checksum);
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A valid proof. Whether it was used before is not checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The hash of its challenge.
    challenge_hash: [u8; 32],
}

impl Proof {
    /// Reads a proof: the challenge, a dot, and a number for each part with dashes between. `None` unless the challenge
    /// is ours, of this network and not expired, and every part is solved.
    #[must_use]
    pub fn read(keys: &KeyRing, network: &[u8; 32], text: &str, now: OffsetDateTime) -> Option<Self> {
        let (challenge, solutions) = text.split_once('.')?;
        let bytes: [u8; CHALLENGE_LEN] = URL_SAFE_NO_PAD.decode(challenge).ok()?.try_into().ok()?;
        let (signed, sent) = bytes.split_at(SIGNED_LEN);
        if !token::is_same(&checksum(keys, network, signed), sent) {
            return None;
        }
        let expires = u32::from_be_bytes(signed[..EXPIRY_LEN].try_into().ok()?);
        let bits = u32::from(signed[EXPIRY_LEN]);
        if expires < seconds(now) || solutions.split('-').count() != PARTS as usize {
            return None;
        }
        let is_solved = |(part, solution): (u32, &str)| {
            let solution: Option<u32> = solution.parse().ok();
            solution.is_some_and(|solution| zero_bits(challenge, part, solution) >= bits)
        };
        (0..).zip(solutions.split('-')).all(is_solved).then(|| Self {
            challenge_hash: Sha256::digest(challenge).into(),
        })
    }

    /// Uses the proof up. Returns whether it was unused.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn use_up(self, db: impl PgExecutor<'_>, now: OffsetDateTime) -> Result<bool> {
        match ONCE.count(db, &self.challenge_hash, now).await {
            Ok(()) => Ok(true),
            Err(Error::TooMany { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }
}

/// The leading zero bits of the hash of a solution, up to 32.
fn zero_bits(challenge: &str, part: u32, solution: u32) -> u32 {
    let hash = Sha256::digest(format!("{challenge}.{part}.{solution}"));
    u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]).leading_zeros()
}

fn checksum(keys: &KeyRing, network: &[u8; 32], signed: &[u8]) -> [u8; CHALLENGE_LEN - SIGNED_LEN] {
    let digest = keys.digest("proof of work", &[signed, network].concat());
    let mut checksum = [0; CHALLENGE_LEN - SIGNED_LEN];
    checksum.copy_from_slice(&digest[..CHALLENGE_LEN - SIGNED_LEN]);
    checksum
}

fn seconds(at: OffsetDateTime) -> u32 {
    u32::try_from(at.unix_timestamp()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use testing::work::solve;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
    const HERE: [u8; 32] = [1; 32];

    fn keys(key: &str) -> KeyRing {
        KeyRing::parse(&format!("a:{key}=")).expect("a good ring")
    }

    fn ours() -> KeyRing {
        keys(&"A".repeat(43))
    }

    fn bits_of(load: i32) -> u8 {
        let challenge = challenge(&ours(), &HERE, load, NOW).expect("random");
        URL_SAFE_NO_PAD.decode(challenge).expect("base64")[EXPIRY_LEN]
    }

    #[test]
    fn the_work_doubles_with_the_load_up_to_a_maximum() {
        let loads = [i32::MIN, 0, 1, 2, 3, 4, 8, i32::MAX];
        assert_eq!(loads.map(bits_of), [14, 14, 14, 15, 15, 16, 16, 16]);
    }

    #[test]
    fn a_solved_challenge_is_a_proof_only_here_and_now_and_only_as_it_was_solved() {
        let keys = ours();
        let issued = challenge(&keys, &HERE, 1, NOW).expect("random");
        let solved = solve(&issued);
        let read = |network: &[u8; 32], text: &str, now| Proof::read(&keys, network, text, now).is_some();
        assert!(read(&HERE, &solved, NOW) && read(&HERE, &solved, NOW + LIFETIME));
        assert!(
            !read(&HERE, &solved, NOW + LIFETIME + time::Duration::seconds(1)),
            "expired"
        );
        assert!(!read(&[2; 32], &solved, NOW), "another network");
        let other_ring = self::keys(&format!("{}A", "B".repeat(42)));
        assert!(
            Proof::read(&other_ring, &HERE, &solved, NOW).is_none(),
            "not signed by it"
        );

        let (_, solutions) = solved.split_once('.').expect("solved");
        let unsolved = format!("{issued}.{}", ["4294967295"; 8].join("-"));
        let too_few = format!("{issued}.{}", solutions.rsplit_once('-').expect("eight").0);
        let other = challenge(&keys, &HERE, 1, NOW).expect("random");
        for wrong in [
            "",
            ".",
            &issued,
            &unsolved,
            &too_few,
            &format!("{solved}-0"),
            &format!("{other}.{solutions}"),
            &solved.replacen('.', ".x", 1),
        ] {
            assert!(!read(&HERE, wrong, NOW), "{wrong}");
        }
    }

    #[test]
    fn the_bits_of_a_challenge_cannot_be_lowered() {
        let keys = ours();
        let issued = challenge(&keys, &HERE, 4, NOW).expect("random");
        let mut bytes = URL_SAFE_NO_PAD.decode(issued).expect("base64");
        bytes[EXPIRY_LEN] = 0;
        let easy = URL_SAFE_NO_PAD.encode(bytes);
        assert!(Proof::read(&keys, &HERE, &solve(&easy), NOW).is_none());
    }
}
