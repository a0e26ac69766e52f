//! More rules for names that are evident from what is said about them: an age, a role with *she* in the next sentence, a
//! crew that somebody ran with.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::features::Tag;
use super::super::patterns::is_number_word;
use super::super::tokens::Shape;
use super::Prediction;
use super::rules::prediction;

/// Applies them to the word at `index`; they overrule the tagger.
pub(super) fn apply(annotated: &AnnotatedText<'_>, index: usize, predictions: &mut [Prediction]) {
    if is_county_of_text_in_lower_case(annotated, index) {
        predictions[index] = prediction(Tag::Location, 0.8);
        predictions[index + 1] = prediction(Tag::Location, 0.8);
    }
    if !annotated.is_capital(index) {
        return;
    }
    if is_left_city(annotated, index) {
        predictions[index] = prediction(Tag::Location, 0.75);
    }
    if is_in_own_life(annotated, index)
        || is_said_to_be_named(annotated, index)
        || is_aged(annotated, index)
        || is_told_of_as_person(annotated, index)
    {
        predictions[index] = prediction(Tag::Person, 0.8);
    }
    if let Some(last) = crew(annotated, index) {
        for word in &mut predictions[index..=last] {
            *word = prediction(Tag::Org, 0.75);
        }
    }
}

/// "Abraham mows my lawn": a name of the Bible in a sentence about nothing but the author's life.
fn is_in_own_life(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let sentence = annotated.sentence_of(index);
    let next = annotated.facts(index + 1);
    let own_cue = u8::from(facts.any(Facts::BIBLE_CUE));
    let is_subject = annotated.is_capital(index)
        && annotated.tokens.list[index].opens_sentence
        && annotated.is_word(index + 1)
        && annotated.shape(index + 1) == Shape::Lower
        && !next.any(
            Facts::CONJUNCTION
                .union(Facts::LOCATIVE)
                .union(Facts::DETERMINER)
                .union(Facts::PRONOUN),
        )
        && !matches!(annotated.word(index + 1), "is" | "was" | "of");
    let has_owner = (index + 2..index + 7).any(|at| matches!(annotated.word(at), "my" | "our"));
    is_subject
        && facts.any(Facts::BIBLE_SURE.union(Facts::BIBLE_PEOPLE))
        && facts.is_name()
        && has_owner
        && sentence.life_cues > 1
        && sentence.bible_cues <= own_cue
        && !sentence.has_reference
}

/// "We left Damascus in a lorry": cities of the Bible that people come from today.
fn is_left_city(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let is_city = matches!(
        annotated.word(index),
        "damascus"
            | "gaza"
            | "bethlehem"
            | "jerusalem"
            | "athens"
            | "rome"
            | "tyre"
            | "sidon"
            | "nazareth"
            | "hebron"
            | "antioch"
    );
    is_city
        && index > 1
        && annotated.is_capital(index)
        && matches!(annotated.word(index - 1), "left" | "fled" | "escaped")
        && matches!(annotated.word(index - 2), "we" | "i" | "family" | "parents" | "they")
        && annotated.sentence_of(index).bible_cues == 0
        && matches!(
            annotated.word(index + 1),
            "in" | "with" | "on" | "by" | "for" | "before" | "when" | "after" | "at" | "." | "as" | "during"
        )
}

/// "My name is Job": whatever it means elsewhere.
fn is_said_to_be_named(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    index > 2
        && annotated.has_telling_capital(index)
        && matches!(annotated.word(index - 1), "is" | "was")
        && annotated.word(index - 2) == "name"
        && annotated.facts(index - 3).any(Facts::POSSESSIVE)
        && !facts.any(Facts::PRONOUN.union(Facts::DETERMINER))
        && (!facts.any(Facts::KEPT) || facts.is_name())
}

/// "Elijah is nine and will not sleep", "Hope turned 4": only the living have an age.
fn is_aged(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let number = annotated.word(index + 2);
    let is_number = is_number_word(number) || annotated.shape(index + 2) == Shape::Number && number.len() < 3;
    let sentence = annotated.sentence_of(index);
    annotated.is_capital(index)
        && (facts.is_biblical() || facts.any(Facts::VIRTUE))
        && facts.is_name()
        && matches!(annotated.word(index + 1), "is" | "turned" | "turns" | "was")
        && is_number
        && !sentence.has_reference
        && matches!(
            annotated.word(index + 3),
            "and"
                | "now"
                | "years"
                | "today"
                | "this"
                | "."
                | ","
                | "weeks"
                | "months"
                | "in"
                | "tomorrow"
                | ""
                | "but"
        )
}

/// "Joy is a care worker. She grew up with me": the next sentence says that a virtue is a person.
fn is_told_of_as_person(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let is_told = facts.any(Facts::ABSTRACT)
        && annotated.is_capital(index)
        && annotated.tokens.list[index].opens_sentence
        && matches!(
            annotated.word(index + 1),
            "is" | "was" | "works" | "worked" | "lives" | "lived"
        )
        && matches!(
            annotated.word(index + 2),
            "a" | "an" | "my" | "our" | "at" | "in" | "from"
        );
    let here = annotated.sentence.get(index).copied().unwrap_or_default();
    let next = (index + 1..annotated.len().min(index + 24))
        .find(|&at| annotated.sentence.get(at).is_some_and(|at| *at > here));
    is_told && next.is_some_and(|next| matches!(annotated.word(next), "she" | "he" | "she's" | "he's" | "her" | "his"))
}

/// "I ran with the Eastside Kings": the name of a gang or crew, after what people do in one.
fn crew(annotated: &AnnotatedText<'_>, index: usize) -> Option<usize> {
    let is_the = index > 1 && annotated.word(index - 1) == "the";
    if !is_the || !annotated.has_telling_capital(index) {
        return None;
    }
    let (before, second) = (
        annotated.word(index - 2),
        index.checked_sub(3).map_or("", |at| annotated.word(at)),
    );
    let runs = |word: &str| {
        matches!(
            word,
            "run"
                | "ran"
                | "running"
                | "rode"
                | "ride"
                | "riding"
                | "rolled"
                | "rolling"
                | "banged"
                | "banging"
                | "hung"
                | "hanging"
                | "down"
        )
    };
    let is_joined = before == "with" && runs(second)
        || before == "of" && second == "member"
        || before == "into" && matches!(second, "jumped" | "patched" | "beat" | "initiated")
        || matches!(before, "repped" | "repping" | "claimed" | "claiming");
    let is_open = |at: usize| {
        annotated.is_open(at) && annotated.has_telling_capital(at) && annotated.tokens.list[at].follows_closely
    };
    let is_kept = annotated.facts(index).any(Facts::KEPT) && !annotated.facts(index).is_name();
    let mut last = index;
    while is_open(last + 1) && last < index + 3 {
        last += 1;
    }
    (is_joined && is_open(index) && (last > index || !is_kept)).then_some(last)
}

/// "pray for me in cook county": everyday words name counties, too, in a text without capitals.
fn is_county_of_text_in_lower_case(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let before = index.checked_sub(1).map_or("", |before| annotated.word(before));
    let is_small = Facts::DETERMINER
        .union(Facts::POSSESSIVE)
        .union(Facts::PRONOUN)
        .union(Facts::LOCATIVE)
        .union(Facts::CONJUNCTION);
    annotated.is_lower
        && annotated.word(index + 1) == "county"
        && annotated.is_open(index)
        && annotated.is_open(index + 1)
        && facts.tier() != 1
        && !facts.any(is_small)
        && !matches!(before, "a" | "an" | "the" | "this" | "that" | "our" | "my")
}
