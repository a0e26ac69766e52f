//! Names of animals, which need no hiding and would only make a story hard to follow.

use super::super::dictionaries::facts::Facts;
use super::super::reading::Reading;

fn is_animal(word: &str) -> bool {
    matches!(
        word,
        "dog"
            | "cat"
            | "horse"
            | "puppy"
            | "kitten"
            | "hamster"
            | "pony"
            | "pup"
            | "parrot"
            | "budgie"
            | "goldfish"
            | "mutt"
            | "spaniel"
            | "labrador"
            | "terrier"
            | "collie"
            | "greyhound"
            | "beagle"
            | "rabbit"
            | "tomcat"
            | "donkey"
            | "goat"
    )
}

/// Whether the word is the name of an animal: "a dog named Ranger", "our cat, Tib".
pub(super) fn is_pet(reading: &Reading<'_>, index: usize) -> bool {
    if !reading.is_word(index) || reading.facts(index).is_common() || !(reading.is_capital(index) || reading.is_lower) {
        return false;
    }
    if is_animal(reading.word(index + 3)) && matches!(reading.word(index + 1), "is" | "was") {
        return true;
    }
    for back in 1..=4 {
        let Some(before) = index.checked_sub(back) else {
            return false;
        };
        let word = reading.word(before);
        if is_animal(word) {
            return true;
        }
        if !(reading.facts(before).any(Facts::NAMING) || matches!(word, "," | "is" | "was" | "s")) {
            return false;
        }
    }
    false
}
