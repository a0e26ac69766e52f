//! Text normalisation that keeps a mapping from every normalised byte back to the original text.
//!
//! Invariant: the mapped offsets never decrease and always lie on character boundaries of the original.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text in plain form: lower case, compatibility forms and accents folded, quotes straightened, invisible characters
/// removed, white space collapsed, elongated letters (*soooo*) shortened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Normalised {
    text: String,
    origins: Vec<usize>,
}

/// A word of a normalised text and its byte range there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word itself, with inner apostrophes.
    pub text: &'a str,
    /// Its first byte in the normalised text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
}

impl Normalised {
    /// The plain text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Maps a byte range of the plain text to the original text; a range beyond the end is clamped.
    pub fn original(&self, plain: Range<usize>) -> Range<usize> {
        let last = self.origins.len() - 1;
        let start = self.origins[plain.start.min(last)];
        start..self.origins[plain.end.min(last)].max(start)
    }

    fn with_capacity(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            origins: Vec::with_capacity(bytes + 1),
        }
    }

    fn push(&mut self, character: char, origin: usize) {
        self.text.push(character);
        self.origins.resize(self.text.len(), origin);
    }

    fn push_str(&mut self, plain: &str, origin: usize) {
        self.text.push_str(plain);
        self.origins.resize(self.text.len(), origin);
    }

    /// Appends ASCII text, which starts at `origin` in the original, in lower case.
    fn push_lower(&mut self, ascii: &str, origin: usize) {
        let start = self.text.len();
        self.text.push_str(ascii);
        self.text[start..].make_ascii_lowercase();
        self.origins.extend(origin..origin + ascii.len());
    }

    fn push_from(&mut self, source: &Self, range: Range<usize>) {
        self.text.push_str(&source.text[range.clone()]);
        self.origins.extend_from_slice(&source.origins[range]);
    }
}

/// Normalises a text.
pub fn normalise(original: &str) -> Normalised {
    let mut folded = Normalised::with_capacity(original.len());
    let mut runs = LongestRun::default();
    let mut cache = FoldCache::default();
    let mut position = 0;
    while let Some(character) = original[position..].chars().next() {
        let plain = plain_stretch(&original.as_bytes()[position..]);
        if plain > 0 {
            let stretch = &original[position..position + plain];
            stretch
                .bytes()
                .for_each(|byte| runs.push_byte(byte.to_ascii_lowercase()));
            folded.push_lower(stretch, position);
            position += plain;
            continue;
        }
        if character == '`' {
            runs.push_byte(b'\'');
            folded.push('\'', position);
        } else {
            if !is_invisible(character) {
                runs.push_byte(0);
            }
            fold(character, position, &mut cache, &mut folded);
        }
        position += character.len_utf8();
    }
    while folded.text.ends_with([' ', '\n']) {
        folded.text.pop();
        folded.origins.pop();
    }
    // The end maps to the end of the last kept character, so that a span at the end excludes trailing white space.
    let end = folded.origins.last().map_or(0, |&last| last + char_len(original, last));
    folded.origins.push(end);
    if runs.longest > 2 { squeeze(&folded) } else { folded }
}

/// The length of the prefix that needs lower case only: ASCII without backticks, with single spaces.
fn plain_stretch(bytes: &[u8]) -> usize {
    let mut after_sign = false;
    bytes
        .iter()
        .take_while(|&&byte| {
            let sign = byte.is_ascii_graphic() && byte != b'`';
            let wanted = sign || (byte == b' ' && after_sign);
            after_sign = sign;
            wanted
        })
        .count()
}

/// Tracks the longest run of one ASCII letter, as in *sooo*.
#[derive(Default)]
struct LongestRun {
    previous: u8,
    run: usize,
    longest: usize,
}

impl LongestRun {
    fn push_byte(&mut self, byte: u8) {
        let goes_on = byte == self.previous && byte.is_ascii_alphabetic();
        self.run = if goes_on { self.run + 1 } else { 1 };
        self.longest = self.longest.max(self.run);
        self.previous = byte;
    }
}

