//! Combines the findings of the patterns with the model's prediction into one severity.
//!
//! Invariant: a danger that a pattern found in the present tense is never classified as past.

use super::Category;
use super::model::Prediction;
use super::pattern_file::Frame;
use super::rules::{Evidence, Finding};

/// From this probability the model alone raises a concern in a long text. Two false alarms cost less than a miss.
const CONCERN_THRESHOLD: f32 = 0.276;
/// The same for suicidal ideation, which ordinary grief resembles most.
const IDEATION_THRESHOLD: f32 = 0.286;
/// The same for a plan or an emergency, where minutes count.
const URGENT_THRESHOLD: f32 = 0.279;
/// The number of words at which the threshold is twice that of a long text; at half as many it is five times.
/// Short texts are weak evidence: without this factor every second harmless one that the model was not trained on is a
/// false alarm.
const BRIEF_WORDS: f32 = 8.36;
/// The upper limit of the threshold, for texts of any length.
const MAX_THRESHOLD: f32 = 0.753;
/// The same two for petitions, *For my brother, that he finds work*: they name the wish, and the model infers a danger
/// from it. Every third harmless one is a false alarm without this.
const PETITION_BRIEF_WORDS: f32 = 13.5;
const PETITION_MAX_THRESHOLD: f32 = 0.87;
/// The threshold for the worst passage of a long text.
const PASSAGE_THRESHOLD: f32 = 0.597;
/// Instead of the threshold for suicidal ideation in a long text that both readers have read: they see in its passages
/// what the whole shows faintly.
const IDEATION_THRESHOLD_LONG: f32 = 0.369;
/// Added to the threshold when work, news, fiction, grief or a denial may explain the words.
const EXPLAINED_MARGIN: f32 = 0.045;
/// From this probability the model alone gives severity 3.
const HIGH_THRESHOLD: f32 = 0.89;
/// From this probability of past danger the danger counts as past.
const PAST_THRESHOLD: f32 = 0.185;
/// The same, if the text has both frames, past and recovered.
const PAST_THRESHOLD_TWO_FRAMES: f32 = 0.15;
/// The same, if a pattern matched and the text has no frame of the past.
const PAST_THRESHOLD_NO_FRAME: f32 = 0.6;
/// From this probability of past danger on, words of today elsewhere in the text do not say that it is back.
const PAST_SURELY: f32 = 0.9;
/// From this probability of past danger the severity is 1: staff see it, and no dialog is shown.
const NOTE_THRESHOLD: f32 = 0.15;
/// The same for past and present danger added up.
const NOTE_THRESHOLD_COMBINED: f32 = 0.29;
/// Below this probability the model overrules a pattern of severity 2. It never overrules a plain statement, as one
/// such sentence in a long calm text still counts.
const UNLIKELY_THRESHOLD: f32 = 0.1;

/// What patterns and model say together.
pub(super) struct Verdict {
    pub severity: u8,
    /// Whether a severity of 1 is a suspicion of present danger.
    pub is_possible: bool,
}

/// The verdict from the patterns' evidence and the model's prediction for a text of `words` words.
pub(super) fn verdict(prediction: &Prediction, evidence: &Evidence, words: usize) -> Verdict {
    let by_patterns = evidence
        .findings
        .iter()
        .map(|finding| finding.severity)
        .max()
        .unwrap_or(0);
    let severity = by_patterns.max(severity_by_model(prediction, evidence, words));
    let is_overruled = by_patterns == 2
        && prediction.danger < UNLIKELY_THRESHOLD
        && !evidence.findings.iter().any(|finding| finding.is_present);
    let is_past = is_told_as_past(prediction, evidence);
    let is_hinted = evidence.findings.iter().any(Finding::is_hint);
    let severity = if severity > 1 && (is_overruled || is_past) {
        1
    } else {
        severity
    };
    Verdict {
        severity,
        is_possible: severity == 1 && !is_past && (prediction.danger > prediction.past || is_hinted),
    }
}

