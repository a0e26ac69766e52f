//! Browsers that once held a session, by the addresses of their sessions.
//!
//! Invariant: only we can make a mark that is accepted, and it reveals no address. It opens nothing: it only keeps
//! strangers from using up the sign-in mails of an address.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::error::Result;
use crate::token;
use crate::vault::KeyRing;

const LEN: usize = 16;
/// A family may share a device.
const MAX_ADDRESSES: usize = 4;

/// The mark in a browser's cookie: an id, and a keyed digest for each address, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownBrowser {
    id: [u8; LEN],
    addresses: Vec<[u8; LEN]>,
}

impl KnownBrowser {
    /// Parses a cookie's value.
    #[must_use]
    pub fn from_cookie(value: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        let mut parts = bytes.chunks_exact(LEN);
        let id = parts.next()?.try_into().ok()?;
        let addresses: Vec<[u8; LEN]> = parts.by_ref().filter_map(|part| part.try_into().ok()).collect();
        let is_whole = parts.remainder().is_empty() && addresses.len() <= MAX_ADDRESSES;
        is_whole.then_some(Self { id, addresses })
    }

    /// The cookie's value.
    #[must_use]
    pub fn to_cookie(&self) -> String {
        URL_SAFE_NO_PAD.encode([&[self.id][..], &self.addresses].concat().concat())
    }

    /// The mark of a browser that holds a session of this address from now on.
    ///
    /// # Errors
    /// `Internal` without randomness.
    pub(super) fn after(before: Option<Self>, keys: &KeyRing, address: &str) -> Result<Self> {
        let mut known = before.map_or_else(Self::new, Ok)?;
        let digest = known.digest(keys, address);
        known.addresses.retain(|other| *other != digest);
        known.addresses.insert(0, digest);
        known.addresses.truncate(MAX_ADDRESSES);
        Ok(known)
    }

    fn new() -> Result<Self> {
        Ok(Self {
            id: token::random()?,
            addresses: Vec::new(),
        })
    }

    /// The key of this browser's counter for an address; `None` if it never held a session of it.
    pub(super) fn counter(&self, keys: &KeyRing, address: &str) -> Option<[u8; 32]> {
        let digest = self.digest(keys, address);
        let is_known = self.addresses.iter().any(|known| token::is_same(known, &digest));
        is_known.then(|| keys.digest("mails of a known browser", &[self.id, digest].concat()))
    }

    fn digest(&self, keys: &KeyRing, address: &str) -> [u8; LEN] {
        let whole = keys.digest(
            "known browser",
            &[&self.id[..], address.to_lowercase().as_bytes()].concat(),
        );
        let mut digest = [0; LEN];
        digest.copy_from_slice(&whole[..LEN]);
        digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(key: &str) -> KeyRing {
        KeyRing::parse(&format!("a:{key}=")).expect("a good ring")
    }

    #[test]
    fn a_browser_is_known_for_the_last_addresses_of_its_sessions() {
        let (ours, others) = (keys(&"A".repeat(43)), keys(&format!("{}A", "B".repeat(42))));
        let addresses = [
            "a@example.org",
            "b@example.org",
            "c@example.org",
            "d@example.org",
            "e@example.org",
        ];
        let known = addresses.into_iter().fold(None, |before, address| {
            Some(KnownBrowser::after(before, &ours, address).expect("random"))
        });
        let known = KnownBrowser::from_cookie(&known.expect("five").to_cookie()).expect("own cookie");
        let is_known = |keys: &KeyRing, address| known.counter(keys, address).is_some();
        assert_eq!(
            addresses.map(|address| is_known(&ours, address)),
            [false, true, true, true, true]
        );
        assert!(is_known(&ours, "E@Example.org"));
        assert!(!is_known(&others, "e@example.org"), "another key did not mark it");
        assert_ne!(
            known.counter(&ours, "b@example.org"),
            known.counter(&ours, "c@example.org")
        );
        let again = KnownBrowser::after(Some(known.clone()), &ours, "c@example.org").expect("random");
        assert_eq!((again.id, again.addresses.len()), (known.id, 4));
    }

    #[test]
    fn a_mark_that_is_not_ours_is_refused_or_knows_nobody() {
        for value in ["", "AAAA", "💧", &"A".repeat(44), &"A".repeat(128)] {
            assert_eq!(KnownBrowser::from_cookie(value), None, "{value}");
        }
        let forged = KnownBrowser::from_cookie(&URL_SAFE_NO_PAD.encode([7; 32])).expect("well formed");
        assert_eq!(forged.counter(&keys(&"A".repeat(43)), "a@example.org"), None);
    }
}
