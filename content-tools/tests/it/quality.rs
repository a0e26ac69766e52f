//! The trained models as built: what they must detect, what must raise no alarm, and floors for their figures on
//! held-out texts. The floors lie a little below the measured figures (docs/). They may rise and never sink.

use std::path::{Path, PathBuf};

use care::passage::rank;
use content_tools::scores;
use shared::content::Content;
use shared::locale::Locale;
use shared::screening::Care;
use testing::built_content;

const FLOORS: [Floors; 5] = [
    Floors {
        file: "crisis-held-out.jsonl",
        seen: 0.76,
        urgent: 0.90,
        alarmed: 0.13,
        past_noted: 0.88,
        past_alarmed: 0.12,
    },
    Floors {
        file: "held-out/crisis.jsonl",
        seen: 0.86,
        urgent: 0.95,
        alarmed: 0.07,
        past_noted: 0.79,
        past_alarmed: 0.24,
    },
    Floors {
        file: "held-out/crisis-everyday.jsonl",
        seen: 0.83,
        urgent: 1.0,
        alarmed: 0.04,
        past_noted: 0.80,
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
        seen: 0.92,
        urgent: 0.82,
        alarmed: 0.09,
        past_noted: 0.92,
        past_alarmed: 0.10,
    },
];

/// Long letters that mention danger once or twice among ordinary matters: the shares detected and rated urgent.
const LONG_LETTERS: &str = "held-out/crisis-long.jsonl";
const LONG_SEEN: f64 = 0.77;
const LONG_URGENT: f64 = 0.70;

/// Held-out ordinary struggles: the minimum share classified correctly, and the maximum share with a false alarm.
/// Long ones are read passage by passage, which detects three times as many letters in danger.
const STRUGGLES: [Struggles; 3] = [
    Struggles {
        file: "held-out/guidance.jsonl",
        first: 0.79,
        among_three: 0.88,
        alarmed: 0.07,
    },
    Struggles {
        file: "held-out/guidance-messages.jsonl",
        first: 0.88,
        among_three: 0.96,
        alarmed: 0.085,
    },
    Struggles {
        file: "held-out/guidance-es.jsonl",
        first: 0.18,
        among_three: 0.28,
        alarmed: 0.09,
    },
];

fn care() -> Care {
    Care::load(&built_content()).expect("built")
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/examples")
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
        assert!(care.screen(text, None).is_crisis(), "{text}");
    }
}

#[test]
fn chips_greetings_and_ordinary_sorrows_raise_no_alarm() {
    let care = care();
    let content = Content::load(&built_content()).expect("built");
    for topic in &content.english.topics {
        assert!(!care.screen(&topic.slug, None).is_crisis(), "{}", topic.slug);
        assert!(!care.screen(&topic.name, None).is_crisis(), "{}", topic.name);
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
        assert!(!care.screen(text, None).is_crisis(), "{text}");
    }
    let one_word = "Quillharbour\n\n".repeat(60);
    assert!(
        !care.screen(&one_word, None).is_crisis(),
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
        let file = floors.file;
        let scores = scores::crisis(&care, &examples().join(file)).expect("the examples are there");
        for (what, share, floor) in [
            ("danger seen", scores.seen(), floors.seen),
            ("urgent danger seen", scores.urgent(), floors.urgent),
            ("danger of the past noted", scores.past_noted(), floors.past_noted),
        ] {
            hold(
                share.value() >= floor,
                &format!("{what} in {file}"),
                share.value(),
                floor,
            );
        }
        for (what, share, ceiling) in [
            ("harmless lines alarmed", scores.alarmed(), floors.alarmed),
            ("danger of the past alarmed", scores.past_alarmed(), floors.past_alarmed),
        ] {
            hold(
                share.value() <= ceiling,
                &format!("{what} in {file}"),
                share.value(),
                ceiling,
            );
        }
    }
    let letters = scores::crisis(&care, &examples().join(LONG_LETTERS)).expect("the examples are there");
    for (least, floor) in [(2, LONG_SEEN), (4, LONG_URGENT)] {
        let seen = letters.found(least..5, 2).value();
        hold(
            seen >= floor,
            &format!("severity {least} and more seen in {LONG_LETTERS}"),
            seen,
            floor,
        );
    }
    assert!(
        fallen.is_empty(),
        "Screening has become worse on the held-out lines. If content/patterns/crisis.toml or its examples were \
         changed, that change is refused (content/README.md tells more):\n{}",
        fallen.join("\n")
    );
}

