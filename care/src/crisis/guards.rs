//! The guards: negation, past, work, news, fiction and games lower the severity of a match.
//!
//! Invariant: a guard only lowers a severity.

use super::Category;
use super::matching::Hit;
use super::pattern_file::{About, Frame, PatternSource};
use super::rules::{Conditions, Evidence, Finding, Rules};
use super::vocabulary::Word;

/// The maximum distance, in words, between a negation and the phrase it negates.
const NEGATION_REACH: usize = 10;

/// The context that the guards look at.
#[derive(Clone, Copy)]
pub(super) struct GuardContext<'a> {
    pub conditions: &'a Conditions,
    pub words: &'a [Word],
    pub evidence: &'a Evidence,
}

impl Rules {
    /// Applies the guards to one match of a pattern.
    pub(super) fn apply_guards(&self, index: usize, hit: &Hit, context: &GuardContext) -> Option<Finding> {
        let &GuardContext {
            conditions,
            words,
            evidence,
        } = context;
        let pattern = &self.patterns[index];
        let sentence = words[hit.first].sentence;
        if !pattern.also.is_empty() && !conditions.also[index] {
            return None;
        }
        if conditions.unless.contains(&(index, sentence)) {
            return None;
        }
        let near = |frame: Frame| conditions.has_near(sentence, frame);
        let is_present = self.is_in_present_tense(&words[hit.first..hit.end]);
        let mut severity = pattern.severity;
        let mut is_past = false;
        if self.is_negated(words, hit) || near(Frame::Denied) || Self::is_suppressed(pattern, evidence, &near) {
            severity = 0;
        } else if pattern.light && pattern.category == Category::HarmOthers && near(Frame::Joke) {
            // *I'm going to kill him lol* is nearly always a figure of speech; the same words about oneself are not.
            severity = 1;
        } else if !is_present && Self::is_over(evidence, &near) {
            severity = 1;
            is_past = true;
        }
        Some(Finding {
            category: pattern.category,
            severity,
            unguarded: pattern.severity,
            is_present,
            is_past,
            first: hit.first,
            end: hit.end,
        })
    }

    /// Whether work, news, fiction, scripture, games or a trifle explain the words.
    fn is_suppressed(pattern: &PatternSource, evidence: &Evidence, near: &dyn Fn(Frame) -> bool) -> bool {
        let is_retold = near(Frame::Fiction) || near(Frame::Scripture);
        // Laughter alone explains nothing but lost breath: people laugh about what hurts.
        let laughed = pattern.category == Category::MedicalEmergency && near(Frame::Joke);
        let light = pattern.light && (laughed || near(Frame::Trifle) || near(Frame::Game) || evidence.has(Frame::Game));
        light
            || match pattern.about {
                About::Me => is_retold,
                About::Them => {
                    is_retold || evidence.has(Frame::Work) || evidence.has(Frame::News) || evidence.has(Frame::Fiction)
                }
                About::Topic => {
                    is_retold
                        || [
                            Frame::Work,
                            Frame::News,
                            Frame::Fiction,
                            Frame::Scripture,
                            Frame::Game,
                            Frame::Bereaved,
                        ]
                        .iter()
                        .any(|&frame| evidence.has(frame))
                }
            }
    }

    /// Whether the match is in the present tense: *I want to*, *he hits*, but not *I did not want to* and *I used to want*.
    fn is_in_present_tense(&self, words: &[Word]) -> bool {
        let is_present = |word: &Word| self.present_forms.get(word.id as usize).copied().unwrap_or(false);
        words.iter().any(is_present) && words.iter().all(|word| word.id != self.did && word.id != self.used)
    }

    /// Whether the danger is past and nothing says that it is back.
    fn is_over(evidence: &Evidence, near: &dyn Fn(Frame) -> bool) -> bool {
        if evidence.has(Frame::Present) {
            return false;
        }
        near(Frame::Past) || (evidence.has(Frame::Recovered) && (near(Frame::Recovered) || evidence.has(Frame::Past)))
    }

    /// Whether the words before the hit negate it: *I'm not*, *I have never thought of*.
    fn is_negated(&self, words: &[Word], hit: &Hit) -> bool {
        let clause = words[hit.first].clause;
        let mut at = hit.first;
        let mut skipped_insertion = false;
        while at > 0 && hit.first - at < NEGATION_REACH {
            let comma = words[at].comma;
            at -= 1;
            let word = &words[at];
            if word.clause != clause {
                return false;
            }
            let id = word.id as usize;
            if self.matcher.is_stop(word) {
                let refuses_something_else = at > 0
                    && words[at - 1].id == self.can
                    && words[at + 1..=hit.first].iter().any(|word| word.id == self.i);
                let is_cancelled = words[..at].iter().rev().take(4).any(|word| {
                    word.clause == clause && self.cancels_negation.get(word.id as usize).copied().unwrap_or(false)
                });
                let begins_anew = comma && !skipped_insertion && words[hit.first].id == self.i;
                return !(refuses_something_else || is_cancelled || begins_anew);
            }
            if self.cancels_negation.get(id).copied().unwrap_or(false) {
                return false;
            }
            if comma
                && !skipped_insertion
                && words[hit.first].id != self.i
                && let Some(opening) = opening_comma(words, at)
                && self.matcher.is_stop(&words[opening])
            {
                // *never, in all those years, thought of*: the insertion between commas is skipped.
                skipped_insertion = true;
                at = opening + 1;
                continue;
            }
            if !self.filler.get(id).copied().unwrap_or(false) {
                return false;
            }
        }
        false
    }
}

/// The word before the comma that opens the insertion ending at `at`.
fn opening_comma(words: &[Word], at: usize) -> Option<usize> {
    let same = |place: usize| words[place].sentence == words[at].sentence;
    (0..at)
        .rev()
        .take(14)
        .find(|&place| words[place + 1].comma && same(place))
}
