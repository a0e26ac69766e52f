//! The words that the author asked to hide (`also_hide`), found as people read them.
//!
//! Invariant: what the preview says of a word holds for the worker, because both use [`Text::find`].

use std::ops::Range;

use super::reading::Reading;
use super::tokens::{Shape, Tokens, fold};

/// A word of this length or longer is also found across a line break, or with its letters set apart.
const MIN_BROKEN_LEN: usize = 4;
/// The maximum number of bytes between two words of a phrase.
const MAX_GAP: usize = 8;

/// A word or phrase to hide: its letters and digits, and after which of them a gap may be.
pub(super) struct Wish {
    letters: String,
    /// For each character of `letters`, whether the next one begins a word.
    gaps: Vec<bool>,
}

impl Wish {
    /// Reads a wish; none if there is nothing to hide in it.
    pub fn of(words: &str) -> Option<Self> {
        let reading = Reading::of(words.trim());
        let folded = fold(reading.text());
        let folded = folded.strip_suffix("'s").unwrap_or(&folded);
        let mut wish = Self {
            letters: String::new(),
            gaps: Vec::new(),
        };
        if folded.starts_with('[') {
            return None;
        }
        let mut is_gap = false;
        for character in folded.chars() {
            if !character.is_alphanumeric() {
                is_gap = true;
                continue;
            }
            if let Some(gap) = wish.gaps.last_mut() {
                *gap = is_gap;
            }
            is_gap = false;
            wish.letters.push(character);
            wish.gaps.push(false);
        }
        (!wish.letters.is_empty()).then_some(wish)
    }

    /// Whether this word is one of the words of the wish.
    pub fn has_word(&self, folded: &str) -> bool {
        let mut word = String::new();
        for (letter, gap) in self.letters.chars().zip(&self.gaps) {
            word.push(letter);
            if *gap {
                if word == folded {
                    return true;
                }
                word.clear();
            }
        }
        word == folded
    }
}

/// The letters and digits of a text, to look for wishes in.
pub(super) struct Text<'a> {
    whole: &'a str,
    letters: String,
    /// For each byte of `letters`, the range of its character in the text.
    places: Vec<(usize, usize)>,
}

impl<'a> Text<'a> {
    /// Takes the letters and digits of a text, without its placeholders.
    pub fn of(text: &'a str, tokens: &Tokens) -> Self {
        let mut letters = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len());
        for token in tokens.list.iter().filter(|token| token.shape != Shape::Mark) {
            for (at, character) in text[token.start..token.full_end].char_indices() {
                let start = token.start + at;
                let mut buffer = [0; 4];
                let folded = if character.is_ascii() {
                    letters.push(character.to_ascii_lowercase());
                    1
                } else {
                    let folded = fold(character.encode_utf8(&mut buffer));
                    letters.push_str(&folded);
                    folded.len()
                };
                if !letters.ends_with(char::is_alphanumeric) {
                    letters.truncate(letters.len() - folded);
                    continue;
                }
                places.resize(letters.len(), (start, start + character.len_utf8()));
            }
        }
        Self {
            whole: text,
            letters,
            places,
        }
    }

    /// All ranges of the text where the wish stands.
    pub fn find<'b>(&'b self, wish: &'b Wish) -> impl Iterator<Item = Range<usize>> + 'b {
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let at = from + self.letters.get(from..)?.find(&wish.letters)?;
                let last = at + wish.letters.len();
                from = at + self.letters[at..].chars().next().map_or(1, char::len_utf8);
                if self.stands_at(wish, at) {
                    from = last;
                    return Some(self.places[at].0..self.places[last - 1].1);
                }
            }
        })
    }

    fn stands_at(&self, wish: &Wish, at: usize) -> bool {
        let last = at + wish.letters.len() - 1;
        self.begins_word(at) && self.ends_word(last, wish) && self.gaps_fit(wish, at)
    }

    /// Whether what lies between the letters may: nothing but a hyphen inside a word, anything between words.
    fn gaps_fit(&self, wish: &Wish, at: usize) -> bool {
        let can_be_broken = wish.gaps.len() >= MIN_BROKEN_LEN;
        let gap_after = |place: usize, letter: char| {
            let here = at + place;
            let next = self.places.get(here + letter.len_utf8()).map_or(0, |place| place.0);
            self.whole.get(self.places[here].1..next).unwrap_or("")
        };
        let letters = || wish.letters.char_indices().zip(&wish.gaps).take(wish.gaps.len() - 1);
        let is_set_apart = can_be_broken
            && letters().all(|((place, letter), is_gap)| {
                *is_gap || gap_after(place, letter).trim_matches(['.', '-', '_', '*']) == " "
            });
        letters().all(|((place, letter), is_gap)| {
            let gap = gap_after(place, letter);
            if *is_gap {
                gap.len() <= MAX_GAP && !gap.contains(['[', ']'])
            } else {
                gap.is_empty() || is_set_apart || joins(gap, can_be_broken)
            }
        })
    }

    fn begins_word(&self, at: usize) -> bool {
        let start = self.places[at].0;
        let first = self.whole[start..].chars().next().unwrap_or(' ');
        let before = self.whole[..start].chars().next_back().unwrap_or(' ');
        is_border(before, first) || before.is_lowercase() && first.is_uppercase()
    }

    /// A plural or a possessive ending may follow.
    fn ends_word(&self, last: usize, wish: &Wish) -> bool {
        let end = self.places[last].1;
        let letter = self.whole[..end].chars().next_back().unwrap_or(' ');
        let rest = &self.whole[end..];
        let is_end = |rest: &str| is_border(letter, rest.chars().next().unwrap_or(' '));
        let can_be_plural = letter.is_alphabetic() && wish.gaps.len() > 2;
        is_end(rest)
            || can_be_plural
                && ["s", "es", "S", "ES"]
                    .iter()
                    .any(|ending| rest.strip_prefix(ending).is_some_and(is_end))
    }
}

/// Signs that people put inside a word: hyphens, also at the end of a line, and apostrophes.
fn joins(gap: &str, can_be_broken: bool) -> bool {
    let signs = gap.trim_matches([' ', '\t', '\r', '\n']);
    let has_space = signs.len() < gap.len();
    let has_line_break = gap.contains('\n');
    let is_sign = |sign: char| matches!(sign, '-' | '–' | '\'' | '’' | '.' | '·' | '•' | '*' | '_' | '~' | '/');
    let are_signs = signs.chars().count() <= 2 && signs.chars().all(is_sign);
    are_signs && (!has_space || has_line_break && can_be_broken && matches!(signs, "" | "-" | "–"))
}

/// Whether a word ends between two characters. Scripts without spaces, or with particles joined to a name, have no
/// borders to look for.
fn is_border(one: char, other: char) -> bool {
    let class = |letter: char| (letter.is_alphabetic(), letter.is_numeric());
    let is_same_class = class(one) == class(other) && (one.is_alphanumeric());
    !is_same_class || has_no_borders(one) || has_no_borders(other)
}

/// Whether the letter belongs to a script in which names are written together with other words.
pub(super) fn has_no_borders(letter: char) -> bool {
    let has_borders =
        matches!(letter, ..'\u{590}' | '\u{1c80}'..='\u{1fff}' | '\u{2c60}'..='\u{2dff}' | '\u{a640}'..='\u{a7ff}');
    letter.is_alphabetic() && !has_borders
}
