//! What a redacted text still shows to a strict reader: numbers of six digits and more, addresses, handles.
//!
//! It decides about the risk and about publication, so it rather finds too much.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::annotated_text::AnnotatedText;
use super::dictionaries::facts::Facts;
use super::patterns::{is_date_or_years, is_number_word, is_plain_street};
use super::tokens::Shape;

/// From this number of digits a number may identify somebody.
const MIN_DIGITS: usize = 6;

/// Digits with at most three signs or spaces between them.
static DIGITS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[0-9](?:[^\p{L}0-9\[\]\n!?;]{0,3}\n?[0-9])*").expect("every pattern is compiled by a test")
});
static HANDLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"@[\p{L}0-9_]{2,}|[\p{L}0-9]+_[\p{L}0-9_]*[\p{L}0-9]|\b[A-Za-z]{3,}[0-9]{3,}\b|(?i:\bhttps?://|\bwww\.)[^\s]+",
    )
    .expect("every pattern is compiled by a test")
});

/// What the answer is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// For the risk: a public helpline is a number, too.
    Risk,
    /// For publication: a public helpline may stay.
    Publication,
}

/// The ranges that are still readable, in order.
pub(super) fn find(annotated: &AnnotatedText<'_>, strictness: Strictness) -> Vec<Range<usize>> {
    let mut found = numbers(annotated, strictness);
    let text = annotated.text;
    if text.contains(['@', '_'])
        || text.contains("://")
        || text.contains("www.")
        || text.bytes().any(|byte| byte.is_ascii_digit())
    {
        let handles = HANDLE.find_iter(text).map(|handle| handle.range());
        found.extend(handles.filter(|range| !is_kept(annotated, range)));
    }
    found.extend(spoken(annotated));
    found.extend(streets(annotated));
    merge(found)
}

/// Sorts ranges and joins those that overlap.
pub(super) fn merge(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|range| (range.start, range.end));
    found.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    found
}

fn numbers(annotated: &AnnotatedText<'_>, strictness: Strictness) -> Vec<Range<usize>> {
    let text = annotated.text;
    let count = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    if count(text) < MIN_DIGITS {
        return Vec::new();
    }
    DIGITS
        .find_iter(text)
        .filter(|digits| count(digits.as_str()) >= MIN_DIGITS && !is_harmless(digits.as_str()))
        .map(|digits| digits.range())
        .filter(|range| {
            !is_kept(annotated, range) || strictness == Strictness::Risk && !has_reference(annotated, range)
        })
        .collect()
}

/// Dates, years, times, amounts with thousands, and lists of small numbers.
fn is_harmless(digits: &str) -> bool {
    let groups: Vec<&str> = digits
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let is_year = |group: &&str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    let is_amount = digits.contains([',', '.', ' '])
        && groups.iter().skip(1).all(|group| group.len() == 3)
        && groups[0].len() < 4
        && groups.last().is_some_and(|last| last.ends_with("00"));
    let has_times = digits.contains(':') && groups.iter().all(|group| group.len() <= 2);
    let is_list = digits.contains(", ") && groups.iter().all(|group| group.len() <= 2);
    is_date_or_years(digits) || groups.iter().all(is_year) || is_amount || has_times || is_list
}

fn is_kept(annotated: &AnnotatedText<'_>, range: &Range<usize>) -> bool {
    let tokens = &annotated.tokens.list;
    let first = tokens.partition_point(|token| token.end <= range.start);
    let inside = (first..tokens.len()).take_while(|&index| tokens[index].start < range.end);
    let mut words = inside.filter(|&index| annotated.is_word(index) || annotated.shape(index) == Shape::Number);
    words.all(|index| annotated.kept[index])
}

/// Whether the number belongs to a scripture reference: a book stands just before it.
fn has_reference(annotated: &AnnotatedText<'_>, range: &Range<usize>) -> bool {
    let first = annotated.tokens.list.partition_point(|token| token.end <= range.start);
    (first.saturating_sub(3)..first).any(|index| annotated.facts(index).any(Facts::BOOK))
}

/// Five words for digits one after the other.
fn spoken<'a>(annotated: &'a AnnotatedText<'_>) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut index = 0;
    std::iter::from_fn(move || {
        while index < annotated.len() {
            let first = index;
            while index < annotated.len()
                && annotated.is_word(index)
                && is_number_word(annotated.word(index))
                && annotated.is_open(index)
            {
                index += 1;
            }
            let length = index - first;
            index = index.max(first + 1);
            if length >= MIN_DIGITS - 1 {
                let tokens = &annotated.tokens.list;
                return Some(tokens[first].start..tokens[first + length - 1].end);
            }
        }
        None
    })
}

/// A number, at most three words that may be a name, and a street word.
fn streets<'a>(annotated: &'a AnnotatedText<'_>) -> impl Iterator<Item = Range<usize>> + 'a {
    (0..annotated.len()).filter_map(|street| {
        let facts = annotated.facts(street);
        let is_street = is_plain_street(annotated.word(street))
            || facts.any(Facts::STREET) && annotated.has_telling_capital(street);
        if !is_street || !annotated.is_open(street) {
            return None;
        }
        let may_be_name = |index: usize| {
            let no = Facts::DETERMINER
                .union(Facts::LOCATIVE)
                .union(Facts::PRONOUN)
                .union(Facts::CONJUNCTION);
            annotated.is_word(index)
                && annotated.is_open(index)
                && !annotated.facts(index).any(no)
                && annotated.word(index) != "of"
        };
        let number = (street.saturating_sub(4)..street)
            .rev()
            .find(|&index| annotated.shape(index) == Shape::Number && annotated.is_open(index))?;
        let is_near = number + 1 < street && (number + 1..street).all(may_be_name);
        let is_house = annotated.word(number).len() <= 6 && is_near;
        is_house.then(|| annotated.tokens.list[number].start..annotated.tokens.list[street].end)
    })
}
