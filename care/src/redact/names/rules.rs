//! Names that show in the wording, however unlikely the tagger finds them.

use super::super::dictionaries::facts::Facts;
use super::super::features::Tag;
use super::super::reading::Reading;
use super::super::tokens::Shape;
use super::Judgement;

/// What must never slip through, however unlikely the tagger finds it.
pub(super) fn apply(reading: &Reading<'_>, judged: &mut [Judgement]) {
    for index in 0..reading.len() {
        if !reading.is_open(index) || !reading.is_word(index) {
            continue;
        }
        if is_called(reading, index) {
            judged[index] = judgement(Tag::Person, 0.85);
            let (link, second) = (reading.word(index + 1), index + 2);
            let other = reading.facts(second);
            if matches!(link, "and" | "n" | "&") && reading.is_open(second) && other.is_name() && !other.is_common() {
                judged[second] = judgement(Tag::Person, 0.8);
            }
        }
        if is_prayed_for(reading, index) && judged[index].tag == Tag::Nothing {
            judged[index] = judgement(Tag::Person, 0.7);
        }
        if is_workplace(reading, index) && judged[index].tag == Tag::Nothing {
            judged[index] = judgement(Tag::Org, 0.7);
        }
        if let Some(last) = initials(reading, index) {
            for word in &mut judged[index..=last] {
                *word = judgement(Tag::Person, 0.75);
            }
        }
        let facts = reading.facts(index);
        let is_plain = facts.is_common() || facts.any(Facts::DETERMINER.and(Facts::LOCATIVE));
        if reading.word(index + 1) == "county" && reading.is_open(index + 1) && !is_plain {
            judged[index] = judgement(Tag::Location, 0.8);
            judged[index + 1] = judgement(Tag::Location, 0.8);
        }
        if !reading.is_capital(index) || reading.is_shouted {
            continue;
        }
        if has_family_name(reading, index) && !matches!(judged[index].tag, Tag::Location | Tag::Org) {
            judged[index] = judgement(Tag::Person, 0.85);
            judged[index + 1] = judgement(Tag::Person, 0.85);
        }
        if is_family(reading, index) || is_given_name(reading, index) || is_my_relation(reading, index) {
            judged[index] = judgement(Tag::Person, 0.75);
        }
        if is_town_before_state(reading, index) && judged[index].tag != Tag::Org {
            judged[index] = judgement(Tag::Location, 0.8);
            judged[index + 2] = judgement(Tag::Location, 0.8);
        }
    }
}

const fn judgement(tag: Tag, confidence: f32) -> Judgement {
    Judgement {
        tag,
        confidence,
        doubt: 0.0,
    }
}

/// A given name with a family name: "Joy Nakamura", "Raymond Osei-Tutu".
fn has_family_name(reading: &Reading<'_>, index: usize) -> bool {
    let (facts, next) = (reading.facts(index), reading.facts(index + 1));
    reading.has_telling_capital(index + 1)
        && reading.is_open(index + 1)
        && reading.tokens.list[index + 1].follows_closely
        && !reading.tokens.is_possessive(index)
        && !next.is_english()
        && !next.is_biblical()
        && next.is_name()
        && (facts.is_name() && !facts.is_common() || facts.any(Facts::VIRTUE))
        && !facts.any(Facts::TITLE.and(Facts::KINSHIP))
}

/// A family: "the Abdullahs".
fn is_family(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    let Some(stem) = reading.word(index).strip_suffix('s') else {
        return false;
    };
    let stem = reading.dictionaries.facts(stem);
    let is_listed = facts.is_english() || facts.any(Facts::KEPT) || facts.is_name() || facts.place() > 0;
    index > 0 && reading.word(index - 1) == "the" && !is_listed && stem.is_name() && !stem.is_english()
}

/// "Hope is my probation officer", "Comfort is his aunt".
fn is_my_relation(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    let is_named = facts.is_name() || facts.any(Facts::VIRTUE) || facts == Facts::default();
    let is_holy = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE);
    let stands_alone = index == 0 || reading.tokens.list[index].opens_sentence || !reading.is_word(index - 1);
    is_named
        && !is_holy
        && !facts.any(Facts::PRONOUN.and(Facts::DETERMINER).and(Facts::KINSHIP))
        && stands_alone
        && matches!(reading.word(index + 1), "is" | "was")
        && reading.facts(index + 2).any(Facts::POSSESSIVE)
        && (3..5).any(|ahead| is_relation(reading.facts(index + ahead)) && reading.word(index + ahead) != "father")
}

fn is_relation(facts: Facts) -> bool {
    facts.any(Facts::KINSHIP) || facts.any(Facts::TITLE) && !facts.any(Facts::VIRTUE)
}

/// "Harlan, Kentucky": whatever stands before a state lies in it.
fn is_town_before_state(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    let state = index + 2;
    reading.tokens.is_mark(index + 1, ",")
        && reading.tokens.list[index + 1].end == reading.tokens.list[index + 1].start + 1
        && reading.is_open(state)
        && reading.has_telling_capital(state)
        && reading.tokens.list[state].follows_closely
        && reading.facts(state).any(Facts::REGION)
        && !reading.facts(state).is_name()
        && !facts.is_common()
        && !facts.any(Facts::KEPT.and(Facts::COUNTRY))
}

