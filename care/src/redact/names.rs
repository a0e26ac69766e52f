//! Names of people, places and organisations: the tagger classifies each word, then rules add what must never be
//! missed.
//!
//! A name found once is redacted at all its occurrences with the same sense.

use std::collections::BTreeMap;
use std::ops::Range;

use super::annotated_text::AnnotatedText;
use super::dictionaries::facts::Facts;
use super::features::{Context, Sense, Tag};
use super::organisations;
use super::span::{Finding, Kind, OrgKind};
use super::tagger;

mod evident;
mod rules;
mod spanish;

/// The decision threshold, as odds: a word is left alone if *nothing* is this many times as probable as a name.
const CAUTION: f32 = 2.4;

/// The factor of [`CAUTION`] for a name of the Bible or of a virtue, in a sentence without the writer. It applies if
/// nothing in the text introduces a living person of that name.
const NOT_INTRODUCED: f32 = 0.4;
/// The same in a sentence that mentions the writer.
const WITH_WRITER: f32 = 0.6;
/// The same where a question is about it, or where it is contrasted with the writer: *Jonah ran. I ran too.*
const ASKED_OR_CONTRASTED: f32 = 0.2;

/// The prediction for one token.
struct Prediction {
    tag: Tag,
    confidence: f32,
    /// The probability that the word is a person, place or organisation.
    name_probability: f32,
}

/// The names found, and the words that stay although the tagger is uncertain.
pub(super) struct Names {
    pub findings: Vec<Finding>,
    pub uncertain: Vec<Range<usize>>,
}

/// Finds all names.
pub(super) fn find(annotated: &AnnotatedText<'_>) -> Names {
    let context = Context::of(annotated);
    let mut predictions = predict(&context);
    let bodies = organisations::find(annotated);
    blank(annotated, &bodies, &mut predictions);
    rules::apply(annotated, &mut predictions);
    if annotated.has_spanish() {
        spanish::apply(annotated, &mut predictions);
        blank(annotated, &bodies, &mut predictions);
    }
    complete_places(annotated, &mut predictions);
    repeat_elsewhere(&context, &mut predictions);
    let uncertain = predictions
        .iter()
        .zip(&annotated.tokens.list)
        .filter(|(word, _)| word.tag == Tag::Nothing && word.name_probability > 0.2)
        .map(|(_, token)| token.start..token.end)
        .collect();
    let mut findings = bodies;
    findings.extend(runs(annotated, &predictions));
    Names { findings, uncertain }
}

/// Clears what is predicted within organisations, which are found already.
fn blank(annotated: &AnnotatedText<'_>, bodies: &[Finding], predictions: &mut [Prediction]) {
    for body in bodies {
        let first = annotated.tokens.list.partition_point(|token| token.end <= body.start);
        let after = annotated.tokens.list.partition_point(|token| token.start < body.end);
        for word in &mut predictions[first..after] {
            *word = Prediction {
                tag: Tag::Nothing,
                confidence: 0.0,
                name_probability: 0.0,
            };
        }
    }
}

fn predict(context: &Context<'_, '_>) -> Vec<Prediction> {
    let annotated = context.annotated;
    let weights = &annotated.dictionaries.tables.weights;
    let mut predictions: Vec<Prediction> = Vec::with_capacity(annotated.len());
    let mut buckets = Vec::with_capacity(48);
    for index in 0..annotated.len() {
        let before = predictions.last().map_or(Tag::Nothing, |prediction| prediction.tag);
        let mut prediction = Prediction {
            tag: Tag::Nothing,
            confidence: 0.0,
            name_probability: 0.0,
        };
        if context.is_candidate(index) {
            buckets.clear();
            context.extract(index, before, &mut buckets);
            let likely = tagger::probabilities(weights, &buckets);
            let name_probability = 1.0 - likely[Tag::Nothing as usize];
            let best = [Tag::Person, Tag::Location, Tag::Org]
                .into_iter()
                .max_by(|one, other| likely[*one as usize].total_cmp(&likely[*other as usize]));
            let is_name = name_probability * caution(context, index) > likely[Tag::Nothing as usize];
            prediction = Prediction {
                tag: best.filter(|_| is_name).unwrap_or(Tag::Nothing),
                confidence: name_probability,
                name_probability,
            };
        }
        predictions.push(prediction);
    }
    predictions
}

