//! Scores on the committed held-out texts: understanding, crisis screening, redaction.
//!
//! Invariant: each share is of all texts of its kind; no hard one is left out.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result};
use care::redact::redact;
use serde::Deserialize;
use shared::content::{COMFORT, json_lines};
use shared::locale::Locale;
use shared::screening::Care;

use crate::content::text_file;
use crate::redaction::marks;

/// Held-out files of crisis screening, below the folder of examples.
pub const CRISIS_FILES: [&str; 6] = [
    "crisis-held-out.jsonl",
    "held-out/crisis.jsonl",
    "held-out/crisis-everyday.jsonl",
    "held-out/crisis-prayers.jsonl",
    "held-out/crisis-messages.jsonl",
    "held-out/crisis-long.jsonl",
];

/// Held-out files of understanding.
pub const GUIDANCE_FILES: [&str; 3] = [
    "held-out/guidance.jsonl",
    "held-out/guidance-messages.jsonl",
    "held-out/guidance-es.jsonl",
];

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// The texts or details for which it holds.
    pub part: usize,
    /// All of them.
    pub whole: usize,
}

impl Share {
    fn of(part: usize, whole: usize) -> Self {
        Self { part, whole }
    }

    fn count(&mut self, holds: bool) {
        self.part += usize::from(holds);
        self.whole += 1;
    }

    /// The share as a number of 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "there are some hundred texts")]
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole.max(1) as f64
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.2}  ({} of {})", self.value(), self.part, self.whole)
    }
}

/// A held-out struggle.
#[derive(Deserialize)]
struct Struggle {
    text: String,
    topic: String,
    acceptable: Vec<String>,
}

/// The scores of understanding on one file.
#[derive(Debug, Default)]
pub struct Guidance {
    /// The first topic is the right one, or an acceptable one.
    pub first: Share,
    /// The right topic is among the first three.
    pub among_three: Share,
    /// Ordinary struggles that raise an alarm.
    pub alarmed: Share,
}

/// Scores understanding on a file.
///
/// # Errors
/// If the file cannot be read.
pub fn guidance(care: &Care, file: &Path) -> Result<Guidance> {
    let mut scores = Guidance::default();
    for Struggle {
        text,
        topic,
        acceptable,
    } in json_lines(file)?
    {
        let (danger, second) = care.read(&text);
        let locale = Locale::of_words(&text, Locale::English);
        let topics = care.understand(&text, locale, second.as_ref());
        let is_right = |slug: &str| slug == topic || acceptable.iter().any(|other| other == slug);
        // Of words that tell of no struggle nothing is understood.
        let is_nothing = topic == COMFORT && topics.is_empty();
        scores
            .first
            .count(is_nothing || topics.first().is_some_and(|ranked| is_right(ranked.slug)));
        scores
            .among_three
            .count(is_nothing || topics.iter().take(3).any(|ranked| ranked.slug == topic));
        scores.alarmed.count(danger.is_crisis());
    }
    Ok(scores)
}

/// A held-out line with the severity of its danger.
#[derive(Deserialize)]
struct Line {
    text: String,
    severity: u8,
}

/// The severities of the lines of one file: expected, and found.
pub struct Crisis(Vec<(u8, u8)>);

/// Screens the lines of a file.
///
/// # Errors
/// If the file cannot be read.
pub fn crisis(care: &Care, file: &Path) -> Result<Crisis> {
    let lines: Vec<Line> = json_lines(file)?;
    let found = |line: &Line| (line.severity, care.read(&line.text).0.severity);
    Ok(Crisis(lines.iter().map(found).collect()))
}

impl Crisis {
    /// The share of lines of these severities that are found at `at_least`.
    pub fn found(&self, expected: Range<u8>, at_least: u8) -> Share {
        let all = self.0.iter().filter(|(severity, _)| expected.contains(severity));
        Share::of(all.clone().filter(|(_, found)| *found >= at_least).count(), all.count())
    }

    /// Danger that opens the dialog.
    pub fn seen(&self) -> Share {
        self.found(2..5, 2)
    }

    /// Urgent danger that opens the dialog.
    pub fn urgent(&self) -> Share {
        self.found(4..5, 2)
    }

    /// Harmless lines that open the dialog.
    pub fn alarmed(&self) -> Share {
        self.found(0..1, 2)
    }

    /// Danger of the past that staff are told of.
    pub fn past_noted(&self) -> Share {
        self.found(1..2, 1)
    }

    /// Danger of the past that opens the dialog.
    pub fn past_alarmed(&self) -> Share {
        self.found(1..2, 2)
    }

    /// All scores with their names.
    pub fn all(&self) -> [(&'static str, Share); 5] {
        [
            ("danger seen", self.seen()),
            ("urgent danger seen", self.urgent()),
            ("harmless alarmed", self.alarmed()),
            ("recovered noted", self.past_noted()),
            ("recovered alarmed", self.past_alarmed()),
        ]
    }
}

/// The scores of redaction.
#[derive(Debug, Default)]
pub struct Redaction {
    /// Personal details of which nine tenths of the letters are hidden.
    pub hidden: Share,
    /// Hidden spans that touch a personal detail.
    pub right: Share,
    /// Protected words that stay.
    pub kept: Share,
    /// Stories without a visible detail.
    pub whole: Share,
}

/// Held-out stories in English, and in Spanish.
pub const REDACTION_FILES: [&str; 2] = ["redaction-held-out.jsonl", "redaction-spanish-held-out.jsonl"];

/// Scores redaction on a file of marked stories.
///
/// # Errors
/// If the file cannot be read.
pub fn redaction(care: &Care, file: &Path) -> Result<Redaction> {
    let stories = marks::read(&text_file(file)?)
        .map_err(anyhow::Error::msg)
        .with_context(|| file.display().to_string())?;
    let mut scores = Redaction::default();
    for story in &stories {
        let spans = redact(&care.dictionaries, &story.text, &[]).spans;
        let touches = |start: usize, end: usize| spans.iter().any(|span| span.start < end && start < span.end);
        let is_hidden = |start: usize, end: usize| {
            let letters = story.text[start..end]
                .char_indices()
                .filter(|(_, letter)| letter.is_alphanumeric());
            let places: Vec<usize> = letters.map(|(at, _)| start + at).collect();
            let hidden = places.iter().filter(|&&at| touches(at, at + 1)).count();
            hidden * 10 >= places.len() * 9
        };
        let mut is_whole = true;
        for &(start, end, _) in &story.spans {
            is_whole &= is_hidden(start, end);
            scores.hidden.count(is_hidden(start, end));
        }
        scores.whole.count(is_whole);
        for &(start, end) in &story.kept {
            scores.kept.count(!touches(start, end));
        }
        for span in &spans {
            let is_personal = |(start, end, _): &(usize, usize, _)| *start < span.end && span.start < *end;
            scores.right.count(story.spans.iter().any(is_personal));
        }
    }
    Ok(scores)
}
