//! Lines as people type them, each with what the screening must say: plain danger in other languages, and English lines
//! that a careless screening takes for something else.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use shared::content::json_lines;
use shared::screening::{Care, Danger};
use testing::built_content;

/// A line in another language than English.
#[derive(Deserialize)]
struct Line {
    language: String,
    text: String,
    danger: bool,
}

/// Screens as production does.
fn screened(care: &Care, text: &str) -> Danger {
    care.read(text).0
}

#[test]
fn plain_danger_is_seen_in_other_languages_and_harmless_twins_stay_calm() {
    let care = Care::load(&built_content()).expect("built");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/patterns/other-languages.jsonl");
    let lines: Vec<Line> = json_lines(&file).expect("the lines are there");
    let mut dangers: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.danger) {
        *dangers.entry(&line.language).or_default() += 1;
    }
    assert!(dangers.len() >= 16 && dangers["es"] >= 25, "{dangers:?}");
    assert!(dangers.values().all(|&count| count >= 8), "{dangers:?}");
    let is_wrong = |line: &&Line| screened(&care, &line.text).is_crisis() != line.danger;
    let wrong: Vec<&str> = lines.iter().filter(is_wrong).map(|line| line.text.as_str()).collect();
    assert!(
        wrong.len() * 100 <= lines.len(),
        "more than one in a hundred: {wrong:#?}"
    );
}

#[test]
fn plain_words_are_danger_whatever_follows_them() {
    let care = Care::load(&built_content()).expect("built");
    for text in [
        "i want to kill myself lol",
        "I am suicidal again lol",
        "How many of my heart tablets would be too many?",
        "Lost my job today. Which bridges in the city are highest?",
        "The will is done and the funeral is paid for. I haven't felt this light in years.",
        "sometimes I hit her and I am about to explode",
        "my dad drives us when he is drunk",
        "I have been thinking about killing myself. Never mind, I was just being dramatic.",
        "asking for a friend, how many sleeping tablets would be too many",
        "I can't stop picturing hurting the people at work, I even wrote a list",
        "I bumped my head on the shelf and then I cut myself so it would stop",
        "I put my hand on the hot pan because I deserve it",
        "I swallowed a battery",
        "how to kill myself",
        "ways to end my life",
        "how to commit suicide",
        "I'm 12 and mum has been gone since Friday, we have cereal left",
    ] {
        assert!(screened(&care, text).is_crisis(), "{text}");
    }
}

#[test]
fn ordinary_lines_open_no_dialog() {
    let care = Care::load(&built_content()).expect("built");
    for text in [
        "I want to dye yarn with my kids",
        "I took all the tablets back to the youth room",
        "I will be home soon",
        "my kid won't sleep",
        "they laugh at my clothes",
        "my teen is on the phone all day",
        "my landlord kicked me out",
        "they kicked me out of church",
        "My will is done, the lawyer was so kind",
        "my cat got hit by a car and its my fault i left the door open",
        "this math homework makes me want to kill myself lol",
        "We let forty skilled workers go today and I feel sick about it.",
        "i hit my head on the same bit of ceiling",
        "hit my head on the cupboard door this morning and now I'm in a mood",
        "I burned my hand on the stove because I was crying and not looking",
        "I cut my thumb on a tin and missed work",
        "Is there a lethal dose of chocolate for dogs? Mine ate two squares.",
        "I bled through my trousers in class and I want to disappear",
        "The chemo makes her throw up after every meal",
        "I took an overdose of self-help books and nothing changed",
    ] {
        assert!(!screened(&care, text).is_crisis(), "{text}");
    }
    let sober = "I have been sober for two years and I sleep through the night again.";
    assert_eq!(screened(&care, sober).severity, 0);
}
