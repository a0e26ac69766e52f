//! Trains the tagger of redaction on marked texts.
//!
//! Invariant: same dictionaries and examples, same bits.

use std::ops::Range;

use care::redact::tagger::{BUCKETS, TAGS, Tag, candidates, probabilities};
use care::redact::{Dictionaries, Kind};

use crate::redaction::marks::{self, MarkedText};

mod augmentation;

const EPOCHS: usize = 6;
const VARIANTS_PER_TEXT: u64 = 6;

/// Trains the weights.
///
/// # Errors
/// Names the first invalid example.
pub fn train(dictionaries: &Dictionaries, examples: &str) -> Result<Vec<f32>, String> {
    let marked_texts = marks::read(examples)?;
    let mut training_set = Vec::new();
    let pool = augmentation::Pool::of(dictionaries);
    for (number, marked) in marked_texts.iter().enumerate() {
        // The text itself counts twice, each variant once.
        for _ in 0..2 {
            add_examples(dictionaries, marked, &mut training_set);
        }
        for variant in 0..VARIANTS_PER_TEXT {
            let seed = number as u64 * 64 + variant + 1;
            add_examples(dictionaries, &augmentation::of(marked, &pool, seed), &mut training_set);
        }
    }
    Ok(gradient_descent(&training_set))
}

type TrainingExample = (Tag, Vec<u32>);

fn add_examples(dictionaries: &Dictionaries, marked: &MarkedText, training_set: &mut Vec<TrainingExample>) {
    let tag_of = |word: Range<usize>| {
        let mut spans = marked.spans.iter();
        match spans.find(|(start, end, _)| *start <= word.start && word.end <= *end) {
            Some((_, _, Kind::Person)) => Tag::Person,
            Some((_, _, Kind::Location)) => Tag::Location,
            Some((_, _, Kind::Org)) => Tag::Org,
            _ => Tag::Nothing,
        }
    };
    training_set.extend(candidates(dictionaries, &marked.text, tag_of));
}

/// Stochastic gradient descent with a step size for each weight (`AdaGrad`).
fn gradient_descent(training_set: &[TrainingExample]) -> Vec<f32> {
    let mut weights = vec![0.0_f32; BUCKETS * TAGS];
    let mut squared_gradients = vec![1e-3_f32; BUCKETS * TAGS];
    let mut order: Vec<usize> = (0..training_set.len()).collect();
    let mut random = augmentation::Random(7);
    for _ in 0..EPOCHS {
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        for &number in &order {
            let (actual, buckets) = &training_set[number];
            let likely = probabilities(&weights, buckets);
            for tag in Tag::ALL {
                let error = likely[tag as usize] - if tag == *actual { 1.0 } else { 0.0 };
                if error.abs() < 1e-3 {
                    continue;
                }
                for &bucket in buckets {
                    let at = bucket as usize * TAGS + tag as usize;
                    let gradient = error + 2e-5 * weights[at];
                    squared_gradients[at] += gradient * gradient;
                    weights[at] -= 0.05 * gradient / squared_gradients[at].sqrt();
                }
            }
        }
    }
    weights
}
