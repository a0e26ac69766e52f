//! Bible references in the forms that people type: *Psalm 34:18*, *Romans 8:28-9:1*, *ps 23*, *Jude 24*, *salmo 23*.
//!
//! Invariant: what a reference is shown as can be read again and gives the same reference.

mod books;
mod numbers;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use books::BOOKS;
use books::IN_SPANISH;

use crate::locale::Locale;

/// A Bible reference: verses of one book, in order. In JSON and the like it is written as it is shown: *Psalm 34:18*,
/// *Romans 8:38-39*; in packed content as its numbers, because every process reads thousands when it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The index of the book, from 0.
    pub book: usize,
    /// The chapter of the first verse, from 1.
    pub chapter: usize,
    /// The first verse, from 1.
    pub first_verse: usize,
    /// The chapter of the last verse; equals the first within one chapter.
    pub last_chapter: usize,
    /// The last verse, inclusive; none for the last one of its chapter, whichever that is.
    pub last_verse: Option<usize>,
}

/// The text is not a reference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a reference: {0} (write it like Romans 8:38-39)")]
pub struct BadReference(pub String);

impl Reference {
    /// The same as readers of a language write it: *Salmo 34:18*.
    pub const fn in_language(&self, locale: Locale) -> InLanguage<'_> {
        InLanguage {
            reference: self,
            locale,
        }
    }

    /// The reference of one verse of the same book.
    #[must_use]
    pub const fn of_verse(book: usize, chapter: usize, verse: usize) -> Self {
        Self {
            book,
            chapter,
            first_verse: verse,
            last_chapter: chapter,
            last_verse: Some(verse),
        }
    }

    /// The whole chapter in which it begins.
    #[must_use]
    pub const fn whole_chapter(&self) -> Self {
        Self {
            book: self.book,
            chapter: self.chapter,
            first_verse: 1,
            last_chapter: self.chapter,
            last_verse: None,
        }
    }

    /// Whether it has verses in common with another reference.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.book == other.book && self.first() <= other.last() && other.first() <= self.last()
    }

    const fn first(&self) -> (usize, usize) {
        (self.chapter, self.first_verse)
    }

    fn last(&self) -> (usize, usize) {
        (self.last_chapter, self.last_verse.unwrap_or(usize::MAX))
    }
}

impl FromStr for Reference {
    type Err = BadReference;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| BadReference(text.chars().take(60).collect()))
    }
}

/// The most bytes of a reference.
const MAX_LEN: usize = 80;

/// Words between the name of a book and its numbers.
const BEFORE_NUMBERS: [&str; 12] = [
    "chapter",
    "chapters",
    "ch",
    "cap",
    "capitulo",
    "capitulos",
    "number",
    "num",
    "no",
    "numero",
    "#",
    "nr",
];

fn parse(text: &str) -> Option<Reference> {
    if text.len() > MAX_LEN {
        return None;
    }
    let plain = numbers::in_digits(&plain(text));
    let (ordinal, rest) = ordinal(&plain);
    let digit = rest.find(|letter: char| letter.is_ascii_digit())?;
    let (words, numbers) = rest.split_at(digit);
    let mut words: Vec<&str> = words.split([' ', '.']).filter(|word| !word.is_empty()).collect();
    while let Some(last) = words.last()
        && BEFORE_NUMBERS.contains(last)
    {
        words.pop();
    }
    let mut name = ordinal.map_or_else(String::new, |ordinal| ordinal.to_string());
    name.extend(words.iter().copied());
    let book = books::book(&name)?;
    let numbers = numbers::read(numbers, books::has_one_chapter(book))?;
    if numbers.is_chapter && books::is_everyday(&name) {
        return None;
    }
    let reference = Reference {
        book,
        chapter: numbers.chapter,
        first_verse: numbers.first_verse,
        last_chapter: numbers.last_chapter,
        last_verse: numbers.last_verse,
    };
    (reference.chapter > 0 && reference.first_verse > 0 && reference.first() <= reference.last()).then_some(reference)
}

