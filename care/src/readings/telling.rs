//! The sentences of a text that may be quoted, so that an answer can begin with the writer's own words and name what else
//! they wrote of.
//!
//! Invariant: a sentence is given word for word, or none. None that condemns its writer, tells of violence or the body, or
//! could stand in any text.

use std::sync::LazyLock;

use regex::Regex;

use super::compile;
use crate::normalise::normalise;

/// Words of a sentence that can stand alone.
const WORDS: std::ops::RangeInclusive<usize> = 6..=20;
/// Words of one that reads best.
const BEST_WORDS: std::ops::RangeInclusive<usize> = 8..=16;
/// The least of a text from which one sentence is quoted: a shorter one would be repeated, not heard.
const MIN_SENTENCES: usize = 3;
const MIN_WORDS: usize = 25;
/// The least weight of a sentence that is worth quoting.
const MIN_WEIGHT: usize = 3;
/// The most turns that count.
const MAX_TURNS: usize = 3;
/// The longest sentence, in bytes.
const MAX_LEN: usize = 140;

/// The patterns of a language, in plain form.
pub(super) struct Patterns {
    /// Condemns its writer, tells of violence or the body, curses, or could stand in any text.
    pub unquotable: Regex,
    /// Says *I* or *my*.
    pub own: Regex,
    /// Words on which a life turns: *but*, *still*, *nobody*, *since*.
    pub turn: Regex,
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    unquotable: compile(
        r"(?-u)\b(?:worthless|disgust\w*|useless|stupid|pathetic|ugly|fat|failure|failed|loser|burden|monster|garbage|trash|freak|dirty|filthy|slut|whore|idiot|dumb|coward|hate (?:myself|my|me|him|her|them)|ashamed|shame|ruin\w*|evil|crazy|insane|kill\w*|die[ds]?|dying|dead|death|suicid\w*|murder\w*|rap(?:e|ed|ist|ing)|molest\w*|abus\w*|assault\w*|hits?|hitting|beat\w*|slap\w*|punch\w*|chok\w*|blood\w*|cut(?:s|ting)?|gun|knife|pills?|overdose\w*|sex\w*|porn\w*|masturbat\w*|naked|affair|cheat\w*|abort\w*|miscarr\w*|pregnan\w*|period|weigh\w*|vomit\w*|purg\w*|fuck\w*|shit\w*|bitch\w*|hell|damn\w*|ass|crap\w*|wtf|i need (?:help|advice|prayer)|please|tell me|help me|do you think|is there|does anyone|has anybody|what do i|how do i|should i|don'?t know what to do|any advice|sorry (?:for|if|about|this|my)|english is|thank(?:s| you)|hello|hi|hey|dear|pray for|amen|this is my first|throwaway|long story|background|tl;?dr|edit|anyway|(?:this|your) (?:app|site|website|page)|i am (?:a|an) \d|i'?m \d|year old)\b",
    ),
    own: compile(r"(?-u)\b(?:i|i'm|im|i've|ive|i'd|me|my|mine|we|our|us)\b"),
    turn: compile(
        r"(?-u)\b(?:but|still|even|any ?more|every|never|nobody|no ?one|alone|last|since|because|only|without|used to|again|yet|though|pretend\w*|until|till|same|empty|quiet|silen\w+|wait\w*|instead|always|nothing|everyone|somehow|each|whole|door|chair|phone|bed|table|car|kitchen|night|morning|sunday|christmas|birthday)\b",
    ),
});

/// The sentences of a text that tell something, the one that tells most first. None of a short text.
pub(super) fn telling<'a>(patterns: &Patterns, text: &'a str) -> Vec<&'a str> {
    let sentences: Vec<&str> = sentences(text).collect();
    if sentences.len() < MIN_SENTENCES || text.split_whitespace().count() < MIN_WORDS {
        return Vec::new();
    }
    let weighed = sentences.iter().filter_map(|sentence| {
        let plain = quotable(patterns, sentence)?;
        let weight = weight(patterns, sentence, &plain)?;
        (weight >= MIN_WEIGHT).then_some((weight, *sentence))
    });
    // The later of equals first: people come to the heart of it last.
    let mut weighed: Vec<(usize, &str)> = weighed.rev().collect();
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    weighed.into_iter().map(|(_, sentence)| sentence).collect()
}

/// All sentences of a text that may be quoted, in its order.
pub(super) fn all_quotable<'a>(patterns: &Patterns, text: &'a str) -> impl Iterator<Item = &'a str> {
    sentences(text).filter(|sentence| quotable(patterns, sentence).is_some())
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '?', '!', '\n', '…'])
        .map(str::trim)
        .filter(|sentence| sentence.split_whitespace().count() > 2)
}

/// The plain form of a sentence; none if it must not be quoted.
fn quotable(patterns: &Patterns, sentence: &str) -> Option<String> {
    let words = sentence.split_whitespace().count();
    let is_shouted = !sentence.chars().any(char::is_lowercase);
    let is_marked = sentence.contains([
        '?', '¿', '"', '“', '”', '«', '»', '(', ')', '[', ']', '<', '>', '@', '#', '/', '*', ':',
    ]);
    let digits = sentence.chars().filter(char::is_ascii_digit).count();
    if !WORDS.contains(&words) || sentence.len() > MAX_LEN || is_shouted || is_marked || digits > 4 {
        return None;
    }
    let normalised = normalise(sentence);
    let plain = normalised.text();
    (!patterns.unquotable.is_match(plain)).then(|| plain.to_owned())
}

/// How much a sentence tells of its writer; none if they are not in it.
fn weight(patterns: &Patterns, sentence: &str, plain: &str) -> Option<usize> {
    if !patterns.own.is_match(plain) {
        return None;
    }
    let words = sentence.split_whitespace().count();
    let turns = patterns.turn.find_iter(plain).count().min(MAX_TURNS);
    let length = if BEST_WORDS.contains(&words) { 2 } else { 1 };
    Some(turns + length + 1)
}

#[cfg(test)]
mod tests;
