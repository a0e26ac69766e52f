//! Idempotency keys that come again with other words.
//!
//! Invariant: words are never dropped in silence. Harmless ones are refused with the id of what was stored; words of
//! danger are stored under a key of their own, which a retry finds again.

use uuid::Uuid;

use crate::base::vault::KeyRing;

/// The key under which words of danger are stored if `key` belongs to other words. It is a keyed digest, so that it
/// reveals nothing about the words.
pub fn key_of_other_words(keys: &KeyRing, key: Uuid, words: &[u8]) -> Uuid {
    let digest = keys.digest("idempotency key of other words", &[key.as_bytes(), words].concat());
    let mut id = [0_u8; 16];
    id.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(id).into_uuid()
}
