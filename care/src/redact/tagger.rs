//! The tagger: multinomial logistic regression over the features of a word. `content-tools` trains it.
//!
//! Invariant: scoring is deterministic and cannot fail, whatever the number of weights.

use std::ops::Range;

use super::annotated_text::AnnotatedText;
use super::dictionaries::Dictionaries;
use super::features::Context;
use super::patterns;

pub use super::features::{BUCKETS, Tag};

/// The number of tags.
pub const TAGS: usize = Tag::ALL.len();

/// The probability of each tag for one word.
pub fn probabilities(weights: &[f32], buckets: &[u32]) -> [f32; TAGS] {
    let mut scores = [0.0_f32; TAGS];
    if weights.len() == BUCKETS * TAGS {
        for &bucket in buckets {
            let at = bucket as usize * TAGS;
            for (score, weight) in scores.iter_mut().zip(&weights[at..at + TAGS]) {
                *score += weight;
            }
        }
    }
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in &mut scores {
        *score = (*score - highest).exp();
        sum += *score;
    }
    scores.map(|score| score / sum)
}

/// The words of a text that could be names, in order: the tag that `tag_of` gives the word at these bytes, and the
/// features of the word after the tags before it.
pub fn candidates(
    dictionaries: &Dictionaries,
    text: &str,
    tag_of: impl Fn(Range<usize>) -> Tag,
) -> Vec<(Tag, Vec<u32>)> {
    let mut annotated = AnnotatedText::of(dictionaries, text);
    drop(patterns::find(&mut annotated));
    let context = Context::of(&annotated);
    let mut before = Tag::Nothing;
    let mut candidates = Vec::new();
    for index in 0..annotated.len() {
        let token = &annotated.tokens.list[index];
        let tag = tag_of(token.start..token.end);
        if context.is_candidate(index) {
            let mut buckets = Vec::with_capacity(48);
            context.extract(index, before, &mut buckets);
            candidates.push((tag, buckets));
        }
        before = tag;
    }
    candidates
}