/// The words of a plain text: letters and digits with inner apostrophes.
pub fn words(plain: &Normalised) -> impl Iterator<Item = Word<'_>> {
    words_of(&plain.text)
}

/// The words of a text that is already in plain form.
pub fn words_of(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let rest = &text[position..];
        let skipped = rest.find(char::is_alphanumeric)?;
        let word = &rest[skipped..];
        let end = word_length(word);
        let start = position + skipped;
        position = start + end;
        Some(Word {
            text: &text[start..position],
            start,
            end: position,
        })
    })
}

/// The length in bytes of the word at the beginning of `text`.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += ascii_stretch(&text.as_bytes()[end..]);
        let mut following = text[end..].chars();
        match following.next() {
            Some('\'') if following.next().is_some_and(char::is_alphanumeric) => end += 1,
            Some(letter) if letter.is_alphanumeric() => end += letter.len_utf8(),
            _ => return end,
        }
    }
}

/// The number of ASCII letters and digits at the beginning of `bytes`.
pub(crate) fn ascii_stretch(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Whether nothing is drawn for the character.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn fold(character: char, origin: usize, cache: &mut FoldCache, folded: &mut Normalised) {
    if is_invisible(character) {
        return;
    }
    if character.is_whitespace() || character.is_control() {
        let line_break = matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        match folded.text.as_bytes().last() {
            Some(b' ') if line_break => {
                folded.text.pop();
                folded.text.push('\n');
            }
            None | Some(b' ' | b'\n') => {}
            Some(_) => folded.push(if line_break { '\n' } else { ' ' }, origin),
        }
        return;
    }
    match character {
        '‘' | '’' | '‚' | '‛' | '′' | 'ʹ' | 'ʻ' | 'ʼ' | 'ʽ' | '´' | '＇' => folded.push('\'', origin),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => folded.push('"', origin),
        '‐'..='―' | '−' | '﹘' | '﹣' | '－' => folded.push('-', origin),
        // A combining mark belongs to the letter before it; the plain form has no accents.
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' => {}
        letter => folded.push_str(cache.plain(letter), origin),
    }
}

/// A direct-mapped cache of folded letters: a text uses few different ones, and Unicode normalisation is slow.
#[derive(Default)]
struct FoldCache(Vec<(char, String)>);

impl FoldCache {
    fn plain(&mut self, letter: char) -> &str {
        if self.0.is_empty() {
            self.0.resize(256, ('\0', String::new()));
        }
        let place = letter as usize % self.0.len();
        let (cache, plain) = &mut self.0[place];
        if *cache != letter {
            *cache = letter;
            plain.clear();
            fold_letter(letter, plain);
        }
        plain
    }
}

/// Appends the plain form of one letter: lower case, without accent or compatibility form.
fn fold_letter(letter: char, plain: &mut String) {
    let is_latin = matches!(letter, '\u{80}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    let mut push_lower = |part: char| {
        for lower in part.to_lowercase() {
            if !is_combining_mark(lower) || !is_latin {
                plain.push(lower);
            }
        }
    };
    match letter {
        'ø' | 'Ø' => push_lower('o'),
        'ł' | 'Ł' => push_lower('l'),
        'đ' | 'Đ' | 'ð' | 'Ð' => push_lower('d'),
        'ß' | 'ẞ' => "ss".chars().for_each(push_lower),
        'æ' | 'Æ' => "ae".chars().for_each(push_lower),
        'œ' | 'Œ' => "oe".chars().for_each(push_lower),
        _ if is_latin => std::iter::once(letter).nfkd().for_each(push_lower),
        _ => std::iter::once(letter).nfkc().for_each(push_lower),
    }
}

mod deobfuscate;
mod squeeze;
mod tidy;

pub use deobfuscate::deobfuscate;
pub(crate) use deobfuscate::homoglyph;
use squeeze::squeeze;
pub use tidy::{MAX_MARKS, limit_marks, without_direction_controls};

#[cfg(test)]
mod tests;
