//! Property tests for every text, on generated texts: the same ones at every run.

use care::crisis::screen;
use care::normalise::{deobfuscate, normalise};
use care::redact::{Kind, Redaction, redact};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseResult, TestRng, TestRunner};
use shared::locale::Locale;
use shared::screening::Care;
use testing::built_content;

/// The parts of which generated texts consist.
const PIECES: [&str; 78] = [
    "my husband ",
    "David",
    " Maria Gonzalez",
    "Pastor ",
    "St ",
    "St. ",
    "Jude's",
    "Grace",
    "Will ",
    "April ",
    "job ",
    "Job ",
    "Daniel in the lions' den ",
    "Psalm 23:4",
    "1 John 1:9 ",
    "988",
    "call ",
    "116 123 ",
    "07700 900412",
    "+44 (0)20 7946 0958 ",
    "five five five ",
    "zero one nine nine",
    "john dot doe at gmail",
    " dot com",
    "@",
    "a@b.org",
    "@lamp_99 ",
    "u/lamp_99",
    "$cash",
    "http://",
    "www.",
    "example.church",
    "14 Alder Road",
    "PO Box 12 ",
    "apt 4",
    "born on ",
    "3/4/1990",
    "4111 1111 1111 1111",
    "192.0.2.1",
    "::1",
    "passport ",
    "X9912345",
    "plate ",
    "GH21 KLO",
    "(34F)",
    "aged 34",
    "J.",
    "R. ",
    "Okafor-Hill",
    "O'Brien ",
    "[name]",
    "[name 7]",
    "[hidden]",
    "[",
    "]",
    "[name",
    "’s ",
    "'s ",
    "-",
    "–",
    "…",
    ". ",
    "! ",
    ", ",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\u{200b}",
    "\u{202e}",
    "e\u{301}",
    "ß",
    "İ",
    "ﬁ",
    "🙏🏽",
    "그는 ",
    "Господи ",
    "١٢٣",
];

fn care() -> Care {
    Care::load(&built_content()).expect("`content-tools build` has run")
}

/// Texts of these parts, of arbitrary characters, and of both.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES.as_slice()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[A-Za-z0-9 .,@_:/#+-]{1,12}",
        1 => "\\PC{0,8}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Checks a property on the same texts at every run.
fn holds<T: std::fmt::Debug>(cases: u32, of: &impl Strategy<Value = T>, property: impl Fn(T) -> TestCaseResult) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    if let Err(broken) = runner.run(of, property) {
        panic!("{broken}");
    }
}

fn assert_well_formed(text: &str, redaction: &Redaction) -> TestCaseResult {
    let (mut at, mut rebuilt) = (0, String::new());
    for span in &redaction.spans {
        prop_assert!(at <= span.start && span.start < span.end, "{span:?}");
        prop_assert!(text.get(span.start..span.end).is_some(), "{span:?}");
        rebuilt.push_str(&text[at..span.start]);
        rebuilt.push_str(&span.placeholder);
        at = span.end;
    }
    rebuilt.push_str(&text[at..]);
    prop_assert_eq!(&rebuilt, &redaction.text);
    Ok(())
}

#[test]
fn redacted_spans_are_ordered_on_character_boundaries_and_redaction_is_idempotent() {
    let dictionaries = care().dictionaries;
    holds(1500, &texts(), |text| {
        let once = redact(&dictionaries, &text, &[]);
        assert_well_formed(&text, &once)?;
        let twice = redact(&dictionaries, &once.text, &[]);
        prop_assert_eq!(twice.text, once.text);
        Ok(())
    });
}

#[test]
fn what_stands_beside_a_placeholder_is_hidden_at_once() {
    let dictionaries = care().dictionaries;
    // Found by fuzzing: ⒚ reads as two characters, the control characters as none, and both go with the placeholder.
    for text in ["Call⒚R}thie\nMy namis' Oth)ie\t\0\0\0four5?)kn", "@t\u{1}\u{2}`?i)ʀ"] {
        let once = redact(&dictionaries, text, &[]);
        assert_well_formed(text, &once).expect("spans in order");
        assert_eq!(redact(&dictionaries, &once.text, &[]).text, once.text);
    }
}

