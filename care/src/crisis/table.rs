//! Tables of words with a quick hash, and the stable hash that names a word in the model.
//!
//! Invariant: [`hash`] never changes; a stored model depends on it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table of words; its hash is quick, and nobody but us chooses the keys.
pub(super) type Table<V> = HashMap<Box<str>, V, BuildHasherDefault<QuickHash>>;

/// FNV-1a, which is faster than the standard hash on words.
#[derive(Clone, Copy)]
pub(super) struct QuickHash(u64);

impl Default for QuickHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for QuickHash {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of small numbers.
#[derive(Clone, Debug)]
pub(super) struct Marks(Box<[u64]>);

impl Default for Marks {
    fn default() -> Self {
        Self(vec![0; 1 << 10].into())
    }
}

impl Marks {
    /// Adds a number.
    pub fn add(&mut self, number: u16) {
        self.0[usize::from(number >> 6)] |= 1 << (number & 63);
    }

    /// Whether a number was added.
    pub fn has(&self, number: u16) -> bool {
        self.0[usize::from(number >> 6)] & (1 << (number & 63)) != 0
    }
}

/// A stable 32-bit hash (FNV-1a), the same on every machine and in every release.
pub(super) fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |sum, byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
