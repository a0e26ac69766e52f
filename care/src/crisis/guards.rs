//! The guards: negation, past, work, news, fiction and play lower what a pattern found.
//!
//! Invariant: a guard only lowers a finding; it never raises one.

use super::matching::Hit;
use super::rules::{Finding, Owner, Reading, Rules};
use super::sources::{About, Frame, PatternSource};
use super::words::Word;

/// How many words may stand between a negation and what it denies.
const NEGATION_REACH: usize = 10;

/// What a finding is weighed against.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub hits: &'a [Hit],
    /// The frames of each sentence.
    pub frames: &'a [u16],
    pub words: &'a [Word],
    pub reading: &'a Reading,
}

impl Rules {
    /// Applies the guards of one pattern to one place where it was found.
    pub(super) fn weigh(&self, index: usize, hit: &Hit, around: &Around) -> Option<Finding> {
        let &Around {
            hits,
            frames,
            words,
            reading,
        } = around;
        let pattern = &self.patterns[index];
        let sentence = words[hit.first].sentence;
        let owned = |wanted: fn(Owner) -> Option<usize>| {
            hits.iter()
                .filter(move |other| wanted(self.owners[other.owner as usize]) == Some(index))
        };
        if !pattern.also.is_empty() && owned(also_of).next().is_none() {
            return None;
        }
        if owned(unless_of).any(|other| words[other.first].sentence == sentence) {
            return None;
        }
        let near = |frame: Frame| frames[sentence as usize] & (1 << frame as u16) != 0;
        let now = self.is_told_now(&words[hit.first..hit.end]);
        let mut severity = pattern.severity;
        if self.negated(words, hit) || near(Frame::Denied) || Self::silenced(pattern, reading, &near) {
            severity = 0;
        } else if !now && Self::is_over(reading, &near) {
            severity = 1;
        }
        Some(Finding {
            category: pattern.category,
            severity,
            unguarded: pattern.severity,
            now,
            first: hit.first,
            end: hit.end,
        })
    }

    /// Whether work, news, fiction, scripture, play or a trifle explain the words.
    fn silenced(pattern: &PatternSource, reading: &Reading, near: &dyn Fn(Frame) -> bool) -> bool {
        let told = near(Frame::Story) || near(Frame::Scripture);
        let light = pattern.light
            && (near(Frame::Trifle) || near(Frame::Joke) || near(Frame::Game) || reading.has(Frame::Game));
        light
            || match pattern.about {
                About::Me => told,
                About::Them => {
                    told || reading.has(Frame::Work) || reading.has(Frame::News) || reading.has(Frame::Story)
                }
                About::Topic => {
                    told || [
                        Frame::Work,
                        Frame::News,
                        Frame::Story,
                        Frame::Scripture,
                        Frame::Game,
                        Frame::Bereaved,
                    ]
                    .iter()
                    .any(|&frame| reading.has(frame))
                }
            }
    }

    /// Whether the words themselves speak of now: *I want to*, *he hits*, but not *I did not want to*.
    fn is_told_now(&self, words: &[Word]) -> bool {
        let is_present = |word: &Word| self.now.get(word.id as usize).copied().unwrap_or(false);
        words.iter().any(is_present) && words.iter().all(|word| word.id != self.did)
    }

    /// Whether it lies in the past and nothing says that it is back.
    fn is_over(reading: &Reading, near: &dyn Fn(Frame) -> bool) -> bool {
        if reading.has(Frame::Present) {
            return false;
        }
        near(Frame::Past) || (reading.has(Frame::Recovered) && (near(Frame::Recovered) || reading.has(Frame::Past)))
    }

    /// Whether the words before the hit deny it: *I'm not*, *I have never thought of*.
    fn negated(&self, words: &[Word], hit: &Hit) -> bool {
        let clause = words[hit.first].clause;
        let mut at = hit.first;
        let mut leapt = false;
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
                let doubted =
                    words[..at].iter().rev().take(4).any(|word| {
                        word.clause == clause && self.insists.get(word.id as usize).copied().unwrap_or(false)
                    });
                let begins_anew = comma && !leapt && words[hit.first].id == self.i;
                return !(refuses_something_else || doubted || begins_anew);
            }
            if self.insists.get(id).copied().unwrap_or(false) {
                return false;
            }
            if comma
                && !leapt
                && words[hit.first].id != self.i
                && let Some(opening) = opening_comma(words, at)
                && self.matcher.is_stop(&words[opening])
            {
                // *never, in all those years, thought of*: what stands between the commas is no bar.
                leapt = true;
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

/// The word before the comma which opens the insertion that ends at this place.
fn opening_comma(words: &[Word], at: usize) -> Option<usize> {
    let same = |place: usize| words[place].sentence == words[at].sentence;
    (0..at)
        .rev()
        .take(14)
        .find(|&place| words[place + 1].comma && same(place))
}

fn also_of(owner: Owner) -> Option<usize> {
    if let Owner::Also(index) = owner {
        Some(index)
    } else {
        None
    }
}

fn unless_of(owner: Owner) -> Option<usize> {
    if let Owner::Unless(index) = owner {
        Some(index)
    } else {
        None
    }
}
