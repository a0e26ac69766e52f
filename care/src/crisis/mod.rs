//! Sees danger in what a person writes: text → severity, category and the words that show it.
//!
//! Invariant: screening is pure and total; it needs nothing but the text and never panics.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

mod browser;
mod disguise;
mod grammar;
mod guards;
mod learned;
mod matching;
mod phrases;
mod rules;
mod sources;
mod table;
mod verdict;
mod words;

pub use browser::browser_rules;
pub use learned::{Example, teach};

use crate::vectors::Vectors;

/// What kind of danger a text speaks of.
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
    /// The name the category has in files and in the API.
    #[must_use]
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

    /// Whether others hurt who writes.
    #[must_use]
    pub const fn is_done_by_others(self) -> bool {
        matches!(self, Self::DomesticViolence | Self::ChildAbuse | Self::SexualAssault)
    }
}

/// What screening found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screening {
    /// 0 none, 1 past or recovered, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
    /// The kind of danger, if there is any.
    pub category: Option<Category>,
    /// Whether others hurt who writes, be it beside a graver danger.
    pub is_done_by_others: bool,
    /// The byte ranges of the words that show it, on character boundaries.
    pub spans: Vec<Range<usize>>,
}

impl Screening {
    /// Whether the numbers are shown at once.
    #[must_use]
    pub fn is_crisis(&self) -> bool {
        self.severity >= 2
    }
}

/// Patterns or a model that can't be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPatterns(
    /// What is wrong, for whoever edited them.
    pub String,
);

impl std::fmt::Display for BadPatterns {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "crisis patterns: {}", self.0)
    }
}

impl std::error::Error for BadPatterns {}

/// Everything that screening needs, loaded once.
#[derive(Debug)]
pub struct Screener {
    rules: rules::Rules,
    learned: Option<learned::Learned>,
}

/// The most that is read of a text, from its beginning: several times what the product accepts.
const MAX_LEN: usize = 96 * 1024;

impl Screener {
    /// Builds a screener from the patterns file and, if there is one, a taught model with its vectors.
    ///
    /// # Errors
    /// If the patterns can't be read, or the model doesn't fit this version or these vectors.
    pub fn from_parts(
        patterns_toml: &str,
        model: Option<&[u8]>,
        vectors: Option<Arc<Vectors>>,
    ) -> Result<Self, BadPatterns> {
        let rules = rules::Rules::from_toml(patterns_toml)?;
        let learned = model
            .map(|bytes| learned::Learned::from_bytes(bytes, vectors))
            .transpose()?;
        Ok(Self { rules, learned })
    }
}

/// Screens a text.
#[must_use]
pub fn screen(screener: &Screener, text: &str) -> Screening {
    let text = screener
        .rules
        .vocabulary
        .read(&text[..text.floor_char_boundary(MAX_LEN)]);
    let reading = screener.rules.read(&text.words);
    let found = reading.findings.iter().filter(|finding| finding.severity > 0);
    let worst = found
        .clone()
        .max_by_key(|finding| (finding.severity, std::cmp::Reverse(finding.first)));
    let mut severity = worst.map_or(0, |finding| finding.severity);
    let mut category = worst.map(|finding| finding.category);
    let telling = says_something(&text.words);
    if let Some(opinion) = screener
        .learned
        .as_ref()
        .filter(|_| telling)
        .map(|learned| learned.judge(&screener.rules, &text, &reading))
    {
        let verdict = verdict::verdict(&opinion, &reading, text.words.len());
        if verdict > severity {
            category = Some(opinion.category);
        }
        severity = verdict;
    }
    let named = found.clone().filter(|finding| finding.severity >= 2);
    let mut kinds = named.map(|finding| finding.category).chain(category);
    let is_done_by_others = severity >= 2 && kinds.any(Category::is_done_by_others);
    let mut spans: Vec<Range<usize>> = found
        .map(|finding| text.words[finding.first].start..text.words[finding.end.max(finding.first + 1) - 1].end)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    Screening {
        severity,
        category,
        is_done_by_others,
        spans,
    }
}

/// The model has no opinion on fewer different words than these: greetings and single words fool it.
const ENOUGH_WORDS: usize = 5;

/// Whether there are enough different words for the model to have an opinion on.
fn says_something(words: &[words::Word]) -> bool {
    words
        .iter()
        .enumerate()
        .filter(|&(at, word)| {
            words[..at]
                .iter()
                .rev()
                .take(12)
                .all(|earlier| earlier.hash != word.hash)
        })
        .take(ENOUGH_WORDS)
        .count()
        == ENOUGH_WORDS
}

#[cfg(test)]
mod tests;
