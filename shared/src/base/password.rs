//! The staff password, known only as an Argon2id hash.
//!
//! Invariant: at most two verifications run at a time, off the async threads: each takes 19 MiB and tens of
//! milliseconds.

use std::fmt;

use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

use crate::base::confided::Confided;
use crate::base::error::{Error, Result};

static VERIFICATIONS: Semaphore = Semaphore::const_new(2);

/// An Argon2id hash in PHC form. `Debug` prints `…`.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Parses `ADMIN_PASSWORD_HASH`; `None` unless it is an Argon2id hash.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hash = Phc::new(text).ok()?;
        (hash.algorithm.as_str() == "argon2id" && hash.hash.is_some()).then(|| Self(text.to_owned()))
    }

    pub(crate) const fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

/// Hashes a password, for `ADMIN_PASSWORD_HASH`.
pub fn hash(password: &Confided) -> Result<String> {
    Argon2::default()
        .hash_password(password.reveal().as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::internal(anyhow::anyhow!("cannot hash: {error}")))
}

/// Whether the password matches the hash.
pub async fn verify(hash: &PasswordHash, password: &Confided) -> Result<bool> {
    let _permit = VERIFICATIONS.acquire().await.map_err(Error::internal)?;
    let (hash, password) = (hash.clone(), password.clone());
    tokio::task::spawn_blocking(move || {
        Phc::new(&hash.0).is_ok_and(|hash| {
            Argon2::default()
                .verify_password(password.reveal().as_bytes(), &hash)
                .is_ok()
        })
    })
    .await
    .map_err(|_| Error::internal(anyhow::anyhow!("comparing a password panicked")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Confided {
        Confided::new(text.to_owned())
    }

    #[tokio::test]
    async fn only_the_right_password_matches_its_hash() {
        let text = hash(&password("green pastures")).expect("hashed");
        assert!(text.starts_with("$argon2id$"), "{text}");
        let parsed = PasswordHash::parse(&text).expect("a hash");
        assert!(verify(&parsed, &password("green pastures")).await.expect("compared"));
        assert!(!verify(&parsed, &password("green pasture")).await.expect("compared"));
        assert_eq!(format!("{parsed:?}"), "…");
    }

    #[test]
    fn other_text_is_not_parsed_as_a_hash() {
        for text in [
            "",
            "green pastures",
            "$argon2id$",
            "$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAA",
        ] {
            assert!(PasswordHash::parse(text).is_none(), "{text}");
        }
    }
}
