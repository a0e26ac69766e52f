//! Redaction of personal details (PII): text → typed spans, redacted text and risk.
//!
//! Invariants: pure and total, linear in the text, and idempotent: redacting a redacted text changes nothing.

mod annotated_text;
pub mod dictionaries;
mod features;
mod leftovers;
mod names;
mod organisations;
mod oversized;
mod patterns;
mod placeholders;
mod reading;
mod requested;
mod span;
pub mod tagger;
mod tokens;

pub use dictionaries::facts::Facts;
pub use dictionaries::{Dictionaries, SPANISH, SmallTables};
pub use reading::digit_of;
pub use span::{Kind, Redaction, Risk, Span};
pub use tokens::{fold, stem};

use std::ops::Range;

use annotated_text::AnnotatedText;
use reading::Reading;
use requested::Wish;
use span::Finding;
use tokens::Tokens;

/// The maximum number of passes. Some names are recognised only when others are already redacted; real texts need two
/// passes.
const MAX_PASSES: usize = 16;

/// Redacts what could identify the author or another person, and the words in `also_hide`.
pub fn redact(dictionaries: &Dictionaries, text: &str, also_hide: &[&str]) -> Redaction {
    let wishes: Vec<Wish> = also_hide.iter().filter_map(|words| Wish::of(words)).collect();
    let (mut redaction, is_original) = redact_original(dictionaries, text, &wishes);
    if is_original {
        return redaction;
    }
    // A placeholder may stand for more than was read there, and what stands beside it then reads otherwise.
    for _ in 1..MAX_PASSES {
        let (more, _) = redact_original(dictionaries, &redaction.text, &wishes);
        if more.spans.is_empty() {
            break;
        }
        let in_text = to_original(&redaction.spans);
        let later = more.spans.into_iter().map(|span| Span {
            start: in_text(span.start),
            end: in_text(span.end),
            ..span
        });
        // What lies within a placeholder is hidden already.
        let later: Vec<Span> = later.filter(|span| span.start < span.end).collect();
        redaction.spans.extend(later);
        redaction.spans.sort_by_key(|span| (span.start, span.end));
        redaction.spans.dedup_by(|next, last| {
            let overlaps = next.start < last.end;
            if overlaps {
                last.end = last.end.max(next.end);
            }
            overlaps
        });
        redaction.text = placeholders::fill_in(text, &redaction.spans);
        redaction.risk = redaction.risk.max(more.risk);
    }
    redaction
}

/// Redacts a text by its reading form; also whether the text is in that form.
fn redact_original(dictionaries: &Dictionaries, text: &str, wishes: &[Wish]) -> (Redaction, bool) {
    let reading = Reading::of(text);
    let redaction = redact_read(dictionaries, reading.text(), wishes);
    if reading.is_original() {
        return (redaction, true);
    }
    let spans = redaction.spans.into_iter().map(|span| {
        let range = reading.original_range(span.start..span.end);
        Span {
            start: range.start,
            end: range.end,
            ..span
        }
    });
    let spans: Vec<Span> = spans.collect();
    let redaction = Redaction {
        text: placeholders::fill_in(text, &spans),
        spans,
        risk: redaction.risk,
    };
    (redaction, false)
}

/// Redacts a text in reading form.
fn redact_read(dictionaries: &Dictionaries, text: &str, wishes: &[Wish]) -> Redaction {
    if text.len() >= oversized::MIN_LEN {
        return oversized::redact(dictionaries, text, wishes);
    }
    let mut pass = find(dictionaries, text, wishes);
    let mut findings = std::mem::take(&mut pass.findings);
    let mut redaction = placeholders::write(text, &findings, pass.uncertain);
    for _ in 1..MAX_PASSES {
        if findings.is_empty() {
            break;
        }
        pass = find(dictionaries, &redaction.text, wishes);
        if pass.findings.is_empty() {
            break;
        }
        findings = placeholders::merge(
            text,
            with_earlier(&redaction, findings, std::mem::take(&mut pass.findings)),
        );
        redaction = placeholders::write(text, &findings, pass.uncertain);
    }
    if pass.needs_a_reader {
        redaction.risk = redaction.risk.max(Risk::Medium);
    }
    redaction
}

/// What staff must know about a redacted text before it is published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// What a strict reader still finds, as byte ranges in order: identifiers of all kinds but names, numbers of six
    /// digits or more, addresses, handles. Public helplines are none.
    pub left_readable: Vec<Range<usize>>,
    /// What was nearly hidden, in order: words that may be names, although redaction lets them stand. None in a language
    /// that it has not learned, where it would doubt every word.
    pub nearly_hidden: Vec<Range<usize>>,
    /// Whether the language is one that redaction has not learned.
    pub is_other_language: bool,
}

