//! Names of organisations, found by their last word ("Westfield Primary") or their first ("St Jude's").
//!
//! A denomination or a kind of organisation alone ("the Methodist church", "my high school") identifies nobody and
//! stays.

use super::annotated_text::AnnotatedText;
use super::dictionaries::facts::Facts;
use super::span::{Finding, Kind, OrgKind};

mod beginnings;
mod spanish;
mod steps;

use beginnings::by_beginning;
use steps::{Step, is_part, step_of};

/// Finds organisations by their wording.
pub(super) fn find(annotated: &AnnotatedText<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut index = 0;
    while index < annotated.len() {
        let range = if !annotated.is_word(index) || annotated.claimed[index] {
            None
        } else if annotated.is_spanish(index) {
            spanish::by_head(annotated, index)
        } else if annotated.facts(index).ends_organisation() && !annotated.kept[index] {
            by_ending(annotated, index)
        } else {
            by_beginning(annotated, index)
        };
        match range {
            Some((first, last)) => {
                let tokens = &annotated.tokens.list;
                let start = tokens[first].start;
                while found.pop_if(|other| other.end > start).is_some() {}
                let org_kind = (first..=last)
                    .rev()
                    .map(|at| org_kind_of(annotated.facts(at)))
                    .find(|org_kind| *org_kind != OrgKind::Plain);
                let end = tokens[last].full_end;
                found.push(Finding {
                    start,
                    end,
                    kind: Kind::Org,
                    org_kind: org_kind.unwrap_or(OrgKind::Plain),
                    confidence: 0.9,
                });
                index = last + 1;
            }
            None => index += 1,
        }
    }
    found
}

/// The kind of organisation, for the placeholder, by the facts of a word of its name.
pub(super) fn org_kind_of(facts: Facts) -> OrgKind {
    if facts.any(Facts::HOSPITAL) {
        OrgKind::Hospital
    } else if facts.any(Facts::SCHOOL) {
        OrgKind::School
    } else if facts.any(Facts::CHURCH) {
        OrgKind::Church
    } else {
        OrgKind::Plain
    }
}

fn by_ending(annotated: &AnnotatedText<'_>, ending: usize) -> Option<(usize, usize)> {
    let capitals = annotated.is_capital(ending) && !annotated.is_shouted;
    if !capitals
        && !annotated.facts(ending).any(
            Facts::CHURCH
                .union(Facts::SCHOOL)
                .union(Facts::HOSPITAL)
                .union(Facts::COMPANY),
        )
    {
        return None;
    }
    let (mut first, mut proper) = (ending, false);
    for _ in 0..5 {
        let Some(before) = first.checked_sub(1) else { break };
        match step_of(annotated, before, capitals) {
            Step::Proper => proper = true,
            Step::Part => {}
            Step::Link if before > 0 && is_part(annotated, before - 1, capitals) => {}
            Step::Link | Step::Outside => break,
        }
        first = before;
    }
    if !capitals
        && !proper
        && let Some(first) = everyday_school(annotated, ending)
    {
        return Some((first, ending));
    }
    let last = extend_right(annotated, ending, capitals);
    // "University of Lagos", "Church of the Open Door": the proper noun can follow the last word.
    let proper = proper
        || last > ending && (ending + 1..=last).any(|at| matches!(step_of(annotated, at, capitals), Step::Proper));
    (proper && (first < ending || last > ending)).then_some((first, last))
}

fn extend_right(annotated: &AnnotatedText<'_>, ending: usize, capitals: bool) -> usize {
    let mut last = ending;
    for _ in 0..5 {
        let next = last + 1;
        let Some(token) = annotated.tokens.list.get(next) else {
            break;
        };
        if !token.follows_closely || !annotated.is_open(next) || annotated.tokens.is_possessive(last) {
            break;
        }
        let facts = annotated.facts(next);
        let links = capitals && matches!(annotated.word(next), "of" | "for");
        if links {
            let after = if annotated.word(next + 1) == "the" {
                next + 2
            } else {
                next + 1
            };
            if annotated.has_telling_capital(after)
                && annotated.is_open(after)
                && !annotated.facts(after).any(Facts::PRONOUN.union(Facts::DETERMINER))
            {
                last = after;
                continue;
            }
            break;
        }
        let is_more = if capitals {
            annotated.is_capital(next)
                && (facts.ends_organisation()
                    || facts.place() > 0 && !facts.is_common()
                    || facts.any(Facts::REGION)
                    || !facts.is_english())
        } else {
            facts.any(Facts::CHURCH.union(Facts::SCHOOL).union(Facts::HOSPITAL)) || annotated.word(next) == "form"
        };
        if !is_more {
            break;
        }
        last = next;
    }
    last
}

/// "at east valley high", "left covenant university": a school named with everyday words, in a text without capitals.
fn everyday_school(annotated: &AnnotatedText<'_>, ending: usize) -> Option<usize> {
    let min_words = match annotated.word(ending) {
        "high" => 2,
        "elementary" | "primary" | "academy" | "university" | "polytechnic" => 1,
        _ => return None,
    };
    let is_content = |index: usize| {
        let (word, facts) = (annotated.word(index), annotated.facts(index));
        annotated.is_open(index)
            && annotated.is_word(index)
            && annotated.tokens.list[index + 1].follows_closely
            && !annotated.tokens.is_possessive(index)
            && (!steps::is_generic(word, facts) || matches!(word, "north" | "south" | "east" | "west" | "city"))
            && !facts.any(
                Facts::PRONOUN
                    .union(Facts::DETERMINER)
                    .union(Facts::LOCATIVE)
                    .union(Facts::CONJUNCTION)
                    .union(Facts::SPEECH)
                    .union(Facts::MOVEMENT)
                    .union(Facts::KINSHIP),
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
    let before = first.checked_sub(1).map(|before| annotated.word(before))?;
    let is_attended = matches!(
        before,
        "at" | "to" | "from" | "in" | "left" | "attended" | "attend" | "quit" | "joined" | "finished"
    );
    (annotated.is_lower && ending - first >= min_words && is_attended).then_some(first)
}