/// The second reader reads some two hundred words at the beginning and at the end. They must not outweigh what it never
/// saw.
#[test]
fn danger_out_of_reach_of_the_second_reader_is_seen() {
    let care = care();
    let calm = "The garden is doing well and the tomatoes came early this year. ".repeat(30);
    let letters = std::fs::read_to_string(examples().join(LONG_LETTERS)).expect("the examples are there");
    let mut found = 0;
    for line in letters.lines().take(25) {
        let letter: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let text = format!("{calm}{}\n{calm}", letter["text"].as_str().expect("a text"));
        let first = care.screen(&text, None);
        if first.is_crisis() && !first.is_plain() {
            found += 1;
            assert!(care.read(&text).0.is_crisis(), "{text}");
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn classification_meets_its_floors_on_held_out_texts() {
    let care = care();
    for struggles in STRUGGLES {
        let file = struggles.file;
        let scores = scores::guidance(&care, &examples().join(file)).expect("the examples are there");
        assert!(
            scores.first.value() >= struggles.first,
            "{file}: first {}",
            scores.first
        );
        assert!(
            scores.among_three.value() >= struggles.among_three,
            "{file}: among three {}",
            scores.among_three
        );
        assert!(
            scores.alarmed.value() <= struggles.alarmed,
            "{file}: alarmed {}. A change of content/patterns/crisis.toml or its examples that does this is refused",
            scores.alarmed
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
        let topics = care.understand(text, Locale::English, None);
        assert_eq!(topics.first().map(|ranked| ranked.slug), Some("grief"), "{text}");
        assert!(!care.screen(text, None).is_crisis(), "{text}");
    }
    for text in [
        "I want to kill myself like my brother did",
        "My husband took his own life and I want to follow him",
        "my brother shot himself last month and I'm going to follow him",
        "my son shot himself and I have the gun here too",
        "my dad hung himself and I want to be with him tonight",
    ] {
        assert!(care.screen(text, None).is_crisis(), "{text}");
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
        let topic = content.english.topic(slug).expect("is there");
        let order = rank(&topic.embeddings(&care.vectors).fits, &care.vectors.embed(text));
        let shown = &topic.passages[order[0]].passage.reference;
        assert_eq!(shown.to_string(), reference, "{text}");
    }
    for (slug, first) in [("forgiveness", "Psalm 147:3"), ("illness", "Psalm 73:26")] {
        let topic = content.english.topic(slug).expect("is there");
        assert_eq!(topic.passages[0].passage.reference.to_string(), first, "{slug}");
    }
}

#[test]
fn a_text_that_fits_no_topic_gets_none() {
    let care = care();
    for text in ["", "asdf jkl qwerty", "hello", "...", "💧💧💧"] {
        assert!(care.understand(text, Locale::English, None).is_empty(), "{text}");
    }
}

#[test]
fn redaction_meets_its_floors_on_held_out_texts() {
    let care = care();
    for (file, hidden, right, kept, whole) in [
        (scores::REDACTION_FILES[0], 0.96, 0.96, 0.985, 0.95),
        (scores::REDACTION_FILES[1], 0.95, 0.95, 0.98, 0.95),
    ] {
        let scores = scores::redaction(&care, &examples().join(file)).expect("the examples are there");
        assert!(scores.hidden.value() >= hidden, "{file}: hidden {}", scores.hidden);
        assert!(scores.right.value() >= right, "{file}: rightly {}", scores.right);
        assert!(scores.kept.value() >= kept, "{file}: kept {}", scores.kept);
        assert!(scores.whole.value() >= whole, "{file}: without a leak {}", scores.whole);
    }
}
