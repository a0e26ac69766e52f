//! The forms of a line that it shares with the same line on other pages.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use care::number_words::value_of;

use super::super::NOTE;

const MAX_LEN: usize = 120;
/// With more numbers in a line none of them advances, or all, or one.
const MAX_FREE_NUMBERS: usize = 4;
/// Words that stand with a page number.
const PAGE: [&str; 8] = ["page", "pages", "p", "pg", "of", "página", "de", "seite"];

/// Hashes of the forms of a line. A number in it may stay the same or advance with the page: *12 Of Comfort* and *14 Of
/// Comfort*, two pages apart, share a form; *Chapter 3* and *Chapter 4* on neighbouring pages do, too, and on others not.
pub fn keys(number: i32, line: &str) -> Vec<u64> {
    let line = line.trim_start_matches(NOTE).trim();
    if line.chars().count() > MAX_LEN {
        return Vec::new();
    }
    if let Some(value) = roman(line) {
        return vec![hash("roman", &[value - i64::from(number)])];
    }
    let line = words_to_numbers(&last_roman_to_number(line));
    let (text, values) = split(&line);
    let page = i64::from(number);
    let mut keys: Vec<u64> = choices(values.len())
        .into_iter()
        .map(|advancing| {
            let advance = |(place, value): (usize, &i64)| {
                if advancing
                    .checked_shr(u32::try_from(place).unwrap_or(u32::MAX))
                    .unwrap_or(0)
                    & 1
                    == 1
                {
                    value.saturating_sub(page)
                } else {
                    *value
                }
            };
            let form: Vec<i64> = values.iter().enumerate().map(advance).collect();
            hash(&format!("{advancing} {text}"), &form)
        })
        .collect();
    if !values.is_empty() && !text.chars().any(char::is_alphabetic) {
        // Two pages of a book on each page of the file.
        let form: Vec<i64> = values.iter().map(|value| value.saturating_sub(page * 2)).collect();
        keys.push(hash(&format!("twice {text}"), &form));
    }
    keys
}

/// Which numbers of a line may advance, as bits: any, or in a line of many numbers none, all or one.
fn choices(numbers: usize) -> Vec<u64> {
    if numbers <= MAX_FREE_NUMBERS {
        return (0..1 << numbers).collect();
    }
    let one = (0..numbers.min(64)).map(|place| 1 << place);
    one.chain([0, u64::MAX]).collect()
}

/// Whether a line is a page number: *12*, *xii*, *- 12 -*, *Page 12 of 40*, *Page twelve*.
pub fn is_only_a_number(line: &str) -> bool {
    let line = line.trim_start_matches(NOTE).trim();
    if roman(line).is_some() {
        return true;
    }
    let line = words_to_numbers(line).to_lowercase();
    line.split(|letter: char| !letter.is_alphabetic())
        .all(|word| word.is_empty() || PAGE.contains(&word))
}

fn hash(text: &str, values: &[i64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (text, values).hash(&mut hasher);
    hasher.finish()
}

/// The text of a line with a sign for each number, and the numbers. Dates and times leave none.
fn split(line: &str) -> (String, Vec<i64>) {
    let lower = line.to_lowercase();
    let mut pieces: Vec<(String, &str)> = Vec::new();
    let mut rest = lower.as_str();
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(digits.len());
        pieces.push((
            before.chars().filter(|letter| !letter.is_whitespace()).collect(),
            &digits[..end],
        ));
        rest = &digits[end..];
    }
    let after: String = rest.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_joined = |place: usize, signs: &[&str]| {
        pieces
            .get(place)
            .is_some_and(|(before, _)| signs.contains(&before.as_str()))
    };
    let date_at = |place: usize| is_joined(place + 1, &["/", "-", "."]) && is_joined(place + 2, &["/", "-", "."]);
    let has_seconds = (0..pieces.len()).any(|place| is_joined(place + 1, &[":"]) && is_joined(place + 2, &[":"]));
    let says_time = pieces
        .iter()
        .any(|(before, _)| before.starts_with("am") || before.starts_with("pm"))
        || after.starts_with("am")
        || after.starts_with("pm")
        || has_seconds
        || (0..pieces.len()).any(date_at);
    let (mut text, mut values, mut place) = (String::new(), Vec::new(), 0);
    while place < pieces.len() {
        text.push_str(&pieces[place].0);
        if date_at(place) {
            text.push('D');
            place += 3;
        } else if says_time && is_joined(place + 1, &[":"]) {
            text.push('T');
            place += if is_joined(place + 2, &[":"]) { 3 } else { 2 };
        } else {
            text.push('#');
            values.push(pieces[place].1.parse().unwrap_or(i64::MAX));
            place += 1;
        }
    }
    // Morning and afternoon change within a document.
    let after = after
        .strip_prefix("am")
        .or_else(|| after.strip_prefix("pm"))
        .filter(|_| says_time)
        .map_or(after.clone(), str::to_owned);
    (text.replace("Tam", "T").replace("Tpm", "T") + &after, values)
}

