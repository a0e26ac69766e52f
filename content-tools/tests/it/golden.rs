//! The golden texts: the topic, the situation and the passage that a text gets, and passages that must never come.
//!
//! The floors lie a little below the measured figures. They may rise and never sink.

use std::path::Path;

use serde::Deserialize;
use shared::content::{Content, Reference, json_lines};
use shared::guidance::{Corpus, GuidanceQuery, preview};
use shared::screening::Care;
use shared::testing::built_content;

/// The least share of texts with an acceptable topic.
const TOPIC: f64 = 0.71;
/// The largest share of texts with the letter of a wrong situation.
const WRONG_SITUATION: f64 = 0.05;
/// The largest share of texts that tell of a situation and get the general letter.
const GENERAL: f64 = 0.53;
/// The largest share of texts with a passage that the golden set calls wrong.
const FORBIDDEN: f64 = 0.0;

#[derive(Deserialize)]
struct Golden {
    id: String,
    text: String,
    topics: Vec<String>,
    situations: Vec<String>,
    never: Vec<Reference>,
}

#[test]
fn golden_texts_meet_their_floors() {
    let content = Content::load(&built_content()).expect("built");
    let care = Care::load(&built_content()).expect("built");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/examples/golden.jsonl");
    let golden: Vec<Golden> = json_lines(&file).expect("the golden texts are there");
    assert!(golden.len() >= 250, "{}", golden.len());
    let (mut topics, mut wrong, mut tell, mut general) = (0, 0, 0, 0);
    let mut forbidden = Vec::new();
    for text in &golden {
        let query = GuidanceQuery::parse(Some(text.text.clone()), None).expect("words");
        let corpus = Corpus {
            content: &content,
            care: &care,
        };
        let (_, second) = corpus.care.read(&text.text);
        let answer = preview(corpus, &query, &[], second.as_ref()).expect("an answer");
        topics += usize::from(text.topics.contains(&answer.topic.slug));
        let situation = answer.letter.as_ref().map(|letter| &letter.situation.slug);
        wrong += usize::from(situation.is_some_and(|slug| !text.situations.contains(slug)));
        if text.situations.iter().any(|slug| content.situation(slug).is_some()) {
            tell += 1;
            general += usize::from(situation.is_none());
        }
        let reference = &answer.passage.reference;
        if text.never.iter().any(|never| overlaps(never, reference)) {
            forbidden.push(format!("{}: {reference}", text.id));
        }
    }
    let share = |part: usize, whole: usize| {
        f64::from(u32::try_from(part).expect("few")) / f64::from(u32::try_from(whole).expect("few"))
    };
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
}

fn overlaps(one: &Reference, other: &Reference) -> bool {
    one.book == other.book
        && one.chapter == other.chapter
        && one.first_verse <= other.last_verse
        && other.first_verse <= one.last_verse
}
