//! The trained models as built: what they must detect, what must raise no alarm, and floors for their figures on
//! held-out texts. The floors lie a little below the measured figures (docs/). They may rise and never sink.

use std::ops::Range;
use std::path::{Path, PathBuf};

use care::passage::rank;
use care::redact::{marks, redact};
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

const FLOORS: [Floors; 5] = [
    Floors {
        file: "crisis-held-out.jsonl",
        seen: 0.79,
        urgent: 0.95,
        alarmed: 0.10,
        past_noted: 0.88,
        past_alarmed: 0.12,
    },
    Floors {
        file: "held-out/crisis.jsonl",
        seen: 0.75,
        urgent: 0.95,
        alarmed: 0.08,
        past_noted: 0.85,
        past_alarmed: 0.12,
    },
    Floors {
        file: "held-out/crisis-everyday.jsonl",
        seen: 0.87,
        urgent: 1.0,
        alarmed: 0.08,
        past_noted: 0.86,
        past_alarmed: 0.14,
    },
    Floors {
        file: "held-out/crisis-prayers.jsonl",
        seen: 0.93,
        urgent: 1.0,
        alarmed: 0.03,
        past_noted: 0.95,
        past_alarmed: 0.17,
    },
    Floors {
        file: "held-out/crisis-messages.jsonl",
        seen: 0.80,
        urgent: 0.82,
        alarmed: 0.14,
        past_noted: 0.92,
        past_alarmed: 0.15,
    },
];

/// Long letters that mention danger once or twice among ordinary matters: the shares detected and rated urgent.
const LONG_LETTERS: &str = "held-out/crisis-long.jsonl";
const LONG_SEEN: f64 = 0.53;
const LONG_URGENT: f64 = 0.46;

