//! Turns findings into spans with placeholders, and the text into what readers see.
//! Spans never overlap; one person keeps one placeholder within a story.

use std::collections::HashMap;

use super::span::{Finding, Kind, Redaction, Risk, Sort, Span};
use super::tokens::fold;

/// Merges findings which overlap or touch, the surer kind winning.
pub(super) fn settle(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, other| one.start.cmp(&other.start).then(other.end.cmp(&one.end)));
    let mut settled: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        match settled.last_mut() {
            Some(last) if finding.start < last.end => {
                if finding.confidence > last.confidence
                    && finding.kind != last.kind
                    && finding.end - finding.start >= last.end - last.start
                {
                    last.kind = finding.kind;
                    last.sort = finding.sort;
                }
                last.end = last.end.max(finding.end);
                last.confidence = last.confidence.max(finding.confidence);
            }
            // "the café on Elm Street" is one body.
            Some(last)
                if last.kind == Kind::Org
                    && finding.kind == Kind::Address
                    && matches!(&text[last.end..finding.start], " on " | ", " | " in ") =>
            {
                last.end = finding.end;
            }
            _ => settled.push(finding),
        }
    }
    settled
}

/// Writes the redacted text.
pub(super) fn write(text: &str, findings: &[Finding], doubtful: usize) -> Redaction {
    let people = number_people(text, findings);
    let mut redacted = String::with_capacity(text.len());
    let mut spans = Vec::with_capacity(findings.len());
    let mut at = 0;
    for (finding, person) in findings.iter().zip(people) {
        let placeholder = person.unwrap_or_else(|| word_for(finding.kind, finding.sort).to_owned());
        redacted.push_str(&text[at..finding.start]);
        redacted.push_str(&placeholder);
        spans.push(Span {
            start: finding.start,
            end: finding.end,
            kind: finding.kind,
            placeholder,
        });
        at = finding.end;
    }
    redacted.push_str(&text[at..]);
    Redaction {
        risk: risk(text, findings, doubtful),
        spans,
        text: redacted,
    }
}

const fn word_for(kind: Kind, sort: Sort) -> &'static str {
    match (kind, sort) {
        (Kind::Person, _) => "[name]",
        (Kind::Location, _) => "[place]",
        (Kind::Org, Sort::Church) => "[church]",
        (Kind::Org, Sort::School) => "[school]",
        (Kind::Org, Sort::Hospital) => "[hospital]",
        (Kind::Org, Sort::Plain) => "[organisation]",
        (Kind::Phone, _) => "[phone]",
        (Kind::Email, _) => "[email]",
        (Kind::Url, _) => "[link]",
        (Kind::Address, _) => "[address]",
        (Kind::DateOfBirth, _) => "[date of birth]",
        (Kind::Age, _) => "[age]",
        (Kind::Id, _) => "[number]",
        (Kind::CreditCard, _) => "[card]",
        (Kind::Ip, _) => "[machine]",
        (Kind::Username, _) => "[username]",
        (Kind::Plate, _) => "[plate]",
        (Kind::Hidden, _) => "[hidden]",
    }
}

/// One entry per finding: the placeholder of a person when the story has several.
fn number_people(text: &str, findings: &[Finding]) -> Vec<Option<String>> {
    let taken = highest_number(text);
    let mut known: Vec<Vec<String>> = Vec::new();
    // Who bears a word; more than a few of one name are told apart no further.
    let mut bearers: HashMap<String, Vec<usize>> = HashMap::new();
    let numbers: Vec<Option<usize>> = findings
        .iter()
        .map(|finding| {
            (finding.kind == Kind::Person).then(|| {
                let words = words_of(&text[finding.start..finding.end]);
                let mut candidates = words
                    .iter()
                    .filter_map(|word| bearers.get(word))
                    .flat_map(|numbers| numbers.iter().take(8).copied());
                let found = candidates.find(|number| is_same_person(&known[*number], &words));
                let number = found.unwrap_or(known.len());
                for word in &words {
                    let numbers = bearers.entry(word.clone()).or_default();
                    if !numbers.contains(&number) && numbers.len() < 8 {
                        numbers.push(number);
                    }
                }
                if found.is_none() {
                    known.push(words);
                } else if words.len() > known[number].len() {
                    known[number] = words;
                }
                number
            })
        })
        .collect();
    let several = known.len() + taken.unwrap_or(0) > 1 || taken.is_some() && !known.is_empty();
    let first = taken.unwrap_or(0) + 1;
    numbers
        .into_iter()
        .map(|number| {
            number
                .filter(|_| several)
                .map(|number| format!("[name {}]", number + first))
        })
        .collect()
}

/// So many bytes, the space included, the number in a placeholder may have.
const MAX_NUMBER_LEN: usize = 12;

/// The highest number among placeholders which the text has already.
fn highest_number(text: &str) -> Option<usize> {
    text.match_indices("[name")
        .filter_map(|(at, _)| {
            let rest = &text[at + "[name".len()..];
            let inside = &rest[..rest.bytes().take(MAX_NUMBER_LEN).position(|byte| byte == b']')?];
            if inside.is_empty() {
                Some(1)
            } else {
                inside.trim_start().parse().ok()
            }
        })
        .max()
}

fn words_of(name: &str) -> Vec<String> {
    name.split(|character: char| character.is_whitespace() || character == '.')
        .filter(|word| !word.is_empty())
        .map(fold)
        .collect()
}

/// "Priya" is "Priya Patel", and "Mrs Patel" too; "Ada Okafor" is not "Emeka Okafor".
fn is_same_person(one: &[String], other: &[String]) -> bool {
    match (one, other) {
        ([name], full) | (full, [name]) => full.contains(name),
        (one, other) => one.first() == other.first() && one.last() == other.last(),
    }
}

/// Direct identifiers and uncertainty both ask for a closer look.
fn risk(text: &str, findings: &[Finding], doubtful: usize) -> Risk {
    let mut points = doubtful;
    for finding in findings {
        points += match finding.kind {
            Kind::Person if text[finding.start..finding.end].contains(' ') => 2,
            Kind::Person | Kind::Location | Kind::Org | Kind::Age => 1,
            Kind::Phone
            | Kind::Email
            | Kind::Url
            | Kind::Address
            | Kind::DateOfBirth
            | Kind::Id
            | Kind::CreditCard
            | Kind::Ip
            | Kind::Username
            | Kind::Plate
            | Kind::Hidden => 3,
        };
        points += usize::from(finding.confidence < 0.75);
    }
    match points {
        0 | 1 => Risk::Low,
        2..=6 => Risk::Medium,
        _ => Risk::High,
    }
}
