//! Guests: people without an account, each identified by a random token in a cookie.
//!
//! Invariant: a token that we issued says when, and nobody else can make such a one.

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::ids::{Owner, OwnerKind};
use crate::network::Network;
use crate::rate_limit::RateLimit;
use crate::token::{self, Purpose, Token};
use crate::vault::KeyRing;
use crate::work::Proof;

/// The random secret in a guest's cookie. The database only holds an id derived from it.
pub type GuestToken = Token<GuestPurpose>;

/// The purpose of guest tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestPurpose;

impl Purpose for GuestPurpose {
    const LABEL: &'static [u8] = b"stillwater guest v1";
}

/// The bytes of an issued token: randomness, the second of its issue, and a keyed checksum over both.
const RANDOM_LEN: usize = 20;
const DATED_LEN: usize = 24;
/// A browser that has held its cookie for less time has read nothing yet.
const MIN_READING: Duration = Duration::seconds(3);

impl GuestToken {
    /// A new token, with the time of its issue.
    ///
    /// # Errors
    /// `Internal` without randomness.
    pub fn issue(keys: &KeyRing, now: OffsetDateTime) -> Result<Self> {
        let mut bytes = token::random()?;
        let at = u32::try_from(now.unix_timestamp()).unwrap_or_default();
        bytes[RANDOM_LEN..DATED_LEN].copy_from_slice(&at.to_be_bytes());
        let checksum = checksum(keys, &bytes[..DATED_LEN]);
        bytes[DATED_LEN..].copy_from_slice(&checksum);
        Ok(Self::from_bytes(bytes))
    }

    /// Whether its browser has read nothing here yet: we did not issue the token, or only just now.
    #[must_use]
    pub fn is_fresh(&self, keys: &KeyRing, now: OffsetDateTime) -> bool {
        let (dated, sent) = self.bytes().split_at(DATED_LEN);
        let mut at = [0; DATED_LEN - RANDOM_LEN];
        at.copy_from_slice(&dated[RANDOM_LEN..]);
        let age = now.unix_timestamp() - i64::from(u32::from_be_bytes(at));
        !token::is_same(&checksum(keys, dated), sent) || age < MIN_READING.whole_seconds()
    }

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

fn checksum(keys: &KeyRing, dated: &[u8]) -> [u8; 32 - DATED_LEN] {
    let mut checksum = [0; 32 - DATED_LEN];
    checksum.copy_from_slice(&keys.digest("guest cookie", dated)[..32 - DATED_LEN]);
    checksum
}

/// The browser of a guest, as far as limits of its network need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Browser {
    /// The network.
    pub network: Network,
    /// Whether the browser has read nothing here yet.
    pub is_fresh: bool,
    /// The proof of work that came with the call, if it is valid.
    pub proof: Option<Proof>,
}

impl Browser {
    /// Uses up the proof of work, if there is one. Returns whether the call may pass a limit of its network.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn has_worked(&self, db: impl sqlx::PgExecutor<'_>, now: OffsetDateTime) -> Result<bool> {
        match self.proof {
            Some(proof) => proof.use_up(db, now).await,
            None => Ok(false),
        }
    }

    /// Counts an attempt of this browser for its network. A proof of work lets it pass the limit, unless that allows
    /// nothing at all.
    ///
    /// # Errors
    /// `WorkNeeded` over the limit; `TooMany` if it allows nothing.
    pub async fn count(&self, tx: &mut PgConnection, limit: RateLimit, now: OffsetDateTime) -> Result<()> {
        let has_worked = self.has_worked(&mut *tx, now).await?;
        let wide = RateLimit {
            allowed: Network::wide_limit(limit.allowed),
            ..limit
        };
        let prefixes = [(Some(self.network.ip_prefix), limit), (self.network.wide_prefix, wide)];
        for (prefix, limit) in prefixes {
            let Some(prefix) = prefix else { continue };
            match limit.count(&mut *tx, &prefix, now).await {
                Err(Error::TooMany { retry_after, .. }) if limit.allowed > 0 => {
                    if !has_worked {
                        return Err(Error::WorkNeeded {
                            vicinity: self.network.vicinity,
                            load: 1,
                            retry_after,
                        });
                    }
                }
                counted => counted?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

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
    fn a_browser_is_fresh_until_it_has_held_an_issued_token_for_three_seconds() {
        let keys = KeyRing::parse(&format!("a:{}=", "A".repeat(43))).expect("a good ring");
        let others = KeyRing::parse(&format!("a:{}A=", "B".repeat(42))).expect("a good ring");
        let issued = GuestToken::issue(&keys, NOW).expect("random");
        let later = |seconds| NOW + Duration::seconds(seconds);
        assert_eq!(
            [0, 2, 3, 400].map(|age| issued.is_fresh(&keys, later(age))),
            [true, true, false, false]
        );
        assert!(issued.is_fresh(&others, later(400)), "another key did not issue it");
        let mut dated_back = *issued.bytes();
        dated_back[RANDOM_LEN] -= 1;
        for forged in [[7; 32], dated_back] {
            assert!(GuestToken::from_bytes(forged).is_fresh(&keys, later(400)));
        }
        assert_ne!(issued.owner(), GuestToken::issue(&keys, NOW).expect("random").owner());
    }

    #[test]
    fn a_token_identifies_one_guest() {
        let token = GuestToken::from_bytes([7; 32]);
        let parsed = GuestToken::from_cookie(&token.to_cookie()).expect("own cookie");
        assert_eq!(parsed.owner(), token.owner());
        assert_ne!(GuestToken::from_bytes([8; 32]).owner(), token.owner());
    }
}
