//! A translation of the Bible, looked up by reference.

use serde::{Deserialize, Serialize};

use super::reference::{BOOKS, Reference};

/// The most chapters of one passage, as in the Sermon on the Mount.
const MAX_CHAPTERS_AT_ONCE: usize = 3;

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

    /// The passage of a reference; `None` if its first or last verse does not exist, or if it is longer than three
    /// chapters.
    pub fn passage(&self, reference: &Reference) -> Option<Passage> {
        let words: Vec<&str> = self.around(reference, 0)?.into_iter().map(|verse| verse.text).collect();
        Some(Passage {
            reference: reference.clone(),
            text: words.join(" "),
        })
    }

    /// The verses of a reference with `around` verses of context on each side, within its chapters; `None` if its first
    /// or last verse does not exist, or if it is longer than three chapters. Verses that the translation omits are left
    /// out.
    pub fn around(&self, reference: &Reference, around: usize) -> Option<Vec<Verse<'_>>> {
        let Reference {
            book,
            chapter,
            first_verse,
            last_chapter,
            last_verse,
        } = *reference;
        if last_chapter.checked_sub(chapter)? >= MAX_CHAPTERS_AT_ONCE {
            return None;
        }
        let length = |chapter: usize| Some(self.books.get(book)?.get(chapter.checked_sub(1)?)?.len());
        let (first_length, last_length) = (length(chapter)?, length(last_chapter)?);
        if first_verse > first_length || last_verse.is_some_and(|verse| self.verse(book, last_chapter, verse).is_none())
        {
            return None;
        }
        let is_whole = last_verse.is_none();
        if !is_whole || first_verse > 1 {
            self.verse(book, chapter, first_verse)?;
        }
        let first = first_verse.saturating_sub(around).max(1);
        let last = last_verse.map_or(last_length, |verse| verse.saturating_add(around).min(last_length));
        let mut verses = Vec::new();
        for number in chapter..=last_chapter {
            let from = if number == chapter { first } else { 1 };
            let to = if number == last_chapter { last } else { length(number)? };
            verses.extend((from..=to).filter_map(|verse| {
                let text = self.verse(book, number, verse)?;
                Some(Verse {
                    reference: Reference::of_verse(book, number, verse),
                    text,
                })
            }));
        }
        Some(verses)
    }

    /// The first verse that has these words, in lower case, one after the other.
    pub fn verse_with(&self, words: &[String]) -> Option<Reference> {
        // Apostrophes are typed in many ways, and left out.
        let is_letter = |letter: &char| !matches!(letter, '’' | '\'');
        let has = |verse: &str| {
            let said: Vec<&str> = verse
                .split(|letter: char| !letter.is_alphanumeric() && is_letter(&letter))
                .filter(|word| !word.is_empty())
                .collect();
            let is_same = |(said, wanted): (&&str, &String)| {
                let letters = said.chars().filter(is_letter).flat_map(char::to_lowercase);
                letters.eq(wanted.chars().filter(is_letter))
            };
            said.windows(words.len().max(1))
                .any(|run| run.iter().zip(words).all(is_same))
        };
        let mut verses = self.books.iter().enumerate().flat_map(|(book, chapters)| {
            let chapters = chapters.iter().zip(1..);
            chapters.flat_map(move |(verses, chapter)| {
                verses
                    .iter()
                    .zip(1..)
                    .map(move |(text, verse)| (book, chapter, verse, text))
            })
        });
        let (book, chapter, verse, _) = verses.find(|(.., text)| has(text))?;
        Some(Reference::of_verse(book, chapter, verse))
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
