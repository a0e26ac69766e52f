//! The tagger: a multinomial logistic regression over the features of a word, taught by our own marked stories.
//! Teaching is deterministic and takes seconds; it runs when content is built.

use super::dictionaries::Dictionaries;
use super::features::{BUCKETS, Surroundings, Tag};
use super::marks::{self, MarkedStory};
use super::patterns;
use super::reading::Reading;
use super::span::Kind;

mod variants;

const TAGS: usize = Tag::ALL.len();
const ROUNDS: usize = 6;
const VARIANTS: u64 = 6;

/// How probable each tag is for one word.
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

/// Teaches the weights.
///
/// # Errors
/// Says which example is not in its form.
pub(super) fn teach(dictionaries: &Dictionaries, examples: &str) -> Result<Vec<f32>, String> {
    let stories = marks::read(examples)?;
    let mut lessons = Vec::new();
    let pool = variants::Pool::of(dictionaries);
    for (number, story) in stories.iter().enumerate() {
        // The story itself counts twice, its variants once.
        for _ in 0..2 {
            add_lessons(dictionaries, story, &mut lessons);
        }
        for variant in 0..VARIANTS {
            let seed = number as u64 * 64 + variant + 1;
            add_lessons(dictionaries, &variants::of(story, &pool, seed), &mut lessons);
        }
    }
    Ok(descend(&lessons))
}

struct Lesson {
    buckets: Vec<u32>,
    tag: Tag,
}

fn add_lessons(dictionaries: &Dictionaries, story: &MarkedStory, lessons: &mut Vec<Lesson>) {
    let mut reading = Reading::of(dictionaries, &story.text);
    drop(patterns::find(&mut reading));
    let surroundings = Surroundings::of(&reading);
    let mut before = Tag::Nothing;
    for index in 0..reading.len() {
        let token = &reading.tokens.list[index];
        let span = story
            .spans
            .iter()
            .find(|(start, end, _)| *start <= token.start && token.end <= *end);
        let tag = match span {
            Some((_, _, Kind::Person)) => Tag::Person,
            Some((_, _, Kind::Location)) => Tag::Location,
            Some((_, _, Kind::Org)) => Tag::Org,
            _ => Tag::Nothing,
        };
        if surroundings.is_candidate(index) {
            let mut buckets = Vec::with_capacity(48);
            surroundings.see(index, before, &mut buckets);
            lessons.push(Lesson { buckets, tag });
        }
        before = tag;
    }
}

/// Stochastic gradient descent with a step of its own for every weight.
fn descend(lessons: &[Lesson]) -> Vec<f32> {
    let mut weights = vec![0.0_f32; BUCKETS * TAGS];
    let mut squares = vec![1e-3_f32; BUCKETS * TAGS];
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let mut dice = variants::Dice(7);
    for _ in 0..ROUNDS {
        for place in (1..order.len()).rev() {
            order.swap(place, dice.below(place + 1));
        }
        for &number in &order {
            let lesson = &lessons[number];
            let likely = probabilities(&weights, &lesson.buckets);
            for tag in Tag::ALL {
                let error = likely[tag as usize] - if tag == lesson.tag { 1.0 } else { 0.0 };
                if error.abs() < 1e-3 {
                    continue;
                }
                for &bucket in &lesson.buckets {
                    let at = bucket as usize * TAGS + tag as usize;
                    let slope = error + 2e-5 * weights[at];
                    squares[at] += slope * slope;
                    weights[at] -= 0.05 * slope / squares[at].sqrt();
                }
            }
        }
    }
    weights
}
