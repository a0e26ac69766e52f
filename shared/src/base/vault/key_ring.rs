//! The operator's wrapping keys: `ENC_KEYS=id:base64[,id:base64…]`, the current key first.

use std::fmt;
use std::sync::Arc;

use aes_gcm::aead::KeyInit;
use aes_gcm::{Aes256Gcm, Key};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The wrapping keys, the current one first. `Debug` shows only their ids.
#[derive(Clone, Default)]
pub struct KeyRing {
    keys: Arc<Vec<(String, Aes256Gcm)>>,
    fingerprints: Arc<Vec<String>>,
    seals: Arc<Vec<[u8; 32]>>,
    pepper: [u8; 32],
}

/// Why `ENC_KEYS` is invalid. The message never quotes a key.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKeyRing {
    /// There is no key.
    #[error("give at least one key as id:base64")]
    Empty,
    /// An entry lacks its id or its colon.
    #[error("entry {0} is not id:base64 (the id: up to 32 letters, digits, - or _)")]
    NoId(usize),
    /// A key is not 32 bytes in base64.
    #[error("the key {0} is not 32 bytes in base64 (make one with: openssl rand -base64 32)")]
    NotAKey(String),
    /// Two keys have the same id.
    #[error("the id {0} stands twice")]
    Twice(String),
}

impl KeyRing {
    /// Parses `ENC_KEYS`.
    ///
    /// # Errors
    /// Names the first invalid entry and the problem, without quoting the key.
    pub fn parse(text: &str) -> Result<Self, BadKeyRing> {
        let mut keys: Vec<(String, Aes256Gcm)> = Vec::new();
        let mut fingerprints = Vec::new();
        let mut seals = Vec::new();
        let mut pepper = None;
        for (index, entry) in text
            .split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .enumerate()
        {
            let (id, key) = entry.split_once(':').ok_or(BadKeyRing::NoId(index + 1))?;
            let is_valid_id =
                (1..=32).contains(&id.len()) && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
            if !is_valid_id {
                return Err(BadKeyRing::NoId(index + 1));
            }
            if keys.iter().any(|(known, _)| known == id) {
                return Err(BadKeyRing::Twice(id.to_owned()));
            }
            let not_a_key = || BadKeyRing::NotAKey(id.to_owned());
            let bytes = Zeroizing::new(STANDARD.decode(key).map_err(|_| not_a_key())?);
            let key = Key::<Aes256Gcm>::try_from(bytes.as_slice()).map_err(|_| not_a_key())?;
            pepper.get_or_insert_with(|| derived(b"stillwater pepper v1", &bytes));
            seals.push(derived(b"stillwater seal key v1", &bytes));
            fingerprints.push(format!("{id} {}", fingerprint(&bytes)));
            keys.push((id.to_owned(), Aes256Gcm::new(&key)));
        }
        pepper
            .map(|pepper| Self {
                keys: Arc::new(keys),
                fingerprints: Arc::new(fingerprints),
                seals: Arc::new(seals),
                pepper,
            })
            .ok_or(BadKeyRing::Empty)
    }

    /// The id and the fingerprint of each key. A fingerprint identifies a key without revealing it.
    pub fn fingerprints(&self) -> &[String] {
        &self.fingerprints
    }

    /// A digest that only holders of the current key can compute. It protects values such as addresses, which are few
    /// enough to be guessed from a plain hash.
    pub fn digest(&self, purpose: &str, value: &[u8]) -> [u8; 32] {
        Sha256::new()
            .chain_update(self.pepper)
            .chain_update(purpose)
            .chain_update([0])
            .chain_update(value)
            .finalize()
            .into()
    }

    /// A seal over a value by the current key, with the key's id (HMAC, RFC 2104, with SHA-256).
    pub fn seal(&self, value: &[u8]) -> (&str, [u8; 32]) {
        let (id, _) = self.current();
        (id, hmac(&self.seals[0], value).finalize().into_bytes().into())
    }

    /// Whether a value carries a seal by the key of this id, be it the current one or an older one of the ring.
    pub fn is_sealed(&self, key_id: &str, value: &[u8], seal: &[u8]) -> bool {
        let place = self.all().position(|(id, _)| id == key_id);
        place.is_some_and(|place| hmac(&self.seals[place], value).verify_slice(seal).is_ok())
    }

    /// The current key, which seals new values, with its id.
    ///
    /// # Panics
    /// Never: a ring that was parsed holds a key.
    pub(super) fn current(&self) -> (&str, &Aes256Gcm) {
        self.all().next().expect("a parsed ring holds at least one key")
    }

    pub(super) fn by_id(&self, id: &str) -> Option<&Aes256Gcm> {
        self.all().find(|(known, _)| *known == id).map(|(_, cipher)| cipher)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Aes256Gcm)> {
        self.keys.iter().map(|(id, cipher)| (id.as_str(), cipher))
    }
}

/// A key for one purpose, from a key of the ring.
fn derived(purpose: &[u8], key: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(purpose).chain_update(key).finalize().into()
}

/// # Panics
/// Never: HMAC takes keys of any length.
fn hmac(key: &[u8; 32], value: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(value);
    mac
}

/// Four bytes of a digest: enough to compare the keys of two installations.
fn fingerprint(key: &[u8]) -> String {
    let digest = Sha256::new()
        .chain_update(b"stillwater key fingerprint v1")
        .chain_update(key)
        .finalize();
    let [one, two, three, four, ..] = <[u8; 32]>::from(digest);
    format!("{:08x}", u32::from_be_bytes([one, two, three, four]))
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_list()
            .entries(self.keys.iter().map(|(id, _)| id))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fill: u8) -> String {
        STANDARD.encode([fill; 32])
    }

    #[test]
    fn a_seal_holds_for_its_value_and_its_key_also_after_a_rotation() {
        let before = KeyRing::parse(&format!("old:{}", key(2))).expect("one good key");
        let after = KeyRing::parse(&format!("new:{}, old:{}", key(1), key(2))).expect("two good keys");
        let (id, seal) = before.seal(b"a line");
        assert_eq!(id, "old");
        assert!(after.is_sealed("old", b"a line", &seal));
        assert!(!after.is_sealed("old", b"another", &seal) && !after.is_sealed("new", b"a line", &seal));
        assert!(!after.is_sealed("none", b"a line", &seal) && !after.is_sealed("old", b"a line", &seal[..8]));
        assert_eq!(after.seal(b"a line").0, "new");
    }

    #[test]
    fn the_first_key_is_the_current_one() {
        let ring = KeyRing::parse(&format!("new:{}, old:{}", key(1), key(2))).expect("two good keys");
        assert_eq!(ring.current().0, "new");
        assert!(ring.by_id("old").is_some() && ring.by_id("older").is_none());
        assert_eq!(format!("{ring:?}"), r#"["new", "old"]"#);
    }

    #[test]
    fn invalid_rings_are_refused_without_quoting_a_key() {
        let twice = format!("a:{0},a:{0}", key(1));
        for (text, problem) in [
            ("", BadKeyRing::Empty),
            (key(1).as_str(), BadKeyRing::NoId(1)),
            (":AAAA", BadKeyRing::NoId(1)),
            ("a:AAAA", BadKeyRing::NotAKey("a".to_owned())),
            ("a:not base64", BadKeyRing::NotAKey("a".to_owned())),
            (twice.as_str(), BadKeyRing::Twice("a".to_owned())),
        ] {
            assert_eq!(KeyRing::parse(text).expect_err("must be refused"), problem, "{text}");
        }
    }
}
