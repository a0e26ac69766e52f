//! A bit set, and the stable word hash of the model's features.
//!
//! Invariant: [`hash`] never changes; a stored model depends on it.

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
