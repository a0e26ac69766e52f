//! Classifies each word to the left of an organisation's last word: part of the name or not.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;

pub(super) enum Step {
    /// A proper noun: without one there is no name.
    Proper,
    /// A word that may be part of a name.
    Part,
    /// "of", "and", a full stop after "St".
    Link,
    Outside,
}

/// The role of a word in the name whose last word is on its right.
pub(super) fn step_of(annotated: &AnnotatedText<'_>, index: usize, capitals: bool) -> Step {
    if capitals {
        capital_step(annotated, index)
    } else {
        lower_step(annotated, index)
    }
}

pub(super) fn is_part(annotated: &AnnotatedText<'_>, index: usize, capitals: bool) -> bool {
    matches!(step_of(annotated, index, capitals), Step::Proper | Step::Part)
}

/// Whether the word only describes a kind of organisation.
pub(super) fn is_generic(word: &str, facts: Facts) -> bool {
    facts.ends_organisation()
        || facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE)
        || matches!(
            word,
            "community"
                | "local"
                | "public"
                | "general"
                | "national"
                | "state"
                | "private"
                | "county"
                | "city"
                | "regional"
                | "christian"
                | "bible"
        )
}

fn capital_step(annotated: &AnnotatedText<'_>, index: usize) -> Step {
    let (word, facts) = (annotated.word(index), annotated.facts(index));
    if !annotated
        .tokens
        .list
        .get(index + 1)
        .is_some_and(|next| next.follows_closely)
        || annotated.claimed[index]
    {
        return Step::Outside;
    }
    if matches!(
        word,
        "of" | "the" | "&" | "and" | "." | "-" | "in" | "for" | "de" | "la" | "le"
    ) && !annotated.is_capital(index)
    {
        return if matches!(word, "in" | "for") {
            Step::Outside
        } else {
            Step::Link
        };
    }
    if !annotated.is_capital(index) || facts.any(Facts::PRONOUN) || facts.any(Facts::DETERMINER) && word != "our" {
        return Step::Outside;
    }
    let opens = annotated.tokens.list[index].opens_sentence;
    if opens && facts.any(Facts::LOCATIVE.union(Facts::CONJUNCTION))
        || facts.any(Facts::TITLE) && !facts.is_name() && !is_generic(word, facts)
    {
        return Step::Outside;
    }
    if opens
        && facts.is_common()
        && !facts.any(Facts::VIRTUE)
        && !matches!(
            word,
            "first" | "second" | "new" | "living" | "holy" | "sacred" | "good" | "true" | "free"
        )
    {
        return Step::Outside;
    }
    if is_generic(word, facts) {
        Step::Part
    } else {
        Step::Proper
    }
}

fn lower_step(annotated: &AnnotatedText<'_>, index: usize) -> Step {
    let (word, facts) = (annotated.word(index), annotated.facts(index));
    if !annotated
        .tokens
        .list
        .get(index + 1)
        .is_some_and(|next| next.follows_closely)
        || annotated.claimed[index]
        || annotated.kept[index] && !facts.any(Facts::BIBLE_PLACE) && !matches!(word, "mount" | "mt")
        || !annotated.is_word(index)
    {
        return Step::Outside;
    }
    if facts.any(
        Facts::PRONOUN
            .union(Facts::DETERMINER)
            .union(Facts::LOCATIVE)
            .union(Facts::CONJUNCTION)
            .union(Facts::KINSHIP),
    ) {
        return Step::Outside;
    }
    if annotated.tokens.is_possessive(index) && !matches!(annotated.word(index.wrapping_sub(1)), "st" | "saint" | ".") {
        return Step::Outside;
    }
    let local = facts.place() > 0 && facts.tier() > 2;
    let unknown = !facts.is_english() && facts == Facts::default();
    let named = facts.is_name() && !facts.is_common()
        || facts.place() > 1 && !facts.is_english()
        || facts.any(Facts::BIBLE_PLACE);
    if is_generic(word, facts) {
        Step::Part
    } else if unknown
        || named
        || local
        || facts.any(Facts::VIRTUE) && !matches!(word, "sunday" | "christian" | "power" | "major" | "church" | "prayer")
        || matches!(
            word,
            "first"
                | "second"
                | "third"
                | "fourth"
                | "fifth"
                | "living"
                | "redeemed"
                | "victory"
                | "st"
                | "saint"
                | "mount"
                | "mt"
                | "greater"
        )
    {
        Step::Proper
    } else {
        Step::Outside
    }
}
