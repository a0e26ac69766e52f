//! The languages that the product is read in, and that letters are written in.
//!
//! Invariant: total. A reader of any other language gets English.

use care::language::{Language, answered_in};
use serde::{Deserialize, Serialize};

/// A language that people read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Locale {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// The first language of an `Accept-Language` header (RFC 9110, 12.5.4) that we have. Browsers send them by preference.
    #[must_use]
    pub fn preferred(accept_language: Option<&str>) -> Self {
        let mut ranges = accept_language.unwrap_or_default().split(',');
        ranges
            .find_map(|range| Self::of_tag(range.split(';').next()?.trim()))
            .unwrap_or_default()
    }

    /// The language of a tag such as `es-MX`, if we have it.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next()?;
        if language.eq_ignore_ascii_case("es") {
            Some(Self::Spanish)
        } else if language.eq_ignore_ascii_case("en") {
            Some(Self::English)
        } else {
            None
        }
    }

    /// The language in which words are answered: their own, and `preferred` if they could be in both or are in another.
    #[must_use]
    pub fn of_words(words: &str, preferred: Self) -> Self {
        match answered_in(words) {
            Some(Language::English) => Self::English,
            Some(Language::Spanish) => Self::Spanish,
            Some(Language::OtherLatin | Language::OtherScript) | None => preferred,
        }
    }

    /// The same as a language of texts.
    #[must_use]
    pub const fn language(self) -> Language {
        match self {
            Self::English => Language::English,
            Self::Spanish => Language::Spanish,
        }
    }

    /// Its tag for HTML's `lang`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_have_is_read() {
        for (header, expected) in [
            (None, Locale::English),
            (Some(""), Locale::English),
            (Some("es"), Locale::Spanish),
            (Some("es-419,es;q=0.9,en;q=0.8"), Locale::Spanish),
            (Some("en-US,es;q=0.5"), Locale::English),
            (Some("ca, ES-es;q=0.9, en"), Locale::Spanish),
            (Some("de-DE,fr"), Locale::English),
            (Some("est-EE"), Locale::English),
        ] {
            assert_eq!(Locale::preferred(header), expected, "{header:?}");
        }
    }
}
