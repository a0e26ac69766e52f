//! The languages that the product is read in, and that letters are written in.
//!
//! Invariant: total. A reader of any other language gets English.

use care::language::{Language, answered_in};
use serde::{Deserialize, Serialize};
use time::Date;

/// A language that people read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
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

    /// The language in which words are written, if it is one of ours for sure.
    #[must_use]
    pub fn written(words: &str) -> Option<Self> {
        match answered_in(words)? {
            Language::English => Some(Self::English),
            Language::Spanish => Some(Self::Spanish),
            Language::OtherLatin | Language::OtherScript => None,
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

    /// The language of a column, which may be empty or of a later release.
    #[must_use]
    pub fn of_column(tag: Option<&str>) -> Self {
        tag.and_then(Self::of_tag).unwrap_or_default()
    }

    /// A day as its readers write it: *November 5*, *5 de noviembre*.
    #[must_use]
    pub fn day(self, date: Date) -> String {
        const IN_SPANISH: [&str; 12] = [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ];
        let (month, day) = (date.month(), date.day());
        match self {
            Self::English => format!("{month} {day}"),
            Self::Spanish => format!("{day} de {}", IN_SPANISH[usize::from(u8::from(month)) - 1]),
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
    use time::macros::date;

    use super::*;

    #[test]
    fn a_day_is_written_as_its_readers_write_it() {
        for (date, english, spanish) in [
            (date!(2026 - 01 - 01), "January 1", "1 de enero"),
            (date!(2026 - 11 - 05), "November 5", "5 de noviembre"),
            (date!(2026 - 12 - 31), "December 31", "31 de diciembre"),
        ] {
            assert_eq!(Locale::English.day(date), english);
            assert_eq!(Locale::Spanish.day(date), spanish);
        }
    }

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
