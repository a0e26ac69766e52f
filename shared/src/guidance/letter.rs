//! Letters: the text for one person, made of what people wrote beforehand for their situation and what they said.
//!
//! Invariant: no word is generated. An opening echoes only what the text says; the same text gives the same letter.

use care::passage::rank;
use care::readings::{Question, Readings, Role, Time};
use care::vectors::similarity;

use super::Corpus;
use crate::content::{Lines, Passage, Reference, Situation, StepFor};
use crate::locale::Locale;
use crate::screening::Care;

/// A passage fits when it is nearly as near to the words as the nearest one.
const NEARLY_AS_NEAR: f32 = 0.15;

/// A letter for a situation.
#[derive(Debug)]
pub struct Letter<'a> {
    /// The situation.
    pub situation: &'a Situation,
    /// The paragraphs: opening, replies to what the words state outright, message, step, safety.
    pub paragraphs: Vec<String>,
    /// Whether the opening echoes what the words say.
    pub echoes: bool,
    /// The passage.
    pub passage: &'a Passage,
    /// The line that leads into it.
    pub bridge: &'a str,
}

/// The letter for a situation. `words` is what the person wrote, if anything, `read` what they say of their writer, and
/// `replies` answer what they state outright; `shown` are passages of today.
pub(super) fn write<'a>(
    corpus: Corpus<'a>,
    situation: &'a Situation,
    words: Option<&str>,
    read: &Readings,
    replies: &[&str],
    shown: &[Reference],
) -> Letter<'a> {
    let echo = echo(situation, read);
    let echoes = echo.is_some();
    let opening = echo.unwrap_or_else(|| situation.opening.clone());
    let replies = replies.iter().map(|reply| (*reply).to_owned());
    let step = step(situation, read).to_owned();
    let message = situation.message.iter().cloned();
    let paragraphs = [opening].into_iter().chain(replies).chain(message).chain([step]);
    let paragraphs = paragraphs.chain(situation.safety.clone());
    let is_years_ago = read.time == Some(Time::Years);
    let locale = corpus.locale();
    let chosen = &situation.passages[choose(corpus.care, situation, words, shown)];
    Letter {
        situation,
        paragraphs: paragraphs
            .map(|paragraph| {
                if is_years_ago {
                    years_on(&paragraph, locale)
                } else {
                    paragraph
                }
            })
            .collect(),
        echoes,
        passage: &chosen.passage,
        bridge: &chosen.bridge,
    }
}

/// The paragraph above a topic's message, where the text asks what nobody here can answer.
pub fn preface<'a>(lines: &'a Lines, read: &Readings) -> Option<&'a str> {
    (read.question == Some(Question::Belief)).then_some(lines.question.as_str())
}

/// The paragraphs below a message: below a topic's one for what was said, the most pressing reason first, and below any
/// one what the text asks of the answer.
pub fn lines<'a>(lines: &'a Lines, read: &Readings, has_steps: bool) -> Vec<&'a str> {
    let said = [
        (read.is_young, &lines.young),
        (read.is_alone, &lines.alone),
        (read.is_poor, &lines.poor),
    ];
    let asked = [
        (read.wishes.without_faith, &lines.without_faith),
        (read.wishes.prayer && !read.wishes.without_faith, &lines.prayer),
    ];
    let said = said.into_iter().find(|(holds, _)| *holds && !has_steps);
    let asked = asked.into_iter().filter(|(holds, _)| *holds);
    said.into_iter().chain(asked).map(|(_, line)| line.as_str()).collect()
}

/// The opening that echoes most of what was said, if there is one.
fn echo(situation: &Situation, read: &Readings) -> Option<String> {
    let filled = situation.echoes.iter().filter_map(|echo| fill(echo, situation, read));
    // `max_by_key` keeps the last of equals; the editors put the best first.
    let best = filled.rev().max_by_key(|(_, slots)| *slots);
    best.map(|(opening, _)| opening)
}

/// The opening with its slots filled, and their number; none if the text does not say what a slot asks for.
fn fill(echo: &str, situation: &Situation, read: &Readings) -> Option<(String, usize)> {
    let mut opening = String::with_capacity(echo.len() + 32);
    let mut parts = echo.split('{');
    opening.push_str(parts.next()?);
    let mut slots = 0;
    for part in parts {
        let (slot, rest) = part.split_once('}')?;
        opening.push_str(&value(slot, situation, read)?);
        opening.push_str(rest);
        slots += 1;
    }
    Some((capitalised(&opening), slots))
}

