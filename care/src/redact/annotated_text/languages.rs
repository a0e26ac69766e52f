//! The language of a text, and which of its sentences are Spanish.
//!
//! Invariant: a redacted text has the language that it had before.

use crate::language::{Counts, Language};

use super::super::dictionaries::Dictionaries;
use super::super::tokens::{Shape, Token, Tokens};

/// A text is Spanish if our list of Spanish words has this many tenths of its words.
const MIN_SPANISH_TENTHS: usize = 6;

/// The language of the text, and for each token whether its sentence is Spanish. A sentence without signs has the
/// language of the text; one in another language needs two signs and none against it.
pub(super) fn languages_of(dictionaries: &Dictionaries, tokens: &Tokens) -> (Language, Vec<bool>) {
    let mut sentences: Vec<(usize, Counts)> = Vec::new();
    for (index, token) in tokens.list.iter().enumerate() {
        if sentences.is_empty() || token.opens_sentence && token.shape != Shape::Mark {
            sentences.push((index, Counts::default()));
        }
        let word = tokens.folded(index);
        match sentences.last_mut() {
            Some((_, counts)) if token.shape != Shape::Mark => counts.add(word),
            // A redacted text has the language that it had before.
            Some((_, counts)) if word.len() > 1 && word.starts_with('[') => counts.add_placeholder(),
            _ => {}
        }
    }
    let all = sentences
        .iter()
        .fold(Counts::default(), |all, (_, counts)| all.with(*counts));
    let mut language = all.language();
    if language != Language::Spanish && language != Language::OtherScript && all.is_hardly_english() {
        // Small words are few in a short text, and shared by related languages: all words decide.
        let words = (0..tokens.list.len()).filter(|&index| is_written_word(&tokens.list[index]));
        let (spanish, words) = words.fold((0, 0), |(spanish, words), index| {
            (
                spanish + usize::from(dictionaries.is_spanish(tokens.folded(index))),
                words + 1,
            )
        });
        if spanish * 10 >= words * MIN_SPANISH_TENTHS && words > 1 {
            language = Language::Spanish;
        }
    }
    let is_spanish = |counts: &Counts| match language {
        Language::Spanish => !counts.is_clearly(Language::English),
        Language::English | Language::OtherLatin | Language::OtherScript => counts.is_clearly(Language::Spanish),
    };
    if !sentences.iter().any(|(_, counts)| is_spanish(counts)) {
        return (language, Vec::new());
    }
    let mut spanish = vec![false; tokens.list.len()];
    for (number, (first, counts)) in sentences.iter().enumerate() {
        let after = sentences.get(number + 1).map_or(tokens.list.len(), |next| next.0);
        spanish[*first..after].fill(is_spanish(counts));
    }
    (language, spanish)
}

const fn is_written_word(token: &Token) -> bool {
    matches!(token.shape, Shape::Lower | Shape::Capital | Shape::Shout)
}
