//! Names in Spanish texts. Spanish writes months, weekdays and peoples in lower case, so a capital inside a sentence
//! is a name unless a list keeps it.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::features::Tag;
use super::Prediction;
use super::rules::prediction;

/// Decides all words of Spanish sentences; they overrule the tagger, which has learned English.
pub(super) fn apply(annotated: &AnnotatedText<'_>, predictions: &mut [Prediction]) {
    for index in 0..annotated.len() {
        if !annotated.is_spanish(index) || !annotated.is_word(index) {
            continue;
        }
        let before = index
            .checked_sub(1)
            .map_or(Tag::Nothing, |before| predictions[before].tag);
        let tag = if annotated.is_open(index) {
            tag_of(annotated, index, before)
        } else {
            Tag::Nothing
        };
        predictions[index] = prediction(tag, if tag == Tag::Nothing { 0.0 } else { 0.8 });
    }
    join_particles(annotated, predictions);
}

fn tag_of(annotated: &AnnotatedText<'_>, index: usize, before: Tag) -> Tag {
    let facts = annotated.facts(index);
    let is_small = Facts::PRONOUN
        .union(Facts::DETERMINER)
        .union(Facts::POSSESSIVE)
        .union(Facts::CONJUNCTION)
        .union(Facts::LOCATIVE);
    let introduced = introduction(annotated, index);
    let is_capital =
        annotated.has_telling_capital(index) || annotated.is_capital(index) && introduced == Introduction::Person;
    let goes_on = before != Tag::Nothing
        && annotated.has_telling_capital(index)
        && annotated.tokens.list[index].follows_closely
        && annotated.is_word(index - 1);
    if facts.any(is_small) && !(is_capital && facts.is_name() && facts.tier() != 1) {
        return Tag::Nothing;
    }
    if goes_on && !is_holy(annotated, index) {
        return before;
    }
    if is_holy(annotated, index) || is_of_the_bible(annotated, index, introduced) {
        return Tag::Nothing;
    }
    let is_role = facts.any(Facts::KINSHIP.union(Facts::TITLE)) && !facts.is_name();
    if is_role || facts.any(Facts::COUNTRY) {
        return Tag::Nothing;
    }
    if annotated.is_lower || annotated.is_shouted {
        return lower_case_tag(facts, introduced);
    }
    if !annotated.is_capital(index) {
        let is_named = introduced == Introduction::Person && is_naming(annotated, index) && facts == Facts::default();
        return if is_named { Tag::Person } else { Tag::Nothing };
    }
    if introduced == Introduction::Person {
        return Tag::Person;
    }
    if annotated.tokens.list[index].opens_sentence {
        return opening_tag(annotated, index);
    }
    match introduced {
        Introduction::Place if !facts.any(Facts::GIVEN) || facts.place() > 3 => Tag::Location,
        Introduction::Nothing | Introduction::Person | Introduction::Place => capital_tag(annotated, index),
    }
}

/// A capital inside a sentence: the lists say whose.
fn capital_tag(annotated: &AnnotatedText<'_>, index: usize) -> Tag {
    let facts = annotated.facts(index);
    let is_name = facts.is_name() || facts.any(Facts::VIRTUE);
    let is_place = facts.place() > 1 || facts.any(Facts::REGION) || annotated.place_words[index] > 1;
    if facts.tier() != 0 && !is_name && facts.place() < 4 {
        Tag::Nothing
    } else if is_place && !is_name {
        Tag::Location
    } else {
        Tag::Person
    }
}

/// What the words before a word introduce.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Introduction {
    Nothing,
    Person,
    Place,
}

