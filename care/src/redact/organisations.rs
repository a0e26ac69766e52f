//! Names of churches, schools, hospitals and firms, found by the word with which they end ("Westfield Primary") or begin ("St Jude's").
//! A denomination or a kind of body alone ("the Methodist church", "my high school") is nobody's secret and stays.

use super::dictionaries::facts::Facts;
use super::reading::Reading;
use super::span::{Finding, Kind, Sort};

mod beginnings;
mod steps;

use beginnings::by_beginning;
use steps::{Step, is_part, step_of};

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
        match step_of(reading, before, capitals) {
            Step::Proper => proper = true,
            Step::Part => {}
            Step::Link if before > 0 && is_part(reading, before - 1, capitals) => {}
            Step::Link | Step::Outside => break,
        }
        first = before;
    }
    if !capitals
        && !proper
        && let Some(first) = everyday_school(reading, ending)
    {
        return Some((first, ending));
    }
    let last = extend_right(reading, ending, capitals);
    // "University of Lagos", "Church of the Open Door": what is proper may stand to the right.
    let proper =
        proper || last > ending && (ending + 1..=last).any(|at| matches!(step_of(reading, at, capitals), Step::Proper));
    (proper && (first < ending || last > ending)).then_some((first, last))
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

/// "at east valley high", "left covenant university": a school of everyday words in a story without capitals.
fn everyday_school(reading: &Reading<'_>, ending: usize) -> Option<usize> {
    let fewest = match reading.word(ending) {
        "high" => 2,
        "elementary" | "primary" | "academy" | "university" | "polytechnic" => 1,
        _ => return None,
    };
    let is_content = |index: usize| {
        let (word, facts) = (reading.word(index), reading.facts(index));
        reading.is_open(index)
            && reading.is_word(index)
            && reading.tokens.list[index + 1].follows_closely
            && !reading.tokens.is_possessive(index)
            && (!steps::is_generic(word, facts) || matches!(word, "north" | "south" | "east" | "west" | "city"))
            && !facts.any(
                Facts::PRONOUN
                    .and(Facts::DETERMINER)
                    .and(Facts::LOCATIVE)
                    .and(Facts::CONJUNCTION)
                    .and(Facts::SPEECH)
                    .and(Facts::MOVEMENT)
                    .and(Facts::KINSHIP),
            )
            && !matches!(
                word,
                "junior" | "senior" | "middle" | "my" | "old" | "same" | "other" | "new" | "online" | "not" | "so"
            )
    };
    let mut first = ending;
    while first > 0 && ending - first < 3 && is_content(first - 1) {
        first -= 1;
    }
    let before = first.checked_sub(1).map(|before| reading.word(before))?;
    let is_attended = matches!(
        before,
        "at" | "to" | "from" | "in" | "left" | "attended" | "attend" | "quit" | "joined" | "finished"
    );
    (reading.is_lower && ending - first >= fewest && is_attended).then_some(first)
}
