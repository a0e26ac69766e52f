//! Random secrets in cookies.
//!
//! Invariant: the database only ever sees a hash, and the hash is made for one purpose, so that a secret of one kind
//! opens nothing of another.

use std::marker::PhantomData;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::error::{Error, Result};

/// What a secret opens.
pub trait Purpose {
    /// Stands before the secret when it is hashed.
    const LABEL: &'static [u8];
}

/// A secret of 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Token<P> {
    bytes: [u8; 32],
    purpose: PhantomData<P>,
}

impl<P: Purpose> Token<P> {
    /// A new one.
    ///
    /// # Errors
    /// `Internal` if the system has no randomness.
    pub fn fresh() -> Result<Self> {
        random().map(Self::from_random)
    }

    pub(crate) const fn from_random(bytes: [u8; 32]) -> Self {
        Self {
            bytes,
            purpose: PhantomData,
        }
    }

    /// Reads a token from a cookie; anything else than 32 bytes in URL-safe base64 is no token.
    #[must_use]
    pub fn from_cookie(value: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        bytes.try_into().ok().map(Self::from_random)
    }

    /// The cookie's value.
    #[must_use]
    pub fn to_cookie(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    pub(crate) fn hash(&self) -> Vec<u8> {
        let digest = Sha256::new().chain_update(P::LABEL).chain_update(self.bytes);
        digest.finalize().to_vec()
    }
}

/// 32 bytes that nobody can guess.
///
/// # Errors
/// `Internal` if the system has no randomness.
pub(crate) fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(anyhow::anyhow!("no randomness: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq)]
    struct OfDoor;
    impl Purpose for OfDoor {
        const LABEL: &'static [u8] = b"door";
    }
    struct OfGate;
    impl Purpose for OfGate {
        const LABEL: &'static [u8] = b"gate";
    }

    #[test]
    fn a_token_survives_the_cookie() {
        let token = Token::<OfDoor>::fresh().expect("random");
        let again = Token::<OfDoor>::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(again.hash(), token.hash());
        assert_ne!(Token::<OfDoor>::fresh().expect("random").hash(), token.hash());
    }

    #[test]
    fn a_token_opens_nothing_else() {
        let (door, gate) = (
            Token::<OfDoor>::from_random([7; 32]),
            Token::<OfGate>::from_random([7; 32]),
        );
        assert_ne!(door.hash(), gate.hash());
    }

    #[test]
    fn anything_else_is_no_token() {
        for value in ["", "abc", "💧", &"A".repeat(42), &"A".repeat(44)] {
            assert!(Token::<OfDoor>::from_cookie(value).is_none(), "{value}");
        }
    }
}