/// Whether model and wording agree that the danger is past. A finding in the present tense is never past, and neither
/// is a danger that is said to be back.
fn is_told_as_past(prediction: &Prediction, evidence: &Evidence) -> bool {
    let mut dangers = evidence
        .findings
        .iter()
        .filter(|finding| finding.severity > 1)
        .peekable();
    let by_patterns = dangers.peek().is_some();
    let is_present = dangers.any(|finding| finding.is_present);
    // *I still think of it* is of today, and what it speaks of may be over for all that.
    let surely_past = prediction.past >= PAST_SURELY && prediction.danger < UNLIKELY_THRESHOLD;
    let present = is_present || evidence.has(Frame::Present) && !surely_past;
    let (past, recovered) = (evidence.has(Frame::Past), evidence.has(Frame::Recovered));
    let framed = past || recovered;
    let plain = evidence.findings.iter().any(|finding| finding.severity > 2);
    let told = if past
        && recovered
        && !plain
        && prediction.past >= PAST_THRESHOLD_TWO_FRAMES
        && prediction.past > prediction.danger * 0.7
    {
        true
    } else if by_patterns {
        let believed = framed || (prediction.past >= PAST_THRESHOLD_NO_FRAME && prediction.danger < 0.2);
        believed && prediction.past >= 0.5 && prediction.danger < 0.35
    } else {
        let likelier = prediction.past >= PAST_THRESHOLD && prediction.past > prediction.danger;
        likelier || (framed && prediction.past >= 0.3 && prediction.danger < 0.55)
    };
    told && !present
}

/// The severity that the prediction alone justifies.
fn severity_by_model(prediction: &Prediction, evidence: &Evidence, words: usize) -> u8 {
    let explained_margin = explained_margin(evidence);
    if prediction.danger >= HIGH_THRESHOLD {
        3
    } else if prediction.danger >= concern_threshold(prediction, evidence, words) + explained_margin
        || prediction.worst_passage >= PASSAGE_THRESHOLD + explained_margin
    {
        2
    } else if evidence.has(Frame::Sober) && evidence.findings.is_empty() {
        // Being sober is told as other dangers of the past are, and is none.
        0
    } else {
        u8::from(
            prediction.past >= NOTE_THRESHOLD
                || prediction.past + prediction.danger >= NOTE_THRESHOLD_COMBINED * brevity_factor(words, BRIEF_WORDS),
        )
    }
}

/// The margin added to the threshold when something may explain the words.
fn explained_margin(evidence: &Evidence) -> f32 {
    use Frame::{Bereaved, Fiction, News, Work};
    let explained = [Work, News, Fiction, Bereaved].iter().any(|&frame| evidence.has(frame));
    let denied = evidence.findings.iter().any(|finding| finding.severity == 0);
    if explained || denied { EXPLAINED_MARGIN } else { 0.0 }
}

/// The threshold for a concern by the model alone, by the most probable category and the length of the text.
fn concern_threshold(prediction: &Prediction, evidence: &Evidence, words: usize) -> f32 {
    // Of a head that was hit, the model has seen only violence: what is said to be an accident needs more.
    if matches!(prediction.category, Category::SelfHarm | Category::HarmOthers) && evidence.has(Frame::Accident) {
        return HIGH_THRESHOLD;
    }
    let concern_threshold = match prediction.category {
        Category::SuicideIdeation if prediction.is_long_and_read_twice => IDEATION_THRESHOLD_LONG,
        Category::SuicideIdeation => IDEATION_THRESHOLD,
        Category::SuicidePlan | Category::MedicalEmergency => URGENT_THRESHOLD,
        Category::SelfHarm
        | Category::DomesticViolence
        | Category::ChildAbuse
        | Category::SexualAssault
        | Category::HarmOthers => CONCERN_THRESHOLD,
    };
    let (brief, sure) = if evidence.has(Frame::Petition) {
        (PETITION_BRIEF_WORDS, PETITION_MAX_THRESHOLD)
    } else {
        (BRIEF_WORDS, MAX_THRESHOLD)
    };
    (concern_threshold * brevity_factor(words, brief)).min(sure)
}

/// The factor of the threshold for a text of `words` words: 2 at `brief` words, 1 for long texts.
#[expect(clippy::cast_precision_loss, reason = "a text has fewer words than f32 can count")]
fn brevity_factor(words: usize, brief: f32) -> f32 {
    1.0 + (brief / words.max(1) as f32).powi(2)
}
