//! Weighs what the patterns found against what the model makes of the whole text.
//!
//! Invariant: a danger that a pattern found in the present tense is never taken for the past.

use super::Category;
use super::learned::Opinion;
use super::rules::Reading;
use super::sources::Frame;

/// From here on the model alone is enough to show help in a long text. We rather show it twice in vain than miss one.
const CONCERN: f32 = 0.35;
/// The same for thoughts of dying, which ordinary sorrow sounds most like.
const CONCERN_IDEATION: f32 = 0.365;
/// The same for a plan or an emergency, where minutes count.
const CONCERN_URGENT: f32 = 0.295;
/// A few words are thin evidence: a text of so many words needs twice the certainty of a long one, one of half as many
/// five times. Of the taught short texts, judged by a model which had not seen them, every second harmless one alarmed
/// without this.
const BRIEF: f32 = 7.5;
/// Surer than this the model need not be, however short the text.
const SURE: f32 = 0.65;
/// The same two for a prayer as lists of prayers have it, *For my brother, that he finds work*: so few words say what is
/// wished for, and the model guesses from them what is feared. Every third harmless one alarmed without this.
const BRIEF_PETITION: f32 = 13.5;
const SURE_OF_PETITION: f32 = 0.87;
/// The same for the most telling passage of a long text.
const CONCERN_PASSAGE: f32 = 0.64;
/// How much surer the model must be, when work, news, fiction, grief or a denial may explain the words.
const EXPLAINED: f32 = 0.09;
/// From here on the model alone says that the danger is high.
const HIGH: f32 = 0.89;
/// From here on the model tells that the danger lies behind.
const BEHIND: f32 = 0.185;
/// The same, if the words tell both of a time long ago and of how life is since.
const BEHIND_FRAMED_TWICE: f32 = 0.15;
/// From here on it is believed even though no frame of the past was seen.
const BEHIND_UNFRAMED: f32 = 0.6;
/// From here on staff take note of a story that tells of danger behind, though no dialog is shown.
const NOTED: f32 = 0.15;
/// From here on they take note of a long text, whichever of both it tells of.
const UNEASY: f32 = 0.28;
/// Below this the model takes the words of a faint pattern for something else. What was said plainly it never outweighs:
/// a few such words in a long calm text are still meant.
const UNLIKELY: f32 = 0.1;

/// How severe the danger is, by the findings of the patterns and the model's opinion of a text of so many words.
pub(super) fn verdict(opinion: &Opinion, reading: &Reading, words: usize) -> u8 {
    let named = reading
        .findings
        .iter()
        .map(|finding| finding.severity)
        .max()
        .unwrap_or(0);
    let severity = named.max(raised(opinion, reading, words));
    let meant_otherwise =
        named == 2 && opinion.danger < UNLIKELY && !reading.findings.iter().any(|finding| finding.now);
    if severity > 1 && (meant_otherwise || is_told_as_past(opinion, reading)) {
        1
    } else {
        severity
    }
}

/// Whether model and wording agree that the danger lies behind the writer. What a pattern found in the present tense
/// is never behind, and neither is anything that is said to be back.
fn is_told_as_past(opinion: &Opinion, reading: &Reading) -> bool {
    let mut dangers = reading
        .findings
        .iter()
        .filter(|finding| finding.severity > 1)
        .peekable();
    let named = dangers.peek().is_some();
    let present = reading.has(Frame::Present) || dangers.any(|finding| finding.now);
    let (past, recovered) = (reading.has(Frame::Past), reading.has(Frame::Recovered));
    let framed = past || recovered;
    let plain = reading.findings.iter().any(|finding| finding.severity > 2);
    let told =
        if past && recovered && !plain && opinion.past >= BEHIND_FRAMED_TWICE && opinion.past > opinion.danger * 0.7 {
            true
        } else if named {
            let believed = framed || (opinion.past >= BEHIND_UNFRAMED && opinion.danger < 0.2);
            believed && opinion.past >= 0.5 && opinion.danger < 0.35
        } else {
            let likelier = opinion.past >= BEHIND && opinion.past > opinion.danger;
            likelier || (framed && opinion.past >= 0.3 && opinion.danger < 0.55)
        };
    told && !present
}

/// The severity for which the model's opinion is enough.
fn raised(opinion: &Opinion, reading: &Reading, words: usize) -> u8 {
    let doubt = doubt(reading);
    if opinion.danger >= HIGH {
        3
    } else if opinion.danger >= bar(opinion, reading, words) + doubt || opinion.worst_passage >= CONCERN_PASSAGE + doubt
    {
        2
    } else {
        u8::from(opinion.past >= NOTED || opinion.past + opinion.danger >= UNEASY * thinness(words, BRIEF))
    }
}

/// How much surer the model must be for what may explain the words.
fn doubt(reading: &Reading) -> f32 {
    use Frame::{Bereaved, News, Story, Work};
    let explained = [Work, News, Story, Bereaved].iter().any(|&frame| reading.has(frame));
    let denied = reading.findings.iter().any(|finding| finding.severity == 0);
    if explained || denied { EXPLAINED } else { 0.0 }
}

/// How sure the model must be to raise the alarm alone: by the likeliest kind of danger and by the length of the text.
fn bar(opinion: &Opinion, reading: &Reading, words: usize) -> f32 {
    let bar = match opinion.category {
        Category::SuicideIdeation => CONCERN_IDEATION,
        Category::SuicidePlan | Category::MedicalEmergency => CONCERN_URGENT,
        Category::SelfHarm
        | Category::DomesticViolence
        | Category::ChildAbuse
        | Category::SexualAssault
        | Category::HarmOthers => CONCERN,
    };
    let (brief, sure) = if reading.has(Frame::Petition) {
        (BRIEF_PETITION, SURE_OF_PETITION)
    } else {
        (BRIEF, SURE)
    };
    (bar * thinness(words, brief)).min(sure)
}

/// By how much the evidence of so many words falls short of that of a long text, if one of `brief` words needs twice.
#[expect(clippy::cast_precision_loss, reason = "a text has fewer words than f32 can count")]
fn thinness(words: usize, brief: f32) -> f32 {
    1.0 + (brief / words.max(1) as f32).powi(2)
}
