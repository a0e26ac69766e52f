//! Hash maps and sets of words with a fast hash.
//!
//! Invariant: the keys come from our own files. Input cannot cause collisions, so an unkeyed hash is safe.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map from words.
pub(crate) type WordMap<Value> = HashMap<Box<str>, Value, BuildHasherDefault<Fnv1a>>;

/// A set of words.
pub(crate) type WordSet = HashSet<Box<str>, BuildHasherDefault<Fnv1a>>;

/// The FNV-1a hash, 64 bits: faster than the standard hash on short words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv1a {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
