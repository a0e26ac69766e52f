//! A sign-in at a provider that has begun: what binds the way back to the browser that left.
//!
//! Invariant: state, nonce and PKCE verifier are digests of the random half of the browser's cookie under the
//! operator's key. Whoever steals the cookie alone cannot make them, nothing is stored, and after ten minutes it is over.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

use super::provider::Provider;
use crate::error::Result;
use crate::token;
use crate::vault::KeyRing;

/// How long somebody may take at the provider.
pub const MAX_AGE: Duration = Duration::minutes(10);

/// A sign-in that has begun.
#[derive(Clone, PartialEq, Eq)]
pub struct UnderWay {
    /// Whom we asked; what another one sends back is refused.
    pub provider: Provider,
    /// The path to return to.
    pub return_to: String,
    random: [u8; 32],
    until: i64,
}

impl UnderWay {
    /// Begins one.
    ///
    /// # Errors
    /// `Internal` if the system has no randomness.
    pub fn begin(provider: Provider, return_to: String, now: OffsetDateTime) -> Result<Self> {
        Ok(Self {
            provider,
            return_to,
            random: token::random()?,
            until: (now + MAX_AGE).unix_timestamp(),
        })
    }

    /// Reads the browser's cookie; what we did not write, or is too old, is none.
    #[must_use]
    pub fn from_cookie(keys: &KeyRing, cookie: &str, now: OffsetDateTime) -> Option<Self> {
        let (said, seal) = cookie.rsplit_once('.')?;
        let seal: [u8; 32] = URL_SAFE_NO_PAD.decode(seal).ok()?.try_into().ok()?;
        if !is_same(&seal, &seal_of(keys, said)) {
            return None;
        }
        let mut parts = said.split('.');
        let provider = parts.next()?;
        let under_way = Self {
            provider: Provider::ALL.into_iter().find(|known| known.as_str() == provider)?,
            until: parts.next()?.parse().ok()?,
            random: URL_SAFE_NO_PAD.decode(parts.next()?).ok()?.try_into().ok()?,
            return_to: String::from_utf8(URL_SAFE_NO_PAD.decode(parts.next()?).ok()?).ok()?,
        };
        (under_way.until > now.unix_timestamp()).then_some(under_way)
    }

    /// The cookie's value.
    #[must_use]
    pub fn to_cookie(&self, keys: &KeyRing) -> String {
        let said = format!(
            "{}.{}.{}.{}",
            self.provider.as_str(),
            self.until,
            URL_SAFE_NO_PAD.encode(self.random),
            URL_SAFE_NO_PAD.encode(&self.return_to)
        );
        let seal = URL_SAFE_NO_PAD.encode(seal_of(keys, &said));
        format!("{said}.{seal}")
    }

    /// What the provider hands back, so that we know our own question.
    #[must_use]
    pub fn state(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in state")
    }

    /// Whether the provider handed back what we gave it.
    #[must_use]
    pub fn has_state(&self, keys: &KeyRing, state: &str) -> bool {
        is_same(state.as_bytes(), self.state(keys).as_bytes())
    }

    /// What the provider writes into its token, so that no other token fits.
    #[must_use]
    pub fn nonce(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in nonce")
    }

    /// What proves that the one who redeems the code is the one who asked for it (PKCE).
    #[must_use]
    pub fn verifier(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in verifier")
    }

    fn derived(&self, keys: &KeyRing, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(keys.digest(purpose, &self.random))
    }
}

/// Of a digest, so that nothing can be appended to what was sealed.
fn seal_of(keys: &KeyRing, said: &str) -> [u8; 32] {
    keys.digest("sign-in under way", &Sha256::digest(said))
}

/// Compares secrets in a time that tells nothing of where they differ.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

    fn keys(id: &str) -> KeyRing {
        let fill = id.bytes().next().unwrap_or_default();
        let key = base64::engine::general_purpose::STANDARD.encode([fill; 32]);
        KeyRing::parse(&format!("{id}:{key}")).expect("a good ring")
    }

    #[test]
    fn a_cookie_reads_back_for_ten_minutes_and_under_our_key_only() {
        let begun = UnderWay::begin(Provider::GitHub, "/profile?a=1.2".to_owned(), NOW).expect("random");
        let cookie = begun.to_cookie(&keys("a"));
        let read = UnderWay::from_cookie(&keys("a"), &cookie, NOW + Duration::minutes(9)).expect("ours");
        assert!(read == begun);
        assert!(read.has_state(&keys("a"), &begun.state(&keys("a"))));
        assert!(UnderWay::from_cookie(&keys("a"), &cookie, NOW + MAX_AGE).is_none());
        assert!(UnderWay::from_cookie(&keys("b"), &cookie, NOW).is_none());
    }

    #[test]
    fn nothing_in_a_cookie_can_be_changed() {
        let begun = UnderWay::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let cookie = begun.to_cookie(&keys("a"));
        for position in 0..cookie.len() {
            let mut changed = cookie.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("letters");
            let read = UnderWay::from_cookie(&keys("a"), &changed, NOW);
            // The last letter of base64 carries bits that mean nothing.
            assert!(read.is_none() || position + 1 == cookie.len(), "{position}");
        }
        assert!(UnderWay::from_cookie(&keys("a"), "", NOW).is_none());
    }

    #[test]
    fn each_sign_in_has_its_own_secrets_and_none_is_another() {
        let one = UnderWay::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let two = UnderWay::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let keys = keys("a");
        assert_ne!(one.state(&keys), two.state(&keys));
        assert!(one.state(&keys) != one.nonce(&keys) && one.nonce(&keys) != one.verifier(&keys));
        assert!(!one.has_state(&keys, &two.state(&keys)) && !one.has_state(&keys, ""));
    }
}
