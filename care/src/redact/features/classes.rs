//! Word classes for the tagger: dictionary lists, rarity, class as a neighbour.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::tokens::Shape;

pub(super) fn lists(facts: Facts) -> u32 {
    let place = match facts.place() {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    };
    let place = if facts.any(Facts::COUNTRY.union(Facts::REGION)) {
        3
    } else {
        place
    };
    u32::from(facts.any(Facts::GIVEN)) + 2 * u32::from(facts.any(Facts::SURNAME)) + 4 * place
}

pub(super) fn rarity(facts: Facts) -> u32 {
    match facts.tier() {
        0 if facts.any(Facts::BIBLE_WORD) => 2,
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

pub(super) fn bible(facts: Facts) -> u32 {
    if facts.any(Facts::BIBLE_SURE) {
        1
    } else if facts.any(Facts::BIBLE_PEOPLE) {
        2
    } else if facts.any(Facts::BIBLE_PLACE) {
        3
    } else if facts.any(Facts::BIBLE_NAME) {
        4
    } else {
        0
    }
}

/// The class of a neighbour; the most informative about names takes precedence.
pub(super) fn class_of(annotated: &AnnotatedText<'_>, index: usize) -> u8 {
    match annotated.shape(index) {
        Shape::Mark => return mark_class(annotated.word(index)),
        Shape::Number => return 8,
        Shape::Lower | Shape::Capital | Shape::Shout => {}
    }
    if annotated.kept[index] {
        return 9;
    }
    let facts = annotated.facts(index);
    let by_fact = [
        (Facts::NAMING, 10),
        (Facts::POSSESSIVE, 15),
        (Facts::DETERMINER, 16),
        (Facts::PRONOUN, 17),
        (Facts::CONJUNCTION, 18),
        (Facts::LOCATIVE, 14),
    ];
    if let Some((_, class)) = by_fact.iter().find(|(fact, _)| facts.any(*fact)) {
        return *class;
    }
    match (facts.any(Facts::KINSHIP), facts.any(Facts::TITLE)) {
        (true, true) => return 11,
        (true, false) => return 12,
        (false, true) => return 13,
        (false, false) => {}
    }
    if facts.ends_organisation() && (annotated.is_capital(index) || annotated.is_lower) {
        return 21;
    }
    if annotated.is_capital(index) && !annotated.is_shouted {
        return capital_class(facts);
    }
    let by_fact = [
        (Facts::SPEECH, 20),
        (Facts::MOVEMENT, 19),
        (Facts::KEPT, 24),
        (Facts::COUNTRY.union(Facts::REGION), 26),
        (Facts::BIBLE_CUE, 25),
    ];
    if let Some((_, class)) = by_fact.iter().find(|(fact, _)| facts.any(*fact)) {
        return *class;
    }
    match facts.tier() {
        0 if facts.is_name() => 37,
        0 => 36,
        1 => 32,
        2 => 33,
        _ => 34,
    }
}

fn capital_class(facts: Facts) -> u8 {
    if facts.any(Facts::KEPT) {
        23
    } else if facts.any(Facts::COUNTRY.union(Facts::REGION)) {
        26
    } else if facts.any(Facts::GIVEN) && facts.tier() == 0 {
        27
    } else if facts.any(Facts::SURNAME) && facts.tier() == 0 {
        28
    } else if facts.place() > 0 && facts.tier() == 0 {
        29
    } else if facts.is_english() {
        31
    } else {
        30
    }
}

fn mark_class(mark: &str) -> u8 {
    match mark {
        "," => 1,
        "." | "!" | "?" | "…" => 2,
        "\"" | "“" | "”" | "'" | "‘" | "’" => 3,
        "-" | "–" | "—" => 4,
        ":" | ";" => 5,
        "(" | ")" => 6,
        "&" => 18,
        name if name.starts_with("[name") => 40,
        place if place.starts_with("[place") => 41,
        other if other.len() > 4 && other.starts_with('[') => 42,
        _ => 7,
    }
}

/// Common words are represented by themselves, all others by their class.
pub(super) fn identity_of(annotated: &AnnotatedText<'_>, index: usize, class: u8) -> u32 {
    let facts = annotated.facts(index);
    let listed = Facts::KINSHIP
        .union(Facts::TITLE)
        .union(Facts::NAMING)
        .union(Facts::SPEECH)
        .union(Facts::LOCATIVE)
        .union(Facts::MOVEMENT);
    if annotated.is_word(index) && (facts.is_common() || facts.any(listed)) && class != 9 {
        hash(annotated.word(index).as_bytes()) | 64
    } else {
        u32::from(class)
    }
}

pub(super) fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash: u32, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}
