//! A pending sign-in at a provider: the cookie that binds the callback to the browser that started it.
//!
//! Invariant: state, nonce and PKCE verifier are keyed digests of the cookie's random part, so a stolen cookie does not
//! reveal them. The server stores nothing, and the cookie expires after ten minutes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

use super::provider::Provider;
use crate::error::Result;
use crate::token;
pub(super) use crate::token::is_same;
use crate::vault::KeyRing;

/// How long a sign-in at the provider may take.
pub const MAX_AGE: Duration = Duration::minutes(10);

/// A pending sign-in.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingSignIn {
    /// The provider; callbacks of another one are refused.
    pub provider: Provider,
    /// The path to return to.
    pub return_to: String,
    random: [u8; 32],
    until: i64,
}

impl PendingSignIn {
    /// Starts a sign-in.
    pub fn begin(provider: Provider, return_to: String, now: OffsetDateTime) -> Result<Self> {
        Ok(Self {
            provider,
            return_to,
            random: token::random()?,
            until: (now + MAX_AGE).unix_timestamp(),
        })
    }

    /// Parses the browser's cookie; `None` if it is forged or expired.
    #[must_use]
    pub fn from_cookie(keys: &KeyRing, cookie: &str, now: OffsetDateTime) -> Option<Self> {
        let (payload, tag) = cookie.rsplit_once('.')?;
        let tag: [u8; 32] = URL_SAFE_NO_PAD.decode(tag).ok()?.try_into().ok()?;
        if !is_same(&tag, &tag_of(keys, payload)) {
            return None;
        }
        let mut parts = payload.split('.');
        let provider = parts.next()?;
        let pending = Self {
            provider: Provider::ALL.into_iter().find(|known| known.as_str() == provider)?,
            until: parts.next()?.parse().ok()?,
            random: URL_SAFE_NO_PAD.decode(parts.next()?).ok()?.try_into().ok()?,
            return_to: String::from_utf8(URL_SAFE_NO_PAD.decode(parts.next()?).ok()?).ok()?,
        };
        (pending.until > now.unix_timestamp()).then_some(pending)
    }

    /// The cookie's value.
    pub fn to_cookie(&self, keys: &KeyRing) -> String {
        let payload = format!(
            "{}.{}.{}.{}",
            self.provider.as_str(),
            self.until,
            URL_SAFE_NO_PAD.encode(self.random),
            URL_SAFE_NO_PAD.encode(&self.return_to)
        );
        let tag = URL_SAFE_NO_PAD.encode(tag_of(keys, &payload));
        format!("{payload}.{tag}")
    }

    /// The OAuth state, which the provider returns in the callback.
    pub fn state(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in state")
    }

    /// Whether this is the state that we sent.
    pub fn has_state(&self, keys: &KeyRing, state: &str) -> bool {
        is_same(state.as_bytes(), self.state(keys).as_bytes())
    }

    /// The nonce that the provider puts into the ID token.
    pub fn nonce(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in nonce")
    }

    /// The PKCE code verifier.
    pub fn verifier(&self, keys: &KeyRing) -> String {
        self.derived(keys, "sign-in verifier")
    }

    fn derived(&self, keys: &KeyRing, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(keys.digest(purpose, &self.random))
    }
}

/// The authentication tag of a payload. It covers a digest, which rules out length extension.
fn tag_of(keys: &KeyRing, payload: &str) -> [u8; 32] {
    keys.digest("sign-in under way", &Sha256::digest(payload))
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
    fn a_cookie_is_valid_for_ten_minutes_and_only_under_our_key() {
        let pending = PendingSignIn::begin(Provider::GitHub, "/profile?a=1.2".to_owned(), NOW).expect("random");
        let cookie = pending.to_cookie(&keys("a"));
        let read = PendingSignIn::from_cookie(&keys("a"), &cookie, NOW + Duration::minutes(9)).expect("ours");
        assert!(read == pending);
        assert!(read.has_state(&keys("a"), &pending.state(&keys("a"))));
        assert!(PendingSignIn::from_cookie(&keys("a"), &cookie, NOW + MAX_AGE).is_none());
        assert!(PendingSignIn::from_cookie(&keys("b"), &cookie, NOW).is_none());
    }

    #[test]
    fn a_changed_cookie_is_refused() {
        let pending = PendingSignIn::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let cookie = pending.to_cookie(&keys("a"));
        for position in 0..cookie.len() {
            let mut changed = cookie.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("letters");
            let read = PendingSignIn::from_cookie(&keys("a"), &changed, NOW);
            // The last character of base64 has unused bits.
            assert!(read.is_none() || position + 1 == cookie.len(), "{position}");
        }
        assert!(PendingSignIn::from_cookie(&keys("a"), "", NOW).is_none());
    }

    #[test]
    fn each_sign_in_has_distinct_secrets() {
        let one = PendingSignIn::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let two = PendingSignIn::begin(Provider::Google, "/".to_owned(), NOW).expect("random");
        let keys = keys("a");
        assert_ne!(one.state(&keys), two.state(&keys));
        assert!(one.state(&keys) != one.nonce(&keys) && one.nonce(&keys) != one.verifier(&keys));
        assert!(!one.has_state(&keys, &two.state(&keys)) && !one.has_state(&keys, ""));
    }
}
