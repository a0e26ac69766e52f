//! When a text tells of a situation clearly enough for its letter.
//!
//! Invariant: a situation is told clearly or not at all. The bounds were chosen so that at most one golden text in twenty
//! gets the letter of a wrong situation.

use care::readings::readings;
use care::understand::RankedTopic;

use super::Corpus;
use super::fitting::candidates;
use crate::content::{NamedIn, Situation};
use crate::locale::Locale;
use crate::screening::Reading;

/// From which score on a situation is told clearly.
struct Bounds {
    /// From this score on.
    enough: f32,
    /// With a lower score, too, from here on …
    least: f32,
    /// … if it is this many times that of the second.
    times: f32,
}

impl Bounds {
    /// Of a text in this language.
    const fn of(locale: Locale) -> Self {
        match locale {
            Locale::English => Self {
                enough: 0.24,
                least: 0.17,
                times: 2.5,
            },
            // Only one reader scores Spanish, and it is less sure.
            Locale::Spanish => Self {
                enough: 0.15,
                least: 0.06,
                times: 2.0,
            },
        }
    }

    /// Of a text in which no topic was recognised.
    const WITHOUT_TOPIC: Self = Self {
        enough: 0.4,
        least: 0.26,
        times: 3.0,
    };
    /// Of a long text whose first topic is that of the situation: many facts share the score, and few of them mislead.
    const IN_A_LONG_TEXT: Self = Self {
        enough: 0.11,
        least: 0.07,
        times: 2.0,
    };
    /// Of a long text whose first topic is another: the situation must stand out from all others.
    const IN_A_LONG_TEXT_OF_ANOTHER_TOPIC: Self = Self {
        enough: 0.24,
        least: 0.08,
        times: 2.5,
    };

    fn hold(&self, first: f32, second: f32) -> bool {
        first >= self.enough || (first >= self.least && first >= self.times * second)
    }
}

/// From this number of words on a text is long.
const LONG: usize = 30;
/// Among how many situations one may be that the words name.
const NAMED_AMONG: usize = 5;
/// The least score of one that the words name.
const MIN_NAMED: f32 = 0.03;

/// The first situation, if `words` tell of it clearly; or else the first of those near that `named_in` has.
pub(super) fn clearly_told<'a>(
    ranked: &[(&'a Situation, f32)],
    topics: &[RankedTopic<'_>],
    words: &str,
    named_in: &NamedIn<'_>,
    locale: Locale,
) -> Option<(&'a Situation, f32)> {
    let (situation, score) = *ranked.first()?;
    let second = ranked.get(1).map_or(0.0, |(_, score)| *score);
    let is_clear = match topics.first() {
        None => Bounds::WITHOUT_TOPIC.hold(score, second),
        Some(topic) => {
            let is_long = words.split_whitespace().count() >= LONG;
            let of_long = if topic.slug == situation.topic {
                Bounds::IN_A_LONG_TEXT
            } else {
                Bounds::IN_A_LONG_TEXT_OF_ANOTHER_TOPIC
            };
            Bounds::of(locale).hold(score, second) || is_long && of_long.hold(score, second)
        }
    };
    let is_named = |(situation, score): &&(&'a Situation, f32)| {
        *score >= MIN_NAMED && named_in.named.contains(&situation.slug.as_str())
    };
    let named = || ranked.iter().take(NAMED_AMONG).find(is_named).copied();
    is_clear.then_some((situation, score)).or_else(named)
}

/// The slug of the situation that a text tells of clearly.
pub fn situation_of(corpus: Corpus<'_>, text: &str, second: Option<&Reading>) -> Option<String> {
    let corpus = corpus.in_language(Locale::of_words(text, corpus.locale()));
    let topics = corpus.care.understand(text, corpus.locale(), second);
    let read = readings(text, corpus.locale().language());
    let (ranked, named_in) = candidates(corpus, text, &topics, second, &read);
    let (situation, _) = clearly_told(&ranked, &topics, text, &named_in, corpus.locale())?;
    Some(situation.slug.clone())
}
