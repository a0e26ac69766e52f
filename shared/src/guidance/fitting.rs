//! Whose letter it is: who did it, who was wronged, a child, somebody who loves.
//!
//! Invariant: a letter that speaks to another than the writer, or of what they never said, is no candidate.

use care::readings::{Readings, Role, Time};
use care::understand::RankedTopic;

use super::Corpus;
use crate::content::{NamedIn, Situation, WrittenFor};
use crate::screening::Reading;

/// The topic of who did wrong, and within how many topics of a text it speaks for a confession.
const GUILT: &str = "guilt-shame";
const TOPICS_OF_A_CONFESSION: usize = 2;
/// The topic of parents, whose letters speak to them alone.
pub(super) const PARENTING: &str = "parenting";
/// Its situation that somebody young may be in.
const NEW_MOTHER: &str = "new-mother";

/// The situations whose letters the writer may get, the clearest first, and those that the words name or deny.
pub(super) fn candidates<'a>(
    corpus: Corpus<'a>,
    words: &str,
    topics: &[RankedTopic<'_>],
    second: Option<&Reading>,
    read: &Readings,
) -> (Vec<(&'a Situation, f32)>, NamedIn<'a>) {
    let named_in = corpus.letters.named_in(words);
    let ranked = ranked(corpus, words, topics, second);
    (fitting(corpus, ranked, &named_in, topics, read), named_in)
}

/// The situations of a text with their scores, the clearest first.
fn ranked<'a>(
    corpus: Corpus<'a>,
    words: &str,
    topics: &[RankedTopic<'_>],
    second: Option<&Reading>,
) -> Vec<(&'a Situation, f32)> {
    let ranked = corpus
        .care
        .situations(words, corpus.locale(), topics, second)
        .into_iter();
    ranked
        .filter_map(|ranked| Some((corpus.letters.situation(&ranked.label.slug)?, ranked.score)))
        .collect()
}

/// The situations whose letters the writer may get: none for who did it, where it was done to them, and none for who was
/// wronged, where they confess; none about years, where it happened some months ago; none for parents, where a child
/// writes; none for the sufferer, where the topic has a message for somebody who loves them; none whose letter the words deny.
fn fitting<'a>(
    corpus: Corpus<'a>,
    ranked: Vec<(&'a Situation, f32)>,
    named_in: &NamedIn<'_>,
    topics: &[RankedTopic<'_>],
    read: &Readings,
) -> Vec<(&'a Situation, f32)> {
    let is_done_to_me = read.is_done_to_me && read.role != Some(Role::Did);
    // *I read his messages, and there she was* is no confession: its topics tell of no guilt.
    let is_confessed = read.role == Some(Role::Did)
        && !read.is_done_to_me
        && topics
            .iter()
            .take(TOPICS_OF_A_CONFESSION)
            .any(|topic| topic.slug == GUILT);
    // Beside *today* a text may speak of years; beside *since March* it would have said so.
    let is_of_months = read.time == Some(Time::Months);
    let is_of_another = read.role == Some(Role::Loves);
    let has_own_message = |situation: &Situation| {
        let topic = corpus.letters.topic(&situation.topic);
        situation.written_for != WrittenFor::WhoLoves && topic.is_some_and(|topic| topic.for_loved_ones.is_some())
    };
    let may_be = |(situation, _): &(&Situation, f32)| {
        !(is_done_to_me && situation.written_for == WrittenFor::WhoDidIt
            || is_confessed && situation.written_for == WrittenFor::WhoWasWronged
            || is_of_months && situation.after_years
            || is_a_child(read) && situation.topic == PARENTING && situation.slug != NEW_MOTHER
            || is_of_another && has_own_message(situation)
            || named_in.denied.contains(&situation.slug.as_str()))
    };
    ranked.into_iter().filter(may_be).collect()
}

/// Whether the writer is young, and speaks of no child of their own.
pub(super) fn is_a_child(read: &Readings) -> bool {
    read.is_young && read.children.is_none() && read.persons.iter().all(|person| person.kind != "child")
}