/// "I was D.K. to everybody", "my sponsor, R., says": the last token of initials which stand for a person.
fn initials(reading: &Reading<'_>, first: usize) -> Option<usize> {
    let is_initial = |at: usize| {
        reading.shape(at) == Shape::Capital
            && reading.word(at).len() == 1
            && reading.tokens.is_mark(at + 1, ".")
            && reading.tokens.list[at].end == reading.tokens.list[at + 1].start
            && reading.is_open(at)
    };
    let touches = |at: usize| reading.tokens.list[at - 1].end == reading.tokens.list[at].start;
    if !is_initial(first)
        || reading.is_shouted
        || first >= 2 && touches(first) && reading.tokens.is_mark(first - 1, ".")
    {
        return None;
    }
    let mut last = first;
    while is_initial(last + 2) && touches(last + 2) {
        last += 2;
    }
    let letters: String = (first..=last).step_by(2).map(|at| reading.word(at)).collect();
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
        .filter(|&at| reading.is_word(at) || reading.tokens.is_mark(at, ","))
        .any(|at| is_relation(reading.facts(at)) || reading.facts(at).any(Facts::NAMING));
    let has_more = last > first;
    let is_person = if has_more {
        !is_known
    } else {
        is_introduced && letters != "i"
    };
    is_person.then_some(last)
}

/// "We named her Tuesday", "called him Bear".
fn is_given_name(reading: &Reading<'_>, index: usize) -> bool {
    if index < 2 || !reading.has_telling_capital(index) {
        return false;
    }
    let facts = reading.facts(index);
    let (verb, whom) = (reading.word(index - 2), reading.word(index - 1));
    let is_calling = matches!(verb, "call" | "called" | "calls");
    let is_naming = is_calling || matches!(verb, "named" | "name" | "nicknamed" | "christened");
    // "She called me Sunday night" names nobody.
    let could_be_day = facts.any(Facts::KEPT) && !facts.any(Facts::VIRTUE);
    is_naming
        && matches!(whom, "him" | "her" | "me" | "us" | "them" | "it")
        && !facts.any(Facts::KINSHIP.and(Facts::DETERMINER).and(Facts::PRONOUN))
        && !(could_be_day && is_calling)
}

/// "We named the twins Peter and James", "the twins are peter and james", "Moses is what my mother named me".
fn is_called(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    if !(facts.any(Facts::GIVEN) || facts.is_biblical() && !facts.any(Facts::BIBLE_PLACE))
        || facts.is_common()
        || facts.any(Facts::PRONOUN.and(Facts::KEPT))
    {
        return false;
    }
    let named_after = reading.word(index + 1) == "is"
        && (matches!(
            (reading.word(index + 2), reading.word(index + 3)),
            ("my" | "his" | "her" | "the", "name")
        ) || reading.word(index + 2) == "what"
            && (4..9).any(|ahead| matches!(reading.word(index + ahead), "named" | "name" | "call" | "called")));
    let is_kin = |at: usize| reading.facts(at).any(Facts::KINSHIP);
    let is_explained = reading.word(index + 1) == ","
        && reading.facts(index + 2).any(Facts::POSSESSIVE)
        && is_relation(reading.facts(index + 3))
        && reading.word(index + 4) != "and";
    if named_after || is_explained {
        return true;
    }
    let Some(before) = index.checked_sub(1) else {
        return false;
    };
    if is_kin(before) && before > 0 {
        let from = before.saturating_sub(3);
        return (from..before)
            .any(|at| matches!(reading.word(at), "named" | "name" | "christened" | "called" | "naming"));
    }
    matches!(reading.word(before), "is" | "are" | "was" | "were")
        && before > 0
        && (is_kin(before - 1) || matches!(reading.word(before - 1), "name" | "names"))
}

/// "pls pray 4 keyshia", "prayers for Adaeze".
fn is_prayed_for(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    let is_for = index > 1 && matches!(reading.word(index - 1), "for" | "4");
    let prays = |at: usize| {
        matches!(
            reading.word(at),
            "pray" | "prays" | "prayed" | "praying" | "prayer" | "prayers"
        )
    };
    is_for
        && prays(index - 2)
        && (facts.any(Facts::GIVEN) && !facts.is_english() || facts == Facts::default())
        && !facts.is_biblical()
        && !facts.any(Facts::COUNTRY.and(Facts::REGION).and(Facts::KEPT))
}

/// "I work at amazon", "a job with Uber": even a firm that everybody knows tells where somebody works.
fn is_workplace(reading: &Reading<'_>, index: usize) -> bool {
    let facts = reading.facts(index);
    if index < 2
        || facts.any(Facts::DETERMINER.and(Facts::PRONOUN).and(Facts::KINSHIP))
        || !matches!(reading.word(index - 1), "at" | "for" | "with")
    {
        return false;
    }
    let works = matches!(
        reading.word(index - 2),
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
    let is_named =
        reading.has_telling_capital(index) || facts.any(Facts::KEPT) && !facts.is_common() || facts == Facts::default();
    works && is_named && !matches!(reading.word(index), "god" | "jesus" | "him" | "christ")
}