/// The text in lower case, without accents, and with one kind of dash and space.
fn plain(text: &str) -> String {
    let fold = |letter: char| match letter {
        'á' | 'à' | 'â' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '：' | '∶' => ':',
        letter if letter.is_whitespace() => ' ',
        letter => letter,
    };
    let lower = text.trim().chars().flat_map(char::to_lowercase).map(fold);
    // Soft hyphens and the like are invisible.
    lower
        .filter(|letter| !matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}'))
        .collect()
}

/// The number before the name of a book that comes in parts, and what follows it: *1st*, *II*, *second*, *primera*.
fn ordinal(plain: &str) -> (Option<usize>, &str) {
    const ORDINALS: [(&str, usize); 27] = [
        ("1st", 1),
        ("2nd", 2),
        ("3rd", 3),
        ("1ra", 1),
        ("2da", 2),
        ("3ra", 3),
        ("1a", 1),
        ("2a", 2),
        ("3a", 3),
        ("1ª", 1),
        ("2ª", 2),
        ("3ª", 3),
        ("first", 1),
        ("second", 2),
        ("third", 3),
        ("primera", 1),
        ("segunda", 2),
        ("tercera", 3),
        ("primer", 1),
        ("segundo", 2),
        ("iii", 3),
        ("ii", 2),
        ("i", 1),
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("one", 1),
    ];
    let found = ORDINALS.iter().find_map(|(word, number)| {
        let rest = plain.strip_prefix(word)?;
        let is_digit = word.ends_with(|letter: char| letter.is_ascii_digit());
        // *1john* is written together, *ijohn* is not.
        let ends = rest.starts_with([' ', '.']) || (is_digit && rest.starts_with(char::is_alphabetic));
        let rest = rest.trim_start_matches([' ', '.']);
        let rest = rest
            .strip_prefix("de ")
            .or(rest.strip_prefix("a los "))
            .or(rest.strip_prefix("of "))
            .unwrap_or(rest);
        ends.then_some((*number, rest))
    });
    found.map_or((None, plain), |(number, rest)| (Some(number), rest))
}

/// A reference as readers of a language write it.
#[derive(Debug, Clone, Copy)]
pub struct InLanguage<'a> {
    reference: &'a Reference,
    locale: Locale,
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.in_language(Locale::English), formatter)
    }
}

impl fmt::Display for InLanguage<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reference {
            book,
            chapter,
            first_verse,
            last_chapter,
            last_verse,
        } = *self.reference;
        // *ff* and *ss* are how editions write that it goes on.
        let (name, open) = match self.locale {
            Locale::English => (BOOKS[book].0, "ff"),
            Locale::Spanish => (IN_SPANISH[book], "ss"),
        };
        write!(formatter, "{name} {chapter}")?;
        let is_one_chapter = last_chapter == chapter;
        match last_verse {
            None if first_verse == 1 && is_one_chapter => Ok(()),
            None if first_verse == 1 => write!(formatter, "-{last_chapter}"),
            None if is_one_chapter => write!(formatter, ":{first_verse}{open}"),
            None => write!(formatter, ":{first_verse}-{last_chapter}:1{open}"),
            Some(last) if !is_one_chapter => write!(formatter, ":{first_verse}-{last_chapter}:{last}"),
            Some(last) if last > first_verse => write!(formatter, ":{first_verse}-{last}"),
            Some(_) => write!(formatter, ":{first_verse}"),
        }
    }
}

/// Book, first chapter and verse, last chapter and verse.
type Packed = (usize, usize, usize, usize, Option<usize>);

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let packed: Packed = (
            self.book,
            self.chapter,
            self.first_verse,
            self.last_chapter,
            self.last_verse,
        );
        packed.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = Cow::<str>::deserialize(deserializer)?;
            return text.parse().map_err(D::Error::custom);
        }
        let (book, chapter, first_verse, last_chapter, last_verse) = Packed::deserialize(deserializer)?;
        if book >= BOOKS.len() {
            return Err(D::Error::custom("no such book"));
        }
        Ok(Self {
            book,
            chapter,
            first_verse,
            last_chapter,
            last_verse,
        })
    }
}

#[cfg(test)]
mod tests;
