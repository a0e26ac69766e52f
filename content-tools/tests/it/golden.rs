//! The golden texts: the topic, the situation and the passage that a text gets, and passages that must never come.
//!
//! The floors lie a little below the measured figures. They may rise and never sink.

use std::path::Path;

use care::readings::{Role, Time, readings};
use serde::Deserialize;
use shared::content::{Content, Reference, json_lines};
use shared::guidance::{Corpus, Guidance, GuidanceQuery, Shown, preview};
use shared::screening::Care;
use shared::testing::built_content;

/// The least share of texts with an acceptable topic.
const TOPIC: f64 = 0.84;
/// The largest share of texts with the letter of a wrong situation.
const WRONG_SITUATION: f64 = 0.05;
/// The largest share of texts that tell of a situation and get the general letter.
const GENERAL: f64 = 0.26;
/// The largest share of texts with a passage that the golden set calls wrong.
const FORBIDDEN: f64 = 0.0;

/// The least number of readings (young, for another, did it, years ago, nobody to tell, no money) that are right.
/// At most a tenth as many are wrong.
const READ_RIGHTLY: usize = 45;

#[derive(Deserialize)]
struct Golden {
    id: String,
    text: String,
    topics: Vec<String>,
    situations: Vec<String>,
    role: String,
    time: String,
    alone: bool,
    poor: bool,
    never: Vec<Reference>,
}

#[test]
fn golden_texts_meet_their_floors() {
    let content = Content::load(&built_content()).expect("built");
    let care = Care::load(&built_content()).expect("built");
    let golden = golden();
    assert!(golden.len() >= 250, "{}", golden.len());
    let (mut topics, mut wrong, mut tell, mut general) = (0, 0, 0, 0);
    let (mut forbidden, mut unfit) = (Vec::new(), Vec::new());
    for text in &golden {
        let query = GuidanceQuery::parse(Some(text.text.clone()), None).expect("words");
        let corpus = Corpus {
            content: &content,
            care: &care,
        };
        let (_, second) = corpus.care.read(&text.text);
        let answer = preview(corpus, &query, &Shown::default(), second.as_ref()).expect("an answer");
        topics += usize::from(text.topics.contains(&answer.topic.slug));
        let situation = answer.letter.as_ref().map(|letter| &letter.situation.slug);
        wrong += usize::from(situation.is_some_and(|slug| !text.situations.contains(slug)));
        if text.situations.iter().any(|slug| content.situation(slug).is_some()) {
            tell += 1;
            general += usize::from(situation.is_none());
        }
        let reference = &answer.passage.reference;
        if text.never.iter().any(|never| never.overlaps(reference)) {
            forbidden.push(format!("{}: {reference}", text.id));
        }
        unfit.extend(unfit_words(text, &answer));
    }
    let all = golden.len();
    assert!(share(topics, all) >= TOPIC, "topic right in {topics} of {all}");
    assert!(
        share(wrong, all) <= WRONG_SITUATION,
        "wrong situation in {wrong} of {all}"
    );
    assert!(
        share(general, tell) <= GENERAL,
        "the general letter for {general} of {tell}"
    );
    assert!(share(forbidden.len(), all) <= FORBIDDEN, "{forbidden:?}");
    assert!(unfit.is_empty(), "said to who should not read it: {unfit:?}");
}

/// Words that the writer should not read: *tonight* for what happened years ago, a friend for who has nobody to tell.
fn unfit_words(text: &Golden, answer: &Guidance<'_>) -> Option<String> {
    let read = readings(&text.text);
    let message = answer.message().to_lowercase();
    let is_tonight = read.time == Some(Time::Years) && message.contains("tonight");
    let is_friend = read.is_alone
        && ["a friend", "your friend", "one friend"]
            .iter()
            .any(|word| message.contains(word));
    (is_tonight || is_friend).then(|| format!("{}: {message}", text.id))
}

#[test]
fn what_golden_texts_say_of_their_writers_is_read_and_hardly_anything_else() {
    let (mut right, mut wrong) = (0, Vec::new());
    let golden = golden();
    for text in &golden {
        let read = readings(&text.text);
        let role = match read.role {
            _ if read.is_young => Some("young"),
            Some(Role::Loves) => Some("loves"),
            Some(Role::Did) => Some("did"),
            None => None,
        };
        let years = (read.time == Some(Time::Years)).then_some("years");
        let said = [
            role.map(|role| role == text.role),
            years.map(|years| years == text.time),
            read.is_alone.then_some(text.alone),
            read.is_poor.then_some(text.poor),
        ];
        for is_right in said.into_iter().flatten() {
            if is_right {
                right += 1;
            } else {
                wrong.push(&text.id);
            }
        }
    }
    assert!(right >= READ_RIGHTLY, "{right} readings are right");
    assert!(
        wrong.len() * 10 <= right,
        "{right} are right and these wrong: {wrong:?}"
    );
}

fn share(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).expect("few")) / f64::from(u32::try_from(whole).expect("few"))
}

fn golden() -> Vec<Golden> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/examples/golden.jsonl");
    json_lines(&file).expect("the golden texts are there")
}
