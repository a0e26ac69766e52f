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
}

/// What screening found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screening {
    /// 0 none, 1 past or recovered, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
    /// The kind of danger, if there is any.
    pub category: Option<Category>,
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
const LONGEST: usize = 96 * 1024;

/// From here on the model alone is enough to show help. Of the taught examples that lay just above, judged by a model
/// which had not seen them, one in three was danger; we rather show help twice in vain than miss one.
const CONCERN: f32 = 0.21;
/// The same for thoughts of dying, which ordinary sorrow sounds most like.
const CONCERN_IDEATION: f32 = 0.25;
/// The same for a plan or an emergency, where minutes count.
const CONCERN_URGENT: f32 = 0.16;
/// How much surer the model must be, when work, news, fiction, grief or a denial may explain the words.
const EXPLAINED: f32 = 0.08;
/// From here on the model alone says that the danger is high.
const HIGH: f32 = 0.85;
/// From here on the model tells that the danger lies behind.
const BEHIND: f32 = 0.25;
/// From here on it is believed even though no frame of the past was seen.
const BEHIND_UNFRAMED: f32 = 0.6;
/// From here on staff take note, though no dialog is shown.
const UNEASY: f32 = 0.28;

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
        .read(&text[..text.floor_char_boundary(LONGEST)]);
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
        let raised = raised(&opinion, bar(&opinion, &reading));
        let behind = is_told_as_past(&opinion, &reading);
        if behind && severity.max(raised) > 1 {
            severity = 1;
            category = category.or(Some(opinion.category));
        } else if raised > severity {
            severity = raised;
            category = Some(opinion.category);
        }
    }
    let mut spans: Vec<Range<usize>> = found
        .map(|finding| text.words[finding.first].start..text.words[finding.end.max(finding.first + 1) - 1].end)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    Screening {
        severity,
        category,
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

/// Whether model and wording agree that the danger lies behind the writer. What a pattern found in the present tense
/// is never behind, and neither is anything that is said to be back.
fn is_told_as_past(opinion: &learned::Opinion, reading: &rules::Reading) -> bool {
    let mut dangers = reading
        .findings
        .iter()
        .filter(|finding| finding.severity > 1)
        .peekable();
    let named = dangers.peek().is_some();
    let present = reading.has(sources::Frame::Present) || dangers.any(|finding| finding.now);
    let framed = reading.has(sources::Frame::Past) || reading.has(sources::Frame::Recovered);
    let told = if named {
        let believed = framed || (opinion.past >= BEHIND_UNFRAMED && opinion.danger < 0.2);
        believed && opinion.past >= 0.5 && opinion.danger < 0.35
    } else {
        let likelier = opinion.past >= BEHIND && opinion.past > opinion.danger;
        likelier || (framed && opinion.past >= 0.3 && opinion.danger < 0.55)
    };
    told && !present
}

/// How sure the model must be to raise the alarm alone, by the likeliest kind of danger and by what may explain it.
fn bar(opinion: &learned::Opinion, reading: &rules::Reading) -> f32 {
    use sources::Frame::{Bereaved, News, Story, Work};
    let bar = match opinion.category {
        Category::SuicideIdeation => CONCERN_IDEATION,
        Category::SuicidePlan | Category::MedicalEmergency => CONCERN_URGENT,
        Category::SelfHarm
        | Category::DomesticViolence
        | Category::ChildAbuse
        | Category::SexualAssault
        | Category::HarmOthers => CONCERN,
    };
    let explained = [Work, News, Story, Bereaved].iter().any(|&frame| reading.has(frame));
    let denied = reading.findings.iter().any(|finding| finding.severity == 0);
    if explained || denied { bar + EXPLAINED } else { bar }
}

/// The severity for which the model's opinion is enough.
fn raised(opinion: &learned::Opinion, bar: f32) -> u8 {
    if opinion.danger >= HIGH {
        3
    } else if opinion.danger >= bar {
        2
    } else {
        u8::from(opinion.past >= BEHIND || opinion.past + opinion.danger >= UNEASY)
    }
}

#[cfg(test)]
mod tests;
