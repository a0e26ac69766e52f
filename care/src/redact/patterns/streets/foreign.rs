//! Street addresses in other languages than English: "Avenida da Liberdade 212", "14 rue des Lilas", "Hauptstraße 7b",
//! "Calle 45 #23-10".

use super::super::super::dictionaries::facts::Facts;
use super::super::super::span::Kind;
use super::super::Claims;
use super::is_digits;

/// The maximum number of words of a street's name.
const MAX_WORDS: usize = 6;

/// The words with which a street's name begins.
pub(super) const BEGINNINGS: &str = "rue calle cl avenida avda av avinguda carrer rua travessa alameda estrada rodovia praca largo via viale vicolo \
    corso piazza strada ulica ul ulitsa jalan jl carrera cra calzada diagonal transversal paseo pasaje plaza jiron \
    jr callejon camino chemin impasse allee quai boulevard bd avenue";

/// Whether the word is a street with its name in one, as in German, Dutch and Swedish.
fn is_street(word: &str) -> bool {
    [
        "strasse", "gasse", "platz", "allee", "weg", "ufer", "damm", "ring", "straat", "laan", "gracht", "plein",
        "kade", "gatan", "vagen", "veien", "gata", "gade", "vej", "katu", "utca",
    ]
    .iter()
    .any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}

fn is_link(word: &str) -> bool {
    matches!(
        word,
        "de" | "des"
            | "du"
            | "la"
            | "las"
            | "los"
            | "del"
            | "el"
            | "da"
            | "das"
            | "do"
            | "dos"
            | "le"
            | "les"
            | "l'"
            | "della"
            | "dei"
            | "y"
            | "e"
    )
}

/// Claims the street that begins at this word, which is one of [`BEGINNINGS`] or a street and its name in one.
pub(super) fn find_at(claims: &mut Claims<'_, '_>, word: usize, is_beginning: bool) {
    let annotated = &claims.annotated;
    if is_beginning {
        street(claims, word);
    } else if is_digits(claims, word + 1)
        && annotated.tokens.list[word + 1].follows_closely
        && is_street(annotated.word(word))
        && (annotated.is_capital(word) || annotated.is_lower && annotated.facts(word) == Facts::default())
    {
        claims.claim_tokens(word, word + 1, Kind::Address);
    }
}

/// The words after a street word, with the house number on either side.
fn street(claims: &mut Claims<'_, '_>, word: usize) {
    let annotated = &claims.annotated;
    let before = match word.checked_sub(1) {
        Some(comma) if annotated.tokens.is_mark(comma, ",") => comma.checked_sub(1),
        before => before,
    };
    let number_before = before.filter(|&before| is_digits(claims, before) && annotated.is_open(before));
    let mut last = word;
    let mut next = word + 1;
    if annotated.tokens.is_mark(next, ".") {
        next += 1;
    }
    while next < annotated.len().min(word + MAX_WORDS) && annotated.tokens.list[next].follows_closely {
        let is_name = annotated.is_capital(next)
            || annotated.is_lower
                && annotated.is_word(next)
                && !annotated.facts(next).any(Facts::LOCATIVE.union(Facts::PRONOUN));
        if is_link(annotated.word(next)) {
        } else if is_name && annotated.is_open(next) {
            last = next;
        } else {
            break;
        }
        next += 1;
    }
    // "Calle 45 #23-10": the street itself is a number.
    let is_numbered = last == word && is_digits(claims, word + 1);
    if is_numbered {
        last = word + 1;
    }
    let number_after = house_number(claims, last + 1);
    if last == word || is_numbered && number_after.is_none() {
        return;
    }
    let is_plain_word = matches!(
        annotated.word(word),
        "boulevard" | "avenue" | "plaza" | "jr" | "via" | "diagonal" | "ring"
    );
    let is_name_of_lower_words = annotated.is_lower && last > word + 3;
    match (number_before, number_after) {
        (Some(first), after) if !is_name_of_lower_words => {
            claims.claim_tokens(first, after.unwrap_or(last), Kind::Address);
        }
        (None, Some(after)) if !is_name_of_lower_words => {
            claims.claim_tokens(word, after, Kind::Address);
        }
        // Without a number only a capitalised street word tells.
        (None, None) if annotated.is_capital(word) && annotated.is_capital(last) && !is_plain_word => {
            claims.claim_tokens(word, last, Kind::Address);
        }
        _ => {}
    }
}

/// The last token of a house number at this position: "212", ", 45", "#23-10", "n.º 7", "No. 93-60".
fn house_number(claims: &Claims<'_, '_>, from: usize) -> Option<usize> {
    let annotated = &claims.annotated;
    let mut at = from;
    while at < from + 4
        && matches!(
            annotated.word(at),
            "," | "#" | "no" | "n" | "nº" | "no." | "nr" | "num" | "numero" | "." | "º" | "°"
        )
    {
        at += 1;
    }
    let is_near = annotated.tokens.list.get(at).is_some_and(|token| token.follows_closely);
    if !is_near || !is_digits(claims, at) || annotated.word(at).len() > 7 || !annotated.is_open(at) {
        return None;
    }
    while annotated.tokens.is_mark(at + 1, "-") && is_digits(claims, at + 2) {
        at += 2;
    }
    Some(at)
}
