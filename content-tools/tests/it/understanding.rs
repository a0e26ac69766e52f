//! Classification with a small model: three topics, a few examples, a tiny vector table.

use care::understand::lexicon::{CompiledLexicon, EntryKind, Lexicon, TopicEntries};
use care::understand::plain_words::PlainWords;
use care::understand::{Model, understand};
use care::vectors::Vectors;
use content_tools::train::understanding::{Example, train};

fn lines(entries: &[&str]) -> Vec<String> {
    entries.iter().map(ToString::to_string).collect()
}

fn lexicon() -> Lexicon {
    let topic = |names: &[&str], signs: &[&str]| TopicEntries {
        names: lines(names),
        signs: lines(signs),
    };
    Lexicon {
        spelling: [("hubby".to_string(), "husband".to_string())].into(),
        everyday: lines(&["hello", "the weather is nice", "how are you"]),
        concepts: [("spouse".to_string(), lines(&["husband", "wife"]))].into(),
        topics: [
            (
                "anger".to_string(),
                topic(&["angry", "temper"], &["slam* .. door", "punch*"]),
            ),
            (
                "grief".to_string(),
                topic(&["grief"], &["empty chair", "since .. died"]),
            ),
            (
                "marriage".to_string(),
                topic(&["marriage"], &["{spouse} .. listen*", "my husband|wife and I"]),
            ),
        ]
        .into(),
    }
}

/// A tiny table of two dimensions, in the format of `tools/distil.py`.
fn vectors() -> Vectors {
    let entries: [(&str, [i8; 2]); 5] = [
        ("angry", [90, 0]),
        ("died", [0, 90]),
        ("husband", [-90, 0]),
        ("hello", [50, 50]),
        ("the", [1, 1]),
    ];
    let mut bytes = b"STILLWATER VECTORS 1\n".to_vec();
    bytes.extend(5_u32.to_le_bytes());
    bytes.extend(2_u32.to_le_bytes());
    for (entry, _) in entries {
        bytes.push(u8::try_from(entry.len()).expect("short entries"));
        bytes.extend(entry.as_bytes());
    }
    bytes.extend(entries.iter().flat_map(|_| 0.1_f32.to_le_bytes()));
    bytes.extend(entries.iter().flat_map(|(_, cells)| cells.map(i8::cast_unsigned)));
    Vectors::from_bytes(&bytes).expect("the table is whole")
}

fn model() -> Model {
    let example = |text: &str, topic: &str| Example {
        text: text.into(),
        topic: topic.into(),
        acceptable: Vec::new(),
    };
    let examples: Vec<Example> = (0..8)
        .flat_map(|_| {
            [
                example("I was so angry that I slammed the kitchen door", "anger"),
                example("My temper frightens the children, I punched a cupboard", "anger"),
                example("The empty chair at breakfast. Grief comes in the morning", "grief"),
                example("Since my mother died I cannot sing", "grief"),
                example("My husband never listens to me", "marriage"),
                example("Our marriage is quiet. My wife and I eat alone", "marriage"),
                example("passed over", "no such topic"),
            ]
        })
        .collect();
    train(&examples, &lexicon(), &vectors(), 1.0)
}

fn found(text: &str) -> Vec<EntryKind> {
    let compiled = CompiledLexicon::new(&lexicon());
    let words = compiled.plain_words().of(text);
    compiled.find(&words).into_iter().map(|hit| hit.kind).collect()
}

#[test]
fn contractions_and_short_forms_get_one_spelling() {
    let plain = PlainWords::new(&lexicon().spelling);
    let cases = [
        ("I can't, I CANNOT, i cant", "i can not i can not i can not"),
        ("she's my hubby's mother", "she is my husband mother"),
        ("they’ve didn't we're", "they have did not we are"),
        ("", ""),
    ];
    for (text, words) in cases {
        assert_eq!(plain.of(text).join(" "), words, "{text:?}");
    }
}

#[test]
fn entries_match_prefixes_gaps_alternatives_and_concepts() {
    let spouse = EntryKind::Concept(0);
    let cases: &[(&str, &[EntryKind])] = &[
        ("He slammed the kitchen door", &[EntryKind::Suggests(0)]),
        ("He slammed his fist on the old kitchen table and the door", &[]),
        ("My wife and I", &[EntryKind::Suggests(2), spouse]),
        ("my hubby just won't listen", &[EntryKind::Suggests(2), spouse]),
        ("since she died", &[EntryKind::Suggests(1)]),
        ("the chair was empty", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text), *expected, "{text:?}");
    }
}

#[test]
fn invalid_entries_are_reported() {
    let mut faulty = lexicon();
    faulty.topics.insert(
        "work".into(),
        TopicEntries {
            names: lines(&["{boss}", "ab*", ".. job"]),
            signs: lines(&[""]),
        },
    );
    assert_eq!(faulty.faults().len(), 4);
    assert!(lexicon().faults().is_empty());
}

#[test]
fn struggles_are_classified() {
    let (model, vectors) = (model(), vectors());
    for (text, topic) in [
        ("he slams every door", "anger"),
        ("there's an empty chair since he died", "grief"),
        ("my hubby doesnt listen", "marriage"),
    ] {
        let understood = understand(&model, &vectors, text, None);
        assert_eq!(understood.topics[0].slug, topic, "{text:?}");
    }
}

#[test]
fn a_negated_feeling_scores_lower() {
    let (model, vectors) = (model(), vectors());
    let anger_in = |text: &str| {
        understand(&model, &vectors, text, None)
            .topics
            .into_iter()
            .find(|topic| topic.slug == "anger")
    };
    let denied = anger_in("I am not angry").map_or(0.0, |topic| topic.score);
    let said = anger_in("I am so angry").map_or(0.0, |topic| topic.score);
    assert!(denied < said, "{denied} {said}");
}

#[test]
fn texts_without_a_topic_give_no_topics() {
    let (model, vectors) = (model(), vectors());
    for text in ["", "   ", "hello", "The weather is nice!", "qqq zzz", "…", "\0\u{200b}"] {
        assert!(!understand(&model, &vectors, text, None).is_understood(), "{text:?}");
    }
}

#[test]
fn topics_are_sorted_by_scores_that_add_up_to_one() {
    let model = model();
    let understood = understand(&model, &vectors(), "I am angry about the empty chair", None);
    let total: f32 = understood.topics.iter().map(|topic| topic.score).sum();
    assert!((total - 1.0).abs() < 1e-3 && understood.topics.len() == 3);
    assert!(understood.topics.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

#[test]
fn a_model_survives_serialisation_and_damaged_bytes_are_refused() {
    let model = model();
    let bytes = model.to_bytes().expect("a taught model can be written");
    let read = Model::from_bytes(&bytes).expect("and read");
    let text = "I punched the door";
    assert_eq!(
        understand(&read, &vectors(), text, None),
        understand(&model, &vectors(), text, None)
    );
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert!(Model::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn unusual_and_very_long_texts_give_finite_scores() {
    let (model, vectors) = (model(), vectors());
    let long_word = "angry".repeat(5_000);
    let many_gaps = "slam ".repeat(20_000);
    let signs = "!?.…'\"-".repeat(3_000);
    let letters = "\u{e9}\u{301}한국👩‍👩‍👧 ".repeat(500);
    for text in [long_word, many_gaps, signs, letters] {
        let understood = understand(&model, &vectors, &text, None);
        assert!(understood.topics.iter().all(|topic| topic.score.is_finite()));
    }
}
