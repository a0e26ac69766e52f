//! Telephone numbers in digits, with whatever people put between them.

use std::sync::LazyLock;

use regex::Regex;

use super::super::span::Kind;
use super::numbers::{digits_of, is_date_or_years};
use super::{Claims, pattern};

/// Digits with spaces, line breaks and signs between them.
pub(super) static PHONE: LazyLock<Regex> = pattern!(
    r"(?:\+[ ]?|\()?\(?\d{1,7}\)?(?:(?:[ \t]{0,3}(?:[-–—.·•/_~*|,=]|\r?\n|[ \t])[ \t]{0,3}(?:\r?\n)?)?\(?\d{1,7}\)?){0,14}"
);
static EXTENSION: LazyLock<Regex> =
    pattern!(r"(?i)^,?\s?(?:extension|extn|ext|ex|x|anexo|ramal|interno|int|poste|durchwahl|dw|\#)\.?:?\s?\d{1,6}\b");

const CUES: [&str; 29] = [
    "call", "text", "phone", "number", "whatsapp", "cell", "mobile", "tel", "ring", "reach", "contact", "dial", "fax",
    "ph:", "line", "sms", "beep", "llam", "mero", "celular", "vil ", "liga", "ligue", "appel", "portable", "ruf",
    "handy", "nummer", "wsp",
];

/// Finds telephone numbers with seven to fifteen digits.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for run in PHONE.find_iter(text) {
        let mut parts = strong_parts(run.as_str(), run.start());
        parts.retain(|&(start, end)| !claim(claims, start, end, is_regular));
        // "612, 555, 0143": one number over several parts.
        if let (Some(&(start, _)), Some(&(_, end))) = (parts.first(), parts.last())
            && parts.len() > 1
            && !claims.is_claimed(start, end)
        {
            claim(claims, start, end, is_regular_apart);
        }
    }
}

/// The parts between commas and line breaks, which can also divide two numbers.
fn strong_parts(run: &str, offset: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for part in run.split([',', '\n', '|', '=']) {
        let trimmed = part.trim_matches([' ', '\t', '\r', '-', '–', '.', '_', '*', '~', '/', '·', '•']);
        if let Some(at) = part.find(trimmed).filter(|_| !trimmed.is_empty()) {
            let trimmed = trimmed.trim_end_matches('(');
            parts.push((offset + start + at, offset + start + at + trimmed.len()));
        }
        start += part.len() + 1;
    }
    parts
}

/// Claims the bytes if they are a telephone number.
fn claim(claims: &mut Claims<'_, '_>, start: usize, end: usize, is_regular: fn(&[usize]) -> bool) -> bool {
    let text = claims.annotated.text;
    let written = &text[start..end];
    let digits = digits_of(written);
    if !(7..=15).contains(&digits.len()) || is_date_or_years(written) {
        return false;
    }
    let groups: Vec<usize> = written
        .split(|character: char| !character.is_ascii_digit())
        .map(str::len)
        .filter(|length| *length > 0)
        .collect();
    let has_prefix = written.starts_with('+') || digits.starts_with("00");
    let is_national = digits.starts_with('0') && (9..=12).contains(&digits.len());
    let before = claims.before(start, 45);
    let is_cued = CUES.iter().any(|cue| before.contains(cue));
    if !(has_prefix || is_regular(&groups) || is_national || is_cued) {
        return false;
    }
    let extension = EXTENSION.find(&text[end..]).map_or(0, |extension| extension.end());
    claims.claim(start, end + extension, Kind::Phone)
}

/// The lengths of the groups of digits in which telephone numbers are written.
const REGULAR: &str = "34 37 333 334 1334 433 46 55 56 244 254 3222 3322 2322 2222 22222 222222 12222";

/// Whether the digits are grouped as in some country.
fn is_regular(groups: &[usize]) -> bool {
    let is_listed = REGULAR.split(' ').any(|listed| {
        listed.len() == groups.len()
            && listed
                .bytes()
                .zip(groups)
                .all(|(listed, length)| usize::from(listed - b'0') == *length)
    });
    let is_unbroken = matches!(groups, [10 | 11]);
    is_listed || is_unbroken || is_digit_by_digit(groups)
}

/// The same for parts with commas or line breaks between them, which numbers of other kinds have, too.
fn is_regular_apart(groups: &[usize]) -> bool {
    matches!(groups, [3, 3, 4] | [1, 3, 3, 4]) || is_digit_by_digit(groups)
}

fn is_digit_by_digit(groups: &[usize]) -> bool {
    groups.len() > 8 && groups.iter().all(|length| *length == 1)
}
