//! The reading form of a text: what people see, with a mapping back to the original.
//!
//! Invisible characters are dropped; digits, letters, spaces and dashes of every form become plain ones. Capitals and
//! accents stay, because redaction needs them.
//! Invariant: the mapped offsets never decrease and always lie on character boundaries of the original.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::compose;

use crate::normalise::{homoglyph, is_invisible};

/// A text in reading form.
pub(super) struct Reading<'a> {
    original: &'a str,
    text: Cow<'a, str>,
    /// The offset in the original for each byte of the text, and its end; empty if both are the same.
    origins: Vec<usize>,
}

impl<'a> Reading<'a> {
    /// Reads a text.
    pub fn of(original: &'a str) -> Self {
        if is_plain(original) {
            return Self {
                original,
                text: Cow::Borrowed(original),
                origins: Vec::new(),
            };
        }
        let mut writer = Writer {
            text: String::with_capacity(original.len()),
            origins: Vec::with_capacity(original.len() + 1),
        };
        let mut chars = original.char_indices().peekable();
        while let Some((at, character)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            writer.read(character, at, next);
        }
        let mut writer = latinise_mixed_words(writer);
        writer.origins.push(original.len());
        Self {
            original,
            text: Cow::Owned(writer.text),
            origins: writer.origins,
        }
    }

    /// The text as people see it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the original behind a range of the text, with the invisible characters inside and after it.
    pub fn original_range(&self, range: Range<usize>) -> Range<usize> {
        if self.origins.is_empty() {
            return range;
        }
        let at = |offset: usize| self.origins.get(offset).copied().unwrap_or(self.original.len());
        let start = at(range.start);
        let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) else {
            return start..start;
        };
        // One character may stand for several letters: the range ends where the next one begins.
        let next = self.origins.iter().skip(range.end).find(|origin| **origin > at(last));
        start..next.copied().unwrap_or(self.original.len())
    }

    /// Whether text and original are the same.
    pub const fn is_original(&self) -> bool {
        self.origins.is_empty()
    }
}

/// Whether every character stands for itself.
fn is_plain(text: &str) -> bool {
    if text.is_ascii() {
        return !text.bytes().any(|byte| matches!(byte, 0..=8 | 11 | 12 | 14..=31 | 127));
    }
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    text.chars().all(|character| match character {
        '\t'
        | '\n'
        | '\r'
        | ' '..='~'
        | '¡'
        | '¿'
        | 'À'..='ʯ'
        | '\u{1e00}'..='\u{1eff}'
        | '‘'
        | '’'
        | '“'
        | '”'
        | '…'
        | '£'
        | '€'
        | '«'
        | '»'
        | 'ª'
        | 'º' => true,
        '–' | '—' => !has_digit,
        _ => false,
    })
}

struct Writer {
    text: String,
    origins: Vec<usize>,
}

impl Writer {
    fn push(&mut self, character: char, origin: usize) {
        self.text.push(character);
        self.origins.resize(self.text.len(), origin);
    }

    fn read(&mut self, character: char, at: usize, next: Option<char>) {
        if character.is_ascii() && !character.is_control() {
            return self.push(character, at);
        }
        if is_invisible(character) {
            return;
        }
        if is_accent(character) {
            return self.accent(character);
        }
        if let Some(digit) = digit_of(character) {
            return self.push(digit, at);
        }
        match character {
            '\t' | '\n' | '\r' => self.push(character, at),
            '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => self.push('\n', at),
            // The Braille blank is drawn as nothing, and fills in for a space.
            '\u{2800}' => self.push(' ', at),
            _ if character.is_whitespace() => self.push(' ', at),
            _ if character.is_control() => {}
            '‐' | '‑' | '‒' | '−' | '﹘' | '﹣' | '－' | '⁃' | '˗' => self.push('-', at),
            '–' | '—' | '―' if self.follows_digit() && next.is_some_and(may_continue_number) => {
                self.push('-', at);
            }
            '․' => self.push('.', at),
            '⁄' | '∕' => self.push('/', at),
            _ if is_compatibility_form(character) => {
                for part in std::iter::once(character).nfkc() {
                    self.push(part, at);
                }
            }
            _ => self.push(letter_of(character).unwrap_or(character), at),
        }
    }

    /// An accent belongs to the letter before it; what no letter takes is only decoration.
    fn accent(&mut self, accent: char) {
        let composed = self.text.chars().next_back().and_then(|letter| compose(letter, accent));
        if let Some(composed) = composed
            && self.text.pop().is_some()
        {
            let origin = self.origins[self.text.len()];
            self.origins.truncate(self.text.len());
            self.push(composed, origin);
        }
    }

