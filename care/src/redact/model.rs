//! The tagger: multinomial logistic regression over the features of a word, trained on marked texts.
//!
//! Invariant: training is deterministic. It takes seconds and runs in `worker build-content`.

use super::annotated_text::AnnotatedText;
use super::dictionaries::Dictionaries;
use super::features::{BUCKETS, Context, Tag};
use super::marks::{self, MarkedText};
use super::patterns;
use super::span::Kind;

mod augmentation;

const TAGS: usize = Tag::ALL.len();
const EPOCHS: usize = 6;
const VARIANTS_PER_TEXT: u64 = 6;

/// The probability of each tag for one word.
pub(super) fn probabilities(weights: &[f32], buckets: &[u32]) -> [f32; TAGS] {
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

/// Trains the weights.
///
/// # Errors
/// Names the first invalid example.
pub(super) fn train(dictionaries: &Dictionaries, examples: &str) -> Result<Vec<f32>, String> {
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

struct TrainingExample {
    buckets: Vec<u32>,
    tag: Tag,
}

fn add_examples(dictionaries: &Dictionaries, marked: &MarkedText, training_set: &mut Vec<TrainingExample>) {
    let mut annotated = AnnotatedText::of(dictionaries, &marked.text);
    drop(patterns::find(&mut annotated));
    let context = Context::of(&annotated);
    let mut before = Tag::Nothing;
    for index in 0..annotated.len() {
        let token = &annotated.tokens.list[index];
        let span = marked
            .spans
            .iter()
            .find(|(start, end, _)| *start <= token.start && token.end <= *end);
        let tag = match span {
            Some((_, _, Kind::Person)) => Tag::Person,
            Some((_, _, Kind::Location)) => Tag::Location,
            Some((_, _, Kind::Org)) => Tag::Org,
            _ => Tag::Nothing,
        };
        if context.is_candidate(index) {
            let mut buckets = Vec::with_capacity(48);
            context.extract(index, before, &mut buckets);
            training_set.push(TrainingExample { buckets, tag });
        }
        before = tag;
    }
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
            let example = &training_set[number];
            let likely = probabilities(&weights, &example.buckets);
            for tag in Tag::ALL {
                let error = likely[tag as usize] - if tag == example.tag { 1.0 } else { 0.0 };
                if error.abs() < 1e-3 {
                    continue;
                }
                for &bucket in &example.buckets {
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
