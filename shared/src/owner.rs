//! Whose data something is: a guest's or a user's. Every sealed byte and every counter has exactly one owner.

use uuid::Uuid;

use crate::token::{Purpose, Token};

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
pub type GuestToken = Token<OfGuest>;

/// Somebody without an account.
#[derive(Clone, PartialEq, Eq)]
pub struct OfGuest;

impl Purpose for OfGuest {
    const LABEL: &'static [u8] = b"stillwater guest v1";
}

impl GuestToken {
    /// The guest this token stands for: half of its hash, so that a leaked database opens no cookie.
    #[must_use]
    pub fn owner(&self) -> Owner {
        let mut id = [0_u8; 16];
        id.copy_from_slice(&self.hash()[..16]);
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
    fn a_token_names_one_guest() {
        let token = GuestToken::from_random([7; 32]);
        let again = GuestToken::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(again.owner(), token.owner());
        assert_ne!(GuestToken::from_random([8; 32]).owner(), token.owner());
    }
}
