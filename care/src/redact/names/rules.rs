//! Rules for names that are evident from the wording, whatever the tagger predicts.

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;
use super::super::features::Tag;
use super::super::tokens::Shape;
use super::{Prediction, evident};
use crate::number_words::value_of;

/// Applies all rules; they overrule the tagger.
pub(super) fn apply(annotated: &AnnotatedText<'_>, predictions: &mut [Prediction]) {
    for index in 0..annotated.len() {
        if !annotated.is_open(index) || !annotated.is_word(index) || annotated.is_spanish(index) {
            continue;
        }
        if is_called(annotated, index) {
            predictions[index] = prediction(Tag::Person, 0.85);
            let (link, second) = (annotated.word(index + 1), index + 2);
            let other = annotated.facts(second);
            if matches!(link, "and" | "n" | "&") && annotated.is_open(second) && other.is_name() && !other.is_common() {
                predictions[second] = prediction(Tag::Person, 0.8);
            }
        }
        if is_prayed_for(annotated, index) && predictions[index].tag == Tag::Nothing {
            predictions[index] = prediction(Tag::Person, 0.7);
        }
        if is_workplace(annotated, index) && predictions[index].tag == Tag::Nothing {
            predictions[index] = prediction(Tag::Org, 0.7);
        }
        if let Some(last) = initials(annotated, index) {
            for word in &mut predictions[index..=last] {
                *word = prediction(Tag::Person, 0.75);
            }
        }
        evident::apply(annotated, index, predictions);
        let facts = annotated.facts(index);
        let is_plain = facts.is_common() || facts.any(Facts::DETERMINER.union(Facts::LOCATIVE));
        if annotated.word(index + 1) == "county" && annotated.is_open(index + 1) && !is_plain {
            predictions[index] = prediction(Tag::Location, 0.8);
            predictions[index + 1] = prediction(Tag::Location, 0.8);
        }
        if !annotated.is_capital(index) || annotated.is_shouted {
            continue;
        }
        if has_family_name(annotated, index) && !matches!(predictions[index].tag, Tag::Location | Tag::Org) {
            predictions[index] = prediction(Tag::Person, 0.85);
            predictions[index + 1] = prediction(Tag::Person, 0.85);
        }
        if is_family(annotated, index) || is_given_name(annotated, index) || is_my_relation(annotated, index) {
            predictions[index] = prediction(Tag::Person, 0.75);
        }
        if is_town_before_state(annotated, index) && predictions[index].tag != Tag::Org {
            predictions[index] = prediction(Tag::Location, 0.8);
            predictions[index + 2] = prediction(Tag::Location, 0.8);
        }
    }
    complete_persons(annotated, predictions);
}

/// Completes given and family names, which may be evident only from each other.
fn complete_persons(annotated: &AnnotatedText<'_>, predictions: &mut [Prediction]) {
    for index in 1..annotated.len() {
        // "Chapter Two", "Step Four"; but "Seven Oaks" is a place.
        let stands_alone = predictions.get(index + 1).is_none_or(|next| next.tag == Tag::Nothing);
        if stands_alone && annotated.is_open(index) && value_of(annotated.word(index)).is_some() {
            predictions[index].tag = Tag::Nothing;
        }
        let (given, family) = (predictions[index - 1].tag, predictions[index].tag);
        if given == Tag::Nothing
            && matches!(family, Tag::Person | Tag::Location)
            && is_given_before_family_name(annotated, index - 1)
        {
            predictions[index - 1] = prediction(Tag::Person, 0.8);
            predictions[index].tag = Tag::Person;
        }
        // Many family names are those of towns: "Robert Downey".
        if given == Tag::Person && family == Tag::Location && stand_together(annotated, index - 1) {
            predictions[index].tag = Tag::Person;
        }
    }
}

/// A certain prediction.
pub(super) const fn prediction(tag: Tag, confidence: f32) -> Prediction {
    Prediction {
        tag,
        confidence,
        name_probability: 0.0,
    }
}

/// A given name with a family name: "Joy Nakamura", "Raymond Osei-Tutu".
fn has_family_name(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let (facts, next) = (annotated.facts(index), annotated.facts(index + 1));
    annotated.has_telling_capital(index + 1)
        && annotated.is_open(index + 1)
        && annotated.tokens.list[index + 1].follows_closely
        && !annotated.tokens.is_possessive(index)
        && !next.is_english()
        && !next.is_biblical()
        && next.is_name()
        && (facts.is_name() && !facts.is_common() || facts.any(Facts::VIRTUE))
        && !facts.any(Facts::TITLE.union(Facts::KINSHIP))
}

