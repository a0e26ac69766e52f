//! Organisations recognised by their first words: saints, camps, prisons, and listed ones.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::tokens::Shape;
use super::extend_right;

/// "St Jude's", "Camp Tecumseh", "HMP Leeds", "Our Lady of Sorrows", "at Sacred Heart".
pub(super) fn by_beginning(annotated: &AnnotatedText<'_>, first: usize) -> Option<(usize, usize)> {
    let before = first.checked_sub(1).map_or("", |before| annotated.word(before));
    let name = if annotated.tokens.is_mark(first + 1, ".") {
        first + 2
    } else {
        first + 1
    };
    match annotated.word(first) {
        "st" | "saint" | "sta" | "santa" | "san" if is_nameable(annotated, name) => {
            saint(annotated, first, name, before)
        }
        "hmp" | "fcc" | "fci" | "usp" | "mci" if is_nameable(annotated, name) && annotated.is_capital(name) => {
            Some((first, extend_right(annotated, name, true)))
        }
        "camp" if annotated.is_capital(first) && is_nameable(annotated, name) && annotated.is_capital(name) => {
            Some((first, extend_right(annotated, name, true)))
        }
        "our"
            if annotated.is_capital(first)
                && (is_place_word(before) && before != "to" || is_where(annotated, first + 4)) =>
        {
            let is_lady = annotated.word(first + 1) == "lady" && annotated.word(first + 2) == "of";
            (is_lady && is_nameable(annotated, first + 3)).then(|| (first, extend_right(annotated, first + 3, true)))
        }
        "our" => None,
        "sisters" | "brothers" | "daughters" | "missionaries" | "servants" | "knights" | "order" | "society"
        | "congregation"
            if annotated.has_telling_capital(first) && annotated.word(first + 1) == "of" =>
        {
            order(annotated, first)
        }
        word if annotated.dictionaries.starts_body(word) => listed(annotated, first, before),
        _ => None,
    }
}

/// "the Little Sisters of the Poor", "the Missionaries of Charity": an order or a lodge.
fn order(annotated: &AnnotatedText<'_>, first: usize) -> Option<(usize, usize)> {
    let last = extend_right(annotated, first, true);
    let begins = first
        .checked_sub(1)
        .filter(|&before| annotated.has_telling_capital(before) && annotated.is_open(before));
    (last > first).then_some((begins.unwrap_or(first), last))
}

fn is_nameable(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_written_so = annotated.is_capital(index) || annotated.is_lower && annotated.facts(index).tier() != 1;
    annotated.is_word(index) && !annotated.claimed[index] && is_written_so
}

/// "Our Lady of Fatima is where we married": the sentence says that it is a place.
fn is_where(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    matches!(annotated.word(index), "is" | "was") && annotated.word(index + 1) == "where"
}

fn is_place_word(word: &str) -> bool {
    matches!(
        word,
        "at" | "from" | "to" | "in" | "into" | "near" | "outside" | "attend" | "attended" | "joined" | "of"
    )
}

/// An organisation named after a saint; the saint alone is not redacted.
fn saint(annotated: &AnnotatedText<'_>, first: usize, name: usize, before: &str) -> Option<(usize, usize)> {
    let facts = annotated.facts(name);
    let is_known = facts.is_biblical() || annotated.kept[name] || facts.any(Facts::GIVEN);
    let located = matches!(before, "at" | "near" | "attend" | "attended" | "joined" | "outside")
        || !is_known && matches!(before, "from" | "to" | "in");
    let runs_together = annotated.word(name).ends_with('s') && facts == Facts::default();
    let is_possessive = |index: usize| annotated.tokens.is_possessive(index);
    // "St Mary Magdalene's": the possessive may follow the second name.
    let is_double = !is_possessive(name) && annotated.is_capital(name + 1) && is_possessive(name + 1);
    let name = if is_double { name + 1 } else { name };
    let last = extend_right(annotated, name, annotated.is_capital(name));
    // In "St Benedict's medal" the possessive belongs to the saint.
    let owned = annotated.facts(name + 1);
    let is_owner = annotated.shape(name + 1) == Shape::Lower
        && owned.tier() > 1
        && !owned.any(Facts::CONJUNCTION.union(Facts::SPEECH).union(Facts::LOCATIVE));
    let is_body = (runs_together || is_possessive(name)) && !is_owner || last > name;
    (is_body || located && !annotated.word(first).starts_with("sa")).then_some((first, last))
}

/// A listed organisation, such as "Sacred Heart", where a place is meant or more of its name follows.
fn listed(annotated: &AnnotatedText<'_>, first: usize, before: &str) -> Option<(usize, usize)> {
    if matches!(before, "the" | "a" | "an" | "my") {
        return None;
    }
    let words = annotated
        .dictionaries
        .body_words(|ahead| annotated.word(first + ahead))?;
    let last = first + words.checked_sub(1)?;
    let capitals = annotated.is_capital(first) && annotated.is_capital(last) && !annotated.is_shouted;
    let end = extend_right(annotated, last, capitals);
    let is_open = (first..=end).all(|index| !annotated.claimed[index]);
    (is_open && (is_place_word(before) || capitals && end > last)).then_some((first, end))
}