/// Reads a redacted text once more, strictly.
pub fn check(dictionaries: &Dictionaries, text: &str) -> Check {
    let reading = Reading::of(text);
    let mut annotated = AnnotatedText::of(dictionaries, reading.text());
    let identifiers = patterns::find(&mut annotated).into_iter();
    let is_told = |kind: Kind| matches!(kind, Kind::Age | Kind::Date | Kind::DateOfBirth);
    let mut found: Vec<Range<usize>> = identifiers
        .filter(|finding| !is_told(finding.kind))
        .map(|finding| finding.start..finding.end)
        .collect();
    found.extend(leftovers::find(&annotated, leftovers::Strictness::Publication));
    let found = leftovers::merge(found).into_iter();
    let is_other_language = annotated.is_in_other_language();
    let nearly_hidden = if is_other_language {
        Vec::new()
    } else {
        names::find(&annotated).uncertain
    };
    let in_original = |range| reading.original_range(range);
    Check {
        left_readable: found.map(in_original).collect(),
        nearly_hidden: nearly_hidden.into_iter().map(in_original).collect(),
        is_other_language,
    }
}

/// Which of the words in `also_hide` occur in the text.
pub fn occurring<'a>(text: &str, also_hide: &[&'a str]) -> Vec<&'a str> {
    let reading = Reading::of(text);
    let tokens = Tokens::of(reading.text());
    let letters = requested::Text::of(reading.text(), &tokens);
    let stands = |words: &str| Wish::of(words).is_some_and(|wish| letters.find(&wish).next().is_some());
    also_hide.iter().copied().filter(|words| stands(words)).collect()
}

/// The results of one pass over a text.
struct Pass {
    findings: Vec<Finding>,
    /// The number of words that stay although the tagger is uncertain.
    uncertain: usize,
    /// Whether something readable looks like an identifier, or the language is one that redaction has not learned.
    needs_a_reader: bool,
}

fn find(dictionaries: &Dictionaries, text: &str, wishes: &[Wish]) -> Pass {
    let mut annotated = AnnotatedText::of(dictionaries, text);
    let mut findings = patterns::find(&mut annotated);
    findings.extend(author_requested(&mut annotated, wishes));
    let names = names::find(&annotated);
    findings.extend(names.findings);
    Pass {
        findings: placeholders::merge(text, findings),
        uncertain: names.uncertain.len(),
        needs_a_reader: annotated.is_in_other_language()
            || !leftovers::find(&annotated, leftovers::Strictness::Risk).is_empty(),
    }
}

/// Finds the words that the author asked to hide; compounds of them are hidden whole.
fn author_requested(annotated: &mut AnnotatedText<'_>, wishes: &[Wish]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if wishes.is_empty() {
        return findings;
    }
    let letters = requested::Text::of(annotated.text, &annotated.tokens);
    for range in wishes.iter().flat_map(|wish| letters.find(wish)) {
        let list = &annotated.tokens.list;
        let first = list.partition_point(|token| token.full_end <= range.start);
        let after = first + list[first..].partition_point(|token| token.start < range.end);
        // Words that a pattern has claimed are already redacted.
        if annotated.claimed[first..after].contains(&false) {
            let is_whole = !annotated.text[range.clone()].contains(requested::has_no_borders);
            let whole = list[first].start..list[after - 1].end.max(range.end);
            let hidden = if is_whole { whole } else { range };
            findings.push(Finding::certain(hidden.start, hidden.end, Kind::Hidden));
            annotated.claimed[first..after].fill(true);
        }
    }
    findings
}

/// The words of a phrase, folded like those of a text.
pub fn folded_words(words: &str) -> Vec<String> {
    let tokens = Tokens::of(words);
    (0..tokens.list.len())
        .map(|index| tokens.folded(index).to_owned())
        .collect()
}

/// Adds the findings of a later pass, which read the redacted text, to the earlier ones.
fn with_earlier(redaction: &Redaction, mut findings: Vec<Finding>, more: Vec<Finding>) -> Vec<Finding> {
    let in_text = to_original(&redaction.spans);
    findings.extend(more.into_iter().map(|later| {
        let start = in_text(later.start);
        Finding {
            start,
            end: in_text(later.end).max(start),
            ..later
        }
    }));
    findings
}

/// Maps offsets in the redacted text back to the text that these spans are of.
fn to_original(spans: &[Span]) -> impl Fn(usize) -> usize + use<> {
    let mut written_end = 0;
    let mut end = 0;
    // The range of each placeholder in the redacted text, with that of its span.
    let written: Vec<(usize, usize, usize, usize)> = spans
        .iter()
        .map(|span| {
            let start = written_end + (span.start - end);
            (written_end, end) = (start + span.placeholder.len(), span.end);
            (start, written_end, span.start, span.end)
        })
        .collect();
    move |offset| {
        let before = written.partition_point(|(_, written_end, _, _)| *written_end <= offset);
        match (
            written.get(before),
            before.checked_sub(1).and_then(|last| written.get(last)),
        ) {
            (Some((start, _, span_start, _)), _) if *start < offset => *span_start,
            (_, Some((_, written_end, _, span_end))) => offset - written_end + span_end,
            (_, None) => offset,
        }
    }
}