/// "Please call John Smith", "Joy Castellanos rang": who has a family name is no person of the Bible and no virtue.
fn is_given_before_family_name(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let (facts, next) = (annotated.facts(index), annotated.facts(index + 1));
    // "Mary Queen of Heaven", "Joseph Husband of Mary".
    let is_titled = next.any(Facts::TITLE.union(Facts::KINSHIP));
    let is_biblical = facts.is_biblical() && facts.is_name() && !next.is_biblical() && !is_titled;
    let is_virtue = facts.any(Facts::ABSTRACT) && !next.is_english() && !next.is_biblical();
    (is_biblical || is_virtue) && annotated.is_open(index) && stand_together(annotated, index)
}

/// Whether a word and the next are capitals with nothing but a space between them.
fn stand_together(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    annotated.is_capital(index)
        && annotated.is_capital(index + 1)
        && annotated.tokens.list[index + 1].follows_closely
        && !annotated.tokens.is_possessive(index)
}

/// A family name in the plural: "the Abdullahs".
fn is_family(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let Some(stem) = annotated.word(index).strip_suffix('s') else {
        return false;
    };
    let stem = annotated.dictionaries.facts(stem);
    let is_listed = facts.is_english() || facts.any(Facts::KEPT) || facts.is_name() || facts.place() > 0;
    index > 0 && annotated.word(index - 1) == "the" && !is_listed && stem.is_name() && !stem.is_english()
}

/// "Hope is my probation officer", "Comfort is his aunt".
fn is_my_relation(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let is_named = facts.is_name() || facts.any(Facts::VIRTUE) || facts == Facts::default();
    let is_holy = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE);
    let stands_alone = index == 0 || annotated.tokens.list[index].opens_sentence || !annotated.is_word(index - 1);
    is_named
        && !is_holy
        && !facts.any(Facts::PRONOUN.union(Facts::DETERMINER).union(Facts::KINSHIP))
        && stands_alone
        && matches!(annotated.word(index + 1), "is" | "was")
        && annotated.facts(index + 2).any(Facts::POSSESSIVE)
        && (3..5).any(|ahead| is_relation(annotated.facts(index + ahead)) && annotated.word(index + ahead) != "father")
}

fn is_relation(facts: Facts) -> bool {
    facts.any(Facts::KINSHIP) || facts.any(Facts::TITLE) && !facts.any(Facts::VIRTUE)
}

/// "Harlan, Kentucky": a word before a state is a town in it.
fn is_town_before_state(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let state = index + 2;
    annotated.tokens.is_mark(index + 1, ",")
        && annotated.tokens.list[index + 1].end == annotated.tokens.list[index + 1].start + 1
        && annotated.is_open(state)
        && annotated.has_telling_capital(state)
        && annotated.tokens.list[state].follows_closely
        && annotated.facts(state).any(Facts::REGION)
        && !annotated.facts(state).is_name()
        && !facts.is_common()
        && !facts.any(Facts::KEPT.union(Facts::COUNTRY))
}

/// "I was D.K. to everybody", "my sponsor, R., says": the last token of a person's initials.
fn initials(annotated: &AnnotatedText<'_>, first: usize) -> Option<usize> {
    let is_initial = |at: usize| {
        annotated.shape(at) == Shape::Capital
            && annotated.word(at).len() == 1
            && annotated.tokens.is_mark(at + 1, ".")
            && annotated.tokens.list[at].end == annotated.tokens.list[at + 1].start
            && annotated.is_open(at)
    };
    let touches = |at: usize| annotated.tokens.list[at - 1].end == annotated.tokens.list[at].start;
    if !is_initial(first)
        || annotated.is_shouted
        || first >= 2 && touches(first) && annotated.tokens.is_mark(first - 1, ".")
    {
        return None;
    }
    let mut last = first;
    while is_initial(last + 2) && touches(last + 2) {
        last += 2;
    }
    let letters: String = (first..=last).step_by(2).map(|at| annotated.word(at)).collect();
    let is_known = matches!(
        letters.as_str(),
        "us" | "uk"
            | "usa"
            | "uae"
            | "eu"
            | "un"
            | "ps"
            | "pps"
            | "po"
            | "dc"
            | "aa"
            | "na"
            | "tv"
            | "id"
            | "pe"
            | "rn"
            | "md"
            | "hr"
            | "er"
            | "ae"
            | "gp"
            | "iv"
            | "ok"
            | "am"
            | "pm"
            | "ad"
            | "bc"
            | "la"
            | "ny"
            | "nz"
            | "sa"
            | "st"
            | "ba"
            | "ma"
            | "bsc"
            | "dob"
            | "vip"
            | "diy"
            | "rip"
            | "ceo"
            | "phd"
            | "cs"
            | "tb"
            | "hiv"
            | "dui"
            | "dwi"
            | "ptsd"
            | "ged"
            | "ems"
            | "icu"
            | "jw"
            | "kj"
    );
    let before = (1..=2).filter_map(|back| first.checked_sub(back));
    let is_introduced = before
        .filter(|&at| annotated.is_word(at) || annotated.tokens.is_mark(at, ","))
        .any(|at| is_relation(annotated.facts(at)) || annotated.facts(at).any(Facts::NAMING));
    let has_more = last > first;
    let is_person = if has_more {
        !is_known
    } else {
        is_introduced && letters != "i"
    };
    is_person.then_some(last)
}

