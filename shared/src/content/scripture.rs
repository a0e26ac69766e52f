//! The World English Bible, looked up by reference.

use serde::{Deserialize, Serialize};

use super::reference::{BOOKS, Reference};

/// The name of the translation, shown with every passage.
pub const TRANSLATION: &str = "World English Bible";

/// All verses: book, chapter, verse. A verse that the translation leaves out is empty.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Scripture {
    books: Vec<Vec<Vec<String>>>,
}

/// Verses that are shown together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Where it stands.
    pub reference: Reference,
    /// Its words, verse after verse.
    pub text: String,
}

/// One verse with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verse<'a> {
    /// Where it stands.
    pub reference: Reference,
    /// Its words.
    pub text: &'a str,
}

impl Scripture {
    /// An empty text with a place for each book, to be filled by `push`.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            books: vec![Vec::new(); BOOKS.len()],
        }
    }

    /// Adds words to a verse. Numbers that no book has are ignored.
    pub fn push(&mut self, book: usize, chapter: usize, verse: usize, words: &str) {
        const MAX_CHAPTERS: usize = 150;
        const MAX_VERSES: usize = 176;
        let Some(chapters) = self.books.get_mut(book) else {
            return;
        };
        if !(1..=MAX_CHAPTERS).contains(&chapter) || !(1..=MAX_VERSES).contains(&verse) {
            return;
        }
        chapters.resize_with(chapters.len().max(chapter), Vec::new);
        let verses = &mut chapters[chapter - 1];
        verses.resize_with(verses.len().max(verse), String::new);
        let kept = &mut verses[verse - 1];
        for word in words.split_whitespace() {
            if !kept.is_empty() {
                kept.push(' ');
            }
            kept.push_str(word);
        }
    }

    /// The words of a verse, if the translation has it.
    #[must_use]
    pub fn verse(&self, book: usize, chapter: usize, verse: usize) -> Option<&str> {
        let words = self
            .books
            .get(book)?
            .get(chapter.checked_sub(1)?)?
            .get(verse.checked_sub(1)?)?;
        (!words.is_empty()).then_some(words.as_str())
    }

    /// The words of a reference, or nothing if one of its verses does not exist.
    #[must_use]
    pub fn passage(&self, reference: &Reference) -> Option<Passage> {
        let words: Option<Vec<&str>> = (reference.first_verse..=reference.last_verse)
            .map(|verse| self.verse(reference.book, reference.chapter, verse))
            .collect();
        Some(Passage {
            reference: reference.clone(),
            text: words?.join(" "),
        })
    }

    /// The verses of a reference with `around` more before and after, within the chapter; nothing if the reference
    /// does not exist.
    #[must_use]
    pub fn around(&self, reference: &Reference, around: usize) -> Option<Vec<Verse<'_>>> {
        self.verse(reference.book, reference.chapter, reference.first_verse)?;
        self.verse(reference.book, reference.chapter, reference.last_verse)?;
        let first = reference.first_verse.saturating_sub(around).max(1);
        let last = reference.last_verse.saturating_add(around);
        let length = self.books.get(reference.book)?.get(reference.chapter - 1)?.len();
        let verses = (first..=last.min(length)).filter_map(|number| {
            let text = self.verse(reference.book, reference.chapter, number)?;
            Some(Verse {
                reference: reference.with_verse(number),
                text,
            })
        });
        Some(verses.collect())
    }

    /// How many verses there are.
    #[must_use]
    pub fn verse_count(&self) -> usize {
        self.books
            .iter()
            .flatten()
            .flatten()
            .filter(|verse| !verse.is_empty())
            .count()
    }
}
