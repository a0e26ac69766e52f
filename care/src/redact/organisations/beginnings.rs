//! Bodies whose name shows by its first words: saints, camps, prisons, and those of our list.

use super::super::dictionaries::facts::Facts;
use super::super::reading::Reading;
use super::super::tokens::Shape;
use super::extend_right;

/// "St Jude's", "Camp Tecumseh", "HMP Leeds", "Our Lady of Sorrows", "at Sacred Heart".
pub(super) fn by_beginning(reading: &Reading<'_>, first: usize) -> Option<(usize, usize)> {
    let before = first.checked_sub(1).map_or("", |before| reading.word(before));
    let name = if reading.tokens.is_mark(first + 1, ".") {
        first + 2
    } else {
        first + 1
    };
    match reading.word(first) {
        "st" | "saint" | "sta" | "santa" | "san" if is_nameable(reading, name) => saint(reading, first, name, before),
        "hmp" | "fcc" | "fci" | "usp" | "mci" if is_nameable(reading, name) && reading.is_capital(name) => {
            Some((first, extend_right(reading, name, true)))
        }
        "camp" if reading.is_capital(first) && is_nameable(reading, name) && reading.is_capital(name) => {
            Some((first, extend_right(reading, name, true)))
        }
        "our"
            if reading.is_capital(first)
                && (is_place_word(before) && before != "to" || is_where(reading, first + 4)) =>
        {
            let is_lady = reading.word(first + 1) == "lady" && reading.word(first + 2) == "of";
            (is_lady && is_nameable(reading, first + 3)).then(|| (first, extend_right(reading, first + 3, true)))
        }
        "our" => None,
        word if reading.dictionaries.starts_body(word) => listed(reading, first, before),
        _ => None,
    }
}

fn is_nameable(reading: &Reading<'_>, index: usize) -> bool {
    let is_written_so = reading.is_capital(index) || reading.is_lower && reading.facts(index).tier() != 1;
    reading.is_word(index) && !reading.taken[index] && is_written_so
}

/// "Our Lady of Fatima is where we married": a place is told of.
fn is_where(reading: &Reading<'_>, index: usize) -> bool {
    matches!(reading.word(index), "is" | "was") && reading.word(index + 1) == "where"
}

fn is_place_word(word: &str) -> bool {
    matches!(
        word,
        "at" | "from" | "to" | "in" | "into" | "near" | "outside" | "attend" | "attended" | "joined" | "of"
    )
}

/// A body under a saint's name; the saint alone stays.
fn saint(reading: &Reading<'_>, first: usize, name: usize, before: &str) -> Option<(usize, usize)> {
    let facts = reading.facts(name);
    let is_known = facts.is_biblical() || reading.kept[name] || facts.any(Facts::GIVEN);
    let located = matches!(before, "at" | "near" | "attend" | "attended" | "joined" | "outside")
        || !is_known && matches!(before, "from" | "to" | "in");
    let runs_together = reading.word(name).ends_with('s') && facts == Facts::default();
    let is_possessive = |index: usize| reading.tokens.is_possessive(index);
    // "St Mary Magdalene's": the possessive may follow the second name.
    let is_double = !is_possessive(name) && reading.is_capital(name + 1) && is_possessive(name + 1);
    let name = if is_double { name + 1 } else { name };
    let last = extend_right(reading, name, reading.is_capital(name));
    // "St Benedict's medal" is the saint's own.
    let owned = reading.facts(name + 1);
    let is_owner = reading.shape(name + 1) == Shape::Lower
        && owned.tier() > 1
        && !owned.any(Facts::CONJUNCTION.and(Facts::SPEECH).and(Facts::LOCATIVE));
    let is_body = (runs_together || is_possessive(name)) && !is_owner || last > name;
    (is_body || located && !reading.word(first).starts_with("sa")).then_some((first, last))
}

/// A body of our list, such as "Sacred Heart", where a place is meant or more of its name follows.
fn listed(reading: &Reading<'_>, first: usize, before: &str) -> Option<(usize, usize)> {
    if matches!(before, "the" | "a" | "an" | "my") {
        return None;
    }
    let words = reading.dictionaries.body_words(|ahead| reading.word(first + ahead))?;
    let last = first + words.checked_sub(1)?;
    let capitals = reading.is_capital(first) && reading.is_capital(last) && !reading.is_shouted;
    let end = extend_right(reading, last, capitals);
    let is_open = (first..=end).all(|index| !reading.taken[index]);
    (is_open && (is_place_word(before) || capitals && end > last)).then_some((first, end))
}
