//! The tokeniser: splits a text into words, numbers and marks, each with its byte range and its folded form.
//!
//! Invariant: every byte outside white space belongs to exactly one token.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The words of all placeholders.
pub(super) const PLACEHOLDERS: [&str; 19] = [
    "name",
    "place",
    "church",
    "school",
    "hospital",
    "organisation",
    "phone",
    "email",
    "link",
    "address",
    "date of birth",
    "date",
    "age",
    "number",
    "card",
    "machine",
    "username",
    "plate",
    "hidden",
];

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Letters without a capital.
    Lower,
    /// The first letter is a capital.
    Capital,
    /// Two letters or more, all capitals.
    Shout,
    /// Digits, perhaps with letters (`4`, `41st`, `GH21`).
    Number,
    /// Any other single character.
    Mark,
}

/// A word, number or mark of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub start: usize,
    /// Without a possessive `'s`.
    pub end: usize,
    /// With a possessive `'s`.
    pub full_end: usize,
    pub shape: Shape,
    /// Whether it is the first token of a sentence.
    pub opens_sentence: bool,
    /// Whether no line break separates it from the token before it.
    pub follows_closely: bool,
    folded: (usize, usize),
}

/// The tokens of one text.
pub(super) struct Tokens {
    pub list: Vec<Token>,
    folded: String,
}

impl Tokens {
    /// The folded form of a token.
    pub fn folded(&self, index: usize) -> &str {
        self.list
            .get(index)
            .map_or("", |token| &self.folded[token.folded.0..token.folded.1])
    }

    /// The folded forms of all tokens, one after the other.
    pub fn all_folded(&self) -> &str {
        &self.folded
    }

    /// Whether the token is the given mark.
    pub fn is_mark(&self, index: usize, mark: &str) -> bool {
        self.list.get(index).is_some_and(|token| token.shape == Shape::Mark) && self.folded(index) == mark
    }

    /// Whether the token has a possessive ending.
    pub fn is_possessive(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|token| token.full_end > token.end)
    }

    /// Tokenises a text.
    pub fn of(text: &str) -> Self {
        let mut tokens = Self {
            list: Vec::with_capacity(text.len() / 5 + 4),
            folded: String::with_capacity(text.len() + 16),
        };
        let mut opens_sentence = true;
        let mut follows_closely = false;
        let mut chars = text.char_indices().peekable();
        while let Some((start, first)) = chars.next() {
            if first.is_whitespace() {
                if first == '\n' {
                    opens_sentence = true;
                    follows_closely = false;
                }
                continue;
            }
            let mut end = start + first.len_utf8();
            if let Some(length) = placeholder_at(&text[start..]) {
                end = start + length;
                while chars.next_if(|&(at, _)| at < end).is_some() {}
            } else if first.is_alphanumeric() {
                while let Some(&(at, next)) = chars.peek() {
                    if !(is_word_part(next) || is_joint(next) && joins(&text[at + next.len_utf8()..])) {
                        break;
                    }
                    end = at + next.len_utf8();
                    chars.next();
                }
            }
            tokens.push(text, start, end, opens_sentence, follows_closely);
            follows_closely = true;
            opens_sentence = match first {
                '!' | '?' | '…' => true,
                '.' => !tokens.ends_abbreviation(text, start),
                symbol if is_picture(symbol) => true,
                '"' | '“' | '”' | '\'' | '‘' | '’' | '(' | '*' | '_' | '>' | ')' => opens_sentence,
                _ => false,
            };
        }
        tokens
    }

    fn push(&mut self, text: &str, start: usize, full_end: usize, opens_sentence: bool, follows_closely: bool) {
        let word = &text[start..full_end];
        let end = start + without_possessive(word).len();
        let word = &text[start..end];
        let from = self.folded.len();
        fold_into(word, &mut self.folded);
        let folded = (from, self.folded.len());
        let shape = shape_of(word);
        self.list.push(Token {
            start,
            end,
            full_end,
            shape,
            opens_sentence,
            follows_closely,
            folded,
        });
    }

    /// A full stop after a single letter or a short title does not end a sentence.
    fn ends_abbreviation(&self, text: &str, stop: usize) -> bool {
        let count = self.list.len();
        if count < 2 || self.list[count - 2].end != stop {
            return false;
        }
        let before = &self.list[count - 2];
        let word = self.folded(count - 2);
        let initial =
            before.shape == Shape::Capital && text[before.start..before.end].chars().count() == 1 && word != "i";
        initial
            || matches!(
                word,
                "st" | "mr"
                    | "mrs"
                    | "ms"
                    | "dr"
                    | "rev"
                    | "fr"
                    | "sr"
                    | "jr"
                    | "sgt"
                    | "lt"
                    | "col"
                    | "prof"
                    | "capt"
                    | "pst"
                    | "vs"
                    | "no"
            )
    }
}

/// The length of the placeholder at the beginning of `text`.
pub(super) fn placeholder_at(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let end = inside.bytes().take(24).position(|byte| byte == b']')?;
    let stem = inside[..end].trim_end_matches(|character: char| character.is_ascii_digit() || character == ' ');
    PLACEHOLDERS.contains(&stem).then_some(end + 2)
}

/// Folds a word: lower case, no accents, straight apostrophes.
pub fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    fold_into(word, &mut folded);
    folded
}

fn fold_into(word: &str, folded: &mut String) {
    if word.is_ascii() {
        folded.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
        return;
    }
    for character in word.nfkd().flat_map(char::to_lowercase) {
        match character {
            '’' | '‘' | 'ʼ' | '`' | 'ʻ' => folded.push('\''),
            '‐' | '‑' | '–' => folded.push('-'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            mark if is_combining_mark(mark) => {}
            other => folded.push(other),
        }
    }
}

/// Symbols and emoji, which end a sentence.
const fn is_picture(character: char) -> bool {
    matches!(character, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}')
}

fn is_word_part(character: char) -> bool {
    character.is_alphanumeric() || !character.is_ascii() && is_combining_mark(character)
}

const fn is_joint(character: char) -> bool {
    matches!(character, '\'' | '’' | '-' | '‑' | 'ʻ' | 'ʼ')
}

fn joins(rest: &str) -> bool {
    rest.chars().next().is_some_and(char::is_alphanumeric)
}

fn without_possessive(word: &str) -> &str {
    ["'s", "’s", "'S", "’S"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .filter(|stem| !stem.is_empty())
        .unwrap_or(word)
}

fn shape_of(word: &str) -> Shape {
    let Some(first) = word.chars().next() else {
        return Shape::Mark;
    };
    if first == '[' {
        return Shape::Mark;
    }
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return Shape::Number;
    }
    if !first.is_alphabetic() {
        return if first.is_numeric() { Shape::Number } else { Shape::Mark };
    }
    if !first.is_uppercase() {
        return Shape::Lower;
    }
    let mut letters = word.chars().filter(|letter| letter.is_alphabetic());
    if letters.clone().count() > 1 && letters.all(char::is_uppercase) {
        Shape::Shout
    } else {
        Shape::Capital
    }
}

/// The word without a possessive or plural ending.
pub fn stem(word: &str) -> &str {
    let word = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix("s'"))
        .unwrap_or(word);
    if word.len() > 4 && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        word.strip_suffix('s').unwrap_or(word)
    } else {
        word
    }
}
