//! Tests of the sentence that tells most.

use super::super::{quotable, telling};
use crate::language::Language;

const LETTER: &str = "I have been married for nineteen years. He watches football every night and I sit in the kitchen. \
    I could leave the house and he would still not look up. What do I do?";

#[test]
fn a_sentence_on_which_the_text_turns_comes_first() {
    let telling = telling(LETTER, Language::English);
    assert_eq!(
        telling.first().copied(),
        Some("He watches football every night and I sit in the kitchen.")
    );
}

#[test]
fn a_short_text_is_not_repeated() {
    assert!(
        telling(
            "I sit in the kitchen every night. He does not look up. I am tired.",
            Language::English
        )
        .is_empty()
    );
}

#[test]
fn words_that_would_hurt_are_never_quoted() {
    for hurting in [
        "I am worthless and everybody in this house still knows it.",
        "He hits me every night and nobody comes.",
        "I had an affair and I still think of her every day.",
        "I don't know what to do and I still wait every day.",
        "WHY DOES NOBODY IN THIS HOUSE EVER LOOK AT ME",
        "My sister called me \"the quiet one\" and I still hear it.",
        "I still call 0171 555 0143 every night and nobody answers.",
    ] {
        let text = format!(
            "We moved here in the spring with all our boxes. {hurting} The garden is small and it rains. The town is grey and far from everything."
        );
        assert!(!telling(&text, Language::English).contains(&hurting), "{hurting}");
    }
}

#[test]
fn spanish_has_its_own_turns() {
    let text = "Llevo doce años en esta casa. Él llega tarde y prende la tele. Yo pongo dos platos en la mesa pero todavía \
        ceno sola cada noche. No sé qué hacer.";
    let telling = telling(text, Language::Spanish);
    assert_eq!(
        telling.first().copied(),
        Some("Yo pongo dos platos en la mesa pero todavía ceno sola cada noche.")
    );
}

#[test]
fn all_that_may_be_quoted_stands_in_the_order_of_the_text() {
    let text = "The rent is three weeks behind now. He hits me every night when he is home. \
        My mother calls each Sunday about her knees. Why me?";
    let all: Vec<&str> = quotable(text, Language::English).collect();
    assert_eq!(
        all,
        [
            "The rent is three weeks behind now.",
            "My mother calls each Sunday about her knees."
        ]
    );
    assert_eq!(quotable("", Language::Spanish).count(), 0);
}

#[test]
fn what_is_said_of_this_app_tells_nothing() {
    let text = "Not sure if this app is for me but a friend uses it. The rent is three weeks behind now.";
    let all: Vec<&str> = quotable(text, Language::English).collect();
    assert_eq!(all, ["The rent is three weeks behind now."]);
}
