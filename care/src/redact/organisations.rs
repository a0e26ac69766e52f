//! Names of churches, schools, hospitals and firms, found by the word with which they end ("Westfield Primary") or begin ("St Jude's").
//! A denomination or a kind of body alone ("the Methodist church", "my high school") is nobody's secret and stays.

use super::dictionaries::facts::Facts;
use super::reading::Reading;
use super::span::{Finding, Kind, Sort};
use super::tokens::Shape;

/// Finds organisations that show in their wording.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut index = 0;
    while index < reading.len() {
        let range = if !reading.is_word(index) || reading.taken[index] {
            None
        } else if reading.facts(index).ends_organisation() && !reading.kept[index] {
            by_ending(reading, index)
        } else {
            by_beginning(reading, index)
        };
        match range {
            Some((first, last)) => {
                let tokens = &reading.tokens.list;
                let start = tokens[first].start;
                while found.pop_if(|other| other.end > start).is_some() {}
                let sort = (first..=last)
                    .rev()
                    .map(|at| sort_of(reading.facts(at)))
                    .find(|sort| *sort != Sort::Plain);
                let end = tokens[last].full_end;
                found.push(Finding {
                    start,
                    end,
                    kind: Kind::Org,
                    sort: sort.unwrap_or(Sort::Plain),
                    confidence: 0.9,
                });
                index = last + 1;
            }
            None => index += 1,
        }
    }
    found
}

/// Which placeholder the last word of a name calls for.
pub(super) fn sort_of(facts: Facts) -> Sort {
    if facts.any(Facts::HOSPITAL) {
        Sort::Hospital
    } else if facts.any(Facts::SCHOOL) {
        Sort::School
    } else if facts.any(Facts::CHURCH) {
        Sort::Church
    } else {
        Sort::Plain
    }
}

fn by_ending(reading: &Reading<'_>, ending: usize) -> Option<(usize, usize)> {
    let capitals = reading.is_capital(ending) && !reading.is_shouted;
    if !capitals
        && !reading.facts(ending).any(
            Facts::CHURCH
                .and(Facts::SCHOOL)
                .and(Facts::HOSPITAL)
                .and(Facts::COMPANY),
        )
    {
        return None;
    }
    let (mut first, mut proper) = (ending, false);
    for _ in 0..5 {
        let Some(before) = first.checked_sub(1) else { break };
        let step = if capitals {
            capital_step(reading, before)
        } else {
            lower_step(reading, before)
        };
        match step {
            Step::Proper => proper = true,
            Step::Part => {}
            Step::Link if before > 0 && is_part(reading, before - 1, capitals) => {}
            Step::Link | Step::Outside => break,
        }
        first = before;
    }
    let last = extend_right(reading, ending, capitals);
    // "University of Lagos", "Church of the Open Door": what is proper may stand to the right.
    let proper =
        proper || last > ending && (ending + 1..=last).any(|at| matches!(step_of(reading, at, capitals), Step::Proper));
    (proper && (first < ending || last > ending)).then_some((first, last))
}

enum Step {
    /// A word that only a name would have here.
    Proper,
    /// A word that may be part of a name.
    Part,
    /// "of", "and", a full stop after "St".
    Link,
    Outside,
}

fn step_of(reading: &Reading<'_>, index: usize, capitals: bool) -> Step {
    if capitals {
        capital_step(reading, index)
    } else {
        lower_step(reading, index)
    }
}

fn is_part(reading: &Reading<'_>, index: usize, capitals: bool) -> bool {
    matches!(step_of(reading, index, capitals), Step::Proper | Step::Part)
}

