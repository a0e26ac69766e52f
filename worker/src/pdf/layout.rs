//! Orders the positioned words of a page into lines in reading order. Pure.
//!
//! Invariant: every word comes out exactly once, whatever its position, except line numbers, the reference marks of notes,
//! and what is drawn twice in one place.

mod columns;
mod headings;
mod line_numbers;
mod lines;
mod notes;
mod printing;

use std::collections::HashMap;

use shared::document::NOTE;

use columns::{blocks, runs};
use line_numbers::LineNumbers;
use lines::{Line, block_text, lines};

/// A word on a page. Positions are in points, as they are when its line is turned upright.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Word {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub top: f32,
    /// The size of its type in points; 0 if unknown.
    pub size: f32,
    pub turn: Turn,
    /// Whether it continues the word before it, without a blank.
    pub is_glued: bool,
}

/// The direction in which a line runs on a page that is not turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub enum Turn {
    #[default]
    Upright,
    /// From the bottom up: a quarter turn to the left.
    Up,
    /// Upside down.
    Over,
    /// From the top down: a quarter turn to the right.
    Down,
    /// Any other direction, as of a watermark.
    Tilted,
}

/// Lines that differ by less than this from a quarter turn, in degrees, count as one.
const MAX_TILT: f32 = 12.0;

impl Turn {
    /// The direction of a line of text with this matrix.
    pub fn of_baseline(a: f32, b: f32, c: f32, d: f32) -> Self {
        let is_mirrored = a * d - b * c < 0.0;
        if is_mirrored || a == 0.0 && b == 0.0 {
            return Self::Upright;
        }
        let degrees = b.atan2(a).to_degrees();
        [
            (0.0, Self::Upright),
            (90.0, Self::Up),
            (180.0, Self::Over),
            (-180.0, Self::Over),
            (-90.0, Self::Down),
        ]
        .into_iter()
        .find(|(turned, _)| (degrees - turned).abs() < MAX_TILT)
        .map_or(Self::Tilted, |(_, turn)| turn)
    }

    /// A point, as it is when lines in this direction are turned upright.
    pub const fn upright(self, x: f32, y: f32) -> (f32, f32) {
        match self {
            Self::Upright | Self::Tilted => (x, y),
            Self::Up => (y, -x),
            Self::Over => (-x, -y),
            Self::Down => (-y, x),
        }
    }
}

/// Type below this share of the size of the page's text is small.
const SMALL: f32 = 0.93;

/// Orders pages, and remembers what all pages of a document have in common.
#[derive(Debug, Default)]
pub struct Layout {
    line_numbers: LineNumbers,
    /// The letters in each size, in half points.
    sizes: HashMap<i64, usize>,
    headings: headings::Found,
}

impl Layout {
    /// The lines of a page, joined by newlines, and its headings. An empty line separates paragraphs. Lines of notes begin
    /// with `NOTE`.
    ///
    /// The text is read in the direction of most letters. Text in another direction becomes a note.
    pub fn page(&mut self, mut words: Vec<Word>, upright: Turn) -> (String, Vec<String>) {
        printing::drop_overprinted(&mut words);
        let mut groups = by_direction(words, upright).into_iter();
        let Some((_, mut main)) = groups.next() else {
            return (String::new(), Vec::new());
        };
        let body = self.body_size(&main);
        printing::join_initials(&mut main, body);
        drop_marks_of_notes(&mut main, body);
        let main = self.line_numbers.strip(main);
        let Ok(blocks) = blocks(runs(&main)) else {
            return (in_order(main), Vec::new());
        };
        let mut blocks: Vec<Vec<Line>> = blocks.into_iter().map(lines).collect();
        let notes = notes::take(&mut blocks, body);
        let headings = self.headings.on_page(&blocks, body);
        let texts = blocks.iter().map(|lines| block_text(lines));
        let notes = notes.iter().map(|lines| as_note(&block_text(lines)));
        let asides = groups.map(|(turn, words)| as_note(&aside(turn, words)));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let notes: Vec<String> = notes.chain(asides).filter(|text| !text.is_empty()).collect();
        let parts = [texts.join("\n"), notes.join("\n\n")];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        (parts.collect::<Vec<_>>().join("\n\n"), headings)
    }

