//! Random secrets in cookies.
//!
//! Invariant: the database holds only hashes. Each hash is bound to a purpose, so that a secret of one kind is never
//! accepted as another.

use std::marker::PhantomData;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::base::error::{Error, Result};

/// The purpose of a secret.
pub trait Purpose {
    /// The prefix of the hashed bytes.
    const LABEL: &'static [u8];
}

/// A secret of `LENGTH` random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Token<P, const LENGTH: usize = 32> {
    bytes: [u8; LENGTH],
    purpose: PhantomData<P>,
}

impl<P: Purpose, const LENGTH: usize> Token<P, LENGTH> {
    /// A new random token.
    pub fn fresh() -> Result<Self> {
        random().map(Self::from_bytes)
    }

    /// The token of these bytes, as a cookie carried them.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        Self {
            bytes,
            purpose: PhantomData,
        }
    }

    /// Parses a cookie's value; `None` unless it is `LENGTH` bytes in URL-safe base64.
    #[must_use]
    pub fn from_cookie(value: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        bytes.try_into().ok().map(Self::from_bytes)
    }

    /// The cookie's value.
    pub fn to_cookie(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    pub(crate) const fn bytes(&self) -> &[u8; LENGTH] {
        &self.bytes
    }

    pub(crate) fn hash(&self) -> Vec<u8> {
        let digest = Sha256::new().chain_update(P::LABEL).chain_update(self.bytes);
        digest.finalize().to_vec()
    }
}

/// Bytes from the system's random number generator.
pub(crate) fn random<const LENGTH: usize>() -> Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(anyhow::anyhow!("no randomness: {error}")))?;
    Ok(bytes)
}

/// Compares secrets in constant time.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq)]
    struct DoorPurpose;
    impl Purpose for DoorPurpose {
        const LABEL: &'static [u8] = b"door";
    }
    struct GatePurpose;
    impl Purpose for GatePurpose {
        const LABEL: &'static [u8] = b"gate";
    }

    #[test]
    fn a_token_round_trips_through_a_cookie() {
        let token: Token<DoorPurpose> = Token::fresh().expect("random");
        let parsed = Token::<DoorPurpose>::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(parsed.hash(), token.hash());
        assert_ne!(Token::<DoorPurpose>::fresh().expect("random").hash(), token.hash());
    }

    #[test]
    fn the_hash_depends_on_the_purpose() {
        let (door, gate) = (
            Token::<DoorPurpose>::from_bytes([7; 32]),
            Token::<GatePurpose>::from_bytes([7; 32]),
        );
        assert_ne!(door.hash(), gate.hash());
    }

    #[test]
    fn invalid_cookies_are_rejected() {
        for value in ["", "abc", "💧", &"A".repeat(42), &"A".repeat(44)] {
            assert!(Token::<DoorPurpose>::from_cookie(value).is_none(), "{value}");
        }
    }
}
