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
/// How far before a phrase its *I* may stand, and before that a word that quotes it, in words.
const QUOTING_REACH: usize = 3;
/// How far before a phrase somebody near may stand of whom it is said, in words.
const SOMEBODY_REACH: usize = 16;

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
        let is_retold = (near(Frame::Fiction) || near(Frame::Scripture))
            && !self.is_own(hit, context)
            && !self.is_of_somebody_near(hit, context);
        let mut severity = pattern.severity;
        let mut is_past = false;
        if self.is_negated(words, hit)
            || near(Frame::Denied)
            || Self::is_suppressed(pattern, evidence, is_retold, &near)
        {
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
    fn is_suppressed(
        pattern: &PatternSource,
        evidence: &Evidence,
        is_retold: bool,
        near: &dyn Fn(Frame) -> bool,
    ) -> bool {
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

    /// Whether people say the words of themselves, beside a psalm or a song that they name: *I pray Psalm 23, and I want to
    /// die*, but not *Job says I want to die*, and not *I want to die to self*.
    fn is_own(&self, hit: &Hit, context: &GuardContext) -> bool {
        let &GuardContext { conditions, words, .. } = context;
        let is_of_long_ago = |word: &Word| is_flagged(&self.flags.of_long_ago, word);
        // A wish of long ago is a line of a book more often than not.
        if conditions.retold[hit.first..hit.end].contains(&true) || words[hit.first..hit.end].iter().any(is_of_long_ago)
        {
            return false;
        }
        let clause = words[hit.first].clause;
        let is_i = |&at: &usize| words[at].id == self.i && words[at].clause == clause;
        let by_me = (hit.first.saturating_sub(QUOTING_REACH)..hit.end).rev().find(is_i);
        let to_me = words[hit.first..hit.end]
            .iter()
            .any(|word| is_flagged(&self.flags.me, word));
        if by_me.is_none() && !to_me {
            return false;
        }
        !self.is_quoted(words, by_me.unwrap_or(hit.first))
    }

    /// Whether the words are said of somebody near, beside a psalm: *my son read the psalm and said he wants to die*, but not
    /// *my son asked why Elijah wanted to die*.
    fn is_of_somebody_near(&self, hit: &Hit, context: &GuardContext) -> bool {
        let &GuardContext { conditions, words, .. } = context;
        let mut begins_anew = false;
        for at in (hit.first.saturating_sub(SOMEBODY_REACH)..hit.end).rev() {
            let word = &words[at];
            if word.sentence != words[hit.first].sentence {
                return false;
            }
            if at > 0 && is_flagged(&self.flags.somebody_near, word) && words[at - 1].id == self.my {
                return true;
            }
            begins_anew |= is_flagged(&self.flags.joining, word);
            let is_told = conditions.retold[at] || is_flagged(&self.flags.retelling, word);
            if at < hit.first && is_told && !begins_anew {
                return false;
            }
        }
        false
    }

    /// Whether a word that quotes stands just before: *Job says*, *the line*, but not *I keep saying*.
    fn is_quoted(&self, words: &[Word], first: usize) -> bool {
        for at in (first.saturating_sub(QUOTING_REACH)..first).rev() {
            if words[at].sentence != words[first].sentence {
                return false;
            }
            if is_flagged(&self.flags.quoting, &words[at]) {
                let subject = &words[at.saturating_sub(2)..at];
                return subject.iter().all(|word| word.id != self.i);
            }
            if words[at + 1].comma || is_flagged(&self.flags.joining, &words[at]) {
                return false;
            }
        }
        false
    }

    /// Whether the match is in the present tense: *I want to*, *he hits*, but not *I did not want to* and *I used to want*.
    fn is_in_present_tense(&self, words: &[Word]) -> bool {
        let is_present = |word: &Word| is_flagged(&self.flags.present_forms, word);
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
            if self.matcher.is_stop(word) {
                let refuses_something_else = at > 0
                    && words[at - 1].id == self.can
                    && words[at + 1..=hit.first].iter().any(|word| word.id == self.i);
                let is_cancelled = words[..at]
                    .iter()
                    .rev()
                    .take(4)
                    .any(|word| word.clause == clause && is_flagged(&self.flags.cancels_negation, word));
                let begins_anew = comma && !skipped_insertion && words[hit.first].id == self.i;
                return !(refuses_something_else || is_cancelled || begins_anew);
            }
            if is_flagged(&self.flags.cancels_negation, word) {
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
            if !is_flagged(&self.flags.filler, word) {
                return false;
            }
        }
        false
    }
}

/// Whether a list of words, by their ids, has a word.
fn is_flagged(list: &[bool], word: &Word) -> bool {
    list.get(word.id as usize).copied().unwrap_or(false)
}

/// The word before the comma that opens the insertion ending at `at`.
fn opening_comma(words: &[Word], at: usize) -> Option<usize> {
    let same = |place: usize| words[place].sentence == words[at].sentence;
    (0..at)
        .rev()
        .take(14)
        .find(|&place| words[place + 1].comma && same(place))
}
