//! A type for confidential text that cannot be logged or serialised by accident.

use zeroize::Zeroize;

/// Confidential text. `Debug` prints `…`, there is no `Serialize`, and the memory is wiped on drop.
#[derive(Clone, PartialEq, Eq)]
pub struct Confided(String);

impl Confided {
    /// Wraps a text.
    #[must_use]
    pub const fn new(words: String) -> Self {
        Self(words)
    }

    /// The text. Callers must not log it or store it unencrypted.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Confided {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("…")
    }
}

impl Drop for Confided {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_text() {
        assert_eq!(format!("{:?}", Some(Confided::new("my secret".to_owned()))), "Some(…)");
    }
}
