//! Street addresses: a house number with a street, a street by name, post boxes, flats.

use super::super::dictionaries::facts::Facts;
use super::super::span::Kind;
use super::super::tokens::Shape;
use super::Claims;

/// Kinds of street that are hardly anything else, so that lower case is enough.
fn is_plain_street(word: &str) -> bool {
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

/// Words which begin the name of a street in other languages.
fn begins_street(word: &str) -> bool {
    matches!(
        word,
        "rue"
            | "calle"
            | "avenida"
            | "rua"
            | "via"
            | "ulica"
            | "ul"
            | "jalan"
            | "jl"
            | "carrera"
            | "calzada"
            | "strada"
            | "viale"
            | "piazza"
    )
}

/// "9 Rue des Lilas", "Calle Ocho 14": the words after it, with the number before or behind.
fn foreign_street(found: &mut Claims<'_, '_>, word: usize) {
    let reading = &found.reading;
    let has_number_before = word > 0 && is_digits(found, word - 1);
    let mut last = word;
    for next in word + 1..(word + 5).min(reading.len()) {
        let is_link = matches!(
            reading.word(next),
            "de" | "des" | "du" | "la" | "las" | "los" | "del" | "el" | "da" | "do" | "dos" | "le"
        );
        if !reading.tokens.list[next].follows_closely
            || !(is_link
                || reading.is_capital(next)
                || has_number_before && reading.is_lower && !reading.facts(next).is_common())
        {
            break;
        }
        if !is_link {
            last = next;
        }
    }
    let has_number_after = last > word && is_digits(found, last + 1);
    if last > word && (has_number_before || has_number_after) {
        let first = if has_number_before { word - 1 } else { word };
        found.claim_tokens(first, if has_number_after { last + 1 } else { last }, Kind::Address);
    }
}

/// Finds streets by the word they end with.
pub(super) fn find(found: &mut Claims<'_, '_>) {
    let count = found.reading.len();
    for index in 0..count {
        if found.reading.facts(index).any(Facts::STREET) && found.reading.is_open(index) {
            street(found, index);
        }
        if begins_street(found.reading.word(index)) {
            foreign_street(found, index);
        }
        let word = found.reading.word(index);
        if word == "box"
            && index > 0
            && matches!(found.reading.word(index - 1), "po" | "o" | "." | "p.o" | "postbox")
            && is_digits(found, index + 1)
        {
            let first = (index.saturating_sub(4)..index)
                .find(|&at| matches!(found.reading.word(at), "po" | "p"))
                .unwrap_or(index);
            found.claim_tokens(first, index + 1, Kind::Address);
        } else if matches!(word, "apt" | "apartment" | "flat" | "unit" | "suite") {
            let number = if found.reading.tokens.is_mark(index + 1, "#") || found.reading.tokens.is_mark(index + 1, ".")
            {
                index + 2
            } else {
                index + 1
            };
            if found.reading.shape(number) == Shape::Number && found.reading.word(number).len() <= 5 {
                found.claim_tokens(index, number, Kind::Address);
            }
        }
    }
}

fn is_digits(found: &Claims<'_, '_>, index: usize) -> bool {
    found.reading.shape(index) == Shape::Number
}

/// Looks left from the street word for its name and house number, and right for a number of its own.
fn street(found: &mut Claims<'_, '_>, last: usize) {
    let reading = &found.reading;
    let is_numbered_road =
        matches!(reading.word(last), "route" | "highway" | "hwy" | "road" | "rd") && is_digits(found, last + 1);
    let end = if is_numbered_road { last + 1 } else { last };
    let mut first = last;
    let mut named = 0;
    let mut telling = is_numbered_road;
    while first > 0 && named < 4 {
        let before = first - 1;
        let facts = reading.facts(before);
        if !reading.is_open(before) || !reading.tokens.list[first].follows_closely {
            break;
        }
        if reading.shape(before) == Shape::Number {
            let is_ordinal = reading
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
        if reading.tokens.is_mark(before, ".") && before > 0 && reading.word(before - 1).len() <= 2 {
            first = before;
            continue;
        }
        if !reading.is_word(before) {
            break;
        }
        let is_initial = matches!(
            reading.word(before),
            "n" | "s" | "e" | "w" | "nw" | "ne" | "sw" | "se" | "north" | "south" | "east" | "west"
        );
        let is_named = reading.is_capital(before) && !(reading.tokens.list[before].opens_sentence && facts.is_common())
            || reading.is_lower && (facts.is_name() || facts.place() > 0 || !facts.is_english()) && !facts.is_common()
            || is_initial;
        let has_number_further = before > 0 && is_digits(found, before - 1) && is_plain_street(reading.word(last));
        if !(is_named || has_number_further && facts.tier() > 1) || facts.any(Facts::DETERMINER.and(Facts::PRONOUN)) {
            break;
        }
        telling |= is_named && !is_initial;
        named += 1;
        first = before;
    }
    let has_house_number = first < last
        && is_digits(found, first)
        && reading
            .word(first)
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_alphabetic());
    let street_is_written =
        is_plain_street(reading.word(last)) || reading.is_capital(last) && reading.word(last) != "st";
    let is_enough = has_house_number
        && telling
        && (named > 0 || is_numbered_road)
        && (street_is_written || reading.is_lower || reading.is_capital(last))
        || named > 0
            && telling
            && street_is_written
            && (reading.is_capital(last) || is_plain_street(reading.word(last)));
    // "the Red Sea Road" of a hymn is rare; "Calvary Road" and "Damascus Road" are not.
    let is_biblical = first + 1 == last && reading.facts(first).any(Facts::BIBLE_PLACE);
    if is_enough && !is_biblical {
        let first = with_plot_before(found, first);
        found.claim_tokens(first, end, Kind::Address);
    }
}

/// "Plot 14, Kisenyi Road" begins with its plot.
fn with_plot_before(found: &Claims<'_, '_>, first: usize) -> usize {
    let reading = &found.reading;
    let number = match first.checked_sub(1) {
        Some(comma) if reading.tokens.is_mark(comma, ",") => comma.checked_sub(1),
        before => before,
    };
    let Some(number) = number.filter(|&number| is_digits(found, number) && reading.is_open(number)) else {
        return first;
    };
    let is_plot = |at: usize| {
        matches!(
            reading.word(at),
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
        Some(plot) if is_plot(plot) && reading.is_open(plot) => plot,
        _ => number,
    }
}
