//! What people confide, as a type that cannot be logged or serialised by accident.

use zeroize::Zeroize;

/// Words that somebody confided to us. `Debug` prints `…`, there is no `Serialize`, and the memory is wiped on drop.
#[derive(Clone, PartialEq, Eq)]
pub struct Confided(String);

impl Confided {
    /// Takes words over.
    #[must_use]
    pub const fn new(words: String) -> Self {
        Self(words)
    }

    /// The words, for the one who needs them. Whoever calls this must not log or store them in the clear.
    #[must_use]
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
    fn debug_shows_nothing_of_the_words() {
        assert_eq!(format!("{:?}", Some(Confided::new("my secret".to_owned()))), "Some(…)");
    }
}
