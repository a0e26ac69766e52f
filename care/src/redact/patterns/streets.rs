//! Street addresses: house number and street, street name alone, post boxes, flats; in English and in other languages.

use std::sync::LazyLock;

use crate::word_map::WordMap;

use super::super::dictionaries::facts::Facts;
use super::super::span::Kind;
use super::super::tokens::Shape;
use super::Claims;

mod crossings;
mod foreign;

/// Unambiguous street words, which count in lower case, too.
pub(in super::super) fn is_plain_street(word: &str) -> bool {
    matches!(
        word,
        "street"
            | "road"
            | "avenue"
            | "lane"
            | "boulevard"
            | "crescent"
            | "terrace"
            | "ave"
            | "blvd"
            | "rd"
            | "ln"
            | "pkwy"
            | "hwy"
            | "parkway"
            | "turnpike"
            | "strasse"
    )
}

/// What a word tells of an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// Two streets meet.
    Corner,
    /// A number is one of a block.
    Block,
    /// The name of a street follows.
    Beginning,
    /// The number of a post box follows.
    Box,
    /// The number of a flat follows.
    Flat,
}

static TELLING_WORDS: LazyLock<WordMap<Telling>> = LazyLock::new(|| {
    let lists = [
        (crossings::CORNERS, Telling::Corner),
        (crossings::BLOCKS, Telling::Block),
        (foreign::BEGINNINGS, Telling::Beginning),
        ("box", Telling::Box),
        (
            "apt apartment flat unit suite departamento depto apto piso",
            Telling::Flat,
        ),
    ];
    let words = lists
        .into_iter()
        .flat_map(|(list, telling)| list.split_whitespace().map(move |word| (Box::from(word), telling)));
    words.collect()
});

/// Finds street addresses.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let count = claims.annotated.len();
    let telling: Vec<(usize, Telling)> = (0..count)
        .filter_map(|index| Some((index, *TELLING_WORDS.get(claims.annotated.word(index))?)))
        .collect();
    crossings::find(claims, &telling);
    let mut telling = telling.into_iter().peekable();
    for index in 0..count {
        let told = telling.next_if(|&(at, _)| at == index).map(|(_, told)| told);
        if claims.annotated.facts(index).any(Facts::STREET) && claims.annotated.is_open(index) {
            street(claims, index);
        }
        foreign::find_at(claims, index, told == Some(Telling::Beginning));
        match told {
            Some(Telling::Box) => post_box(claims, index),
            Some(Telling::Flat) => flat(claims, index),
            Some(Telling::Corner | Telling::Block | Telling::Beginning) | None => {}
        }
    }
}

/// "P.O. Box 41".
fn post_box(claims: &mut Claims<'_, '_>, index: usize) {
    let is_post = index > 0 && matches!(claims.annotated.word(index - 1), "po" | "o" | "." | "p.o" | "postbox");
    if is_post && is_digits(claims, index + 1) {
        let first = (index.saturating_sub(4)..index)
            .find(|&at| matches!(claims.annotated.word(at), "po" | "p"))
            .unwrap_or(index);
        claims.claim_tokens(first, index + 1, Kind::Address);
    }
}

/// "Apt. 4B", "unit #12".
fn flat(claims: &mut Claims<'_, '_>, index: usize) {
    let tokens = &claims.annotated.tokens;
    let has_mark = tokens.is_mark(index + 1, "#") || tokens.is_mark(index + 1, ".");
    let number = index + if has_mark { 2 } else { 1 };
    if is_digits(claims, number) && claims.annotated.word(number).len() <= 5 {
        claims.claim_tokens(index, number, Kind::Address);
    }
}

fn is_digits(claims: &Claims<'_, '_>, index: usize) -> bool {
    claims.annotated.shape(index) == Shape::Number
}

