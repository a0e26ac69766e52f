//! Places told by their streets: "the corner of Maple and 5th", "the 1400 block of Elm".

use super::super::super::dictionaries::facts::Facts;
use super::super::super::span::Kind;
use super::super::Claims;
use super::{Telling, is_digits};

/// Words for the place where two streets meet.
pub(super) const CORNERS: &str = "corner intersection junction crossroads esquina cruce esquinas";
/// Words for a stretch of a street.
pub(super) const BLOCKS: &str = "block blk";

/// Finds all of them.
pub(super) fn find(claims: &mut Claims<'_, '_>, telling: &[(usize, Telling)]) {
    for &(index, telling) in telling {
        let of = matches!(claims.annotated.word(index + 1), "of" | "de" | "at" | "entre");
        match telling {
            Telling::Corner => corner(claims, if of { index + 2 } else { index + 1 }),
            Telling::Block if of && index > 0 && is_digits(claims, index - 1) => block(claims, index),
            Telling::Block | Telling::Beginning | Telling::Box | Telling::Flat => {}
        }
    }
}

/// Two streets with "and" between them.
fn corner(claims: &mut Claims<'_, '_>, first: usize) {
    let Some(one) = street_end(claims, first) else {
        return;
    };
    let annotated = &claims.annotated;
    let is_joined = matches!(
        annotated.word(one + 1),
        "and" | "&" | "y" | "con" | "e" | "at" | "x" | "/"
    );
    if let Some(other) = street_end(claims, one + 2).filter(|_| is_joined) {
        claims.claim_tokens(first, other, Kind::Address);
    }
}

/// "the 1400 block of North Elm".
fn block(claims: &mut Claims<'_, '_>, block: usize) {
    if let Some(last) = street_end(claims, block + 2) {
        claims.claim_tokens(block - 1, last, Kind::Address);
    }
}

/// The last token of the street that begins here: capitalised words, or an ordinal, and a street word.
fn street_end(claims: &Claims<'_, '_>, first: usize) -> Option<usize> {
    let annotated = &claims.annotated;
    let is_name = |index: usize| {
        let facts = annotated.facts(index);
        let is_written_so = annotated.is_capital(index) && !annotated.is_shouted
            || annotated.is_lower && annotated.is_word(index) && (!facts.is_common() || facts.any(Facts::STREET))
            || is_digits(claims, index);
        annotated.is_open(index)
            && is_written_so
            && !facts.any(Facts::DETERMINER.union(Facts::PRONOUN).union(Facts::CONJUNCTION))
    };
    let mut last = None;
    for index in first..annotated.len().min(first + 4) {
        let is_street = annotated.facts(index).any(Facts::STREET) && index > first && annotated.is_open(index);
        if !(is_name(index) || is_street) {
            break;
        }
        last = Some(index);
        if is_street {
            break;
        }
    }
    last
}
