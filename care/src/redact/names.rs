//! People, places and bodies: the tagger judges word by word, rules see to what must never slip through,
//! and what was found once is found wherever it stands in the same sense.

use std::collections::HashMap;

use super::dictionaries::facts::Facts;
use super::features::{Sense, Surroundings, Tag};
use super::model;
use super::organisations;
use super::reading::Reading;
use super::span::{Finding, Kind, Sort};

mod rules;

/// How much likelier "nothing" must be than any name before a word is left alone.
const CAUTION: f32 = 2.4;

/// The share of this caution for a name of the Bible, or of a virtue, which nothing in the text introduces as a living
/// person's, in a sentence without the writer.
const UNINTRODUCED: f32 = 0.4;
/// The same where the writer stands in the sentence, too.
const WITH_WRITER: f32 = 0.6;
/// The same where it is asked about, or set against the writer: *Jonah ran. I ran too.*
const TOLD_OF: f32 = 0.2;

/// What was decided about each token.
struct Judgement {
    tag: Tag,
    confidence: f32,
    /// How probable it is that the word is a person, place or body.
    doubt: f32,
}

/// Names found, and how many words stay of which we are not sure.
pub(super) struct Names {
    pub findings: Vec<Finding>,
    pub doubtful: usize,
}

/// Finds all names.
pub(super) fn find(reading: &Reading<'_>) -> Names {
    let surroundings = Surroundings::of(reading);
    let mut judged = judge(&surroundings);
    let bodies = organisations::find(reading);
    for body in &bodies {
        let first = reading.tokens.list.partition_point(|token| token.end <= body.start);
        let after = reading.tokens.list.partition_point(|token| token.start < body.end);
        for word in &mut judged[first..after] {
            *word = Judgement {
                tag: Tag::Nothing,
                confidence: 0.0,
                doubt: 0.0,
            };
        }
    }
    rules::apply(reading, &mut judged);
    complete_places(reading, &mut judged);
    repeat_elsewhere(&surroundings, &mut judged);
    let doubtful = judged
        .iter()
        .filter(|word| word.tag == Tag::Nothing && word.doubt > 0.2)
        .count();
    let mut findings = bodies;
    findings.extend(runs(reading, &judged));
    Names { findings, doubtful }
}

fn judge(surroundings: &Surroundings<'_, '_>) -> Vec<Judgement> {
    let reading = surroundings.reading;
    let weights = &reading.dictionaries.rest.weights;
    let mut judged: Vec<Judgement> = Vec::with_capacity(reading.len());
    let mut buckets = Vec::with_capacity(48);
    for index in 0..reading.len() {
        let before = judged.last().map_or(Tag::Nothing, |judgement| judgement.tag);
        let mut judgement = Judgement {
            tag: Tag::Nothing,
            confidence: 0.0,
            doubt: 0.0,
        };
        if surroundings.is_candidate(index) {
            buckets.clear();
            surroundings.see(index, before, &mut buckets);
            let likely = model::probabilities(weights, &buckets);
            let doubt = 1.0 - likely[Tag::Nothing as usize];
            let best = [Tag::Person, Tag::Location, Tag::Org]
                .into_iter()
                .max_by(|one, other| likely[*one as usize].total_cmp(&likely[*other as usize]));
            let is_name = doubt * caution(surroundings, index) > likely[Tag::Nothing as usize];
            judgement = Judgement {
                tag: best.filter(|_| is_name).unwrap_or(Tag::Nothing),
                confidence: doubt,
                doubt,
            };
        }
        judged.push(judgement);
    }
    judged
}

/// A capital inside a sentence on a word that is not English hardly stands there without being a name.
fn caution(surroundings: &Surroundings<'_, '_>, index: usize) -> f32 {
    let reading = surroundings.reading;
    let facts = reading.facts(index);
    if (facts.is_biblical() || facts.any(Facts::ABSTRACT)) && !surroundings.is_introduced(index) {
        let sense = Sense::of(reading, index);
        let usual = if facts.any(Facts::BIBLE_SURE) {
            CAUTION / 3.0
        } else {
            CAUTION
        };
        return if sense.is_asked_about || sense.is_contrasted {
            usual * TOLD_OF
        } else if sense.has_writer {
            usual * WITH_WRITER
        } else {
            usual * UNINTRODUCED
        };
    }
    if facts.any(Facts::BIBLE_SURE) {
        return CAUTION / 3.0;
    }
    if facts == Facts::default() && reading.is_capital(index) && !reading.is_shouted {
        return CAUTION * 2.0;
    }
    if !reading.has_telling_capital(index) || facts.is_english() || facts.is_biblical() {
        return CAUTION;
    }
    if facts.is_name() || facts.place() > 1 {
        CAUTION * 4.0
    } else {
        CAUTION * 2.0
    }
}

/// A town of several words is hidden whole or not at all.
fn complete_places(reading: &Reading<'_>, judged: &mut [Judgement]) {
    for start in 0..reading.len() {
        let words = usize::from(reading.place_words[start]);
        if words < 2 || !(start..start + words).all(|index| reading.is_open(index)) {
            continue;
        }
        let named = judged[start..start + words]
            .iter()
            .filter(|word| word.tag != Tag::Nothing)
            .count();
        let is_located = start > 0 && reading.facts(start - 1).any(Facts::LOCATIVE);
        let is_person = judged[start..start + words].iter().all(|word| word.tag == Tag::Person);
        if (named > 0 || is_located && reading.is_capital(start)) && !is_person {
            for word in &mut judged[start..start + words] {
                *word = Judgement {
                    tag: Tag::Location,
                    confidence: word.confidence.max(0.8),
                    doubt: 0.0,
                };
            }
        }
    }
}