    /// The size of the text: of most letters in the document so far, or on this page if it has hardly any of that.
    fn body_size(&mut self, words: &[Word]) -> f32 {
        let mut page: HashMap<i64, usize> = HashMap::new();
        for word in words.iter().filter(|word| word.size > 0.0) {
            let letters = word.text.chars().filter(|letter| letter.is_alphabetic()).count();
            *page.entry(half_points(word.size)).or_default() += letters;
        }
        for (&size, letters) in &page {
            *self.sizes.entry(size).or_default() += letters;
        }
        let most = |sizes: &HashMap<i64, usize>| {
            sizes
                .iter()
                .max_by_key(|&(&size, &letters)| (letters, size))
                .map(|(&size, _)| size)
        };
        let all: usize = page.values().sum();
        let has_enough = |size: &i64| page.get(size).is_some_and(|letters| letters * 10 >= all);
        let size = most(&self.sizes).filter(has_enough).or_else(|| most(&page));
        #[expect(clippy::cast_precision_loss, reason = "sizes are small")]
        size.map_or(0.0, |size| size as f32 / 2.0)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "sizes are small, and a huge one may be cut"
)]
fn half_points(size: f32) -> i64 {
    (size * 2.0).round() as i64
}

/// The lines of a page without what only a document tells.
pub fn in_reading_order(words: Vec<Word>) -> String {
    Layout::default().page(words, Turn::Upright).0
}

/// Words by direction, that of most letters first.
fn by_direction(words: Vec<Word>, upright: Turn) -> Vec<(Turn, Vec<Word>)> {
    let mut groups: Vec<(Turn, Vec<Word>)> = Vec::new();
    for word in words {
        match groups.iter_mut().find(|(turn, _)| *turn == word.turn) {
            Some((_, group)) => group.push(word),
            None => groups.push((word.turn, vec![word])),
        }
    }
    let letters = |words: &[Word]| words.iter().map(|word| word.text.chars().count()).sum::<usize>();
    groups.sort_by_key(|(turn, words)| {
        let is_tilted = *turn == Turn::Tilted;
        (is_tilted, std::cmp::Reverse(letters(words)), *turn != upright)
    });
    groups
}

/// Text in another direction than that of the page.
fn aside(turn: Turn, words: Vec<Word>) -> String {
    let found = if turn == Turn::Tilted {
        Err(())
    } else {
        blocks(runs(&words))
    };
    match found {
        Ok(blocks) => {
            let texts: Vec<String> = blocks.into_iter().map(|runs| block_text(&lines(runs))).collect();
            texts.join("\n")
        }
        Err(()) => in_order(words),
    }
}

/// The words in the order of the file.
fn in_order(words: Vec<Word>) -> String {
    let mut text = String::new();
    for word in words {
        if !word.is_glued && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    text
}

fn as_note(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!("{NOTE}{line}")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Drops reference marks for which a note in smaller type begins further down.
fn drop_marks_of_notes(words: &mut Vec<Word>, body: f32) {
    let is_small = |word: &&Word| word.size > 0.0 && word.size < body * SMALL;
    let small: Vec<Word> = words.iter().filter(is_small).cloned().collect();
    let begins_line = |begin: &Word| {
        let is_left = |word: &Word| word.right <= begin.left && word.bottom < begin.top && word.top > begin.bottom;
        !small.iter().any(is_left)
    };
    let mut before: Option<Word> = None;
    words.retain(|word| {
        let is_mark = before
            .replace(word.clone())
            .is_some_and(|before| is_raised(word, &before, body));
        let is_note = |begin: &&Word| {
            let rest = begin.text.strip_prefix(word.text.as_str());
            begin.top < word.bottom && rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        !is_mark || !small.iter().filter(is_note).any(begins_line)
    });
}

/// Whether a word is a small raised number or sign after a word of the text.
fn is_raised(word: &Word, before: &Word, body: f32) -> bool {
    let is_sign = |letter: char| letter.is_ascii_digit() || matches!(letter, '*' | '†' | '‡' | '§' | '¶');
    word.text.chars().count() <= 3
        && word.text.chars().all(is_sign)
        && (0.1..body * SMALL).contains(&word.size)
        && before.size >= body * SMALL
        && (before.bottom..before.top).contains(&word.bottom)
        && word.bottom > before.bottom + body * 0.05
}

#[cfg(test)]
mod tests;
