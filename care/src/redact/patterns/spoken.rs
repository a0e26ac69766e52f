//! Telephone numbers spoken in words: "five five five, zero one nine nine".

use super::super::span::Kind;
use super::super::tokens::Shape;
use super::Claims;

/// The number of digits of a number word; 0 for other words.
pub(super) fn digits_in(word: &str) -> usize {
    match word {
        "double" | "zero" | "oh" | "o" | "nought" | "one" | "two" | "three" | "four" | "five" | "six" | "seven"
        | "eight" | "nine" => 1,
        "triple" | "treble" | "ten" | "eleven" | "twelve" | "thirteen" | "fourteen" | "fifteen" | "sixteen"
        | "seventeen" | "eighteen" | "nineteen" | "twenty" | "thirty" | "forty" | "fifty" | "sixty" | "seventy"
        | "eighty" | "ninety" | "hundred" => 2,
        _ => 0,
    }
}

fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "," | "-"
            | "–"
            | "."
            | "area"
            | "code"
            | "then"
            | "dash"
            | "and"
            | "space"
            | "plus"
            | "("
            | ")"
            | "…"
            | "again"
    )
}

/// Finds runs of number words that are long enough for a telephone number.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let count = claims.annotated.len();
    let mut start = 0;
    while start < count {
        if digits_in(claims.annotated.word(start)) == 0 && !is_number(claims, start) {
            start += 1;
            continue;
        }
        let (mut last, mut digits, mut words, mut groups, mut next) = (start, 0, 0, 0, start);
        while next < count {
            let word = claims.annotated.word(next);
            let spoken = digits_in(word);
            let written = if is_number(claims, next) { word.len() } else { 0 };
            if spoken + written > 0 && !claims.annotated.kept[next] {
                digits += spoken + written;
                words += usize::from(spoken == 1);
                groups += usize::from(written >= 3);
                last = next;
            } else if !is_filler(word) || next > last + 3 {
                break;
            }
            next += 1;
        }
        // Mixed forms count, too: "six one seven, 555, 0148".
        if digits >= 7 && (words >= 4 || words >= 2 && groups > 0) {
            let first = if start > 1 && claims.annotated.word(start - 1) == "plus" {
                start - 1
            } else {
                start
            };
            claims.claim_tokens(first, last, Kind::Phone);
        }
        start = next.max(start + 1);
    }
}

fn is_number(claims: &Claims<'_, '_>, index: usize) -> bool {
    claims.annotated.shape(index) == Shape::Number
        && claims.annotated.word(index).bytes().all(|byte| byte.is_ascii_digit())
}
