//! The golden texts: the topic, the situation and the passage that a text gets, and passages that must never come.
//!
//! The floors lie a little below the measured figures. They may rise and never sink.

use std::path::Path;

use care::readings::{Role, Time, readings};
use serde::Deserialize;
use shared::content::{Content, Reference, json_lines};
use shared::guidance::{Corpus, Guidance, GuidanceQuery, Shown, preview};
use shared::locale::Locale;
use shared::screening::Care;
use testing::built_content;

/// The largest share of texts whose language is not recognised.
const UNRECOGNISED: f64 = 0.02;

/// The floors of one language.
struct Floors {
    locale: Locale,
    file: &'static str,
    texts: usize,
    /// The least share of texts with an acceptable topic.
    topic: f64,
    /// The least share of texts with an acceptable topic among the first three that the model ranks.
    among_three: f64,
    /// The largest share of texts with the letter of a wrong situation.
    wrong_situation: f64,
    /// The largest share of texts that tell of a situation and get the general letter.
    general: f64,
    /// The least number of readings (young, for another, did it, years ago, nobody to tell, no money) that are right.
    read_rightly: usize,
    /// The largest number of readings that are wrong.
    read_wrongly: usize,
}

/// No text gets a passage that its golden set calls wrong.
const FLOORS: [Floors; 2] = [
    Floors {
        locale: Locale::English,
        file: "golden.jsonl",
        texts: 250,
        topic: 0.84,
        among_three: 0.9,
        wrong_situation: 0.05,
        general: 0.26,
        read_rightly: 45,
        read_wrongly: 4,
    },
    Floors {
        locale: Locale::Spanish,
        file: "golden-es.jsonl",
        texts: 130,
        topic: 0.82,
        among_three: 0.89,
        wrong_situation: 0.05,
        general: 0.32,
        read_rightly: 16,
        read_wrongly: 6,
    },
];

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
    for floors in FLOORS {
        check_answers(&content, &care, &floors);
    }
}

fn check_answers(content: &Content, care: &Care, floors: &Floors) {
    let golden = golden(floors);
    assert!(golden.len() >= floors.texts, "{}", golden.len());
    let (mut unrecognised, mut topics, mut among_three, mut tell, mut general) = (0, 0, 0, 0, 0);
    let (mut missed, mut wrong, mut forbidden, mut unfit) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for text in &golden {
        let query = GuidanceQuery::parse(Some(text.text.clone()), None).expect("words");
        let (_, second) = care.read(&text.text);
        let corpus = Corpus::new(content, care);
        let answer = preview(corpus, &query, &Shown::default(), second.as_ref()).expect("an answer");
        unrecognised += usize::from(answer.locale != floors.locale);
        let is_right = |slug: &str| text.topics.iter().any(|right| right == slug);
        let ranked = care.understand(&text.text, floors.locale, second.as_ref());
        let is_among_three = is_right(&answer.topic.slug) || ranked.iter().take(3).any(|topic| is_right(topic.slug));
        topics += usize::from(is_right(&answer.topic.slug));
        among_three += usize::from(is_among_three);
        if !is_right(&answer.topic.slug) {
            missed.push(format!("{}: {}", text.id, answer.topic.slug));
        }
        let situation = answer.letter.as_ref().map(|letter| &letter.situation.slug);
        if let Some(slug) = situation.filter(|slug| !text.situations.contains(slug)) {
            wrong.push(format!("{}: {slug}", text.id));
        }
        if text
            .situations
            .iter()
            .any(|slug| content.english.situation(slug).is_some())
        {
            tell += 1;
            general += usize::from(situation.is_none());
        }
        let reference = &answer.passage.reference;
        if text.never.iter().any(|never| never.overlaps(reference)) {
            forbidden.push(format!("{}: {reference}", text.id));
        }
        unfit.extend(unfit_words(text, &answer));
    }
    let (file, all) = (floors.file, golden.len());
    assert!(
        share(unrecognised, all) <= UNRECOGNISED,
        "{file}: another language in {unrecognised} of {all}"
    );
    assert!(
        share(topics, all) >= floors.topic,
        "{file}: topic right in {topics} of {all}, not in {missed:?}"
    );
    assert!(
        share(among_three, all) >= floors.among_three,
        "{file}: topic among three in {among_three} of {all}"
    );
    assert!(
        share(wrong.len(), all) <= floors.wrong_situation,
        "{file}: wrong situation in {} of {all}: {wrong:?}",
        wrong.len()
    );
    assert!(
        share(general, tell) <= floors.general,
        "{file}: the general letter for {general} of {tell}"
    );
    assert!(forbidden.is_empty(), "{file}: {forbidden:?}");
    assert!(unfit.is_empty(), "{file}: said to who should not read it: {unfit:?}");
}

/// Words that the writer should not read: *tonight* for what happened years ago, a friend for who has nobody to tell.
fn unfit_words(text: &Golden, answer: &Guidance<'_>) -> Option<String> {
    let read = readings(&text.text, answer.locale.language());
    let message = answer.message().to_lowercase();
    let is_tonight =
        read.time == Some(Time::Years) && ["tonight", "esta noche"].iter().any(|word| message.contains(word));
    let is_friend = read.is_alone
        && ["a friend", "your friend", "one friend", "un amigo", "una amiga"]
            .iter()
            .any(|word| message.contains(word));
    (is_tonight || is_friend).then(|| format!("{}: {message}", text.id))
}

#[test]
fn what_golden_texts_say_of_their_writers_is_read_and_hardly_anything_else() {
    for floors in FLOORS {
        let (mut right, mut wrong) = (0, Vec::new());
        for text in golden(&floors) {
            let read = readings(&text.text, floors.locale.language());
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
                    wrong.push(text.id.clone());
                }
            }
        }
        let file = floors.file;
        assert!(right >= floors.read_rightly, "{file}: {right} readings are right");
        assert!(
            wrong.len() <= floors.read_wrongly,
            "{file}: {right} are right and these wrong: {wrong:?}"
        );
    }
}

fn share(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).expect("few")) / f64::from(u32::try_from(whole).expect("few"))
}

fn golden(floors: &Floors) -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/examples");
    json_lines(&folder.join(floors.file)).expect("the golden texts are there")
}