/// The decision threshold of one word. A capitalised non-English word inside a sentence is almost always a name.
fn caution(context: &Context<'_, '_>, index: usize) -> f32 {
    let annotated = context.annotated;
    let facts = annotated.facts(index);
    if (facts.is_biblical() || facts.any(Facts::ABSTRACT)) && !context.is_introduced(index) {
        let sense = Sense::of(annotated, index);
        let usual = if facts.any(Facts::BIBLE_SURE) {
            CAUTION / 3.0
        } else {
            CAUTION
        };
        return if sense.is_asked_about || sense.is_contrasted {
            usual * ASKED_OR_CONTRASTED
        } else if sense.has_writer {
            usual * WITH_WRITER
        } else {
            usual * NOT_INTRODUCED
        };
    }
    if facts.any(Facts::BIBLE_SURE) {
        return CAUTION / 3.0;
    }
    if facts == Facts::default() && annotated.is_capital(index) && !annotated.is_shouted {
        return CAUTION * 2.0;
    }
    if !annotated.has_telling_capital(index) || facts.is_english() || facts.is_biblical() {
        return CAUTION;
    }
    if facts.is_name() || facts.place() > 1 {
        CAUTION * 4.0
    } else {
        CAUTION * 2.0
    }
}

/// Completes multi-word towns: they are redacted whole or not at all.
fn complete_places(annotated: &AnnotatedText<'_>, predictions: &mut [Prediction]) {
    for start in 0..annotated.len() {
        let words = usize::from(annotated.place_words[start]);
        if words < 2 || !(start..start + words).all(|index| annotated.is_open(index)) {
            continue;
        }
        let named = predictions[start..start + words]
            .iter()
            .filter(|word| word.tag != Tag::Nothing)
            .count();
        let is_located = start > 0 && annotated.facts(start - 1).any(Facts::LOCATIVE);
        let is_person = predictions[start..start + words]
            .iter()
            .all(|word| word.tag == Tag::Person);
        if (named > 0 || is_located && annotated.is_capital(start)) && !is_person {
            for word in &mut predictions[start..start + words] {
                *word = Prediction {
                    tag: Tag::Location,
                    confidence: word.confidence.max(0.8),
                    name_probability: 0.0,
                };
            }
        }
    }
}

/// Propagates a name to all its occurrences, unless it is also an everyday or biblical word. If the text introduces a
/// living person with a biblical name, an occurrence is biblical only in a context about the Bible.
fn repeat_elsewhere(context: &Context<'_, '_>, predictions: &mut [Prediction]) {
    let annotated = context.annotated;
    let mut known: BTreeMap<&str, (Tag, f32)> = BTreeMap::new();
    for (index, word) in predictions.iter().enumerate() {
        if word.tag != Tag::Nothing && annotated.word(index).len() > 2 {
            let entry = known
                .entry(annotated.word(index))
                .or_insert((word.tag, word.confidence));
            entry.1 = entry.1.max(word.confidence);
        }
    }
    if known.is_empty() {
        return;
    }
    for (index, word) in predictions.iter_mut().enumerate() {
        if word.tag != Tag::Nothing || !annotated.is_open(index) || !annotated.is_word(index) {
            continue;
        }
        let Some(&(tag, confidence)) = known.get(annotated.word(index)) else {
            continue;
        };
        let facts = annotated.facts(index);
        let has_other_sense = facts.is_english() || facts.is_biblical() || facts.any(Facts::VIRTUE);
        let enough = if facts.is_biblical() { 0.45 } else { 0.25 };
        let is_living = facts.is_biblical()
            && word.name_probability > 0.0
            && context.is_introduced(index)
            && !context.speaks_of_the_bible(index);
        if !has_other_sense || is_living || word.name_probability > enough {
            *word = Prediction {
                tag,
                confidence,
                name_probability: 0.0,
            };
        }
    }
}

/// Joins adjacent words with the same tag.
fn runs(annotated: &AnnotatedText<'_>, predictions: &[Prediction]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut index = 0;
    while index < predictions.len() {
        let tag = predictions[index].tag;
        let kind = match tag {
            Tag::Nothing => {
                index += 1;
                continue;
            }
            Tag::Person => Kind::Person,
            Tag::Location => Kind::Location,
            Tag::Org => Kind::Org,
        };
        let (mut last, mut confidence) = (index, predictions[index].confidence);
        while let Some(next) = next_of_run(annotated, predictions, last, tag) {
            confidence = confidence.max(predictions[next].confidence);
            last = next;
        }
        let first = with_saint_before(annotated, with_initials_before(annotated, index, tag));
        let org_kind = (first..=last)
            .rev()
            .map(|at| organisations::org_kind_of(annotated.facts(at)))
            .find(|org_kind| *org_kind != OrgKind::Plain && tag == Tag::Org);
        let tokens = &annotated.tokens.list;
        // "outside Nando's", "slept at Callum's": nothing is possessed, so the ending is redacted, too.
        let is_whole = tag == Tag::Org
            || first > 0
                && annotated.facts(first - 1).any(Facts::LOCATIVE.union(Facts::NAMING))
                && !annotated.is_word(last + 1);
        findings.push(Finding {
            start: tokens[first].start,
            end: if is_whole || annotated.word(first.wrapping_sub(1)) == "at" {
                tokens[last].full_end
            } else {
                tokens[last].end
            },
            kind,
            org_kind: org_kind.unwrap_or(OrgKind::Plain),
            confidence,
        });
        index = last + 1;
    }
    findings
}

