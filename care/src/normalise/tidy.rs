//! Removes what damages a page: towers of combining marks, and characters that reverse or hide the direction of text.
//!
//! Invariant: a text without them stays as it is.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

/// The number of combining marks that a letter keeps. No orthography needs more (Unicode UAX 15, stream-safe text, allows
/// thirty for processing).
pub const MAX_MARKS: usize = 4;

/// Removes combining marks after the fourth of a letter.
pub fn limit_marks(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut marks = 0;
    let kept = text.chars().filter(|&character| {
        marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    });
    let kept: String = kept.collect();
    if kept.len() == text.len() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(kept)
    }
}

/// Removes the embeddings, overrides and isolates of the bidirectional algorithm (UAX 9). The implicit marks, which only
/// join a word to its neighbours, stay.
pub fn without_direction_controls(text: &str) -> Cow<'_, str> {
    let is_control = |character: char| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.contains(is_control) {
        Cow::Owned(text.replace(is_control, ""))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_keeps_four_marks_and_real_writing_is_not_changed() {
        let tower = format!("a{}b", "\u{301}".repeat(30));
        assert_eq!(limit_marks(&tower), format!("a{}b", "\u{301}".repeat(4)));
        for text in ["plain", "e\u{302}\u{301}", "हिन्दी", "שָׁלוֹם", "ที่นี่"] {
            assert!(
                matches!(limit_marks(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }

    #[test]
    fn overrides_and_isolates_are_removed_and_direction_marks_stay() {
        let text = "a\u{202e}b\u{202c} \u{2067}c\u{2069}\u{200f}d";
        assert_eq!(without_direction_controls(text), "ab c\u{200f}d");
        assert!(matches!(without_direction_controls("שלום"), Cow::Borrowed(_)));
    }
}
