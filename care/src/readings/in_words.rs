//! What a text says of its writer, in words that an answer can use: *your mother*, *three years*.
//!
//! Invariant: only what was read, in the language of the text.

use super::words::number_in_words;
use super::{HowLong, Readings, Unit, spanish};
use crate::language::Language;

impl HowLong {
    /// In English words: *three years*, *a few weeks*, *one day*.
    fn in_words(self) -> String {
        let unit = match self.unit {
            Unit::Day => "day",
            Unit::Week => "week",
            Unit::Month => "month",
            Unit::Year => "year",
        };
        match self.count {
            None => format!("a few {unit}s"),
            Some(1) => format!("one {unit}"),
            Some(count) => format!("{} {unit}s", number_in_words(count)),
        }
    }
}

impl Readings {
    /// A person as somebody who answers calls them: *your mother*, *tu madre*.
    pub fn as_theirs(&self, noun: &str) -> String {
        if self.is_spanish() {
            return spanish::as_theirs(noun);
        }
        format!("your {noun}")
    }

    /// How long in words: *three years*, *tres años*.
    pub fn how_long_in_words(&self) -> Option<String> {
        let how_long = self.how_long?;
        Some(if self.is_spanish() {
            spanish::how_long_in_words(how_long)
        } else {
            how_long.in_words()
        })
    }

    /// The age in words.
    pub fn age_in_words(&self) -> Option<String> {
        let in_words = if self.is_spanish() {
            spanish::age_in_words
        } else {
            number_in_words
        };
        self.age.map(in_words)
    }

    /// The hour in words: *three in the morning*, *las tres de la mañana*.
    pub fn hour_in_words(&self) -> Option<String> {
        let hour = self.hour?;
        if self.is_spanish() {
            return Some(spanish::hour_in_words(hour));
        }
        match hour {
            0 => Some("midnight".to_owned()),
            hour => Some(format!("{} in the morning", number_in_words(hour))),
        }
    }

    /// The work as one says that somebody is it: *a nurse*, *enfermera*.
    pub fn work_in_words(&self) -> Option<String> {
        self.work.map(|work| {
            if self.is_spanish() {
                return work.to_owned();
            }
            let article = if work.starts_with(['a', 'e', 'i', 'o', 'u']) {
                "an"
            } else {
                "a"
            };
            format!("{article} {work}")
        })
    }

    /// The children in words: *two children*, *un hijo*.
    pub fn children_in_words(&self) -> Option<String> {
        self.children.map(|count| match count {
            count if self.is_spanish() => spanish::children_in_words(count),
            1 => "a child".to_owned(),
            count => format!("{} children", number_in_words(count)),
        })
    }

    /// The day of something to come in words: *tomorrow*, *the 3rd*, *el jueves*.
    pub fn soon_in_words(&self) -> Option<String> {
        self.soon.map(|soon| {
            if self.is_spanish() {
                soon.in_spanish()
            } else {
                soon.in_words()
            }
        })
    }

    fn is_spanish(&self) -> bool {
        self.language == Language::Spanish
    }
}