fn next_of_run(annotated: &AnnotatedText<'_>, predictions: &[Prediction], last: usize, tag: Tag) -> Option<usize> {
    if annotated.tokens.is_possessive(last) {
        return None;
    }
    let follows = |index: usize| {
        annotated
            .tokens
            .list
            .get(index)
            .is_some_and(|token| token.follows_closely)
    };
    let is_same = |index: usize| predictions.get(index).is_some_and(|word| word.tag == tag);
    let next = last + 1;
    if !follows(next) {
        return None;
    }
    if is_same(next) || tag == Tag::Org && goes_on(annotated, next) {
        return Some(next);
    }
    let is_initial = tag == Tag::Person
        && annotated.is_capital(next)
        && annotated.word(next).len() == 1
        && annotated.word(next) != "i";
    if is_initial && (annotated.tokens.is_mark(next + 1, ".") || is_same(next + 1)) {
        return Some(next);
    }
    if tag == Tag::Person
        && let Some(family) = after_particles(annotated, next)
    {
        return is_same(family).then_some(family);
    }
    let particle = match tag {
        Tag::Person => annotated.word(next) == ".",
        Tag::Org => matches!(
            annotated.word(next),
            "of" | "the" | "&" | "and" | "." | "'" | "de" | "on" | "for"
        ),
        Tag::Location => matches!(annotated.word(next), "," | "." | "de" | "on" | "upon" | "-"),
        Tag::Nothing => false,
    };
    if !particle || !follows(next + 1) {
        return None;
    }
    // A full stop joins only after an initial or "St", a comma only before a country or state.
    let joins = match annotated.word(next) {
        "." => annotated.word(last).len() <= 2 && !annotated.is_lower,
        "," => annotated.facts(next + 1).any(Facts::REGION.union(Facts::COUNTRY)),
        _ => true,
    };
    // "at Hart and Lowe": the second partner of a firm looks like a person.
    let is_partner = tag == Tag::Org
        && matches!(annotated.word(next), "and" | "&")
        && predictions.get(next + 1).is_some_and(|word| word.tag == Tag::Person)
        && annotated.facts(next + 1).any(Facts::SURNAME)
        && !annotated.facts(last).ends_organisation();
    (joins && (is_same(next + 1) || is_partner))
        .then_some(next + 1)
        .or_else(|| {
            let is_state = tag == Tag::Location
                && annotated.word(next) == ","
                && annotated.is_open(next + 1)
                && annotated.facts(next + 1).any(Facts::REGION.union(Facts::COUNTRY));
            is_state.then_some(next + 1)
        })
}

/// The family name behind its particles: "van der Berg", "de la Cruz".
fn after_particles(annotated: &AnnotatedText<'_>, first: usize) -> Option<usize> {
    const PARTICLES: &[&str] = &[
        "de", "da", "del", "di", "du", "dos", "das", "la", "las", "los", "le", "van", "von", "der", "den", "ter",
        "ten", "zu", "bin", "bint", "ibn", "al", "el", "ni", "nic", "mac", "ap",
    ];
    let is_particle = |at: &usize| PARTICLES.contains(&annotated.word(*at));
    let after = (first..first + 3).take_while(is_particle).last()? + 1;
    let follow = |at: usize| annotated.tokens.list.get(at).is_some_and(|token| token.follows_closely);
    (first..=after).all(follow).then_some(after)
}

/// "Cedars Sinai": a capital just behind a word of an organisation belongs to it.
fn goes_on(annotated: &AnnotatedText<'_>, next: usize) -> bool {
    let facts = annotated.facts(next);
    annotated.has_telling_capital(next)
        && annotated.is_open(next)
        && !annotated.is_spanish(next)
        && !facts.any(
            Facts::PRONOUN
                .union(Facts::DETERMINER)
                .union(Facts::KEPT)
                .union(Facts::CONJUNCTION),
        )
        && (!facts.is_common() || facts.ends_organisation())
}

/// "St. Clair" and "Mt. Airy": what stands before the name belongs to it.
fn with_saint_before(annotated: &AnnotatedText<'_>, first: usize) -> usize {
    let at = match first.checked_sub(1) {
        Some(stop) if annotated.tokens.is_mark(stop, ".") => stop.checked_sub(1),
        before => before,
    };
    let is_part = |at: &usize| {
        matches!(annotated.word(*at), "st" | "saint" | "mt" | "ft" | "fort" | "mount")
            && annotated.is_capital(*at)
            && annotated.is_open(*at)
    };
    at.filter(is_part).unwrap_or(first)
}

/// "J. R. Okafor" begins with its first initial.
fn with_initials_before(annotated: &AnnotatedText<'_>, first: usize, tag: Tag) -> usize {
    let mut from = first;
    while tag == Tag::Person
        && from >= 2
        && annotated.tokens.is_mark(from - 1, ".")
        && annotated.is_capital(from - 2)
        && annotated.word(from - 2).len() == 1
        && annotated.is_open(from - 2)
    {
        from -= 2;
    }
    from
}
