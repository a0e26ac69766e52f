//! Bible references such as *Psalm 34:18* or *Romans 8:38-39*: one book, one chapter, one verse or a range of verses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The books in the usual order: the name we show, and the file name in the data package.
pub const BOOKS: [(&str, &str); 66] = [
    ("Genesis", "genesis"),
    ("Exodus", "exodus"),
    ("Leviticus", "leviticus"),
    ("Numbers", "numbers"),
    ("Deuteronomy", "deuteronomy"),
    ("Joshua", "joshua"),
    ("Judges", "judges"),
    ("Ruth", "ruth"),
    ("1 Samuel", "1samuel"),
    ("2 Samuel", "2samuel"),
    ("1 Kings", "1kings"),
    ("2 Kings", "2kings"),
    ("1 Chronicles", "1chronicles"),
    ("2 Chronicles", "2chronicles"),
    ("Ezra", "ezra"),
    ("Nehemiah", "nehemiah"),
    ("Esther", "esther"),
    ("Job", "job"),
    ("Psalm", "psalms"),
    ("Proverbs", "proverbs"),
    ("Ecclesiastes", "ecclesiastes"),
    ("Song of Solomon", "songofsolomon"),
    ("Isaiah", "isaiah"),
    ("Jeremiah", "jeremiah"),
    ("Lamentations", "lamentations"),
    ("Ezekiel", "ezekiel"),
    ("Daniel", "daniel"),
    ("Hosea", "hosea"),
    ("Joel", "joel"),
    ("Amos", "amos"),
    ("Obadiah", "obadiah"),
    ("Jonah", "jonah"),
    ("Micah", "micah"),
    ("Nahum", "nahum"),
    ("Habakkuk", "habakkuk"),
    ("Zephaniah", "zephaniah"),
    ("Haggai", "haggai"),
    ("Zechariah", "zechariah"),
    ("Malachi", "malachi"),
    ("Matthew", "matthew"),
    ("Mark", "mark"),
    ("Luke", "luke"),
    ("John", "john"),
    ("Acts", "acts"),
    ("Romans", "romans"),
    ("1 Corinthians", "1corinthians"),
    ("2 Corinthians", "2corinthians"),
    ("Galatians", "galatians"),
    ("Ephesians", "ephesians"),
    ("Philippians", "philippians"),
    ("Colossians", "colossians"),
    ("1 Thessalonians", "1thessalonians"),
    ("2 Thessalonians", "2thessalonians"),
    ("1 Timothy", "1timothy"),
    ("2 Timothy", "2timothy"),
    ("Titus", "titus"),
    ("Philemon", "philemon"),
    ("Hebrews", "hebrews"),
    ("James", "james"),
    ("1 Peter", "1peter"),
    ("2 Peter", "2peter"),
    ("1 John", "1john"),
    ("2 John", "2john"),
    ("3 John", "3john"),
    ("Jude", "jude"),
    ("Revelation", "revelation"),
];

/// A Bible reference. It is serialised as it is shown: *Psalm 34:18*, *Romans 8:38-39*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Reference {
    /// The index of the book, from 0.
    pub book: usize,
    /// The chapter, from 1.
    pub chapter: usize,
    /// The first verse, from 1.
    pub first_verse: usize,
    /// The last verse, inclusive; equals the first for a single verse.
    pub last_verse: usize,
}

/// The text is not a reference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a reference: {0} (write it like Romans 8:38-39)")]
pub struct BadReference(pub String);

impl Reference {
    /// The name of the book.
    pub const fn book_name(&self) -> &'static str {
        BOOKS[self.book].0
    }

    /// The reference of one verse in the same chapter.
    #[must_use]
    pub const fn with_verse(&self, verse: usize) -> Self {
        Self {
            book: self.book,
            chapter: self.chapter,
            first_verse: verse,
            last_verse: verse,
        }
    }
}

impl FromStr for Reference {
    type Err = BadReference;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| BadReference(text.chars().take(60).collect()))
    }
}

fn parse(text: &str) -> Option<Reference> {
    let (book_name, numbers) = text.trim().rsplit_once(' ')?;
    let book_name = if book_name.eq_ignore_ascii_case("psalms") {
        "Psalm"
    } else {
        book_name
    };
    let book = BOOKS
        .iter()
        .position(|(name, _)| name.eq_ignore_ascii_case(book_name))?;
    let (chapter, verses) = numbers.split_once(':')?;
    let (first, last) = verses.split_once(['-', '–']).unwrap_or((verses, verses));
    let reference = Reference {
        book,
        chapter: chapter.parse().ok()?,
        first_verse: first.parse().ok()?,
        last_verse: last.parse().ok()?,
    };
    (reference.chapter > 0 && reference.first_verse > 0 && reference.first_verse <= reference.last_verse)
        .then_some(reference)
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}:{}", self.book_name(), self.chapter, self.first_verse)?;
        if self.last_verse > self.first_verse {
            write!(formatter, "-{}", self.last_verse)?;
        }
        Ok(())
    }
}

impl From<Reference> for String {
    fn from(reference: Reference) -> Self {
        reference.to_string()
    }
}

impl TryFrom<String> for Reference {
    type Error = BadReference;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_round_trip_through_text() {
        for text in ["Psalm 34:18", "Romans 8:38-39", "1 John 4:18", "Song of Solomon 8:6-7"] {
            assert_eq!(text.parse::<Reference>().expect(text).to_string(), text);
        }
        assert_eq!(
            "psalms 23:1–4".parse::<Reference>().expect("lenient").to_string(),
            "Psalm 23:1-4"
        );
    }

    #[test]
    fn invalid_references_are_refused() {
        for text in [
            "",
            "Psalm",
            "Psalm 34",
            "Psalm 0:1",
            "Psalm 3:0",
            "Psalm 3:5-2",
            "Hezekiah 3:16",
            "John 3:16-x",
            "John 99999999999999999999:1",
            "💧 3:16",
        ] {
            assert!(text.parse::<Reference>().is_err(), "{text}");
        }
    }
}