fn introduction(annotated: &AnnotatedText<'_>, index: usize) -> Introduction {
    let Some(mut before) = index.checked_sub(1) else {
        return Introduction::Nothing;
    };
    // "Sra. Peña", "mi esposo, Raúl,"
    if annotated.tokens.is_mark(before, ".") || annotated.tokens.is_mark(before, ",") {
        let facts = before.checked_sub(1).map(|at| annotated.facts(at)).unwrap_or_default();
        let is_kin = annotated.tokens.is_mark(before, ",") && facts.any(Facts::KINSHIP);
        let is_short = before > 0 && annotated.word(before - 1).len() <= 4;
        let is_title = annotated.tokens.is_mark(before, ".") && is_short && facts.any(Facts::TITLE);
        return if is_kin || is_title {
            Introduction::Person
        } else {
            Introduction::Nothing
        };
    }
    if before > 0
        && matches!(annotated.word(before), "el" | "la" | "los" | "las")
        && is_place_preposition(annotated.word(before - 1))
    {
        before -= 1;
    }
    let facts = annotated.facts(before);
    if facts.any(Facts::KINSHIP.union(Facts::TITLE).union(Facts::NAMING)) {
        return Introduction::Person;
    }
    let is_kind_of_place = |at: usize| {
        matches!(
            annotated.word(at),
            "barrio"
                | "colonia"
                | "ciudad"
                | "pueblo"
                | "municipio"
                | "provincia"
                | "departamento"
                | "estado"
                | "condado"
                | "vereda"
                | "aldea"
                | "comuna"
                | "frontera"
        )
    };
    let of_place = annotated.word(before) == "de"
        && before > 0
        && (is_kind_of_place(before - 1)
            || annotated.facts(before - 1).any(Facts::MOVEMENT)
            || matches!(annotated.word(before - 1), "soy" | "somos" | "era" | "es" | "lejos"));
    if is_place_preposition(annotated.word(before)) || is_kind_of_place(before) || of_place {
        return Introduction::Place;
    }
    Introduction::Nothing
}

fn is_place_preposition(word: &str) -> bool {
    matches!(word, "en" | "desde" | "hasta" | "hacia" | "rumbo" | "por")
}

fn is_naming(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    index > 0 && annotated.facts(index - 1).any(Facts::NAMING)
}

/// God, Mary and what belongs to them, and saints; but a town called after a saint is a place.
fn is_holy(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let is_saint_word = |at: usize| matches!(annotated.word(at), "san" | "santa" | "santo" | "virgen" | "sta");
    let first = if index > 0 && is_saint_word(index - 1) {
        index - 1
    } else {
        index
    };
    if is_saint_word(first) {
        let is_town = first > 0
            && matches!(annotated.word(first - 1), "en" | "desde" | "hasta" | "hacia")
            && annotated.word(first) != "virgen";
        let is_nothing_more = first == index && !annotated.is_capital(index + 1);
        return !is_town || is_nothing_more;
    }
    // "San Judas Tadeo", "Santa Teresa"
    let follows_saint = index > 1
        && is_saint_word(index - 2)
        && annotated.is_capital(index - 2)
        && annotated.is_capital(index - 1)
        && is_holy(annotated, index - 1);
    // "la Virgen de Guadalupe", "Nuestra Señora de los Dolores"
    let is_of_mary = (2..5).any(|back| {
        index >= back
            && matches!(annotated.word(index - back), "virgen" | "senora")
            && (index - back + 1..index).all(|at| matches!(annotated.word(at), "de" | "del" | "la" | "los" | "las"))
            && annotated.word(index - back + 1).starts_with("de")
    });
    let is_surname = index > 0
        && annotated.facts(index - 1).any(Facts::GIVEN)
        && annotated.is_capital(index - 1)
        && facts.any(Facts::SURNAME);
    let is_named = introduction(annotated, index) == Introduction::Person && facts.is_name();
    is_of_mary
        || follows_saint
        || facts.any(Facts::KEPT) && !is_surname && !is_named && !has_surname_after(annotated, index)
}

