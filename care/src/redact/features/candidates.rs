//! Which words could be part of a name at all. All others are passed over, which keeps the tagger fast and sober.

use super::super::dictionaries::facts::Facts;
use super::super::reading::Reading;
use super::super::tokens::Shape;
use super::senses::{Predicate, Sense, is_out_of_a_book, is_self_likened};
use super::{Surroundings, introduces};

impl Surroundings<'_, '_> {
    /// Whether the tagger should look at the word.
    pub fn is_candidate(&self, index: usize) -> bool {
        let reading = self.reading;
        if !reading.is_word(index) || !reading.is_open(index) || self.pets.contains(reading.word(index)) {
            return false;
        }
        let is_introduced = index > 0 && introduces(reading.facts(index - 1));
        !self.is_everyday(index, is_introduced)
            && !self.is_holy(index, is_introduced)
            && !self.is_title_or_thing(index)
            && self.may_be_name(index)
    }

    /// Kept words, raised voices, relations and pronouns.
    fn is_everyday(&self, index: usize, is_introduced: bool) -> bool {
        let reading = self.reading;
        let facts = reading.facts(index);
        let is_kept = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE.and(Facts::GIVEN));
        // Capitals throughout a word of the language are a raised voice or an abbreviation.
        let is_raised = reading.shape(index) == Shape::Shout && !reading.is_shouted;
        let is_voice = is_raised && (facts.tier() != 0 || facts.any(Facts::KEPT)) && !facts.any(Facts::VIRTUE);
        // "Mam" and "Papa" are nobody's name; "Auntie Nan" is.
        let is_relation = facts.any(Facts::KINSHIP) && !is_introduced;
        let is_function_word = facts.any(Facts::PRONOUN.and(Facts::DETERMINER));
        is_kept
            || is_date(reading, index)
            || is_verb(reading, index)
            || is_misspelt_state(reading, index)
            || reading.word(index) == "job" && !is_introduced
            || is_voice
            || is_relation
            || is_function_word && !(reading.has_telling_capital(index) && facts.is_name())
    }

    /// People of the Bible in their sense, saints, and the names of God.
    fn is_holy(&self, index: usize, is_introduced: bool) -> bool {
        let reading = self.reading;
        let facts = reading.facts(index);
        if matches!(reading.word(index), "st" | "saint") || self.is_saint(index) {
            return true;
        }
        if is_introduced || self.has_surname_after(index) {
            return false;
        }
        let only_biblical =
            facts.any(Facts::BIBLE_NAME.and(Facts::BIBLE_SURE)) && !facts.is_name() && facts.place() == 0;
        let is_told = facts.is_biblical() && self.is_told_of_the_bible(index);
        let is_virtue = facts.any(Facts::ABSTRACT) && !self.is_introduced(index) && self.is_virtue(index);
        // An accent, as in "Jesús", shows that a person is meant.
        let token = &reading.tokens.list[index];
        let is_plainly_written = token.end - token.start == reading.word(index).len();
        only_biblical
            || is_told
            || is_virtue
            || is_self_likened(reading, index)
            || is_out_of_a_book(reading, index)
            || is_addressed_by_god(reading, index)
            || is_divine(reading.word(index)) && is_plainly_written
    }

    fn is_virtue(&self, index: usize) -> bool {
        let sense = Sense::of(self.reading, index);
        sense.is_of_virtue() || self.virtues_told_of && sense.is_of_another_virtue()
    }

    /// "Daniel in the lions' den": two words which the Bible uses of him are enough, unless the sentence tells of the
    /// writer and of what she or he does besides, or how old somebody is.
    fn is_told_of_the_bible(&self, index: usize) -> bool {
        let told = self.told_in_the_bible(index);
        if told < 2 {
            return false;
        }
        let sense = Sense::of(self.reading, index);
        let is_own_life = sense.has_writer && sense.is_personal || self.is_introduced(index);
        let is_living = told == 2 && is_own_life && !self.has_bible_cue(index);
        !is_living && sense.predicate != Predicate::Aged
    }

    /// "prayed to St Anthony", but not "in St Paul, Minnesota" nor "St. Xavier Hernandez".
    fn is_saint(&self, index: usize) -> bool {
        let reading = self.reading;
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let saint = if reading.word(before) == "." {
            before.saturating_sub(1)
        } else {
            before
        };
        let is_titled = reading.word(saint) == "st" || saint == before && reading.word(saint) == "saint";
        let is_town = saint > 0 && reading.facts(saint - 1).any(Facts::LOCATIVE) && reading.word(saint - 1) != "to";
        is_titled && reading.facts(index).is_name() && !is_town && !reading.is_capital(index + 1)
    }

    /// Titles before a name, bodies without a name, "a Lexus", "200 rand".
    fn is_title_or_thing(&self, index: usize) -> bool {
        let reading = self.reading;
        let facts = reading.facts(index);
        let after = if reading.tokens.is_mark(index + 1, ".") {
            index + 2
        } else {
            index + 1
        };
        let is_title =
            facts.any(Facts::TITLE) && (reading.is_capital(after) || reading.word(after).starts_with("[name"));
        let is_lower = reading.shape(index) == Shape::Lower;
        let is_nameless_body = facts.ends_organisation() && is_lower && facts.is_common();
        let Some(before) = index.checked_sub(1) else {
            return is_title || is_nameless_body;
        };
        let is_thing = matches!(reading.word(before), "a" | "an")
            && reading.is_capital(index)
            && !reading.is_capital(index + 1)
            && !facts.any(Facts::GIVEN);
        let is_counted = reading.shape(before) == Shape::Number && is_lower && facts.is_english();
        is_title || is_nameless_body || is_thing || is_counted
    }

    fn may_be_name(&self, index: usize) -> bool {
        let reading = self.reading;
        let facts = reading.facts(index);
        let is_capital = reading.is_capital(index) && !reading.is_shouted;
        reading.has_telling_capital(index)
            || facts.is_name() && facts.tier() != 1
            || facts.any(Facts::VIRTUE.and(Facts::REGION).and(Facts::COUNTRY))
            || facts.place() >= 2 && facts.tier() == 0
            || facts.is_biblical()
            || !facts.is_english()
            || reading.place_words[index] > 1
            || is_capital && reading.has_telling_capital(index + 1) && !facts.is_common()
    }

    /// Whether a capitalised family name follows.
    fn has_surname_after(&self, index: usize) -> bool {
        let reading = self.reading;
        let next = reading.facts(index + 1);
        reading.has_telling_capital(index + 1)
            && !reading.tokens.is_possessive(index)
            && next.any(Facts::SURNAME)
            && !next.is_english()
    }
}

