//! Who subscribes, and what they typed.
//!
//! Invariant: a visitor is known by the secret in their cookie, of which the database only ever sees the hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::error::{Error, Fields, Result};
use crate::mail::parse_address;
use crate::user::UserId;

const LONGEST_NAME: usize = 200;

/// The random secret in the cookie of a visitor who subscribes. The database only ever sees its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckoutToken([u8; 32]);

impl CheckoutToken {
    /// A new one.
    ///
    /// # Errors
    /// `Internal` if the system has no randomness.
    pub fn fresh() -> Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| Error::internal(anyhow::anyhow!("no randomness: {error}")))?;
        Ok(Self(bytes))
    }

    /// Reads a token from a cookie; anything else than 32 bytes in URL-safe base64 is no token.
    #[must_use]
    pub fn from_cookie(value: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok().map(Self)
    }

    /// The cookie's value.
    #[must_use]
    pub fn to_cookie(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(super) fn hash(&self) -> Vec<u8> {
        let digest = Sha256::new()
            .chain_update(b"stillwater checkout v1")
            .chain_update(self.0);
        digest.finalize().to_vec()
    }
}

/// Who subscribes.
#[derive(Clone)]
pub enum Buyer {
    /// Somebody who is signed in.
    User(UserId),
    /// Somebody who is not, by their cookie.
    Visitor(CheckoutToken),
}

/// What the form says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub(super) email: String,
    pub(super) name: Option<String>,
}

impl Wanted {
    /// Checks the form.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong field.
    pub fn parse(email: &str, name: Option<&str>) -> Result<Self> {
        let mut wrong = Fields::default();
        let email = email.trim();
        if email.is_empty() {
            wrong.add("email", "Please enter your email address.");
        } else if email.len() > 254 || parse_address(email).is_err() {
            wrong.add("email", "Please enter a valid email address.");
        }
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        if name.is_some_and(|name| name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control)) {
            wrong.add("name", "Please enter a name of up to 200 characters.");
        }
        wrong.into_result()?;
        Ok(Self {
            email: email.to_owned(),
            name: name.map(str::to_owned),
        })
    }
}
