//! Tables of cases, none of which is part of a development or evaluation set.

use super::*;

const PATTERNS: &str = include_str!("../../../content/patterns/crisis.toml");

fn screener() -> &'static Screener {
    static SCREENER: std::sync::LazyLock<Screener> = std::sync::LazyLock::new(|| {
        Screener::from_parts(PATTERNS, None, None).expect("the committed patterns are readable")
    });
    &SCREENER
}

fn check(cases: &[(&str, std::ops::RangeInclusive<u8>)]) {
    let screener = screener();
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, wanted)| {
            let severity = screen(screener, text, None).severity;
            (!wanted.contains(&severity)).then(|| format!("{text:?}: wanted {wanted:?}, got {severity}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_pattern_finds_its_yes_lines_and_spares_its_no_lines() {
    let screener = screener();
    let mut wrong = Vec::new();
    for pattern in &screener.rules.patterns {
        assert!(
            !pattern.yes.is_empty() && !pattern.no.is_empty(),
            "`{}` needs a yes and a no line",
            pattern.why
        );
        // A hint opens no dialog.
        let least = pattern.severity.min(2);
        for line in &pattern.yes {
            let found = screen(screener, line, None);
            if found.severity < least {
                wrong.push(format!("missed: {line} ({})", pattern.why));
            }
        }
        for line in &pattern.no {
            let found = screen(screener, line, None);
            if found.severity >= least {
                wrong.push(format!("false alarm: {line} ({})", pattern.why));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn spans_are_in_order_and_apart_and_cover_the_words() {
    let text = "Ánimo. I want to die. I want to kill myself. Today I sing.";
    let spans = spans(screener(), text);
    let words: Vec<&str> = spans.iter().map(|span| &text[span.clone()]).collect();
    assert!(words.iter().any(|words| words.contains("want to die")), "{words:?}");
    assert!(words.iter().any(|words| words.contains("kill myself")), "{words:?}");
    assert!(spans.windows(2).all(|pair| pair[0].end < pair[1].start), "{spans:?}");
    assert!(!words.iter().any(|words| words.contains("sing")), "{words:?}");
    assert!(super::spans(screener(), "We sang at the lake.").is_empty());
}

#[test]
fn plain_statements_are_recognised_in_any_spelling() {
    check(&[
        ("I want to die", 2..=4),
        ("i wnt 2 die", 2..=4),
        ("I w4nt t0 d1e", 2..=4),
        ("k i l l m y s e l f", 2..=4),
        ("I want to k.i.l.l m.y.s.e.l.f", 2..=4),
        ("thinking of su\u{200b}ic\u{200b}ide", 2..=4),
        ("I feel sucidal", 2..=4),
        ("I feel suicdal tonight", 2..=4),
        ("going to k*ll myself", 2..=4),
        ("ＩＷＡＮＴ to end my life. I want to end my life", 2..=4),
        ("imma unalive myself", 2..=4),
        ("ya no quiero vivir", 2..=4),
        ("quiero morir", 2..=4),
    ]);
}

#[test]
fn negation_suppresses_only_the_phrase_it_negates() {
    check(&[
        ("I'm not suicidal", 0..=1),
        ("I have never thought about killing myself", 0..=1),
        (
            "I have never, not once in all those years, thought about killing myself",
            0..=1,
        ),
        ("I don't want to kill myself", 0..=1),
        ("I'm not suicidal but I don't want to be alive any more", 2..=4),
        ("I can't do this any more, I want to die", 2..=4),
        ("I can't stop thinking about killing myself", 2..=4),
        ("I'm not sure I won't kill myself", 2..=4),
        ("nobody knows I want to die", 2..=4),
    ]);
}

#[test]
fn past_danger_has_severity_one_unless_it_is_back() {
    check(&[
        (
            "Ten years ago I tried to end my life. God met me there and I am free.",
            1..=1,
        ),
        ("I used to cut myself. I have been clean for six years.", 1..=1),
        ("My first husband beat me. That was twenty years ago, thank God.", 1..=1),
        ("Ten years ago he left me and I want to die", 2..=4),
        (
            "When I was small my dad hit me. Thank God for my sister. I want to kill myself.",
            2..=4,
        ),
        ("I used to cut myself and last night I started again", 2..=4),
        (
            "Ten years ago I tried to end my life, and now the thoughts are back",
            2..=4,
        ),
        ("I was clean for years but tonight I want to die", 2..=4),
        (
            "By grace I have been sober for four years, thank God. I want to kill myself.",
            2..=4,
        ),
    ]);
}

#[test]
fn hymns_idioms_work_and_fiction_raise_no_alarm() {
    check(&[
        ("For to me to live is Christ, and to die is gain", 0..=0),
        ("Put to death the deeds of the body", 0..=0),
        ("Are you washed in the blood of the Lamb?", 0..=0),
        ("I am dying of embarrassment", 0..=0),
        ("My shoes are killing me", 0..=0),
        ("Shoot me an email about it", 0..=0),
        (
            "As a crisis counsellor I hear clients say that they want to end their life",
            0..=1,
        ),
        ("In the film the hero says I want to die and jumps", 0..=1),
        ("She beats me at Scrabble", 0..=0),
    ]);
}

#[test]
fn a_psalm_or_a_song_explains_what_is_quoted_and_not_what_somebody_says_beside_it() {
    check(&[
        ("I read psalm 23 every night but I still want to die", 3..=4),
        ("psalm 88 is how I feel and I want to kill myself", 3..=4),
        (
            "Which psalm says darkness is my closest friend, I don't want to wake up tomorrow",
            3..=4,
        ),
        (
            "which psalm says darkness is my closest friend i dont want to wake up",
            3..=4,
        ),
        ("like elijah i want to die", 3..=4),
        ("judas hanged himself, will I go to hell if I hang myself too", 2..=4),
        ("what bible study can help, I am going to kill myself tonight", 4..=4),
        ("after the bible study I took forty paracetamol", 4..=4),
        ("I was at the audition and failed, I want to end it all tonight", 3..=4),
        (
            "the song on the radio made me cry, I took all the pills in the house",
            4..=4,
        ),
        ("my pastor prayed the psalm and I want to die", 3..=4),
        ("I read the verse and I keep saying I want to die", 3..=4),
        (
            "I pray psalm 91 every night because I am afraid my husband will kill me",
            2..=4,
        ),
        ("my daughter sang a hymn and then said she wants to die", 2..=4),
        (
            "My brother has a gun and says he'll shoot himself, I read psalm 91 over him",
            2..=4,
        ),
        (
            "The pastor preached on Samson and my son said he wants to die too",
            2..=4,
        ),
        (
            "my sister texted me psalm 31 into your hands i commit my spirit and now she doesnt pick up, she tried it before in march",
            2..=4,
        ),
        (
            "Our cantor told me in confidence that he'll hang himself once the oratorio is sung",
            2..=4,
        ),
        (
            "There is a sentence in the novel, 'I wanted to be dead, only not to die', spoken by a monk",
            0..=1,
        ),
        ("my son asked in bible study why Elijah wanted to die", 0..=1),
        ("My wife read to me how Judas hanged himself", 0..=1),
        (
            "My insurance claim was denied and I have suicidal thoughts tonight",
            2..=4,
        ),
        ("I am baking and I will shoot up the school tonight", 2..=4),
        ("Job says I wish I had died at birth, what does he mean", 0..=1),
        ("Paul says I want to die and be with Christ", 0..=1),
        ("In our bible study Elijah says I want to die and God feeds him", 0..=1),
        ("I want to die to self every day", 0..=1),
        ("I want to die to my old self, crucified with Christ", 0..=1),
        ("I have been crucified with Christ and I no longer live", 0..=1),
        (
            "Our sunday school lesson is Samson saying let me die with the philistines",
            0..=1,
        ),
        ("Why did Elijah say I have had enough, Lord, take my life?", 0..=1),
        ("In the film the hero says I will kill myself", 0..=1),
        ("I am writing a novel in which I kill myself", 0..=1),
        ("our pastor preached on Elijah wanting to die under the tree", 0..=1),
        ("psalm 118 I will not die but live", 0..=1),
    ]);
}

#[test]
fn everyday_words_do_not_suppress_a_crisis() {
    check(&[
        ("I lost my job and I want to die", 2..=4),
        ("My husband Daniel hits me and I am scared of him", 2..=4),
        ("I swallowed a lot of pills", 2..=4),
        ("living is not for me, I want to die", 2..=4),
        ("I put on a sad song and I want to kill myself", 2..=4),
        ("I wrote it in my book, I want to end my life", 2..=4),
    ]);
}

#[test]
fn danger_to_others_is_recognised() {
    check(&[
        ("my son says he wants to die", 2..=4),
        ("My friend is cutting herself", 2..=4),
        ("My sister's husband is beating her", 2..=4),
        ("dad isn't breathing", 4..=4),
    ]);
}

#[test]
fn spans_are_on_character_boundaries_and_contain_the_matched_words() {
    let screener = screener();
    let text = "Ça va… 💔 Ｉ ｗａｎｔ ｔｏ ｄｉｅ, and “I can’t go on” 🕊️";
    let found = screen(screener, text, None);
    assert!(found.is_crisis());
    assert_eq!(found.category, Some(Category::SuicideIdeation));
    assert!(found.spans.iter().any(|span| text[span.clone()].contains("ｄｉｅ")));
}

#[test]
fn unusual_input_never_panics() {
    let screener = screener();
    let unusual = [
        "",
        " ",
        "\0",
        "💊",
        "'",
        "''''",
        "@@@",
        "k*",
        "*k",
        "a*b*c*d",
        "\u{200b}\u{200b}",
        "ﷺﷺﷺ",
        "i i i i i",
        "’ll",
        "'d",
        "à́́́",
        "\u{feff}die",
    ];
    for text in unusual {
        for _ in 0..2 {
            let found = screen(screener, &text.repeat(40), None);
            assert!(
                found
                    .spans
                    .iter()
                    .all(|span| text.repeat(40).get(span.clone()).is_some())
            );
        }
    }
}

#[test]
fn invalid_patterns_are_refused_with_their_source() {
    let broken = PATTERNS.replacen("@want ~1 @die", "@want ~1 (@die", 1);
    let error = Screener::from_parts(&broken, None, None).expect_err("an open parenthesis");
    assert!(error.to_string().contains("@want"), "{error}");
    assert!(Screener::from_parts("nonsense", None, None).is_err());
    assert!(Screener::from_parts(PATTERNS, Some(b"not a model"), None).is_err());
}

#[derive(serde::Deserialize)]
struct PlainStatement {
    text: String,
    danger: bool,
}

/// The lines that the tests of the browser's copy use, too, so that the two cannot diverge.
fn plain_statements(danger: bool) -> Vec<String> {
    include_str!("../../../content/patterns/plain-statements.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<PlainStatement>(line).expect("a line of JSON"))
        .filter(|line| line.danger == danger)
        .map(|line| line.text)
        .collect()
}

#[test]
fn plain_statements_are_recognised_and_harmless_look_alikes_are_not() {
    let seen = |text: &String| screen(screener(), text, None).is_crisis();
    let (danger, calm) = (plain_statements(true), plain_statements(false));
    let missed: Vec<&String> = danger.iter().filter(|text| !seen(text)).collect();
    let alarmed: Vec<&String> = calm.iter().filter(|text| seen(text)).collect();
    assert!(danger.len() > 40 && missed.is_empty(), "missed: {missed:?}");
    assert!(calm.len() > 20 && alarmed.is_empty(), "false alarms: {alarmed:?}");
}

#[test]
fn the_browser_copy_fits_its_size_limit_and_has_every_category() {
    let json = browser_rules(screener(), &plain_statements(true));
    assert!(json.len() <= browser::MAX_SIZE, "{} bytes", json.len());
    assert!(
        json.contains("\"suicide_plan\"") && json.contains("\"harm_others\"") && json.contains("\"medical_emergency\"")
    );
    assert!(!json.contains('#'));
}

#[test]
fn a_threat_that_is_laughed_about_and_a_hint_may_be_danger_and_what_is_over_is_none() {
    for (text, is_possible) in [
        ("I'm going to kill him lol", true),
        ("I wonder who would notice", true),
        ("ten years ago I tried to kill myself", false),
        ("I lost my work in spring", false),
    ] {
        let found = screen(screener(), text, None);
        assert!(!found.is_crisis(), "{text}: {found:?}");
        assert_eq!(found.is_possible, is_possible, "{text}: {found:?}");
    }
}
