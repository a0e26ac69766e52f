//! What each word may be to the name of a body that is read from its last word to the left.

use super::super::dictionaries::facts::Facts;
use super::super::reading::Reading;

pub(super) enum Step {
    /// A word that only a name would have here.
    Proper,
    /// A word that may be part of a name.
    Part,
    /// "of", "and", a full stop after "St".
    Link,
    Outside,
}

/// What a word is to the name whose last word stands to its right.
pub(super) fn step_of(reading: &Reading<'_>, index: usize, capitals: bool) -> Step {
    if capitals {
        capital_step(reading, index)
    } else {
        lower_step(reading, index)
    }
}

pub(super) fn is_part(reading: &Reading<'_>, index: usize, capitals: bool) -> bool {
    matches!(step_of(reading, index, capitals), Step::Proper | Step::Part)
}

/// Whether the word tells of a kind of body only.
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

fn capital_step(reading: &Reading<'_>, index: usize) -> Step {
    let (word, facts) = (reading.word(index), reading.facts(index));
    if !reading
        .tokens
        .list
        .get(index + 1)
        .is_some_and(|next| next.follows_closely)
        || reading.taken[index]
    {
        return Step::Outside;
    }
    if matches!(
        word,
        "of" | "the" | "&" | "and" | "." | "-" | "in" | "for" | "de" | "la" | "le"
    ) && !reading.is_capital(index)
    {
        return if matches!(word, "in" | "for") {
            Step::Outside
        } else {
            Step::Link
        };
    }
    if !reading.is_capital(index) || facts.any(Facts::PRONOUN) || facts.any(Facts::DETERMINER) && word != "our" {
        return Step::Outside;
    }
    let opens = reading.tokens.list[index].opens_sentence;
    if opens && facts.any(Facts::LOCATIVE.and(Facts::CONJUNCTION))
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

fn lower_step(reading: &Reading<'_>, index: usize) -> Step {
    let (word, facts) = (reading.word(index), reading.facts(index));
    if !reading
        .tokens
        .list
        .get(index + 1)
        .is_some_and(|next| next.follows_closely)
        || !reading.is_open(index)
        || !reading.is_word(index)
    {
        return Step::Outside;
    }
    if facts.any(
        Facts::PRONOUN
            .and(Facts::DETERMINER)
            .and(Facts::LOCATIVE)
            .and(Facts::CONJUNCTION)
            .and(Facts::KINSHIP),
    ) {
        return Step::Outside;
    }
    if reading.tokens.is_possessive(index) && !matches!(reading.word(index.wrapping_sub(1)), "st" | "saint" | ".") {
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
        || matches!(word, "first" | "living" | "redeemed" | "victory" | "st" | "saint")
    {
        Step::Proper
    } else {
        Step::Outside
    }
}