/// A word once found as a name is one wherever it stands, unless it is also an everyday or biblical word. Where the text
/// introduces somebody of a biblical name, the Bible is meant only by words that speak of it.
fn repeat_elsewhere(surroundings: &Surroundings<'_, '_>, judged: &mut [Judgement]) {
    let reading = surroundings.reading;
    let mut known: HashMap<&str, (Tag, f32)> = HashMap::new();
    for (index, word) in judged.iter().enumerate() {
        if word.tag != Tag::Nothing && reading.word(index).len() > 2 {
            let entry = known.entry(reading.word(index)).or_insert((word.tag, word.confidence));
            entry.1 = entry.1.max(word.confidence);
        }
    }
    if known.is_empty() {
        return;
    }
    for (index, word) in judged.iter_mut().enumerate() {
        if word.tag != Tag::Nothing || !reading.is_open(index) || !reading.is_word(index) {
            continue;
        }
        let Some(&(tag, confidence)) = known.get(reading.word(index)) else {
            continue;
        };
        let facts = reading.facts(index);
        let has_other_sense = facts.is_english() || facts.is_biblical() || facts.any(Facts::VIRTUE);
        let enough = if facts.is_biblical() { 0.45 } else { 0.25 };
        let is_living = facts.is_biblical()
            && word.doubt > 0.0
            && surroundings.is_introduced(index)
            && !surroundings.speaks_of_the_bible(index);
        if !has_other_sense || is_living || word.doubt > enough {
            *word = Judgement {
                tag,
                confidence,
                doubt: 0.0,
            };
        }
    }
}

/// Joins neighbouring words of one tag.
fn runs(reading: &Reading<'_>, judged: &[Judgement]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut index = 0;
    while index < judged.len() {
        let tag = judged[index].tag;
        let kind = match tag {
            Tag::Nothing => {
                index += 1;
                continue;
            }
            Tag::Person => Kind::Person,
            Tag::Location => Kind::Location,
            Tag::Org => Kind::Org,
        };
        let (mut last, mut confidence) = (index, judged[index].confidence);
        while let Some(next) = next_of_run(reading, judged, last, tag) {
            confidence = confidence.max(judged[next].confidence);
            last = next;
        }
        let first = if tag == Tag::Person {
            with_initials_before(reading, index)
        } else {
            index
        };
        let sort = (first..=last)
            .rev()
            .map(|at| organisations::sort_of(reading.facts(at)))
            .find(|sort| *sort != Sort::Plain && tag == Tag::Org);
        let tokens = &reading.tokens.list;
        // "outside Nando's", "slept at Callum's": nothing is owned here, so the ending goes too.
        let is_whole = tag == Tag::Org
            || first > 0
                && reading.facts(first - 1).any(Facts::LOCATIVE.and(Facts::NAMING))
                && !reading.is_word(last + 1);
        findings.push(Finding {
            start: tokens[first].start,
            end: if is_whole || reading.word(first.wrapping_sub(1)) == "at" {
                tokens[last].full_end
            } else {
                tokens[last].end
            },
            kind,
            sort: sort.unwrap_or(Sort::Plain),
            confidence,
        });
        index = last + 1;
    }
    findings
}

fn next_of_run(reading: &Reading<'_>, judged: &[Judgement], last: usize, tag: Tag) -> Option<usize> {
    if reading.tokens.is_possessive(last) {
        return None;
    }
    let follows = |index: usize| {
        reading
            .tokens
            .list
            .get(index)
            .is_some_and(|token| token.follows_closely)
    };
    let is_same = |index: usize| judged.get(index).is_some_and(|word| word.tag == tag);
    let next = last + 1;
    if !follows(next) {
        return None;
    }
    if is_same(next) {
        return Some(next);
    }
    let is_initial =
        tag == Tag::Person && reading.is_capital(next) && reading.word(next).len() == 1 && reading.word(next) != "i";
    if is_initial && (reading.tokens.is_mark(next + 1, ".") || is_same(next + 1)) {
        return Some(next);
    }
    let particle = match tag {
        Tag::Person => matches!(
            reading.word(next),
            "." | "de"
                | "da"
                | "del"
                | "van"
                | "von"
                | "bin"
                | "al"
                | "ibn"
                | "la"
                | "der"
                | "dos"
                | "ni"
                | "nic"
                | "mac"
                | "ap"
                | "bint"
        ),
        Tag::Org => matches!(
            reading.word(next),
            "of" | "the" | "&" | "and" | "." | "'" | "de" | "on" | "for"
        ),
        Tag::Location => matches!(reading.word(next), "," | "." | "de" | "on" | "upon" | "-"),
        Tag::Nothing => false,
    };
    if !particle || !follows(next + 1) {
        return None;
    }
    // A full stop joins only after an initial or "St"; a comma only before the country or state.
    let joins = match reading.word(next) {
        "." => reading.word(last).len() <= 2 && !reading.is_lower,
        "," => reading.facts(next + 1).any(Facts::REGION.and(Facts::COUNTRY)),
        _ => true,
    };
    (joins && is_same(next + 1)).then_some(next + 1).or_else(|| {
        let is_state = tag == Tag::Location
            && reading.word(next) == ","
            && reading.is_open(next + 1)
            && reading.facts(next + 1).any(Facts::REGION.and(Facts::COUNTRY));
        is_state.then_some(next + 1)
    })
}

/// "J. R. Okafor" begins with its first initial.
fn with_initials_before(reading: &Reading<'_>, first: usize) -> usize {
    let mut from = first;
    while from >= 2
        && reading.tokens.is_mark(from - 1, ".")
        && reading.is_capital(from - 2)
        && reading.word(from - 2).len() == 1
        && reading.is_open(from - 2)
    {
        from -= 2;
    }
    from
}