fn is_generic(word: &str, facts: Facts) -> bool {
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

fn extend_right(reading: &Reading<'_>, ending: usize, capitals: bool) -> usize {
    let mut last = ending;
    for _ in 0..5 {
        let next = last + 1;
        let Some(token) = reading.tokens.list.get(next) else {
            break;
        };
        if !token.follows_closely || !reading.is_open(next) || reading.tokens.is_possessive(last) {
            break;
        }
        let facts = reading.facts(next);
        let links = capitals && matches!(reading.word(next), "of" | "for");
        if links {
            let after = if reading.word(next + 1) == "the" {
                next + 2
            } else {
                next + 1
            };
            if reading.has_telling_capital(after)
                && reading.is_open(after)
                && !reading.facts(after).any(Facts::PRONOUN.and(Facts::DETERMINER))
            {
                last = after;
                continue;
            }
            break;
        }
        let is_more = if capitals {
            reading.is_capital(next)
                && (facts.ends_organisation()
                    || facts.place() > 0 && !facts.is_common()
                    || facts.any(Facts::REGION)
                    || !facts.is_english())
        } else {
            facts.any(Facts::CHURCH.and(Facts::SCHOOL).and(Facts::HOSPITAL)) || reading.word(next) == "form"
        };
        if !is_more {
            break;
        }
        last = next;
    }
    last
}

/// "St Jude's", "Camp Tecumseh", "HMP Leeds", "Our Lady of Sorrows", "at Sacred Heart".
fn by_beginning(reading: &Reading<'_>, first: usize) -> Option<(usize, usize)> {
    let before = first.checked_sub(1).map_or("", |before| reading.word(before));
    let name = if reading.tokens.is_mark(first + 1, ".") {
        first + 2
    } else {
        first + 1
    };
    match reading.word(first) {
        "st" | "saint" | "sta" | "santa" | "san" if is_nameable(reading, name) => saint(reading, first, name, before),
        "hmp" | "fcc" | "fci" | "usp" | "mci" if is_nameable(reading, name) && reading.is_capital(name) => {
            Some((first, extend_right(reading, name, true)))
        }
        "camp" if reading.is_capital(first) && is_nameable(reading, name) && reading.is_capital(name) => {
            Some((first, extend_right(reading, name, true)))
        }
        "our" if reading.is_capital(first) && is_place_word(before) && before != "to" => {
            let is_lady = reading.word(first + 1) == "lady" && reading.word(first + 2) == "of";
            (is_lady && is_nameable(reading, first + 3)).then(|| (first, extend_right(reading, first + 3, true)))
        }
        "our" => None,
        word if reading.dictionaries.starts_body(word) => listed(reading, first, before),
        _ => None,
    }
}

fn is_nameable(reading: &Reading<'_>, index: usize) -> bool {
    let is_written_so = reading.is_capital(index) || reading.is_lower && reading.facts(index).tier() != 1;
    reading.is_word(index) && !reading.taken[index] && is_written_so
}

fn is_place_word(word: &str) -> bool {
    matches!(
        word,
        "at" | "from" | "to" | "in" | "into" | "near" | "outside" | "attend" | "attended" | "joined" | "of"
    )
}

/// A body under a saint's name; the saint alone stays.
fn saint(reading: &Reading<'_>, first: usize, name: usize, before: &str) -> Option<(usize, usize)> {
    let facts = reading.facts(name);
    let is_known = facts.is_biblical() || reading.kept[name] || facts.any(Facts::GIVEN);
    let located = matches!(before, "at" | "near" | "attend" | "attended" | "joined" | "outside")
        || !is_known && matches!(before, "from" | "to" | "in");
    let runs_together = reading.word(name).ends_with('s') && facts == Facts::default();
    let is_possessive = |index: usize| reading.tokens.is_possessive(index);
    // "St Mary Magdalene's": the possessive may follow the second name.
    let is_double = !is_possessive(name) && reading.is_capital(name + 1) && is_possessive(name + 1);
    let name = if is_double { name + 1 } else { name };
    let last = extend_right(reading, name, reading.is_capital(name));
    // "St Benedict's medal" is the saint's own.
    let owned = reading.facts(name + 1);
    let is_owner = reading.shape(name + 1) == Shape::Lower
        && owned.tier() > 1
        && !owned.any(Facts::CONJUNCTION.and(Facts::SPEECH).and(Facts::LOCATIVE));
    let is_body = (runs_together || is_possessive(name)) && !is_owner || last > name;
    (is_body || located && !reading.word(first).starts_with("sa")).then_some((first, last))
}

/// A body of our list, such as "Sacred Heart", where a place is meant or more of its name follows.
fn listed(reading: &Reading<'_>, first: usize, before: &str) -> Option<(usize, usize)> {
    if matches!(before, "the" | "a" | "an" | "my") {
        return None;
    }
    let words = reading.dictionaries.body_words(|ahead| reading.word(first + ahead))?;
    let last = first + words.checked_sub(1)?;
    let capitals = reading.is_capital(first) && reading.is_capital(last) && !reading.is_shouted;
    let end = extend_right(reading, last, capitals);
    let is_open = (first..=end).all(|index| !reading.taken[index]);
    (is_open && (is_place_word(before) || capitals && end > last)).then_some((first, end))
}
