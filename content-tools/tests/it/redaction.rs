//! Tables of cases, and properties of every text. The dictionary is built from our own lists and examples, so that
//! these tests need no downloaded word list.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use care::redact::{Dictionaries, Kind, Redaction, Risk, redact};
use content_tools::redaction::dictionary::{Place, Sources, build};
use content_tools::redaction::marks;

const LISTS: &str = include_str!("../../../content/patterns/redaction.toml");
const SPANISH: &str = include_str!("../../../content/patterns/redaction-es.toml");
const EXAMPLES: &str = include_str!("../../../content/examples/redaction.jsonl");

/// English words that the tests use and the examples do not contain.
const WORDS: &str = "card number call me on at my is the was and machine said posted lies plate passport write to see phone server hidden \
    reads from with helped walked told about felt like took grew up near lives";

pub(super) fn dictionaries() -> &'static Dictionaries {
    static BUILT: OnceLock<Dictionaries> = OnceLock::new();
    BUILT.get_or_init(|| {
        let mut words: BTreeSet<String> = WORDS.split_whitespace().map(str::to_owned).collect();
        for marked in marks::read(EXAMPLES).expect("in their form") {
            let mut plain = marked.text.clone();
            for (start, end, _) in marked.spans.iter().rev() {
                plain.replace_range(*start..*end, " ");
            }
            let is_lower = !plain.contains(|letter: char| letter.is_uppercase());
            let parts = plain
                .split(|letter: char| !letter.is_alphabetic())
                .filter(|word| !is_lower && word.chars().all(char::is_lowercase));
            words.extend(parts.map(str::to_owned));
        }
        let place = |name: &str| Place {
            name: name.to_owned(),
            population: 50_000,
        };
        let bytes = build(&Sources {
            given_names: ["Maria", "Mary", "Oliver", "Paul", "Peter"].map(str::to_owned).into(),
            surnames: vec!["Whitfield".to_owned()],
            places: ["Leeds", "Walvis Bay", "Kisumu"].map(place).into(),
            words: words
                .into_iter()
                .filter(|word| !word.is_empty())
                .map(|word| (word, 20))
                .collect(),
            verses: vec!["Daniel was brought up out of the lions’ den, and no hurt was found.".to_owned()],
            lists: LISTS,
            spanish: SPANISH,
            examples: EXAMPLES,
        });
        Dictionaries::from_bytes(&bytes.expect("good sources")).expect("whole")
    })
}

pub(super) fn read(text: &str) -> Redaction {
    redact(dictionaries(), text, &[])
}

#[test]
fn details_with_a_known_format_are_redacted() {
    let cases = [
        ("write to lena.k@example.org", "write to [email]"),
        ("write to lena dot k at gmail dot com", "write to [email]"),
        ("write to lena (at) example (dot) org", "write to [email]"),
        ("call me on 07700 900461", "call me on [phone]"),
        ("call me on +233 20 555 0123", "call me on [phone]"),
        ("call me on five five five, oh one double two six", "call me on [phone]"),
        ("my card number is 4000 0566 5566 5556", "my card number is [card]"),
        ("my passport number is X9912345", "my passport number is [number]"),
        ("the number plate reads BD51 SMR", "the number plate reads [plate]"),
        (
            "the server said 203.0.113.77 posted lies",
            "the server said [machine] posted lies",
        ),
        ("see www.example.org/hope, please", "see [link], please"),
        ("my insta is @still_here", "my insta is [username]"),
        ("my ssn is 078-05-1120", "my ssn is [number]"),
        ("she was born on 4 July 1990", "she was born on [date of birth]"),
        ("we met at 12 Acacia Avenue", "we met at [address]"),
    ];
    for (text, hidden) in cases {
        assert_eq!(read(text).text, hidden);
    }
}

#[test]
fn public_numbers_and_references_stay() {
    let cases = [
        "I called 988 and then 116 123.",
        "Text HOME to 741741.",
        "They gave me 1-800-799-7233.",
        "I read John 3:16, 1 Peter 5:7 and Romans 8 in 2019.",
        "It cost $1,200 and took 24 hours.",
        "On Ash Wednesday I felt like David against Goliath.",
        "There was grace for me, and hope, and faith.",
    ];
    for text in cases {
        assert_eq!(read(text).text, text);
    }
}

#[test]
fn names_are_redacted_by_their_context() {
    let cases = [
        ("My husband David prays.", "My husband [name] prays."),
        ("my sister maria helped me", "my sister [name] helped me"),
        (
            "I told Pastor Chukwuemeka everything.",
            "I told Pastor [name] everything.",
        ),
        ("She moved to Walvis Bay in May.", "She moved to [place] in May."),
        ("I was at Alderbrook Primary.", "I was at [school]."),
        ("They met at St Jude's.", "They met at [organisation]."),
    ];
    for (text, hidden) in cases {
        assert_eq!(read(text).text, hidden);
    }
}

#[test]
fn people_of_the_bible_and_virtues_stay_unless_they_name_a_living_person() {
    for stays in [
        "I was Jonah in that flat, three days without a window open.",
        "We were Martha and Mary all over again.",
        "Grace is getting up when nobody made you. Hope is setting the alarm.",
        "Faith isn't a feeling.",
        "Grace, I was told, is what you get when you stop keeping count.",
        "Moses is the one I mean, Moses in the book.",
    ] {
        assert_eq!(read(stays).text, stays);
    }
    for (text, redacted) in [
        ("My husband David came home.", "My husband [name] came home."),
        ("My friend Grace is getting up.", "My friend [name] is getting up."),
        ("I was with my sister Faith.", "I was with my sister [name]."),
        (
            "My friend Ruth from the book club.",
            "My friend [name] from the book club.",
        ),
    ] {
        assert_eq!(read(text).text, redacted);
    }
}