fn value(slot: &str, situation: &Situation, read: &Readings) -> Option<String> {
    match slot {
        "person" => Some(read.as_theirs(person(situation, read)?)),
        "Person" => Some(capitalised(&read.as_theirs(person(situation, read)?))),
        "duration" => read.how_long_in_words(),
        "hour" => read.hour_in_words(),
        "age" => read.age_in_words(),
        "work" => read.work_in_words(),
        "children" => read.children_in_words(),
        _ => None,
    }
}

/// The one person whom the situation can be about; none if the text names several of them.
fn person(situation: &Situation, read: &Readings) -> Option<&'static str> {
    let mut possible = read
        .persons
        .iter()
        .filter(|person| situation.persons.iter().any(|kind| kind == person.kind));
    let only = possible.next()?;
    possible.next().is_none().then_some(only.noun)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Topics in which a trouble is one's own, so that somebody else's has a step of its own. In a marriage or a family the
/// other person is part of what the letter is about.
const OWN_TROUBLE: [&str; 15] = [
    "addiction",
    "anxiety",
    "depression",
    "doubt",
    "fear",
    "finances",
    "guilt-shame",
    "illness",
    "loneliness",
    "purpose",
    "self-worth",
    "temptation",
    "waiting",
    "weariness",
    "work",
];

/// The step that fits what was said, the most pressing reason first.
fn step<'a>(situation: &'a Situation, read: &Readings) -> &'a str {
    let loves = read.role == Some(Role::Loves)
        && OWN_TROUBLE.contains(&situation.topic.as_str())
        && read
            .persons
            .iter()
            .all(|person| situation.persons.iter().all(|kind| kind != person.kind));
    let wanted = [
        (read.is_young, StepFor::Young),
        (read.is_alone, StepFor::Alone),
        (read.is_poor, StepFor::Poor),
        (read.role == Some(Role::Did), StepFor::Did),
        (loves, StepFor::Loves),
        (read.time == Some(Time::Years), StepFor::AfterYears),
    ];
    wanted
        .into_iter()
        .filter(|(holds, _)| *holds)
        .find_map(|(_, step_for)| situation.steps.iter().find(|(other, _)| *other == step_for))
        .map_or(situation.step.as_str(), |(_, step)| step)
}

/// The paragraph for somebody to whom it happened years ago: nothing has to be done or decided this very night.
pub fn years_on(paragraph: &str, locale: Locale) -> String {
    match locale {
        Locale::English => paragraph.replace("tonight", "today").replace("Tonight", "Today"),
        Locale::Spanish => paragraph
            .replace("esta misma noche", "hoy mismo")
            .replace("Esta misma noche", "Hoy mismo")
            .replace("esta noche", "hoy")
            .replace("Esta noche", "Hoy"),
    }
}

/// The index of the passage that fits best and was not shown today, if one of those that fit nearly as well was not.
fn choose(care: &Care, situation: &Situation, words: Option<&str>, shown: &[Reference]) -> usize {
    let is_shown = |index: &usize| shown.contains(&situation.passages[*index].passage.reference);
    let Some(words) = words else {
        return (0..situation.passages.len())
            .find(|index| !is_shown(index))
            .unwrap_or(0);
    };
    let vectors = &care.vectors;
    let query = vectors.embed(words);
    let embeddings = situation.embeddings(vectors);
    let fits: Vec<Vec<f32>> = embeddings.iter().map(|passage| passage.fits.clone()).collect();
    let nearness = |index: usize| similarity(&fits[index], &query);
    let is_wrong = |index: usize| {
        let avoid = embeddings[index].avoid.as_ref();
        avoid.is_some_and(|avoid| similarity(avoid, &query) > nearness(index))
    };
    let order: Vec<usize> = rank(&fits, &query)
        .into_iter()
        .filter(|&index| !is_wrong(index))
        .collect();
    let Some(&best) = order.first() else {
        return 0;
    };
    let near = order
        .iter()
        .take_while(|&&index| nearness(best) - nearness(index) <= NEARLY_AS_NEAR)
        .find(|index| !is_shown(index));
    *near.unwrap_or(&best)
}
