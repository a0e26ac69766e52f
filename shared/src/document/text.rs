//! Text processing without I/O: from the lines of pages to paragraphs, sentences and passages.
//!
//! Invariant: letters are never invented. Only running heads, running feet, page numbers and unreadable characters are
//! dropped.

mod clean;
mod passages;
mod running;
mod sentences;
mod spelling;

pub use clean::{Cleaned, clean};
pub use passages::{Chunker, Passage};
pub use running::RunningLines;
pub(crate) use sentences::{ends_sentence, sentences};
pub use spelling::Spelling;

/// The first character of each line of a footnote, or of text that stands apart from the prose.
pub const NOTE: char = '\u{1e}';

/// Whether a letter belongs to a script without spaces between words.
pub(crate) const fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

/// The number of words. In a script without spaces each letter counts as a word.
pub fn count_words(text: &str) -> usize {
    text.split_whitespace().map(weight).sum()
}

fn weight(word: &str) -> usize {
    word.chars().filter(|&letter| is_unspaced(letter)).count().max(1)
}