#[test]
fn a_biblical_name_before_a_family_name_goes_with_it() {
    let names = [
        "John",
        "Peter",
        "Mary",
        "Paul",
        "Smith",
        "Miller",
        "Baker",
        "Cooper",
        "Whitfield",
    ];
    for text in [
        "Please call John Smith.",
        "Contact Peter Miller at noon.",
        "I met Mary Baker at the well of our village.",
        "Paul Cooper drove me home.",
        "I met Mary Whitfield.",
        "I met Peter Baker at the shop.",
    ] {
        let redacted = read(text).text;
        assert!(!names.iter().any(|name| redacted.contains(name)), "{redacted}");
    }
    for text in [
        "Mary Magdalene stood at the tomb.",
        "Simon Peter wept.",
        "John Mark went home.",
        "Chapter Two was the one that broke me open.",
        "I am on Step Four and it scares me.",
    ] {
        assert_eq!(read(text).text, text);
    }
    let titled = read("Mary Queen of Heaven, help me through this.").text;
    assert!(titled.starts_with("Mary "), "{titled}");
}

#[test]
fn a_name_with_particles_or_the_name_of_a_town_is_one_name() {
    for (text, redacted) in [
        ("I met Oliver van der Whitfield.", "I met [name]."),
        ("I met Oliver Leeds.", "I met [name]."),
        ("I met Oliver in Leeds.", "I met [name] in [place]."),
        ("Grace Whitfield drove me home.", "[name] drove me home."),
    ] {
        assert_eq!(read(text).text, redacted);
    }
}

#[test]
fn one_person_has_one_placeholder() {
    let redaction = read("My sister Maria Whitfield rang. Maria cried. My brother Oliver did not. Then Oliver came.");
    assert_eq!(
        redaction.text,
        "My sister [name 1] rang. [name 1] cried. My brother [name 2] did not. Then [name 2] came."
    );
}

#[test]
fn requested_words_are_redacted_and_stay_redacted() {
    let first = redact(
        dictionaries(),
        "The Blue Café on Sunday, the blue café!",
        &["blue café"],
    );
    assert_eq!(first.text, "The [hidden] on Sunday, the [hidden]!");
    assert!(first.spans.iter().all(|span| span.kind == Kind::Hidden));
    assert_eq!(redact(dictionaries(), &first.text, &["blue café"]).text, first.text);
}

#[test]
fn risk_rises_with_the_findings() {
    assert_eq!(read("I felt like giving up.").risk, Risk::Low);
    assert_eq!(
        read("My sister Maria and my brother Oliver helped me in Leeds.").risk,
        Risk::Medium
    );
    assert_eq!(
        read("call me on 07700 900461 or write to lena.k@example.org, my passport number is X9912345").risk,
        Risk::High
    );
}

#[test]
fn spans_lie_in_order_on_character_boundaries() {
    for marked in marks::read(EXAMPLES).expect("in their form") {
        let redaction = read(&marked.text);
        let mut at = 0;
        for span in &redaction.spans {
            assert!(span.start >= at && span.end > span.start, "{:?}", marked.text);
            assert!(marked.text.get(span.start..span.end).is_some());
            at = span.end;
        }
    }
}

#[test]
fn redacting_twice_changes_nothing() {
    for marked in marks::read(EXAMPLES).expect("in their form") {
        let once = read(&marked.text).text;
        assert_eq!(read(&once).text, once);
    }
}

#[test]
fn a_placeholder_with_a_long_number_is_none_that_people_are_counted_from() {
    let text = "[name 2888888] told Maren Kessler and Jonas Petrov about it.\u{0} Then Maren said no.";
    let once = read(text);
    let mut at = 0;
    for span in &once.spans {
        assert!(at <= span.start && span.start < span.end, "{:?}", once.spans);
        at = span.end;
    }
    assert!(
        !once.text.contains("288888") && !once.text.contains("Maren"),
        "{}",
        once.text
    );
    assert_eq!(read(&once.text).text, once.text);
}

#[test]
fn a_redacted_identifier_occurs_nowhere_in_the_result() {
    for marked in marks::read(EXAMPLES).expect("in their form") {
        let redaction = read(&marked.text);
        for span in &redaction.spans {
            if !matches!(
                span.kind,
                Kind::Person | Kind::Location | Kind::Org | Kind::Age | Kind::DateOfBirth
            ) {
                assert!(
                    !redaction.text.contains(&marked.text[span.start..span.end]),
                    "{:?}",
                    redaction.text
                );
            }
        }
    }
}

#[test]
fn unusual_texts_never_panic() {
    let pieces = [
        "",
        " ",
        "\u{0}",
        "[name 1]",
        "[",
        "]]",
        "’s",
        "'s",
        "St.",
        "@",
        "a@",
        "ﬁ",
        "İ",
        "🙏🏽",
        "e\u{301}",
        "\u{202e}",
        "1:",
        "dot at dot",
        "ß-ß",
        "١٢٣",
    ];
    for one in pieces {
        for other in pieces {
            for third in pieces {
                let text = format!("{one}{other} {third}{one}");
                let redaction = read(&text);
                assert!(
                    redaction
                        .spans
                        .iter()
                        .all(|span| text.get(span.start..span.end).is_some())
                );
            }
        }
    }
}

#[test]
fn damaged_dictionaries_are_refused() {
    assert!(Dictionaries::from_bytes(b"").is_err());
    assert!(Dictionaries::from_bytes(b"redact01\xff\xff\xff\xff").is_err());
    assert!(Dictionaries::from_bytes(b"something else entirely").is_err());
}
