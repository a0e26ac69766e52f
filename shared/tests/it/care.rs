//! The taught models, as they are built: what they must see, what must not alarm them, and floors under their figures
//! on texts that taught nothing. The floors lie a little under what was measured (docs/); they rise, they never sink.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use shared::content::Content;
use shared::screening::Care;
use shared::testing::built_content;

#[derive(Deserialize)]
struct Struggle {
    text: String,
    topic: String,
    acceptable: Vec<String>,
}

#[derive(Deserialize)]
struct Danger {
    text: String,
    severity: u8,
}

fn care() -> Care {
    Care::load(&built_content()).expect("built")
}

fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../content/examples")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("the examples are there");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn share(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).expect("small")) / f64::from(u32::try_from(whole).expect("small"))
}

#[test]
fn plain_statements_of_danger_are_always_seen() {
    let care = care();
    for text in [
        "I want to end my life.",
        "i dont want to be alive anymore",
        "I have the pills here and tonight I will take them all",
        "My husband hit me again and I am afraid he will kill me",
        "my dad touches me at night",
        "He raped me and I have told nobody.",
        "I keep cutting my arms",
        "My son says he is going to kill himself",
        "she is not breathing",
        "quiero morir",
    ] {
        assert!(care.screen(text).is_crisis(), "{text}");
    }
}

#[test]
fn neither_chips_nor_greetings_nor_plain_sorrows_alarm() {
    let care = care();
    let content = Content::load(&built_content()).expect("built");
    for topic in &content.topics {
        assert!(!care.screen(&topic.slug).is_crisis(), "{}", topic.slug);
        assert!(!care.screen(&topic.name).is_crisis(), "{}", topic.name);
    }
    for text in [
        "",
        "hello",
        "ok",
        "mum",
        "Guten Tag",
        "1 2 3 4",
        "Please translate this page.",
        "I feel anxious about work",
        "I cannot sleep because I worry about everything that could go wrong.",
        "how do I forgive my sister",
        "my wife and I argue about money every week",
        "I feel far from God",
        "I failed my exam and my parents are angry",
        "To live is Christ and to die is gain. What does Paul mean?",
        "This heat is killing me and the deadline too",
    ] {
        assert!(!care.screen(text).is_crisis(), "{text}");
    }
}

#[test]
fn screening_holds_its_figures_on_what_taught_it_nothing() {
    let care = care();
    let dangers: Vec<Danger> = lines("crisis-held-out.jsonl");
    let of = |severities: std::ops::RangeInclusive<u8>| {
        dangers.iter().filter(move |line| severities.contains(&line.severity))
    };
    let seen = |severities: std::ops::RangeInclusive<u8>| {
        let seen = of(severities.clone())
            .filter(|line| care.screen(&line.text).is_crisis())
            .count();
        share(seen, of(severities).count())
    };
    let letters: Vec<Struggle> = lines("held-out/guidance.jsonl");
    let alarmed = letters
        .iter()
        .filter(|letter| care.screen(&letter.text).is_crisis())
        .count();
    assert!(seen(2..=4) >= 0.78, "of all danger {}", seen(2..=4));
    assert!(seen(4..=4) >= 0.88, "of the most urgent {}", seen(4..=4));
    assert!(seen(0..=0) <= 0.27, "of the harmless {}", seen(0..=0));
    assert!(share(alarmed, letters.len()) <= 0.12, "of ordinary letters {alarmed}");
}

#[test]
fn understanding_holds_its_figures_on_what_taught_it_nothing() {
    let care = care();
    let letters: Vec<Struggle> = lines("held-out/guidance.jsonl");
    let (mut first, mut among_three) = (0, 0);
    for letter in &letters {
        let topics: Vec<String> = care
            .understand(&letter.text)
            .into_iter()
            .map(|ranked| ranked.slug)
            .collect();
        let right = |slug: &String| *slug == letter.topic || letter.acceptable.contains(slug);
        first += usize::from(topics.first().is_some_and(right));
        among_three += usize::from(topics.iter().take(3).any(|slug| *slug == letter.topic));
    }
    assert!(
        share(first, letters.len()) >= 0.75,
        "first {first} of {}",
        letters.len()
    );
    assert!(
        share(among_three, letters.len()) >= 0.83,
        "among three {among_three} of {}",
        letters.len()
    );
}

#[test]
fn what_is_not_understood_gets_no_topic() {
    let care = care();
    for text in ["", "asdf jkl qwerty", "hello", "...", "💧💧💧"] {
        assert!(care.understand(text).is_empty(), "{text}");
    }
}