const SPANISH: [(&str, i64); 38] = [
    ("uno", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("dieciséis", 16),
    ("diecisiete", 17),
    ("dieciocho", 18),
    ("diecinueve", 19),
    ("veinte", 20),
    ("veintiuno", 21),
    ("veintidós", 22),
    ("veintitrés", 23),
    ("veinticuatro", 24),
    ("veinticinco", 25),
    ("veintiséis", 26),
    ("veintisiete", 27),
    ("veintiocho", 28),
    ("veintinueve", 29),
    ("treinta", 30),
    ("cuarenta", 40),
    ("cincuenta", 50),
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
    ("cien", 100),
    ("ciento", 100),
];
/// A line with digits for the Roman numeral at its end: *Page xvii* is *Page 17*.
fn last_roman_to_number(line: &str) -> String {
    let last = line
        .rsplit_once(' ')
        .and_then(|(before, last)| Some((before, roman(last)?)));
    last.map_or_else(|| line.to_owned(), |(before, value)| format!("{before} {value}"))
}

/// A line of more words is prose, and its number words stay.
const MAX_WORDS: usize = 8;

/// A short line with digits for its number words: *Page twenty-one* is *Page 21*.
fn words_to_numbers(line: &str) -> String {
    if line.split_whitespace().count() > MAX_WORDS {
        return line.to_owned();
    }
    let mut text: Vec<String> = Vec::new();
    let mut sum: Option<i64> = None;
    // A hyphen in a date stays.
    let is_dividing = |word: &str| word.contains(char::is_alphabetic);
    let words = line.split_whitespace().flat_map(|word| {
        let divides = is_dividing(word);
        word.split(move |letter| letter == '-' && divides)
    });
    for word in words {
        let bare = word.trim_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
        let spanish = SPANISH.iter().find(|(name, _)| *name == bare);
        let value = value_of(&bare).map(i64::from).or(spanish.map(|(_, value)| *value));
        match (value, sum) {
            (Some(100), Some(hundreds @ 1..=9)) => sum = Some(hundreds * 100),
            (Some(value), before) => sum = Some(before.unwrap_or(0) + value),
            (None, Some(_)) if matches!(bare.as_str(), "and" | "y") => {}
            (None, _) => {
                text.extend(sum.take().map(|sum| sum.to_string()));
                text.push(word.to_owned());
            }
        }
    }
    text.extend(sum.map(|sum| sum.to_string()));
    text.join(" ")
}

/// The value of a line that consists of one Roman numeral.
fn roman(line: &str) -> Option<i64> {
    let line = line.trim_matches(|letter: char| !letter.is_alphanumeric());
    if line.is_empty() || line.len() > 10 {
        return None;
    }
    let values = line
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            'i' => Some(1),
            'v' => Some(5),
            'x' => Some(10),
            'l' => Some(50),
            'c' => Some(100),
            _ => None,
        })
        .collect::<Option<Vec<i64>>>()?;
    let signed = values.iter().enumerate().map(|(place, &value)| {
        let is_before_larger = values.get(place + 1).is_some_and(|&next| next > value);
        if is_before_larger { -value } else { value }
    });
    Some(signed.sum())
}
