//! Redaction of personal details (PII): text → typed spans, redacted text and risk.
//!
//! Invariants: pure and total, linear in the text, and idempotent: redacting a redacted text changes nothing.

mod annotated_text;
pub mod dictionaries;
mod features;
mod names;
mod organisations;
mod oversized;
mod patterns;
mod placeholders;
mod span;
pub mod tagger;
mod tokens;

pub use dictionaries::facts::Facts;
pub use dictionaries::{Dictionaries, SmallTables};
pub use span::{Kind, Redaction, Risk, Span};
pub use tokens::{fold, stem};

use annotated_text::AnnotatedText;
use span::Finding;
use tokens::Tokens;

/// The maximum number of passes. Some names are recognised only when others are already redacted; real texts need two
/// passes.
const MAX_PASSES: usize = 16;

/// Redacts what could identify the author or another person, and the words in `also_hide`.
pub fn redact(dictionaries: &Dictionaries, text: &str, also_hide: &[&str]) -> Redaction {
    let requested: Vec<Vec<String>> = also_hide
        .iter()
        .map(|words| folded_words(words))
        .filter(|words| has_content(words))
        .collect();
    if text.len() >= oversized::MIN_LEN {
        return oversized::redact(dictionaries, text, &requested);
    }
    let (mut findings, mut uncertain) = find(dictionaries, text, &requested);
    let mut redaction = placeholders::write(text, &findings, uncertain);
    for _ in 1..MAX_PASSES {
        if findings.is_empty() {
            break;
        }
        let (more, still_uncertain) = find(dictionaries, &redaction.text, &requested);
        uncertain = still_uncertain;
        if more.is_empty() {
            break;
        }
        findings = placeholders::merge(text, with_earlier(&redaction, findings, more));
        redaction = placeholders::write(text, &findings, uncertain);
    }
    redaction
}

/// Which of the words in `also_hide` occur in the text.
pub fn occurring<'a>(text: &str, also_hide: &[&'a str]) -> Vec<&'a str> {
    let tokens = Tokens::of(text);
    let stands = |requested: &[String]| {
        let is_at = |first: usize| {
            let mut offsets = requested.iter().enumerate();
            offsets.all(|(offset, word)| has_part(tokens.folded(first + offset), word))
        };
        has_content(requested) && (0..tokens.list.len()).any(is_at)
    };
    also_hide
        .iter()
        .copied()
        .filter(|words| stands(&folded_words(words)))
        .collect()
}

/// One pass over a text: the findings, and the number of uncertain words.
fn find(dictionaries: &Dictionaries, text: &str, requested: &[Vec<String>]) -> (Vec<Finding>, usize) {
    let mut annotated = AnnotatedText::of(dictionaries, text);
    let mut findings = patterns::find(&mut annotated);
    findings.extend(author_requested(&mut annotated, requested));
    let names = names::find(&annotated);
    findings.extend(names.findings);
    (placeholders::merge(text, findings), names.uncertain)
}

/// Finds the words that the author asked to hide.
fn author_requested(annotated: &mut AnnotatedText<'_>, requested: &[Vec<String>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for words in requested {
        for first in 0..(annotated.len() + 1).saturating_sub(words.len()) {
            let last = first + words.len() - 1;
            let is_here = words
                .iter()
                .enumerate()
                .all(|(offset, word)| has_part(annotated.word(first + offset), word));
            // Words that a pattern has claimed are already redacted.
            if is_here && annotated.claimed[first..=last].contains(&false) {
                let (start, end) = (annotated.tokens.list[first].start, annotated.tokens.list[last].end);
                annotated.claimed[first..=last].fill(true);
                findings.push(Finding::certain(start, end, Kind::Hidden));
            }
        }
    }
    findings
}

/// Whether a word equals `requested`, or has it as a part before or after a hyphen or apostrophe.
fn has_part(word: &str, requested: &str) -> bool {
    word == requested || word.contains(['-', '\'']) && word.split(['-', '\'']).any(|part| part == requested)
}

/// Whether there is a letter or digit to hide, and no placeholder.
fn has_content(words: &[String]) -> bool {
    words.iter().any(|word| word.contains(char::is_alphanumeric)) && !words.iter().any(|word| word.starts_with('['))
}

/// The words of a phrase, folded like those of a text.
pub fn folded_words(words: &str) -> Vec<String> {
    let tokens = Tokens::of(words);
    (0..tokens.list.len())
        .map(|index| tokens.folded(index).to_owned())
        .collect()
}

/// Maps the findings of a later pass back to offsets in the original text and adds them to the earlier ones.
fn with_earlier(redaction: &Redaction, mut findings: Vec<Finding>, more: Vec<Finding>) -> Vec<Finding> {
    let mut written_end = 0;
    let mut end = 0;
    // The range of each placeholder in the redacted text, with its span.
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
