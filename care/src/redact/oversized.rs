//! The fallback for texts far beyond the accepted length: an allowlist instead of the tagger.
//!
//! Only the most common words and placeholders stay; every other word is hidden, in one pass.

use super::dictionaries::Dictionaries;
use super::dictionaries::facts::Facts;
use super::requested::Wish;
use super::span::{Kind, Redaction, Risk, Span};
use super::tokens::placeholder_at;

/// Texts of at least this many bytes are handled here. An accepted testimony has at most 60,000.
pub(super) const MIN_LEN: usize = 256 * 1024;

/// Punctuation that may surround an allowed word.
const MARKS: [char; 12] = ['.', ',', '!', '?', ';', ':', '"', '\'', '(', ')', '-', '*'];

/// The facts that an allowed word may have: none that a rule of the normal redaction uses.
const ALLOWED: Facts = Facts::SPEECH
    .union(Facts::LOCATIVE)
    .union(Facts::MOVEMENT)
    .union(Facts::DETERMINER)
    .union(Facts::POSSESSIVE)
    .union(Facts::PRONOUN)
    .union(Facts::CONJUNCTION)
    .union(Facts::BIBLE_WORD)
    .union(Facts::LIFE_CUE);

/// Hides every word outside the allowlist, and every word of a wish.
pub(super) fn redact(dictionaries: &Dictionaries, text: &str, wishes: &[Wish]) -> Redaction {
    let mut hidden: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = text[at..]
            .trim_start_matches([' ', '\n', '\r', '\t'])
            .trim_start_matches(MARKS);
        let start = text.len() - rest.len();
        if let Some(length) = placeholder_at(rest) {
            at = start + length;
            continue;
        }
        let word = rest.split([' ', '\n', '\r', '\t']).next().unwrap_or_default();
        at = start + word.len();
        let word = word.trim_end_matches(MARKS);
        if word.is_empty() || stays(dictionaries, word) && !wishes.iter().any(|wish| wish.has_word(word)) {
            continue;
        }
        match hidden.last_mut() {
            Some((_, end)) if text[*end..start].bytes().all(|byte| byte == b' ') => *end = start + word.len(),
            _ => hidden.push((start, start + word.len())),
        }
    }
    write(text, &hidden)
}

fn stays(dictionaries: &Dictionaries, word: &str) -> bool {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase()) && (word.len() > 1 || word == "a");
    let stays = || {
        let facts = dictionaries.facts(word);
        facts.tier() == 1 && facts == Facts::of_tier(1).union(facts.intersection(ALLOWED)) && !is_number_or_sign(word)
    };
    word == "I" || is_plain && word.len() < 16 && stays()
}

/// Words of spoken telephone numbers and addresses.
fn is_number_or_sign(word: &str) -> bool {
    super::patterns::is_number_word(word) || matches!(word, "dot" | "dash" | "slash" | "underscore" | "punto")
}

fn write(text: &str, hidden: &[(usize, usize)]) -> Redaction {
    let mut redacted = String::with_capacity(text.len());
    let mut at = 0;
    for &(start, end) in hidden {
        redacted.push_str(&text[at..start]);
        redacted.push_str("[hidden]");
        at = end;
    }
    redacted.push_str(&text[at..]);
    let spans = hidden.iter().map(|&(start, end)| Span {
        start,
        end,
        kind: Kind::Hidden,
        placeholder: "[hidden]".to_owned(),
    });
    Redaction {
        spans: spans.collect(),
        text: redacted,
        risk: Risk::High,
    }
}
