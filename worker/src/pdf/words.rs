//! The words of a page as PDFium sees them, each with its position, size and direction.
//!
//! Invariant: every readable character of the page is in exactly one word.

use pdfium_render::prelude::{PdfPageText, PdfPageTextChar, PdfPageTextChars};

use super::layout::{Turn, Word};

/// A digit or sign below this share of the size before it is a reference mark.
const MAX_MARK_SIZE: f32 = 0.8;
/// PDFium writes this for a hyphen that divides a word at the end of a line.
const LINE_END_HYPHEN: char = '\u{2}';
/// How far a font reaches above and below its baseline, as shares of its size.
const ASCENT: f32 = 0.75;
const DESCENT: f32 = 0.25;

/// The words of a page, in the order of the file.
pub fn of_page(text: &PdfPageText<'_>) -> Vec<Word> {
    let chars = text.chars();
    let mut words = Vec::new();
    let mut open: Option<Open> = None;
    for index in 0..chars.len() {
        let char = chars.get(index).ok();
        let letter = char.as_ref().and_then(PdfPageTextChar::unicode_char);
        let Some(letter) = letter.filter(|&letter| is_part_of_word(letter)) else {
            words.extend(open.take().map(|word| word.placed(&chars)));
            continue;
        };
        let mark_size = char.as_ref().filter(|_| may_be_mark(letter)).map(size);
        let begins_mark = open
            .as_ref()
            .zip(mark_size)
            .is_some_and(|(word, size)| word.is_followed_by_mark(&chars, size));
        let ends_mark = open.as_ref().is_some_and(|word| word.is_mark) && !may_be_mark(letter);
        // PDFium sets no blank between a divided word and its rest, which is on the next line.
        let ends_line = open.as_ref().is_some_and(|word| word.text.ends_with(LINE_END_HYPHEN));
        if begins_mark || ends_mark || ends_line {
            words.extend(open.take().map(|word| word.placed(&chars)));
        }
        match &mut open {
            Some(word) => {
                word.text.push(letter);
                word.last = index;
            }
            None => {
                open = Some(Open {
                    text: letter.to_string(),
                    first: index,
                    last: index,
                    is_mark: begins_mark,
                    is_glued: begins_mark || ends_mark || ends_line,
                });
            }
        }
    }
    words.extend(open.map(|word| word.placed(&chars)));
    words
}

fn is_part_of_word(letter: char) -> bool {
    letter == LINE_END_HYPHEN || !(letter.is_whitespace() || letter.is_control())
}

/// Whether a letter can be a reference to a note.
const fn may_be_mark(letter: char) -> bool {
    matches!(letter, '0'..='9' | '*' | '†' | '‡' | '§' | '¶')
}

/// A word whose end is not found yet.
struct Open {
    text: String,
    first: usize,
    last: usize,
    is_mark: bool,
    is_glued: bool,
}

impl Open {
    fn is_followed_by_mark(&self, chars: &PdfPageTextChars<'_>, mark: f32) -> bool {
        let before = chars.get(self.last).map_or(0.0, |char| size(&char));
        !self.is_mark && mark > 0.0 && mark < before * MAX_MARK_SIZE
    }

    /// The word with the position that its first and last characters give.
    fn placed(self, chars: &PdfPageTextChars<'_>) -> Word {
        let (first, last) = (chars.get(self.first).ok(), chars.get(self.last).ok());
        let (size, turn) = first.as_ref().map_or((0.0, Turn::Upright), size_and_turn);
        let place = |char: Option<&PdfPageTextChar<'_>>| char.and_then(|char| bounds(char, size, turn));
        let begin = place(first.as_ref()).unwrap_or_default();
        let end = place(last.as_ref()).unwrap_or(begin);
        Word {
            text: self.text,
            left: begin[0].min(end[0]),
            right: begin[1].max(end[1]),
            bottom: begin[2].min(end[2]),
            top: begin[3].max(end[3]),
            size,
            turn,
            is_glued: self.is_glued,
        }
    }
}

fn size(char: &PdfPageTextChar<'_>) -> f32 {
    size_and_turn(char).0
}

/// The size of a character in points, and the direction in which its line runs.
fn size_and_turn(char: &PdfPageTextChar<'_>) -> (f32, Turn) {
    let size = char.unscaled_font_size().value;
    let Ok(matrix) = char.matrix() else {
        return (size, Turn::Upright);
    };
    let (a, b, c, d) = (matrix.a(), matrix.b(), matrix.c(), matrix.d());
    (size * c.hypot(d), Turn::of_baseline(a, b, c, d))
}

/// Left, right, bottom and top, as they are when the line is turned upright.
///
/// PDFium's loose bounds have no size for a character that is not upright, so those of a turned one are made from its
/// ink and its baseline.
fn bounds(char: &PdfPageTextChar<'_>, size: f32, turn: Turn) -> Option<[f32; 4]> {
    if turn == Turn::Upright {
        let bounds = char.loose_bounds().ok()?;
        return Some([bounds.left(), bounds.right(), bounds.bottom(), bounds.top()].map(|points| points.value));
    }
    let ink = char.tight_bounds().ok()?;
    let one = turn.upright(ink.left().value, ink.bottom().value);
    let other = turn.upright(ink.right().value, ink.top().value);
    let origin = char.origin().ok()?;
    let (_, baseline) = turn.upright(origin.0.value, origin.1.value);
    Some([
        one.0.min(other.0),
        one.0.max(other.0),
        baseline - size * DESCENT,
        baseline + size * ASCENT,
    ])
}