/// Extends a street word to the left by its name and house number, and to the right by a road number.
fn street(claims: &mut Claims<'_, '_>, last: usize) {
    let annotated = &claims.annotated;
    let is_numbered_road =
        matches!(annotated.word(last), "route" | "highway" | "hwy" | "road" | "rd") && is_digits(claims, last + 1);
    let end = if is_numbered_road { last + 1 } else { last };
    let mut first = last;
    let mut named = 0;
    let mut telling = is_numbered_road;
    while first > 0 && named < 4 {
        let before = first - 1;
        let facts = annotated.facts(before);
        if !annotated.is_open(before) || !annotated.tokens.list[first].follows_closely {
            break;
        }
        if annotated.shape(before) == Shape::Number {
            let is_ordinal = annotated
                .word(before)
                .ends_with(|character: char| character.is_ascii_alphabetic());
            first = before;
            if !is_ordinal {
                break;
            }
            telling = true;
            named += 1;
            continue;
        }
        if annotated.tokens.is_mark(before, ".") && before > 0 && annotated.word(before - 1).len() <= 2 {
            first = before;
            continue;
        }
        if !annotated.is_word(before) {
            break;
        }
        let is_initial = matches!(
            annotated.word(before),
            "n" | "s" | "e" | "w" | "nw" | "ne" | "sw" | "se" | "north" | "south" | "east" | "west"
        );
        let is_named = annotated.is_capital(before)
            && !(annotated.tokens.list[before].opens_sentence && facts.is_common())
            || annotated.is_lower
                && (facts.is_name() || facts.place() > 0 || !facts.is_english())
                && !facts.is_common()
            || is_initial;
        let is_ordinal_word = matches!(
            annotated.word(before),
            "first"
                | "second"
                | "third"
                | "fourth"
                | "fifth"
                | "sixth"
                | "seventh"
                | "eighth"
                | "ninth"
                | "tenth"
                | "twelfth"
        ) && is_plain_street(annotated.word(last));
        let is_named = is_named || is_ordinal_word;
        let has_number_further = before > 0 && is_digits(claims, before - 1) && is_plain_street(annotated.word(last));
        if !(is_named || has_number_further && facts.tier() > 1) || facts.any(Facts::DETERMINER.union(Facts::PRONOUN)) {
            break;
        }
        telling |= is_named && !is_initial;
        named += 1;
        first = before;
    }
    let has_house_number = first < last
        && is_digits(claims, first)
        && annotated
            .word(first)
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_alphabetic());
    let street_is_written =
        is_plain_street(annotated.word(last)) || annotated.is_capital(last) && annotated.word(last) != "st";
    let is_enough = has_house_number
        && telling
        && (named > 0 || is_numbered_road)
        && (street_is_written || annotated.is_lower || annotated.is_capital(last))
        || named > 0
            && telling
            && street_is_written
            && (annotated.is_capital(last) || is_plain_street(annotated.word(last)));
    // "the Red Sea Road" of a hymn is rare; "Calvary Road" and "Damascus Road" are not.
    let is_biblical = first + 1 == last && annotated.facts(first).any(Facts::BIBLE_PLACE);
    if is_enough && !is_biblical {
        let first = with_plot_before(claims, first);
        claims.claim_tokens(first, end, Kind::Address);
    }
}

/// "Plot 14, Kisenyi Road" begins with its plot.
fn with_plot_before(claims: &Claims<'_, '_>, first: usize) -> usize {
    let annotated = &claims.annotated;
    let number = match first.checked_sub(1) {
        Some(comma) if annotated.tokens.is_mark(comma, ",") => comma.checked_sub(1),
        before => before,
    };
    let Some(number) = number.filter(|&number| is_digits(claims, number) && annotated.is_open(number)) else {
        return first;
    };
    let is_plot = |at: usize| {
        matches!(
            annotated.word(at),
            "plot"
                | "house"
                | "block"
                | "lot"
                | "no"
                | "stand"
                | "shop"
                | "unit"
                | "room"
                | "number"
                | "villa"
                | "bungalow"
        )
    };
    match number.checked_sub(1) {
        Some(plot) if is_plot(plot) && annotated.is_open(plot) => plot,
        _ => number,
    }
}