#[test]
fn no_identifier_that_was_hidden_survives() {
    let dictionaries = care().dictionaries;
    holds(1500, &texts(), |text| {
        let redaction = redact(&dictionaries, &text, &[]);
        for span in &redaction.spans {
            let hidden = &text[span.start..span.end];
            let identifies = matches!(
                span.kind,
                Kind::Email | Kind::Url | Kind::Phone | Kind::CreditCard | Kind::Ip | Kind::Username
            );
            prop_assert!(
                !identifies || !stands_alone(&redaction.text, hidden),
                "{hidden:?} is in {:?}",
                redaction.text
            );
        }
        Ok(())
    });
}

/// Whether the text contains the words, delimited by whitespace.
fn stands_alone(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let touches = |letter: Option<char>| letter.is_some_and(|letter| !letter.is_whitespace());
        !touches(text[..at].chars().next_back()) && !touches(text[at + words.len()..].chars().next())
    })
}

#[test]
fn words_that_the_author_hides_are_gone_in_every_spelling() {
    let dictionaries = care().dictionaries;
    let mut words: Vec<&str> = PIECES.iter().map(|piece| piece.trim()).collect();
    words.retain(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let chosen = (texts(), prop::sample::select(words), texts());
    holds(800, &chosen, |(before, wish, after)| {
        let text = format!("{before} {} {after}", wish.to_uppercase());
        let redaction = redact(&dictionaries, &text, &[wish]);
        assert_well_formed(&text, &redaction)?;
        let upper = redaction_without_placeholders(&redaction.text).to_uppercase();
        let mut left = upper.split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '’');
        let survives = left.any(|word| word == wish.to_uppercase());
        prop_assert!(!survives, "{wish} is in {:?}", redaction.text);
        Ok(())
    });
}

#[test]
fn oversized_texts_keep_only_plain_words_and_redaction_is_idempotent() {
    let dictionaries = care().dictionaries;
    holds(12, &texts(), |unit| {
        prop_assume!(!unit.trim().is_empty());
        let text = unit.repeat(300_000 / unit.len() + 1);
        let once = redact(&dictionaries, &text, &[]);
        assert_well_formed(&text, &once)?;
        let kept = redaction_without_placeholders(&once.text);
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter == 'I' || !letter.is_alphanumeric();
        prop_assert!(kept.chars().all(is_plain), "{kept}");
        let twice = redact(&dictionaries, &once.text, &[]);
        prop_assert!(
            twice.text == once.text,
            "{:?}",
            &once.text[..once.text.floor_char_boundary(300)]
        );
        Ok(())
    });
}

fn redaction_without_placeholders(text: &str) -> String {
    let mut parts = text
        .split('[')
        .map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    parts.by_ref().collect::<Vec<_>>().join(" ")
}

#[test]
fn classification_and_screening_never_panic_and_their_scores_are_finite() {
    let care = care();
    holds(800, &texts(), |text| {
        let topics = Locale::ALL.map(|locale| care.understand(&text, locale, None));
        for topic in topics.iter().flatten() {
            prop_assert!(
                topic.score.is_finite() && (0.0..=1.0001).contains(&topic.score),
                "{topic:?}"
            );
        }
        let screening = screen(&care.screener, &text, None);
        prop_assert!(screening.severity <= 4);
        for span in screening.spans {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?}");
        }
        Ok(())
    });
}

#[test]
fn offsets_of_plain_texts_map_back_to_character_boundaries() {
    holds(1500, &texts(), |text| {
        let plain = normalise(&text);
        for reading in [plain.clone(), deobfuscate(&plain)] {
            for (at, letter) in reading.text().char_indices() {
                let typed = reading.original(at..at + letter.len_utf8());
                prop_assert!(text.get(typed.clone()).is_some(), "{typed:?}");
            }
        }
        Ok(())
    });
}
