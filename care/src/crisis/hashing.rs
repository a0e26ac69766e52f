//! Hash maps keyed by words, a bit set, and the stable word hash of the model's features.
//!
//! Invariant: [`hash`] never changes; a stored model depends on it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map keyed by words. The keys come from our own files, so a fast unkeyed hash is safe.
pub(super) type Table<V> = HashMap<Box<str>, V, BuildHasherDefault<Fnv1a>>;

/// The FNV-1a hash, 64 bits: faster than the standard hash on short words.
#[derive(Clone, Copy)]
pub(super) struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv1a {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of 16-bit numbers.
#[derive(Clone, Debug)]
pub(super) struct BitSet(Box<[u64]>);

impl Default for BitSet {
    fn default() -> Self {
        Self(vec![0; 1 << 10].into())
    }
}

impl BitSet {
    /// Adds a number.
    pub fn add(&mut self, number: u16) {
        self.0[usize::from(number >> 6)] |= 1 << (number & 63);
    }

    /// Whether a number was added.
    pub fn has(&self, number: u16) -> bool {
        self.0[usize::from(number >> 6)] & (1 << (number & 63)) != 0
    }
}

/// The FNV-1a hash, 32 bits: the same on every machine and in every release.
pub(super) fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |sum, byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
