//! Turns findings into spans with placeholders, and writes the redacted text.
//!
//! Invariants: spans never overlap, and one person has one placeholder within a text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::span::{Finding, Kind, OrgKind, Redaction, Risk, Span};
use super::tokens::fold;

/// Merges overlapping findings; the kind with the higher confidence wins.
pub(super) fn merge(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, other| one.start.cmp(&other.start).then(other.end.cmp(&one.end)));
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        match merged.last_mut() {
            Some(last) if finding.start < last.end => {
                if finding.confidence > last.confidence
                    && finding.kind != last.kind
                    && finding.end - finding.start >= last.end - last.start
                {
                    last.kind = finding.kind;
                    last.org_kind = finding.org_kind;
                }
                last.end = last.end.max(finding.end);
                last.confidence = last.confidence.max(finding.confidence);
            }
            // "the café on Elm Street" is one organisation.
            Some(last)
                if last.kind == Kind::Org
                    && finding.kind == Kind::Address
                    && matches!(&text[last.end..finding.start], " on " | ", " | " in ") =>
            {
                last.end = finding.end;
            }
            _ => merged.push(finding),
        }
    }
    with_roads(text, &mut merged);
    merged
}

/// "the diner off Exit 42", "on Route 9": with its road a shop is found.
static NUMBERED_ROAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^ (?:on|off|at|by|near|along|just off) (?:of )?(?:the )?(?:Route|Rt\.?|Rte\.?|Highway|Hwy\.?|Exit|Interstate|I-|US|U\.S\.|SR|State Road|County Road|CR|FM|Mile|A|M)[ -]?[0-9]{1,4}[A-Z]?\b",
    )
    .expect("every pattern is compiled by a test")
});

/// "the Motel 6", "Lodge 112": the number belongs to the name.
static NUMBERED_BRANCH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[^\s]+ ){0,3}(?:Motel|Super|Studio|Local|Lodge|Troop|Post|Precinct|Station|Engine|Store|School)( (?:No\.? ?|#)?[0-9]{1,4}\b)")
        .expect("every pattern is compiled by a test")
});

/// Extends organisations by the numbered road on which they are.
fn with_roads(text: &str, findings: &mut Vec<Finding>) {
    for finding in findings.iter_mut().filter(|finding| finding.kind == Kind::Org) {
        if let Some(number) = NUMBERED_BRANCH
            .captures(&text[finding.start..])
            .and_then(|parts| parts.get(1))
            && finding.start + number.start() == finding.end
        {
            finding.end += number.len();
        }
        if let Some(road) = NUMBERED_ROAD.find(&text[finding.end..]) {
            finding.end += road.end();
        }
    }
    findings.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
}

/// Writes the redacted text.
pub(super) fn write(text: &str, findings: &[Finding], uncertain: usize) -> Redaction {
    let placeholders = number_people(text, findings);
    let spans: Vec<Span> = findings
        .iter()
        .zip(placeholders)
        .map(|(finding, person)| Span {
            start: finding.start,
            end: finding.end,
            kind: finding.kind,
            placeholder: person.unwrap_or_else(|| word_for(finding.kind, finding.org_kind).to_owned()),
        })
        .collect();
    Redaction {
        risk: risk(text, findings, uncertain),
        text: fill_in(text, &spans),
        spans,
    }
}

/// Writes a text with the placeholders of its spans.
pub(super) fn fill_in(text: &str, spans: &[Span]) -> String {
    let mut redacted = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        redacted.push_str(&text[at..span.start]);
        redacted.push_str(&span.placeholder);
        at = span.end;
    }
    redacted.push_str(&text[at..]);
    redacted
}

const fn word_for(kind: Kind, org_kind: OrgKind) -> &'static str {
    match (kind, org_kind) {
        (Kind::Person, _) => "[name]",
        (Kind::Location, _) => "[place]",
        (Kind::Org, OrgKind::Church) => "[church]",
        (Kind::Org, OrgKind::School) => "[school]",
        (Kind::Org, OrgKind::Hospital) => "[hospital]",
        (Kind::Org, OrgKind::Plain) => "[organisation]",
        (Kind::Phone, _) => "[phone]",
        (Kind::Email, _) => "[email]",
        (Kind::Url, _) => "[link]",
        (Kind::Address, _) => "[address]",
        (Kind::DateOfBirth, _) => "[date of birth]",
        (Kind::Date, _) => "[date]",
        (Kind::Age, _) => "[age]",
        (Kind::Id, _) => "[number]",
        (Kind::CreditCard, _) => "[card]",
        (Kind::Ip, _) => "[machine]",
        (Kind::Username, _) => "[username]",
        (Kind::Plate, _) => "[plate]",
        (Kind::Hidden, _) => "[hidden]",
    }
}

/// One entry for each finding: the numbered placeholder of a person, if the text has several people.
fn number_people(text: &str, findings: &[Finding]) -> Vec<Option<String>> {
    let highest = highest_number(text);
    let mut people: Vec<Vec<String>> = Vec::new();
    // By word: the people with that name. At most eight people of one name are distinguished.
    let mut bearers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let numbers: Vec<Option<usize>> = findings
        .iter()
        .map(|finding| {
            (finding.kind == Kind::Person).then(|| {
                let words = words_of(&text[finding.start..finding.end]);
                let mut candidates = words
                    .iter()
                    .filter_map(|word| bearers.get(word))
                    .flat_map(|numbers| numbers.iter().take(8).copied());
                let found = candidates.find(|number| is_same_person(&people[*number], &words));
                let number = found.unwrap_or(people.len());
                for word in &words {
                    let numbers = bearers.entry(word.clone()).or_default();
                    if !numbers.contains(&number) && numbers.len() < 8 {
                        numbers.push(number);
                    }
                }
                if found.is_none() {
                    people.push(words);
                } else if words.len() > people[number].len() {
                    people[number] = words;
                }
                number
            })
        })
        .collect();
    let several = people.len() + highest.unwrap_or(0) > 1 || highest.is_some() && !people.is_empty();
    let first = highest.unwrap_or(0) + 1;
    numbers
        .into_iter()
        .map(|number| {
            number
                .filter(|_| several)
                .map(|number| format!("[name {}]", number + first))
        })
        .collect()
}

/// The maximum length in bytes of a placeholder's number, including the space. A text has fewer people, and a longer
/// number would itself be hidden.
const MAX_NUMBER_LEN: usize = 5;

/// The highest number among the placeholders that the text already contains.
fn highest_number(text: &str) -> Option<usize> {
    text.match_indices("[name")
        .filter_map(|(at, _)| {
            let rest = &text[at + "[name".len()..];
            let inside = &rest[..rest.bytes().take(MAX_NUMBER_LEN + 1).position(|byte| byte == b']')?];
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

/// "Priya" is "Priya Patel", and so is "Mrs Patel"; "Ada Okafor" is not "Emeka Okafor".
fn is_same_person(one: &[String], other: &[String]) -> bool {
    match (one, other) {
        ([name], full) | (full, [name]) => full.contains(name),
        (one, other) => one.first() == other.first() && one.last() == other.last(),
    }
}

/// The risk: both direct identifiers and uncertain findings raise it.
fn risk(text: &str, findings: &[Finding], uncertain: usize) -> Risk {
    let mut points = uncertain;
    for finding in findings {
        points += match finding.kind {
            Kind::Person if text[finding.start..finding.end].contains(' ') => 2,
            Kind::Person | Kind::Location | Kind::Org | Kind::Age | Kind::Date => 1,
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