/// A person or place of the Bible that the sentence speaks of as such.
fn is_of_the_bible(annotated: &AnnotatedText<'_>, index: usize, introduced: Introduction) -> bool {
    let facts = annotated.facts(index);
    if !facts.is_biblical() || has_surname_after(annotated, index) {
        return false;
    }
    let before = index
        .checked_sub(1)
        .map(|before| annotated.facts(before))
        .unwrap_or_default();
    if introduced == Introduction::Person && !before.any(Facts::BIBLE_BEFORE) {
        return false;
    }
    let sentence = annotated.sentence_of(index);
    let own_cue = u8::from(facts.any(Facts::BIBLE_CUE));
    let neighbour =
        |at: Option<usize>| at.is_some_and(|at| annotated.is_capital(at) && annotated.facts(at).is_biblical());
    let has_neighbour = annotated.word(index + 1) == "y" && neighbour(Some(index + 2))
        || index > 1 && annotated.word(index - 1) == "y" && neighbour(index.checked_sub(2));
    facts.any(Facts::BIBLE_SURE)
        || before.any(Facts::BIBLE_BEFORE)
        || sentence.has_reference
        || sentence.bible_cues > own_cue
        || has_neighbour
        || facts.any(Facts::BIBLE_PLACE) && introduced != Introduction::Place
}

fn has_surname_after(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let next = annotated.facts(index + 1);
    annotated.has_telling_capital(index + 1)
        && annotated.tokens.list[index + 1].follows_closely
        && next.any(Facts::SURNAME)
        && !next.any(Facts::KEPT)
        && annotated.facts(index).is_name()
}

/// In a text without capitals, or all in capitals, only the lists tell.
fn lower_case_tag(facts: Facts, introduced: Introduction) -> Tag {
    let is_word = facts.tier() != 0;
    match introduced {
        Introduction::Person if !is_word || facts.any(Facts::VIRTUE) => Tag::Person,
        Introduction::Place if facts.place() > 2 && !is_word => Tag::Location,
        Introduction::Nothing | Introduction::Person | Introduction::Place => {
            if is_word {
                Tag::Nothing
            } else if facts.any(Facts::GIVEN) {
                Tag::Person
            } else if facts.place() > 3 {
                Tag::Location
            } else {
                Tag::Nothing
            }
        }
    }
}

/// The first word of a sentence has a capital anyway.
fn opening_tag(annotated: &AnnotatedText<'_>, index: usize) -> Tag {
    let facts = annotated.facts(index);
    let next = annotated.facts(index + 1);
    let goes_on =
        annotated.has_telling_capital(index + 1) && annotated.tokens.list[index + 1].follows_closely && next.is_name();
    let acts = next.any(Facts::SPEECH) || annotated.tokens.is_mark(index + 1, ",") || annotated.word(index + 1) == "y";
    // Spanish words have the tiers up to three; a rare English word is none here.
    let is_no_word = facts.tier() == 0 || facts.tier() > 4;
    let is_told_of = facts.any(Facts::VIRTUE) && (acts || goes_on)
        || facts.any(Facts::KEPT.union(Facts::VIRTUE)) && has_surname_after(annotated, index);
    if facts.any(Facts::GIVEN) && (is_no_word || is_told_of) {
        Tag::Person
    } else if facts.place() > 3 && facts.tier() == 0 {
        Tag::Location
    } else if facts.any(Facts::SURNAME) && facts.tier() == 0 && (goes_on || acts) {
        Tag::Person
    } else {
        Tag::Nothing
    }
}

/// "María de los Ángeles", "San Miguel de Allende": what stands between two parts of a name belongs to it.
fn join_particles(annotated: &AnnotatedText<'_>, predictions: &mut [Prediction]) {
    for index in 1..annotated.len() {
        let tag = predictions[index - 1].tag;
        if tag == Tag::Nothing
            || !annotated.is_spanish(index)
            || annotated.word(index) != "de" && annotated.word(index) != "del"
        {
            continue;
        }
        let last = (index + 1..index + 3).find(|&at| !matches!(annotated.word(at), "la" | "los" | "las" | "el"));
        let Some(last) = last.filter(|&last| annotated.has_telling_capital(last) && annotated.is_open(last)) else {
            continue;
        };
        let is_same = predictions[last].tag == tag || annotated.facts(last).any(Facts::VIRTUE) && tag == Tag::Person;
        if is_same && annotated.tokens.list[last].follows_closely && (index..=last).all(|at| annotated.is_open(at)) {
            for word in &mut predictions[index..=last] {
                *word = prediction(tag, 0.8);
            }
        }
    }
}
