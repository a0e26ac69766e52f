//! Names of pets. They identify nobody, and redacting them would only make a text harder to read.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;

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

/// Whether the word is the name of a pet: "a dog named Ranger", "our cat, Tib".
pub(super) fn is_pet(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    if !annotated.is_word(index)
        || annotated.facts(index).is_common()
        || !(annotated.is_capital(index) || annotated.is_lower)
    {
        return false;
    }
    if is_animal(annotated.word(index + 3)) && matches!(annotated.word(index + 1), "is" | "was") {
        return true;
    }
    for back in 1..=4 {
        let Some(before) = index.checked_sub(back) else {
            return false;
        };
        let word = annotated.word(before);
        if is_animal(word) {
            return true;
        }
        if !(annotated.facts(before).any(Facts::NAMING) || matches!(word, "," | "is" | "was" | "s")) {
            return false;
        }
    }
    false
}
