//! Guests: people without an account, each identified by a random token in a cookie.

use uuid::Uuid;

use crate::ids::{Owner, OwnerKind};
use crate::token::{Purpose, Token};
use crate::vault::KeyRing;

/// The random secret in a guest's cookie. The database only holds an id derived from it.
pub type GuestToken = Token<GuestPurpose>;

/// The purpose of guest tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestPurpose;

impl Purpose for GuestPurpose {
    const LABEL: &'static [u8] = b"stillwater guest v1";
}

impl GuestToken {
    /// The guest of a first call without a cookie: who repeats the call with its `Idempotency-Key`, because the
    /// answer and its cookie were lost, is the same guest. None for a key that is not random, since others may send it,
    /// too.
    pub fn of_first_call(keys: &KeyRing, idempotency_key: Uuid) -> Option<Self> {
        let is_random = idempotency_key.get_version_num() == 4;
        is_random.then(|| Self::from_bytes(keys.digest("guest of a first call", idempotency_key.as_bytes())))
    }

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
    fn the_guest_of_a_first_call_follows_from_a_random_key() {
        let keys = |key: &str| KeyRing::parse(&format!("a:{key}=")).expect("a good ring");
        let (ours, theirs) = (
            keys(&"A".repeat(43)),
            keys(&"B".repeat(42).chars().chain(['A']).collect::<String>()),
        );
        let key = Uuid::from_u128(0x1c5f_2d6e_77aa_4b0c_9d11_2233_4455_6677);
        let owner = |keys: &KeyRing, key| GuestToken::of_first_call(keys, key).map(|token| token.owner());
        assert_eq!(owner(&ours, key), owner(&ours, key));
        assert_ne!(owner(&ours, key), owner(&theirs, key), "nobody else can compute it");
        for guessable in [Uuid::nil(), Uuid::max(), Uuid::from_u128(1)] {
            assert_eq!(owner(&ours, guessable), None, "{guessable}");
        }
    }

    #[test]
    fn a_token_identifies_one_guest() {
        let token = GuestToken::from_bytes([7; 32]);
        let parsed = GuestToken::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(parsed.owner(), token.owner());
        assert_ne!(GuestToken::from_bytes([8; 32]).owner(), token.owner());
    }
}
