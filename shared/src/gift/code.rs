//! The codes of gifts.
//!
//! Invariant: a code has 100 random bits, so nobody guesses one. `Debug` does not show it.

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::confided::Confided;
use crate::error::Result;
use crate::token;
use crate::vault::Place;

/// The owner id of the data key for codes, which belong to no user.
pub(super) const KEY_OWNER: Uuid = Uuid::from_u128(0x4749_4654_0000_0000_8000_0000_0000_0001);
/// What the hash begins with, so that no other secret has the same one.
const LABEL: &[u8] = b"stillwater gift v1";
/// Digits and letters without I, L, O and U, which are mistaken for others (Crockford's base 32).
const SYMBOLS: [u8; 32] = *b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LEN: usize = 20;
const GROUP: usize = 5;

/// The code of a gift: 20 symbols, shown as four groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GiftCode(Confided);

impl GiftCode {
    /// A new random code.
    ///
    /// # Errors
    /// `Internal` without randomness.
    pub fn fresh() -> Result<Self> {
        let bytes: [u8; LEN] = token::random()?;
        // 32 divides 256, so that each symbol is as likely as any other.
        let symbols = bytes.iter().map(|byte| char::from(SYMBOLS[usize::from(byte % 32)]));
        Ok(Self(Confided::new(symbols.collect())))
    }

    /// Parses a code as people type it: in any case, with or without hyphens and spaces.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let mut symbols = String::with_capacity(LEN);
        for letter in typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            let symbol = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                symbol => symbol,
            };
            if symbols.len() == LEN || !SYMBOLS.iter().any(|one| char::from(*one) == symbol) {
                return None;
            }
            symbols.push(symbol);
        }
        (symbols.len() == LEN).then(|| Self(Confided::new(symbols)))
    }

    /// The code in groups, for its giver alone.
    pub fn in_groups(&self) -> String {
        let symbols = self.0.reveal();
        let groups: Vec<&str> = (0..LEN).step_by(GROUP).map(|at| &symbols[at..at + GROUP]).collect();
        groups.join("-")
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.0.reveal().as_bytes()
    }

    pub(super) fn hash(&self) -> Vec<u8> {
        let digest = Sha256::new().chain_update(LABEL).chain_update(self.bytes());
        digest.finalize().to_vec()
    }
}

pub(super) const fn place(gift: Uuid) -> Place {
    Place {
        table: "gift",
        column: "code_sealed",
        row: gift,
        owner: KEY_OWNER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = GiftCode::fresh().expect("random");
        let shown = code.in_groups();
        assert_eq!((shown.len(), shown.matches('-').count()), (23, 3));
        for typed in [
            shown.clone(),
            shown.to_lowercase(),
            shown.replace('-', " "),
            format!(" {} ", shown.replace('-', "")),
            shown.replace('0', "o").replace('1', "l"),
        ] {
            assert_eq!(
                GiftCode::parse(&typed).map(|code| code.hash()),
                Some(code.hash()),
                "{typed}"
            );
        }
        assert_ne!(GiftCode::fresh().expect("random").hash(), code.hash());
        assert!(!format!("{code:?}").contains(&shown[..5]));
    }

    #[test]
    fn what_is_no_code_is_refused() {
        let long = "A".repeat(21);
        for typed in ["", "AAAAA", "AAAAA-AAAAA-AAAAA-AAAAU", "ÄAAAA-AAAAA-AAAAA-AAAAA", &long] {
            assert!(GiftCode::parse(typed).is_none(), "{typed}");
        }
    }
}
