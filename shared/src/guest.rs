//! Guests: people without an account, each identified by a random token in a cookie.

use crate::ids::{Owner, OwnerKind};
use crate::token::{Purpose, Token};

/// The random secret in a guest's cookie. The database only holds an id derived from it.
pub type GuestToken = Token<GuestPurpose>;

/// The purpose of guest tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestPurpose;

impl Purpose for GuestPurpose {
    const LABEL: &'static [u8] = b"stillwater guest v1";
}

impl GuestToken {
    /// The guest of this token. The id is half of the token's hash, so that a leaked database reveals no cookie.
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
    fn a_token_identifies_one_guest() {
        let token = GuestToken::from_bytes([7; 32]);
        let parsed = GuestToken::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(parsed.owner(), token.owner());
        assert_ne!(GuestToken::from_bytes([8; 32]).owner(), token.owner());
    }
}
