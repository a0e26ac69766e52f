//! Whose data something is: a guest's or a user's. Every sealed byte and every counter has exactly one owner.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The owner of what was confided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Owner {
    /// The id which stands in every row of theirs.
    pub id: Uuid,
    /// What they are to us.
    pub kind: OwnerKind,
}

/// What an owner is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnerKind {
    /// Somebody without an account, known by a random cookie.
    Guest,
    /// Somebody with an account.
    User,
}

impl OwnerKind {
    /// The word that stands in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::User => "user",
        }
    }
}

/// The random secret in a guest's cookie. The database only ever sees what is derived from it.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestToken([u8; 32]);

impl GuestToken {
    /// Makes a token from 32 random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes)
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

    /// The guest this token stands for: half of its SHA-256, so that a leaked database opens no cookie.
    #[must_use]
    pub fn owner(&self) -> Owner {
        let digest = Sha256::new()
            .chain_update(b"stillwater guest v1")
            .chain_update(self.0)
            .finalize();
        let mut id = [0_u8; 16];
        id.copy_from_slice(&digest[..16]);
        Owner {
            id: uuid::Builder::from_custom_bytes(id).into_uuid(),
            kind: OwnerKind::Guest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_cookie_and_names_one_guest() {
        let token = GuestToken::from_random([7; 32]);
        let again = GuestToken::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(again.owner(), token.owner());
        assert_ne!(GuestToken::from_random([8; 32]).owner(), token.owner());
    }

    #[test]
    fn anything_else_is_no_token() {
        for value in ["", "abc", "💧", &"A".repeat(42), &"A".repeat(44)] {
            assert!(GuestToken::from_cookie(value).is_none(), "{value}");
        }
    }
}
