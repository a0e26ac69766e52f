//! Crisis screening: text → severity, category and the spans that show the danger.
//!
//! Invariant: screening is pure and total; it depends on the text alone and never panics.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

mod browser;
mod grammar;
mod guards;
mod hashing;
mod matching;
mod model;
mod obfuscation;
mod pattern_file;
mod phrases;
mod rules;
mod verdict;
mod vocabulary;

pub use browser::browser_rules;
pub use model::{LABELS, features_of, label, pack};

use crate::encoder::Reading;
use crate::language::{Language, language_of};
use crate::vectors::Vectors;
use rules::{Evidence, Finding};

/// A category of danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Thoughts of dying, without a plan.
    SuicideIdeation,
    /// A plan, means in hand, or an attempt.
    SuicidePlan,
    /// Hurting oneself, starving and purging included.
    SelfHarm,
    /// Violence or control at the hands of a partner or family.
    DomesticViolence,
    /// A child is hurt, neglected or groomed.
    ChildAbuse,
    /// Rape, assault, sexual coercion.
    SexualAssault,
    /// Somebody's body is in danger now.
    MedicalEmergency,
    /// The writer, or somebody they know, may hurt others.
    HarmOthers,
}

impl Category {
    /// The name of the category in files and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SuicideIdeation => "suicide_ideation",
            Self::SuicidePlan => "suicide_plan",
            Self::SelfHarm => "self_harm",
            Self::DomesticViolence => "domestic_violence",
            Self::ChildAbuse => "child_abuse",
            Self::SexualAssault => "sexual_assault",
            Self::MedicalEmergency => "medical_emergency",
            Self::HarmOthers => "harm_others",
        }
    }

    /// Whether the writer's own life is in danger by their own hand.
    pub const fn is_own_life(self) -> bool {
        matches!(self, Self::SuicideIdeation | Self::SuicidePlan | Self::SelfHarm)
    }

    /// Whether somebody else hurts the writer.
    pub const fn is_done_by_others(self) -> bool {
        matches!(self, Self::DomesticViolence | Self::ChildAbuse | Self::SexualAssault)
    }
}

/// The result of screening a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screening {
    /// 0 none, 1 past or possible, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
    /// Whether a severity of 1 is a suspicion of present danger. Otherwise 1 is danger told as past.
    pub is_possible: bool,
    /// The kind of danger, if there is any.
    pub category: Option<Category>,
    /// Whether somebody else hurts the writer, also when another category is more severe.
    pub is_done_by_others: bool,
    /// The byte ranges of the matched phrases, on character boundaries.
    pub spans: Vec<Range<usize>>,
}

impl Screening {
    /// Whether the severity is high enough to show the crisis numbers.
    pub fn is_crisis(&self) -> bool {
        self.severity >= 2
    }
}

/// Invalid patterns or an invalid model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPatterns(
    /// What is wrong, for the editor.
    pub String,
);

impl std::fmt::Display for BadPatterns {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "crisis patterns: {}", self.0)
    }
}

impl std::error::Error for BadPatterns {}

/// The compiled patterns and the model, loaded once.
#[derive(Debug)]
pub struct Screener {
    rules: rules::Rules,
    model: Option<model::Model>,
}

/// Bytes screened of a text, from its beginning: several times what the product accepts.
const MAX_LEN: usize = 96 * 1024;

impl Screener {
    /// Builds a screener from the patterns file and, optionally, a trained model with its vectors.
    ///
    /// # Errors
    /// If the patterns or the model are invalid, or the model was trained with other vectors.
    pub fn from_parts(
        patterns_toml: &str,
        model: Option<&[u8]>,
        vectors: Option<Arc<Vectors>>,
    ) -> Result<Self, BadPatterns> {
        let rules = rules::Rules::from_toml(patterns_toml)?;
        let model = model
            .map(|bytes| model::Model::from_bytes(bytes, vectors))
            .transpose()?;
        Ok(Self { rules, model })
    }
}

/// Screens a text. `second` is what the encoder reads in it, if it was asked.
pub fn screen(screener: &Screener, text: &str, second: Option<&Reading>) -> Screening {
    let text = screener
        .rules
        .vocabulary
        .tokenise(&text[..text.floor_char_boundary(MAX_LEN)]);
    let evidence = screener.rules.evidence(&text.words);
    let found = evidence.findings.iter().filter(|finding| finding.severity > 0);
    let worst = found
        .clone()
        .max_by_key(|finding| (finding.severity, std::cmp::Reverse(finding.first)));
    let mut severity = worst.map_or(0, |finding| finding.severity);
    let mut category = worst.map(|finding| finding.category);
    let mut is_possible = severity == 1 && found.clone().any(Finding::is_hint);
    let can_be_read = has_enough_words(&text.words) && language_of(&text.folded) == Language::English;
    if let Some(prediction) = screener
        .model
        .as_ref()
        .filter(|_| can_be_read)
        .map(|model| model.predict(&screener.rules, &text, &evidence, second))
    {
        let verdict = verdict::verdict(&prediction, &evidence, text.words.len());
        if verdict.severity > severity {
            category = Some(prediction.category);
        }
        severity = verdict.severity;
        is_possible = verdict.is_possible;
    }
    let named = found.clone().filter(|finding| finding.severity >= 2);
    let mut kinds = named.map(|finding| finding.category).chain(category);
    let is_done_by_others = severity >= 2 && kinds.any(Category::is_done_by_others);
    Screening {
        severity,
        is_possible,
        category,
        is_done_by_others,
        spans: spans_of(&text.words, &evidence),
    }
}

/// The byte ranges of the phrases that tell of danger, or may, by the patterns alone: in order, on character boundaries,
/// without overlaps.
pub fn spans(screener: &Screener, text: &str) -> Vec<Range<usize>> {
    let vocabulary = &screener.rules.vocabulary;
    let text = vocabulary.tokenise(&text[..text.floor_char_boundary(MAX_LEN)]);
    let all = spans_of(&text.words, &screener.rules.evidence(&text.words));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(all.len());
    for span in all {
        match apart.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

fn spans_of(words: &[vocabulary::Word], evidence: &Evidence) -> Vec<Range<usize>> {
    let found = evidence.findings.iter().filter(|finding| finding.severity > 0);
    let mut spans: Vec<Range<usize>> = found
        .map(|finding| words[finding.first].start..words[finding.end.max(finding.first + 1) - 1].end)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    spans
}

/// Below this number of different words the model is not asked: its scores for greetings and single words are
/// unreliable.
const MIN_DISTINCT_WORDS: usize = 6;

/// Whether there are enough different words in Latin letters to ask the model.
fn has_enough_words(words: &[vocabulary::Word]) -> bool {
    words
        .iter()
        .enumerate()
        .filter(|&(at, word)| {
            word.is_latin
                && words[..at]
                    .iter()
                    .rev()
                    .take(12)
                    .all(|earlier| earlier.hash != word.hash)
        })
        .take(MIN_DISTINCT_WORDS)
        .count()
        == MIN_DISTINCT_WORDS
}

#[cfg(test)]
mod tests;
