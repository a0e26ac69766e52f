//! Scores on the committed held-out texts: understanding, crisis screening, redaction.
//!
//! Invariant: each share is of all texts of its kind; no hard one is left out.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use shared::screening::Care;

use crate::build_content::json_lines;

#[derive(Deserialize)]
struct Struggle {
    text: String,
    topic: String,
    acceptable: Vec<String>,
}

#[derive(Deserialize)]
struct Danger {
    text: String,
    severity: u8,
}

#[derive(Deserialize)]
struct Story {
    story: String,
}

/// Marked words of a story: personal, or protected.
struct Mark {
    is_protected: bool,
    range: Range<usize>,
}

/// Prints the scores for the examples of a folder.
pub(super) fn write(care: &Care, examples: &Path, out: &mut impl Write) -> Result<()> {
    for file in [
        "crisis-held-out.jsonl",
        "held-out/crisis.jsonl",
        "held-out/crisis-everyday.jsonl",
        "held-out/crisis-prayers.jsonl",
        "held-out/crisis-messages.jsonl",
        "held-out/crisis-long.jsonl",
    ] {
        writeln!(out, "crisis, {file}")?;
        crisis(care, &json_lines(&examples.join(file))?, out)?;
    }
    for file in ["held-out/guidance.jsonl", "held-out/guidance-messages.jsonl"] {
        writeln!(out, "guidance, {file}")?;
        guidance(care, &json_lines(&examples.join(file))?, out)?;
    }
    redaction(care, &json_lines(&examples.join("redaction-held-out.jsonl"))?, out)
}

fn guidance(care: &Care, letters: &[Struggle], out: &mut impl Write) -> Result<()> {
    let (mut first, mut among_three) = (0, 0);
    for letter in letters {
        let topics = care.understand(&letter.text);
        let right = |slug: &str| slug == letter.topic || letter.acceptable.iter().any(|other| other == slug);
        first += usize::from(topics.first().is_some_and(|ranked| right(ranked.slug)));
        among_three += usize::from(topics.iter().take(3).any(|ranked| ranked.slug == letter.topic));
    }
    let alarms = letters.iter().filter(|letter| care.screen(&letter.text).is_crisis());
    share(out, "first topic is right", first, letters.len())?;
    share(out, "topic among three", among_three, letters.len())?;
    share(out, "alarmed, though ordinary", alarms.count(), letters.len())
}

fn crisis(care: &Care, dangers: &[Danger], out: &mut impl Write) -> Result<()> {
    let severities: Vec<(u8, u8)> = dangers
        .iter()
        .map(|line| (line.severity, care.screen(&line.text).severity))
        .collect();
    let mut print = |name, range: Range<u8>, at_least| {
        let all = severities.iter().filter(|(expected, _)| range.contains(expected));
        let found = all.clone().filter(|(_, actual)| *actual >= at_least).count();
        match all.count() {
            0 => Ok(()),
            count => share(out, name, found, count),
        }
    };
    print("danger seen", 2..5, 2)?;
    print("urgent danger seen", 4..5, 2)?;
    print("harmless alarmed", 0..1, 2)?;
    print("recovered noted", 1..2, 1)?;
    print("recovered alarmed", 1..2, 2)
}

fn redaction(care: &Care, stories: &[Story], out: &mut impl Write) -> Result<()> {
    let (mut personal, mut hidden, mut protected, mut kept, mut spans_found, mut correct) = (0, 0, 0, 0, 0, 0);
    for Story { story } in stories {
        let (text, marks) = parse_marks(story)?;
        let spans = care::redact::redact(&care.dictionaries, &text, &[]).spans;
        let overlaps = |mark: &Range<usize>, span: &Range<usize>| mark.start < span.end && span.start < mark.end;
        for mark in &marks {
            let is_hidden = spans.iter().any(|span| overlaps(&mark.range, &(span.start..span.end)));
            if mark.is_protected {
                protected += 1;
                kept += usize::from(!is_hidden);
            } else {
                personal += 1;
                hidden += usize::from(is_hidden);
            }
        }
        let is_personal = |span: &Range<usize>| {
            marks
                .iter()
                .any(|mark| !mark.is_protected && overlaps(&mark.range, span))
        };
        spans_found += spans.len();
        correct += spans.iter().filter(|span| is_personal(&(span.start..span.end))).count();
    }
    writeln!(out, "redaction, redaction-held-out.jsonl")?;
    share(out, "personal details met", hidden, personal)?;
    share(out, "what is hidden is personal", correct, spans_found)?;
    share(out, "protected words kept", kept, protected)
}

/// A story without its marks `[[KIND:words]]`, and the ranges of the marked words.
fn parse_marks(story: &str) -> Result<(String, Vec<Mark>)> {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut rest = story;
    while let Some((before, after)) = rest.split_once("[[") {
        let (mark, after) = after.split_once("]]").context("a mark without its end")?;
        let (kind, words) = mark.split_once(':').context("a mark without its kind")?;
        text.push_str(before);
        marks.push(Mark {
            is_protected: kind == "KEEP",
            range: text.len()..text.len() + words.len(),
        });
        text.push_str(words);
        rest = after;
    }
    text.push_str(rest);
    Ok((text, marks))
}

#[expect(clippy::cast_precision_loss, reason = "there are some hundred texts")]
fn share(out: &mut impl Write, name: &str, part: usize, whole: usize) -> Result<()> {
    let share = part as f64 / whole.max(1) as f64;
    Ok(writeln!(out, "  {name:<27} {share:.2}  ({part} of {whole})")?)
}
