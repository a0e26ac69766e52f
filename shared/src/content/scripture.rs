//! The World English Bible, looked up by reference.

use serde::{Deserialize, Serialize};

use super::reference::{BOOKS, Reference};

/// The name of the translation, shown with every passage.
pub const TRANSLATION: &str = "World English Bible";

/// All verses by book, chapter and verse. A verse that the translation omits is empty.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Scripture {
    books: Vec<Vec<Vec<String>>>,
}

/// The text of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The reference.
    pub reference: Reference,
    /// The text of its verses.
    pub text: String,
}

/// One verse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verse<'a> {
    /// The reference.
    pub reference: Reference,
    /// The text.
    pub text: &'a str,
}

impl Scripture {
    /// All books without verses; `push` fills them.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            books: vec![Vec::new(); BOOKS.len()],
        }
    }

    /// Appends words to a verse. Impossible numbers are ignored.
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
        let text = &mut verses[verse - 1];
        for word in words.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }

    /// The text of a verse, if the translation has it.
    pub fn verse(&self, book: usize, chapter: usize, verse: usize) -> Option<&str> {
        let words = self
            .books
            .get(book)?
            .get(chapter.checked_sub(1)?)?
            .get(verse.checked_sub(1)?)?;
        (!words.is_empty()).then_some(words.as_str())
    }

    /// The passage of a reference; `None` if one of its verses does not exist.
    pub fn passage(&self, reference: &Reference) -> Option<Passage> {
        let words: Option<Vec<&str>> = (reference.first_verse..=reference.last_verse)
            .map(|verse| self.verse(reference.book, reference.chapter, verse))
            .collect();
        Some(Passage {
            reference: reference.clone(),
            text: words?.join(" "),
        })
    }

    /// The verses of a reference with `around` verses of context on each side, within the chapter; `None` if the
    /// reference does not exist.
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

    /// The number of verses.
    pub fn verse_count(&self) -> usize {
        self.books
            .iter()
            .flatten()
            .flatten()
            .filter(|verse| !verse.is_empty())
            .count()
    }
}
