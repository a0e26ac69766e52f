//! Combines the findings of the patterns with the model's prediction into one severity.
//!
//! Invariant: a danger that a pattern found in the present tense is never classified as past.

use super::Category;
use super::model::Prediction;
use super::pattern_file::Frame;
use super::rules::{Evidence, Finding};

/// From which probability the model raises a concern. Two false alarms cost less than a miss.
struct Thresholds {
    /// In a long text.
    concern: f32,
    /// The same for suicidal ideation, which ordinary grief resembles most.
    ideation: f32,
    /// The same in a long text: both readers see in its passages what the whole shows faintly.
    ideation_long: f32,
    /// The same for a plan or an emergency, where minutes count.
    urgent: f32,
    /// The worst passage of a long text.
    passage: f32,
    /// The number of words at which the threshold is twice that of a long text; at half as many it is five times.
    /// Short texts are weak evidence: without this factor every second harmless one that the model was not trained on is
    /// a false alarm.
    brief_words: f32,
    /// The upper limit, for texts of any length.
    max: f32,
    /// Added when work, news, fiction, grief or a denial may explain the words.
    explained_margin: f32,
    /// Past and present danger added up, from which the severity is 1.
    note: f32,
}

impl Thresholds {
    const fn of(prediction: &Prediction) -> &'static Self {
        if prediction.is_read_twice {
            &READ_TWICE
        } else {
            &READ_ONCE
        }
    }
}

/// For the model alone.
const READ_ONCE: Thresholds = Thresholds {
    concern: 0.35,
    ideation: 0.365,
    ideation_long: 0.365,
    urgent: 0.295,
    passage: 0.66,
    brief_words: 7.5,
    max: 0.72,
    explained_margin: 0.09,
    note: 0.36,
};

/// For both readers together. The second one is calmer about ordinary struggles.
const READ_TWICE: Thresholds = Thresholds {
    concern: 0.276,
    ideation: 0.286,
    ideation_long: 0.369,
    urgent: 0.279,
    passage: 0.597,
    brief_words: 8.36,
    max: 0.753,
    explained_margin: 0.045,
    note: 0.29,
};

/// Instead of `brief_words` and `max` for petitions, *For my brother, that he finds work*: they name the wish, and the
/// model infers a danger from it. Every third harmless one is a false alarm without this. The same holds for words of the
/// Bible whose place is asked.
const PETITION_BRIEF_WORDS: f32 = 13.5;
const PETITION_MAX_THRESHOLD: f32 = 0.87;
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
    let thresholds = Thresholds::of(prediction);
    let explained_margin = if is_explained(evidence) {
        thresholds.explained_margin
    } else {
        0.0
    };
    if prediction.danger >= HIGH_THRESHOLD {
        3
    } else if prediction.danger >= concern_threshold(prediction, evidence, words) + explained_margin
        || prediction.worst_passage >= thresholds.passage + explained_margin
    {
        2
    } else if evidence.has(Frame::Sober) && evidence.findings.is_empty() {
        // Being sober is told as other dangers of the past are, and is none.
        0
    } else {
        u8::from(
            prediction.past >= NOTE_THRESHOLD
                || prediction.past + prediction.danger >= note_threshold(thresholds, evidence, words),
        )
    }
}

/// The threshold for a note by the model alone. From words of the Bible whose place is asked it infers a danger
/// (*Which verse says the truth will set you free*).
fn note_threshold(thresholds: &Thresholds, evidence: &Evidence, words: usize) -> f32 {
    let brief = if evidence.has(Frame::Asked) {
        PETITION_BRIEF_WORDS
    } else {
        thresholds.brief_words
    };
    thresholds.note * brevity_factor(words, brief)
}

/// Whether something may explain the words.
fn is_explained(evidence: &Evidence) -> bool {
    use Frame::{Bereaved, Fiction, News, Work};
    let explained = [Work, News, Fiction, Bereaved].iter().any(|&frame| evidence.has(frame));
    let denied = evidence.findings.iter().any(|finding| finding.severity == 0);
    explained || denied
}

/// The threshold for a concern by the model alone, by the most probable category and the length of the text.
fn concern_threshold(prediction: &Prediction, evidence: &Evidence, words: usize) -> f32 {
    // Of a head that was hit, the model has seen only violence: what is said to be an accident needs more.
    if matches!(prediction.category, Category::SelfHarm | Category::HarmOthers) && evidence.has(Frame::Accident) {
        return HIGH_THRESHOLD;
    }
    let thresholds = Thresholds::of(prediction);
    let concern_threshold = match prediction.category {
        Category::SuicideIdeation if prediction.is_long => thresholds.ideation_long,
        Category::SuicideIdeation => thresholds.ideation,
        Category::SuicidePlan | Category::MedicalEmergency => thresholds.urgent,
        Category::SelfHarm
        | Category::DomesticViolence
        | Category::ChildAbuse
        | Category::SexualAssault
        | Category::HarmOthers => thresholds.concern,
    };
    let (brief, sure) = if evidence.has(Frame::Petition) || evidence.has(Frame::Asked) {
        (PETITION_BRIEF_WORDS, PETITION_MAX_THRESHOLD)
    } else {
        (thresholds.brief_words, thresholds.max)
    };
    (concern_threshold * brevity_factor(words, brief)).min(sure)
}

/// The factor of the threshold for a text of `words` words: 2 at `brief` words, 1 for long texts.
#[expect(clippy::cast_precision_loss, reason = "a text has fewer words than f32 can count")]
fn brevity_factor(words: usize, brief: f32) -> f32 {
    1.0 + (brief / words.max(1) as f32).powi(2)
}
