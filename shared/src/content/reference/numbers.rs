//! The numbers of a reference: *23*, *3:16*, *3 verse 16*, *8:28-9:1*, *5-7*, *13:4-8,13*, *3,16*.
//!
//! Invariant: linear in the text; anything that is not a chapter or verse number makes it none.

use care::number_words::value_of;

/// Chapter and verse of the first and the last verse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    pub chapter: usize,
    pub first_verse: usize,
    pub last_chapter: usize,
    /// None for the last verse of the chapter.
    pub last_verse: Option<usize>,
    /// Whether no verse was named.
    pub is_chapter: bool,
}

/// The text with numbers in digits: *one hundred twenty-one* is 121, *forty-one ten* is 41 10.
pub(super) fn in_digits(plain: &str) -> String {
    let mut written: Vec<String> = Vec::new();
    // The number that is being read, and the least part that may still be added to it.
    let mut open: Option<(u32, u32)> = None;
    let words = plain.split(' ').flat_map(|word| {
        let is_number = |part: &str| value_of(part).is_some();
        let parts: Vec<&str> = word.split('-').collect();
        if parts.iter().all(|part| is_number(part)) {
            parts
        } else {
            vec![word]
        }
    });
    for word in words {
        let value = value_of(word);
        let (number, least) = match (open, value) {
            (Some((number, _)), Some(100)) if number < 10 => (number * 100, 100),
            (Some((number, least)), Some(value)) if value < least => (number + value, place_of(value)),
            (_, Some(value)) => {
                written.push(String::new());
                (value, place_of(value))
            }
            (_, None) => {
                open = None;
                written.push(word.to_owned());
                continue;
            }
        };
        open = Some((number, least));
        if let Some(last) = written.last_mut() {
            *last = number.to_string();
        }
    }
    written.join(" ")
}

/// What may follow in the same number is smaller than this: after *twenty* a digit, after *seven* nothing.
const fn place_of(value: u32) -> u32 {
    match value {
        100 => 100,
        20.. => 10,
        _ => 0,
    }
}

/// A place: a number, and a second one after a colon.
type Place = (usize, Option<usize>);

/// The most parts between commas that are read.
const MAX_PARTS: usize = 12;

/// Reads the numbers. In a book with one chapter a lone number is a verse.
pub(super) fn read(written: &str, has_one_chapter: bool) -> Option<Numbers> {
    let (compact, is_followed) = compact(written)?;
    let mut parts = compact.split(',');
    let (first, end) = range(parts.next()?)?;
    let (chapter, first_verse) = in_chapter(first, has_one_chapter);
    let mut last = match end {
        None => (chapter, first_verse),
        // *3:16-18* ends at a verse, *5-7* at a chapter.
        Some((number, None)) if first_verse.is_some() => (chapter, Some(number)),
        Some(last) => last,
    };
    for part in parts.take(MAX_PARTS) {
        let (one, other) = range(part)?;
        // Of a list of verses all that lies between is shown, too; of a list of chapters the first.
        let (number, verse) = other.unwrap_or(one);
        last = match (verse, first_verse) {
            (Some(verse), _) => (number, Some(verse)),
            (None, Some(_)) => (last.0, Some(number)),
            (None, None) => last,
        };
    }
    let is_chapter = first_verse.is_none();
    let is_open = is_followed && !is_chapter;
    Some(Numbers {
        chapter,
        first_verse: first_verse.unwrap_or(1),
        last_chapter: last.0,
        last_verse: last.1.filter(|_| !is_open),
        is_chapter: is_chapter && !has_one_chapter,
    })
}

fn in_chapter(place: Place, has_one_chapter: bool) -> Place {
    match place {
        (verse, None) if has_one_chapter && verse > 1 => (1, Some(verse)),
        place => place,
    }
}

fn range(part: &str) -> Option<(Place, Option<Place>)> {
    match part.split_once('-') {
        Some((one, other)) => Some((place(one)?, Some(place(other)?))),
        None => Some((place(part)?, None)),
    }
}

fn place(written: &str) -> Option<Place> {
    match written.split_once(':') {
        Some((chapter, verse)) => Some((number(chapter)?, Some(number(verse)?))),
        None => Some((number(written)?, None)),
    }
}

/// A number; *16a* is verse 16.
fn number(written: &str) -> Option<usize> {
    let digits = written.strip_suffix(['a', 'b', 'c']).unwrap_or(written);
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// The numbers with `:`, `-` and `,` alone between them, and whether *ff* or *ss* follows.
fn compact(written: &str) -> Option<(String, bool)> {
    let mut compact = String::with_capacity(written.len());
    let written = written.trim().trim_end_matches(['.', ',', ';', '!', '?', ' ']);
    let (written, is_followed) = match written.strip_suffix("ff").or(written.strip_suffix("ss")) {
        Some(rest) => (rest.trim_end(), true),
        None => (written, false),
    };
    let mut chars = written.char_indices().peekable();
    while let Some((begins, letter)) = chars.next() {
        if letter.is_ascii_digit() {
            compact.push(letter);
            continue;
        }
        let mut ends = begins + letter.len_utf8();
        while let Some(&(at, next)) = chars.peek()
            && !next.is_ascii_digit()
        {
            ends = at + next.len_utf8();
            chars.next();
        }
        compact.push_str(separator(&written[begins..ends], &compact, ends == written.len())?);
    }
    Some((compact, is_followed))
}

/// What stands between two numbers, or after the last one.
fn separator<'a>(between: &'a str, before: &str, is_last: bool) -> Option<&'a str> {
    let between_words = between.trim_matches([' ', '.']);
    if is_last {
        return matches!(between_words, "a" | "b" | "c").then_some(between_words);
    }
    // The *a* of *4:6a-7*.
    let between_words = match between_words.strip_prefix(['a', 'b', 'c']) {
        Some(rest) if rest.starts_with(['-', ',']) => rest,
        _ => between_words,
    };
    let current = before.rsplit(['-', ',']).next().unwrap_or(before);
    match between_words {
        ":" | "v" | "vs" | "vv" | "verse" | "verses" | "ver" | "versiculo" | "versiculos" | "vers" | ": v" | ", v"
        | ", verse" | ", verses" | "and verse" | "and verses" => Some(":"),
        // *John 3 16*, *John 3.16*
        "" if !current.contains(':') && !before.contains('-') => Some(":"),
        // *Juan 3,16*
        "," if !before.contains([':', '-', ',']) => Some(":"),
        "," | "&" | "and" | "y" | "e" => Some(","),
        "-" | "to" | "through" | "thru" | "al" | "a" | "hasta" | "until" => Some("-"),
        _ => None,
    }
}