    fn follows_digit(&self) -> bool {
        let before = self.text.trim_end_matches([' ', ')']);
        before.ends_with(|character: char| character.is_ascii_digit())
    }
}

fn may_continue_number(next: char) -> bool {
    matches!(
        next,
        ' ' | '(' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{200b}' | '\u{2060}'
    ) || next.is_numeric()
}

/// Marks that are set above, below or through a letter. Vowel signs of other scripts are letters and stay.
const fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

/// Letters in the forms of mathematics, of East Asian type and of ligatures, where the plain ones are meant.
const fn is_compatibility_form(character: char) -> bool {
    matches!(character,
        '\u{ff01}'..='\u{ffdc}' | '\u{fe50}'..='\u{fe6f}' | '\u{1d400}'..='\u{1d7ff}' | '\u{2100}'..='\u{2115}'
        | '\u{2118}'..='\u{211f}' | '\u{2123}'..='\u{214f}' | '\u{2460}'..='\u{24ff}' | '\u{fb00}'..='\u{fb06}'
        | '\u{1f100}'..='\u{1f14f}' | '\u{2070}'..='\u{209f}' | '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2b0}'..='\u{2b8}'
        | '\u{1d2c}'..='\u{1d6a}')
}

/// The zeros of the decimal digits (general category Nd) outside ASCII; the nine others follow each.
/// Source: Unicode 16.0, `DerivedNumericType.txt`.
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
    0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
    0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50,
    0x11d50, 0x11da0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1e140, 0x1e2f0,
];

/// The plain form of a decimal digit of any script but our own, or of a digit in a circle.
pub fn digit_of(character: char) -> Option<char> {
    let code = u32::from(character);
    let value = match character {
        '\u{24ea}' | '\u{24ff}' | '\u{1f10b}' | '\u{1f10c}' => 0,
        '①'..='⑨' => code - 0x245f,
        '❶'..='❾' => code - 0x2775,
        '➀'..='➈' => code - 0x277f,
        '➊'..='➒' => code - 0x2789,
        '\u{1d7ce}'..='\u{1d7ff}' => (code - 0x1d7ce) % 10,
        '\u{1e4f0}'..='\u{1e4f9}' | '\u{1e950}'..='\u{1e959}' | '\u{1fbf0}'..='\u{1fbf9}' => code & 15,
        _ if code < 0x660 => return None,
        _ => {
            let before = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
            code - ZEROS[before]
        }
    };
    (value < 10).then(|| char::from_digit(value, 10)).flatten()
}

/// The plain form of small capitals and of white letters on black, which have no compatibility form.
fn letter_of(character: char) -> Option<char> {
    const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ?ʏᴢ";
    let latin = |place: u32, first: u8| u8::try_from(place).ok().map(|place| char::from(first + place));
    match character {
        '\u{1f150}'..='\u{1f169}' => latin(u32::from(character) - 0x1f150, b'A'),
        '\u{1f170}'..='\u{1f189}' => latin(u32::from(character) - 0x1f170, b'A'),
        _ => {
            let place = SMALL_CAPITALS.chars().position(|capital| capital == character)?;
            latin(u32::try_from(place).ok()?, b'a')
        }
    }
}

/// Writes Cyrillic and Greek letters that look Latin as Latin, in words that hold both (*Mаrisol* with a Cyrillic а).
fn latinise_mixed_words(read: Writer) -> Writer {
    let is_foreign = |letter: char| matches!(letter, '\u{370}'..='\u{52f}');
    if !read.text.contains(is_foreign) {
        return read;
    }
    let mut latin = Writer {
        text: String::with_capacity(read.text.len()),
        origins: Vec::with_capacity(read.origins.len()),
    };
    let mut start = 0;
    for word in read.text.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let is_mixed = word.contains(is_foreign) && word.contains(|letter: char| letter.is_ascii_alphabetic());
        for (at, letter) in word.char_indices() {
            let plain = if is_mixed { look_alike(letter) } else { None };
            latin.push(plain.unwrap_or(letter), read.origins[start + at]);
        }
        start += word.len();
    }
    latin
}

fn look_alike(letter: char) -> Option<char> {
    match homoglyph(letter) {
        None => homoglyph(letter.to_lowercase().next()?).map(|latin| latin.to_ascii_uppercase()),
        lower => lower,
    }
}
