//! Makes a story anonymous: text in, typed spans, redacted text and risk out.
//! Pure: no IO, never fails, never panics, linear in the text; redacting a redacted story changes nothing.

pub mod dictionaries;
mod features;
mod long;
pub mod marks;
mod model;
mod names;
mod organisations;
mod patterns;
mod placeholders;
mod reading;
mod span;
mod tokens;

pub use dictionaries::Dictionaries;
pub use span::{Kind, Redaction, Risk, Span};

use reading::Reading;
use span::Finding;
use tokens::Tokens;

/// How often the result is read again, at most, for names which only show once others are hidden. Stories need two.
const READINGS: usize = 16;

/// Hides what could tell who wrote the story or whom it speaks of, and the words in `also_hide`.
#[must_use]
pub fn redact(dictionaries: &Dictionaries, text: &str, also_hide: &[&str]) -> Redaction {
    let wanted: Vec<Vec<String>> = also_hide
        .iter()
        .map(|words| folded_words(words))
        .filter(|words| names_something(words))
        .collect();
    if text.len() >= long::LONG {
        return long::redact(dictionaries, text, &wanted);
    }
    let (mut findings, mut doubtful) = find(dictionaries, text, &wanted);
    let mut redaction = placeholders::write(text, &findings, doubtful);
    for _ in 1..READINGS {
        if findings.is_empty() {
            break;
        }
        let (more, still_doubtful) = find(dictionaries, &redaction.text, &wanted);
        doubtful = still_doubtful;
        if more.is_empty() {
            break;
        }
        findings = placeholders::settle(text, with_earlier(&redaction, findings, more));
        redaction = placeholders::write(text, &findings, doubtful);
    }
    redaction
}

/// Which of the words that an author wants hidden stand in the text at all.
#[must_use]
pub fn occurring<'a>(text: &str, also_hide: &[&'a str]) -> Vec<&'a str> {
    let tokens = Tokens::of(text);
    let stands = |wanted: &[String]| {
        let is_at = |first: usize| {
            let mut offsets = wanted.iter().enumerate();
            offsets.all(|(offset, word)| has_part(tokens.folded(first + offset), word))
        };
        names_something(wanted) && (0..tokens.list.len()).any(is_at)
    };
    also_hide
        .iter()
        .copied()
        .filter(|words| stands(&folded_words(words)))
        .collect()
}

/// One reading of a text.
fn find(dictionaries: &Dictionaries, text: &str, wanted: &[Vec<String>]) -> (Vec<Finding>, usize) {
    let mut reading = Reading::of(dictionaries, text);
    let mut findings = patterns::find(&mut reading);
    findings.extend(wished(&mut reading, wanted));
    let names = names::find(&reading);
    findings.extend(names.findings);
    (placeholders::settle(text, findings), names.doubtful)
}

/// The words which the author asked to hide.
fn wished(reading: &mut Reading<'_>, wanted: &[Vec<String>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for words in wanted {
        for first in 0..(reading.len() + 1).saturating_sub(words.len()) {
            let last = first + words.len() - 1;
            let is_here = words
                .iter()
                .enumerate()
                .all(|(offset, word)| has_part(reading.word(first + offset), word));
            // What a pattern has claimed is hidden with all around it.
            if is_here && reading.taken[first..=last].contains(&false) {
                let (start, end) = (reading.tokens.list[first].start, reading.tokens.list[last].end);
                reading.taken[first..=last].fill(true);
                findings.push(Finding::certain(start, end, Kind::Hidden));
            }
        }
    }
    findings
}

/// Whether a word of the text is the wanted one, or has it before or behind a hyphen.
fn has_part(word: &str, wanted: &str) -> bool {
    word == wanted || word.contains(['-', '\'']) && word.split(['-', '\'']).any(|part| part == wanted)
}

/// Whether there is a letter or digit to hide, and no placeholder of ours.
fn names_something(words: &[String]) -> bool {
    words.iter().any(|word| word.contains(char::is_alphanumeric)) && !words.iter().any(|word| word.starts_with('['))
}

fn folded_words(words: &str) -> Vec<String> {
    let tokens = Tokens::of(words);
    (0..tokens.list.len())
        .map(|index| tokens.folded(index).to_owned())
        .collect()
}

/// Moves what a second reading found back to its place in the original and adds it to what was known.
fn with_earlier(redaction: &Redaction, mut findings: Vec<Finding>, more: Vec<Finding>) -> Vec<Finding> {
    let mut written_end = 0;
    let mut end = 0;
    // Where each placeholder stands in the redacted text, with the span that it stands for.
    let written: Vec<(usize, usize, &Span)> = redaction
        .spans
        .iter()
        .map(|span| {
            let start = written_end + (span.start - end);
            (written_end, end) = (start + span.placeholder.len(), span.end);
            (start, written_end, span)
        })
        .collect();
    let original = |offset: usize| {
        let before = written.partition_point(|(_, written_end, _)| *written_end <= offset);
        match (
            written.get(before),
            before.checked_sub(1).and_then(|last| written.get(last)),
        ) {
            (Some((start, _, span)), _) if *start < offset => span.start,
            (_, Some((_, written_end, span))) => offset - written_end + span.end,
            (_, None) => offset,
        }
    };
    findings.extend(more.into_iter().map(|later| {
        let start = original(later.start);
        Finding {
            start,
            end: original(later.end).max(start),
            ..later
        }
    }));
    findings
}

#[cfg(test)]
mod tests;