/// "We named her Tuesday", "called him Bear".
fn is_given_name(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    if index < 2 || !annotated.has_telling_capital(index) {
        return false;
    }
    let facts = annotated.facts(index);
    let (verb, whom) = (annotated.word(index - 2), annotated.word(index - 1));
    let is_calling = matches!(verb, "call" | "called" | "calls");
    let is_naming = is_calling || matches!(verb, "named" | "name" | "nicknamed" | "christened");
    // "She called me Sunday night" gives no name.
    let could_be_day = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE);
    is_naming
        && matches!(whom, "him" | "her" | "me" | "us" | "them" | "it")
        && !facts.any(Facts::KINSHIP.union(Facts::DETERMINER).union(Facts::PRONOUN))
        && !(could_be_day && is_calling)
}

/// "We named the twins Peter and James", "the twins are peter and james", "Moses is what my mother named me".
fn is_called(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    if !(facts.any(Facts::GIVEN) || facts.is_biblical() && !facts.any(Facts::BIBLE_PLACE))
        || facts.is_common()
        || facts.any(Facts::PRONOUN.union(Facts::KEPT))
    {
        return false;
    }
    let named_after = annotated.word(index + 1) == "is"
        && (matches!(
            (annotated.word(index + 2), annotated.word(index + 3)),
            ("my" | "his" | "her" | "the", "name")
        ) || annotated.word(index + 2) == "what"
            && (4..9).any(|ahead| matches!(annotated.word(index + ahead), "named" | "name" | "call" | "called")));
    let is_kin = |at: usize| annotated.facts(at).any(Facts::KINSHIP);
    let is_explained = annotated.word(index + 1) == ","
        && annotated.facts(index + 2).any(Facts::POSSESSIVE)
        && is_relation(annotated.facts(index + 3))
        && annotated.word(index + 4) != "and";
    if named_after || is_explained {
        return true;
    }
    let Some(before) = index.checked_sub(1) else {
        return false;
    };
    if is_kin(before) && before > 0 {
        let from = before.saturating_sub(3);
        return (from..before).any(|at| {
            matches!(
                annotated.word(at),
                "named" | "name" | "christened" | "called" | "naming"
            )
        });
    }
    matches!(annotated.word(before), "is" | "are" | "was" | "were")
        && before > 0
        && (is_kin(before - 1) || matches!(annotated.word(before - 1), "name" | "names"))
}

/// "pls pray 4 keyshia", "prayers for Adaeze".
fn is_prayed_for(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    let is_for = index > 1 && matches!(annotated.word(index - 1), "for" | "4");
    let prays = |at: usize| {
        matches!(
            annotated.word(at),
            "pray" | "prays" | "prayed" | "praying" | "prayer" | "prayers"
        )
    };
    is_for
        && prays(index - 2)
        && (facts.any(Facts::GIVEN) && !facts.is_english() || facts == Facts::default())
        && !facts.is_biblical()
        && !facts.any(Facts::COUNTRY.union(Facts::REGION).union(Facts::KEPT))
}

/// "I work at amazon", "a job with Uber": even a well-known company says where somebody works.
fn is_workplace(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    if index < 2
        || facts.any(Facts::DETERMINER.union(Facts::PRONOUN).union(Facts::KINSHIP))
        || !matches!(annotated.word(index - 1), "at" | "for" | "with")
    {
        return false;
    }
    let works = matches!(
        annotated.word(index - 2),
        "work"
            | "works"
            | "worked"
            | "working"
            | "job"
            | "jobs"
            | "shift"
            | "shifts"
            | "employed"
            | "intern"
            | "interned"
    );
    let is_named = annotated.has_telling_capital(index)
        || facts.any(Facts::KEPT) && !facts.is_common()
        || facts == Facts::default();
    works && is_named && !matches!(annotated.word(index), "god" | "jesus" | "him" | "christ")
}
