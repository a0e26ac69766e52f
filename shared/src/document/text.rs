//! From lines on pages to paragraphs, sentences and passages. Pure: text in, text out.
//!
//! Invariant: letters are never invented, and what is left out is what stands on a page because it is a page.

mod clean;
mod passages;
mod running;
mod sentences;

pub use clean::clean;
pub use passages::{Cutter, Passage};
pub use running::RunningLines;
pub(crate) use sentences::{ends_sentence, sentences};

/// Whether a script is written without spaces between words.
pub(crate) const fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

/// How many words a text has. Where words are not spaced, each letter counts as one.
#[must_use]
pub fn count_words(text: &str) -> usize {
    text.split_whitespace().map(weight).sum()
}

fn weight(word: &str) -> usize {
    word.chars().filter(|&letter| is_unspaced(letter)).count().max(1)
}
