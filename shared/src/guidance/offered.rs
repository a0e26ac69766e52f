//! What is offered with an answer: the situations that it may be instead, related topics, and the passage of a topic.
//!
//! Invariant: no letter that may only stand behind the numbers is offered.

use super::Corpus;
use super::matching::topic_by_slug;
use crate::content::{COMFORT, Reference, Situation, Topic, WithNumbers};

const MAX_RELATED: usize = 4;
/// The situations offered below an answer.
const MAX_ALTERNATIVES: usize = 6;

/// The situations offered below an answer: those near to its situation, the likely ones, then those of its topic. None
/// whose letter may only stand behind the numbers.
pub(super) fn alternatives_to<'a>(
    corpus: Corpus<'a>,
    topic: &'a Topic,
    situation: Option<&'a Situation>,
    likely: Vec<&'a Situation>,
) -> Vec<&'a Situation> {
    let near = situation.into_iter().flat_map(|situation| &situation.near);
    let near = near.filter_map(|slug| corpus.letters.situation(slug));
    let mut alternatives: Vec<&Situation> = Vec::new();
    // Below joy a chip of somebody's sorrow would wound.
    let likely = likely
        .into_iter()
        .filter(|_| situation.is_none_or(|situation| situation.topic != COMFORT));
    // A text that was not understood tells of no joy either.
    let of_topic = corpus.letters.situations_of(&topic.slug);
    let of_topic = of_topic.filter(|_| topic.slug != COMFORT);
    for other in near.chain(likely).chain(of_topic) {
        let is_shown = situation.is_some_and(|situation| situation.slug == other.slug);
        if !is_shown
            && other.with_numbers != WithNumbers::Only
            && alternatives.iter().all(|known| known.slug != other.slug)
        {
            alternatives.push(other);
        }
    }
    alternatives.truncate(MAX_ALTERNATIVES);
    alternatives
}

/// The related topics of a topic, after the runners-up of classification.
pub(super) fn related_to<'a>(corpus: Corpus<'a>, topic: &Topic, runners_up: Vec<&'a Topic>) -> Vec<&'a Topic> {
    let near = topic.related.iter().filter_map(|slug| topic_by_slug(corpus, slug));
    let mut related: Vec<&Topic> = Vec::new();
    for other in runners_up.into_iter().chain(near) {
        if other.slug != topic.slug && related.iter().all(|known| known.slug != other.slug) {
            related.push(other);
        }
    }
    related.truncate(MAX_RELATED);
    related
}

/// The index of the passage of a topic that fits best and was not shown today.
pub(super) fn choose_passage(
    corpus: Corpus<'_>,
    topic: &Topic,
    embedding: Option<&[f32]>,
    shown: &[Reference],
) -> usize {
    let order: Vec<usize> = match embedding {
        Some(embedding) if topic.slug != COMFORT => {
            care::passage::rank(&topic.embeddings(&corpus.care.vectors).fits, embedding)
        }
        Some(_) | None => (0..topic.passages.len()).collect(),
    };
    let is_new = |index: &&usize| !shown.contains(&topic.passages[**index].passage.reference);
    order.iter().find(is_new).or(order.first()).copied().unwrap_or(0)
}