/// Held-out ordinary struggles: the minimum share classified correctly, and the maximum share with a false alarm.
/// Long ones are read passage by passage, which detects three times as many letters in danger and alarms more often.
const STRUGGLES: [Struggles; 2] = [
    Struggles {
        file: "held-out/guidance.jsonl",
        first: 0.79,
        among_three: 0.88,
        alarmed: 0.10,
    },
    Struggles {
        file: "held-out/guidance-messages.jsonl",
        first: 0.88,
        among_three: 0.96,
        alarmed: 0.13,
    },
];

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
fn plain_statements_of_danger_are_always_detected() {
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
fn chips_greetings_and_ordinary_sorrows_raise_no_alarm() {
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
    let one_word = "Quillharbour\n\n".repeat(60);
    assert!(
        !care.screen(&one_word).is_crisis(),
        "a word that says nothing, many times"
    );
}

/// The floors for screening one set of lines.
struct Floors {
    file: &'static str,
    seen: f64,
    urgent: f64,
    alarmed: f64,
    past_noted: f64,
    past_alarmed: f64,
}

/// The floors for classifying one set of ordinary struggles.
struct Struggles {
    file: &'static str,
    first: f64,
    among_three: f64,
    alarmed: f64,
}

#[test]
fn screening_meets_its_floors_on_held_out_texts() {
    let care = care();
    let mut fallen = Vec::new();
    let mut hold = |holds: bool, what: &str, share: f64, floor: f64| {
        if !holds {
            fallen.push(format!("{what}: {share:.3}, where {floor} was held before"));
        }
    };
    for floors in FLOORS {
        let told: Vec<(u8, u8)> = lines::<Danger>(floors.file)
            .iter()
            .map(|line| (line.severity, care.screen(&line.text).severity))
            .collect();
        let of = |wanted: Range<u8>, at_least: u8| {
            let all = told.iter().filter(|(severity, _)| wanted.contains(severity));
            share(all.clone().filter(|(_, got)| *got >= at_least).count(), all.count())
        };
        for (what, share, floor) in [
            ("danger seen", of(2..5, 2), floors.seen),
            ("urgent danger seen", of(4..5, 2), floors.urgent),
            ("stories of the past noted", of(1..2, 1), floors.past_noted),
        ] {
            hold(share >= floor, &format!("{what} in {}", floors.file), share, floor);
        }
        for (what, share, ceiling) in [
            ("harmless lines alarmed", of(0..1, 2), floors.alarmed),
            ("stories of the past alarmed", of(1..2, 2), floors.past_alarmed),
        ] {
            hold(share <= ceiling, &format!("{what} in {}", floors.file), share, ceiling);
        }
    }
    let letters: Vec<Danger> = lines(LONG_LETTERS);
    for (least, floor) in [(2, LONG_SEEN), (4, LONG_URGENT)] {
        let all = letters.iter().filter(|letter| letter.severity >= least);
        let seen = all.clone().filter(|letter| care.screen(&letter.text).is_crisis());
        let seen = share(seen.count(), all.count());
        hold(
            seen >= floor,
            &format!("severity {least} and more seen in {LONG_LETTERS}"),
            seen,
            floor,
        );
    }
    for struggles in STRUGGLES {
        let letters: Vec<Struggle> = lines(struggles.file);
        let alarms = letters.iter().filter(|letter| care.screen(&letter.text).is_crisis());
        let alarmed = share(alarms.count(), letters.len());
        let ceiling = struggles.alarmed;
        hold(
            alarmed <= ceiling,
            &format!("struggles alarmed in {}", struggles.file),
            alarmed,
            ceiling,
        );
    }
    assert!(
        fallen.is_empty(),
        "Screening has become worse on the held-out lines. If content/patterns/crisis.toml or its examples were \
         changed, that change is refused (content/README.md tells more):\n{}",
        fallen.join("\n")
    );
}

#[test]
fn classification_meets_its_floors_on_held_out_texts() {
    let care = care();
    for struggles in STRUGGLES {
        let letters: Vec<Struggle> = lines(struggles.file);
        let (mut first, mut among_three) = (0, 0);
        for letter in &letters {
            let topics = care.understand(&letter.text);
            let right = |slug: &str| slug == letter.topic || letter.acceptable.iter().any(|other| other == slug);
            first += usize::from(topics.first().is_some_and(|ranked| right(ranked.slug)));
            among_three += usize::from(topics.iter().take(3).any(|ranked| ranked.slug == letter.topic));
        }
        let (file, all) = (struggles.file, letters.len());
        assert!(share(first, all) >= struggles.first, "{file}: first {first} of {all}");
        assert!(
            share(among_three, all) >= struggles.among_three,
            "{file}: among three {among_three} of {all}"
        );
    }
}

#[test]
fn bereavement_by_suicide_is_classified_as_grief() {
    let care = care();
    for text in [
        "My husband took his own life. Is he in hell?",
        "My boyfriend hung himself and I found him",
        "My dad shot himself last year. Is he with God?",
        "my son ended his life and I don't understand",
        "My friend committed suicide",
    ] {
        let topics = care.understand(text);
        assert_eq!(topics.first().map(|ranked| ranked.slug), Some("grief"), "{text}");
        assert!(!care.screen(text).is_crisis(), "{text}");
    }
    for text in [
        "I want to kill myself like my brother did",
        "My husband took his own life and I want to follow him",
        "my brother shot himself last month and I'm going to follow him",
        "my son shot himself and I have the gun here too",
        "my dad hung himself and I want to be with him tonight",
    ] {
        assert!(care.screen(text).is_crisis(), "{text}");
    }
}

/// Texts for which a verse for the offender, or one that scolds or compares to an animal, would be wrong.
#[test]
fn people_who_were_hurt_get_no_passage_that_scolds() {
    let care = care();
    let content = Content::load(&built_content()).expect("built");
    for (slug, text, reference) in [
        ("marriage", "my husband calls me names", "Proverbs 12:18"),
        ("marriage", "my husband screams at me every night", "Proverbs 12:18"),
        ("family-conflict", "my father screams at me", "Proverbs 12:18"),
        (
            "anger",
            "my boss shouted at me rudely, how do I answer",
            "Proverbs 12:18",
        ),
        ("anger", "I yelled at my kids again", "Proverbs 15:1"),
        ("anger", "is God angry with me", "Psalm 145:8-9"),
        ("self-worth", "I feel like a worm", "Psalm 22:24"),
        ("parenting", "my son is autistic and people stare", "Matthew 19:14"),
        (
            "guilt-shame",
            "my uncle abused me when I was seven and I never told anyone",
            "Psalm 34:5",
        ),
        ("forgiveness", "how do I forgive my father", "Psalm 147:3"),
        ("guilt-shame", "I lied to my wife and nobody knows", "Psalm 32:3-5"),
        (
            "illness",
            "I have terminal cancer and will not get better",
            "Psalm 73:26",
        ),
    ] {
        let topic = content.topic(slug).expect("is there");
        let order = rank(&topic.embeddings(&care.vectors).fits, &care.vectors.embed(text));
        let shown = &topic.passages[order[0]].passage.reference;
        assert_eq!(shown.to_string(), reference, "{text}");
    }
    for (slug, first) in [("forgiveness", "Psalm 147:3"), ("illness", "Psalm 73:26")] {
        let topic = content.topic(slug).expect("is there");
        assert_eq!(topic.passages[0].passage.reference.to_string(), first, "{slug}");
    }
}

#[test]
fn a_text_that_fits_no_topic_gets_none() {
    let care = care();
    for text in ["", "asdf jkl qwerty", "hello", "...", "💧💧💧"] {
        assert!(care.understand(text).is_empty(), "{text}");
    }
}

#[test]
fn redaction_meets_its_floors_on_held_out_texts() {
    let dictionaries = care().dictionaries;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/examples/redaction-held-out.jsonl");
    let testimonies =
        marks::read(&std::fs::read_to_string(path).expect("the examples are there")).expect("in their form");
    let (mut due, mut covered, mut found, mut right, mut protected, mut kept, mut whole) = (0, 0, 0, 0, 0, 0, 0);
    for testimony in &testimonies {
        let hidden = redact(&dictionaries, &testimony.text, &[]).spans;
        let touches = |start: usize, end: usize| hidden.iter().any(|span| span.start < end && start < span.end);
        // Nine tenths of the letters must be redacted.
        let is_gone = |start: usize, end: usize| {
            let letters = testimony.text[start..end]
                .char_indices()
                .filter(|(_, letter)| letter.is_alphanumeric());
            let places: Vec<usize> = letters.map(|(at, _)| start + at).collect();
            let gone = places.iter().filter(|&&at| touches(at, at + 1)).count();
            gone * 10 >= places.len() * 9
        };
        let missed = testimony
            .spans
            .iter()
            .filter(|(start, end, _)| !is_gone(*start, *end))
            .count();
        due += testimony.spans.len();
        covered += testimony.spans.len() - missed;
        whole += usize::from(missed == 0);
        found += hidden.len();
        right += hidden
            .iter()
            .filter(|span| {
                testimony
                    .spans
                    .iter()
                    .any(|(start, end, _)| *start < span.end && span.start < *end)
            })
            .count();
        protected += testimony.kept.len();
        kept += testimony
            .kept
            .iter()
            .filter(|(start, end)| !touches(*start, *end))
            .count();
    }
    assert!(share(covered, due) >= 0.93, "hidden {covered} of {due}");
    assert!(share(right, found) >= 0.93, "rightly {right} of {found}");
    assert!(share(kept, protected) >= 0.93, "kept {kept} of {protected}");
    assert!(share(whole, testimonies.len()) >= 0.92, "without a leak {whole}");
}