/// "By August", "last April", "May was bad": a month or a day which is also a name.
fn is_date(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    let before = index.checked_sub(1).map_or("", |before| reading.word(before));
    let follows_time = matches!(
        before,
        "in" | "by"
            | "until"
            | "till"
            | "since"
            | "last"
            | "next"
            | "this"
            | "early"
            | "late"
            | "every"
            | "each"
            | "mid"
    );
    let whose = reading.facts(index + 2);
    let is_told_of = reading.tokens.list[index].opens_sentence
        && matches!(reading.word(index + 1), "is" | "was")
        && !whose.any(Facts::POSSESSIVE.and(Facts::DETERMINER))
        && whose.is_common();
    facts.any(Facts::KEPT) && facts.any(Facts::VIRTUE) && (follows_time || is_told_of)
}

/// "I was posessed": an unknown word in lower case that tells how somebody was.
fn is_misspelt_state(reading: &Reading<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else {
        return false;
    };
    let is_state = matches!(
        reading.word(before),
        "was"
            | "is"
            | "am"
            | "i'm"
            | "im"
            | "are"
            | "were"
            | "be"
            | "been"
            | "being"
            | "so"
            | "very"
            | "too"
            | "really"
            | "felt"
            | "feel"
    );
    let names = before.checked_sub(1).is_some_and(|at| {
        reading.facts(at).any(Facts::NAMING.and(Facts::KINSHIP)) || reading.word(at).starts_with("name")
    });
    let is_unknown = reading.facts(index) == Facts::default() && reading.shape(index) == Shape::Lower;
    let is_me = matches!(reading.word(before), "i'm" | "im" | "am" | "is");
    is_state && is_unknown && !names && !is_me && !matches!(reading.word(index + 1), "who" | "that" | "and")
}

/// "God asked Adam", "the Lord called Samuel".
fn is_addressed_by_god(reading: &Reading<'_>, index: usize) -> bool {
    let said = index.checked_sub(1).map_or("", |before| reading.word(before));
    let is_said = matches!(
        said,
        "asked" | "told" | "called" | "chose" | "promised" | "showed" | "commanded" | "remembered" | "anointed"
    );
    is_said && index > 1 && is_divine(reading.word(index - 2)) && reading.facts(index).is_biblical()
}

/// "Will you", "Mark my words", "Rob me": a verb which is also a name, with whom it concerns behind it.
fn is_verb(reading: &Reading<'_>, index: usize) -> bool {
    let is_verb = matches!(
        reading.word(index),
        "will" | "mark" | "grant" | "rob" | "sue" | "chase" | "bless" | "skip" | "bill" | "pat" | "frank"
    );
    let next = reading.facts(index + 1);
    let concerns = next.any(Facts::DETERMINER.and(Facts::PRONOUN).and(Facts::POSSESSIVE))
        || matches!(
            reading.word(index + 1),
            "anybody" | "anyone" | "somebody" | "someone" | "this" | "us"
        );
    is_verb
        && concerns
        && reading.shape(index) != Shape::Shout
        && reading.tokens.list[index].opens_sentence
        && !matches!(reading.word(index + 1), "and" | "who")
}

/// Whether the word is a name of God.
pub(super) fn is_divine(word: &str) -> bool {
    matches!(
        word,
        "jesus" | "christ" | "god" | "lord" | "isa" | "allah" | "emmanuel" | "messiah"
    )
}
