//! Reads the letters of one language: `topics.toml` and the folder `topics`, below `content` for English and below
//! `content/<language>` for others.
//!
//! Invariant: all languages have the same letters with the same passages.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use shared::content::{COMFORT, Letters, Lines, Message, REFUGE, Reference, Scripture, Situation, Topic, TopicPassage};
use shared::locale::Locale;

use super::replies::{self, check_kinds};
use super::{situation, text_file, toml_file};

const PASSAGE_COUNT: RangeInclusive<usize> = 6..=12;

/// The number of words of a message and of a letter. Spanish needs more words for the same.
struct Lengths {
    message: RangeInclusive<usize>,
    letter: RangeInclusive<usize>,
}

const fn lengths(locale: Locale) -> Lengths {
    match locale {
        Locale::English => Lengths {
            message: 90..=160,
            letter: 95..=175,
        },
        Locale::Spanish => Lengths {
            message: 90..=170,
            letter: 95..=185,
        },
    }
}

#[derive(Deserialize)]
struct Order {
    order: Vec<String>,
}

#[derive(Deserialize)]
struct LinesFile {
    lines: Lines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TopicHead {
    name: String,
    title: String,
    related: Vec<String>,
    #[serde(default)]
    answers: Vec<String>,
    passages: Vec<PassageHead>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MessageHead {
    title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassageHead {
    reference: Reference,
    fits: String,
}

/// The topics in the order of their chips, which is the same in all languages.
///
/// # Errors
/// Names the file and what is wrong with it.
pub(super) fn order(folder: &Path) -> Result<Vec<String>> {
    let order: Order = toml_file(&folder.join("topics.toml"))?;
    Ok(order.order)
}

/// The letters of a language, with passages from `scripture`.
///
/// # Errors
/// Names the file and what is wrong with it.
pub(super) fn letters(folder: &Path, locale: Locale, order: &[String], scripture: &Scripture) -> Result<Letters> {
    let folder = folder_of(folder, locale);
    let lines: LinesFile = toml_file(&folder.join("topics.toml"))?;
    let known: HashSet<&str> = order.iter().map(String::as_str).collect();
    for (topic, line) in &lines.lines.besides {
        ensure!(
            known.contains(topic.as_str()) && line.contains("{words}"),
            "topics.toml ({}): `besides.{topic}` is of no topic, or has no place for {{words}}",
            locale.tag()
        );
    }
    ensure!(
        lines.lines.soon.contains("{day}"),
        "topics.toml ({}): `soon` has no place for {{day}}",
        locale.tag()
    );
    let Lengths { message, letter } = lengths(locale);
    let read = |slug: &str| topic(&folder, slug, &known, scripture, &message);
    let slugs: Vec<&str> = order.iter().map(String::as_str).chain([COMFORT, REFUGE]).collect();
    Ok(Letters {
        locale,
        topics: order.iter().map(|slug| read(slug)).collect::<Result<_>>()?,
        lines: lines.lines,
        replies: replies::replies(&folder, locale, &slugs)?,
        comfort: read(COMFORT)?,
        refuge: read(REFUGE)?,
        situations: situation::situations(&folder, slugs.iter().copied(), scripture, &letter)?,
        names: OnceLock::new(),
    })
}

fn folder_of(folder: &Path, locale: Locale) -> PathBuf {
    match locale {
        Locale::English => folder.to_owned(),
        Locale::Spanish => folder.join(locale.tag()),
    }
}

/// Checks that another language has the letters of the English ones, for the same people and with the same passages.
///
/// # Errors
/// Names the first letter that differs.
pub(super) fn check_same(english: &Letters, other: &Letters) -> Result<()> {
    let tag = other.locale.tag();
    replies::check_same(english, other)?;
    ensure!(
        english.lines.besides.keys().eq(other.lines.besides.keys()),
        "{tag}/topics.toml has not the topics of `besides` of topics.toml"
    );
    let topics = |letters: &Letters| -> Vec<(String, Vec<String>, Vec<Reference>, bool)> {
        let topics = letters.topics.iter().chain([&letters.comfort, &letters.refuge]);
        let of = |topic: &Topic| {
            topic
                .passages
                .iter()
                .map(|passage| passage.passage.reference.clone())
                .collect()
        };
        topics
            .map(|topic| {
                (
                    topic.slug.clone(),
                    topic.related.clone(),
                    of(topic),
                    topic.for_loved_ones.is_some(),
                )
            })
            .collect()
    };
    for (one, other) in topics(english).iter().zip(&topics(other)) {
        ensure!(
            one == other,
            "{tag}/topics/{}.md has not the related topics, passages and message for loved ones of topics/{}.md",
            other.0,
            one.0
        );
    }
    ensure!(
        english.situations.len() == other.situations.len(),
        "{tag}/topics has {} situations, and topics has {}",
        other.situations.len(),
        english.situations.len()
    );
    for (one, other) in english.situations.iter().zip(&other.situations) {
        ensure!(
            is_for_the_same(one, other),
            "{tag}/topics/{}/{}.md is not for the same as topics/{}/{}.md: compare near, avoid, persons, references, steps",
            other.topic,
            other.slug,
            one.topic,
            one.slug
        );
    }
    Ok(())
}

fn is_for_the_same(one: &Situation, other: &Situation) -> bool {
    let passages = |situation: &Situation| -> Vec<Reference> {
        let passages = situation.passages.iter();
        passages.map(|passage| passage.passage.reference.clone()).collect()
    };
    let steps = |situation: &Situation| situation.steps.iter().map(|(step, _)| *step).collect::<Vec<_>>();
    (&one.slug, &one.topic, &one.near, &one.persons, &one.avoid, &one.answers)
        == (
            &other.slug,
            &other.topic,
            &other.near,
            &other.persons,
            &other.avoid,
            &other.answers,
        )
        && (
            one.with_numbers,
            one.discreet,
            one.written_for,
            one.after_years,
            one.safety.is_some(),
            one.named_by.is_empty(),
            one.never_with.is_empty(),
        ) == (
            other.with_numbers,
            other.discreet,
            other.written_for,
            other.after_years,
            other.safety.is_some(),
            other.named_by.is_empty(),
            other.never_with.is_empty(),
        )
        && passages(one) == passages(other)
        && steps(one) == steps(other)
}

fn topic(
    folder: &Path,
    slug: &str,
    known: &HashSet<&str>,
    scripture: &Scripture,
    words_allowed: &RangeInclusive<usize>,
) -> Result<Topic> {
    let path = folder.join("topics").join(format!("{slug}.md"));
    let text = text_file(&path)?;
    let read = || -> Result<Topic> {
        let (head, body) = parts(&text)?;
        let head: TopicHead = toml::from_str(head)?;
        let Body {
            content,
            prayer,
            plain_prayer,
        } = body_of(body, words_allowed)?;
        check_kinds(&head.answers)?;
        ensure!(
            PASSAGE_COUNT.contains(&head.passages.len()),
            "{} passages, not {PASSAGE_COUNT:?}",
            head.passages.len()
        );
        if let Some(unknown) = head
            .related
            .iter()
            .find(|other| !known.contains(other.as_str()) || *other == slug)
        {
            bail!("related names {unknown}, which is no other topic");
        }
        let passages = head
            .passages
            .into_iter()
            .map(|PassageHead { reference, fits }| {
                let passage = scripture
                    .passage(&reference)
                    .with_context(|| format!("{reference} does not exist"))?;
                Ok(TopicPassage { passage, fits })
            })
            .collect::<Result<_>>()?;
        Ok(Topic {
            slug: slug.to_owned(),
            name: head.name,
            title: head.title,
            content,
            prayer,
            plain_prayer,
            related: head.related,
            passages,
            for_loved_ones: for_loved_ones(folder, slug, words_allowed)?,
            answers: head.answers,
            embeddings: OnceLock::new(),
        })
    };
    read().with_context(|| path.display().to_string())
}

/// The message of a topic for somebody who loves the one who suffers, from `for-loved-ones/<topic>.md`, if there is one.
fn for_loved_ones(folder: &Path, slug: &str, words_allowed: &RangeInclusive<usize>) -> Result<Option<Message>> {
    let path = folder.join("for-loved-ones").join(format!("{slug}.md"));
    if !path.is_file() {
        return Ok(None);
    }
    let text = text_file(&path)?;
    let read = || -> Result<Message> {
        let (head, body) = parts(&text)?;
        let MessageHead { title } = toml::from_str(head)?;
        let Body {
            content,
            prayer,
            plain_prayer,
        } = body_of(body, words_allowed)?;
        Ok(Message {
            title,
            content,
            prayer,
            plain_prayer,
        })
    };
    read().map(Some).with_context(|| path.display().to_string())
}

/// The head between the `+++` lines, and what follows.
fn parts(text: &str) -> Result<(&str, &str)> {
    text.strip_prefix("+++\n")
        .and_then(|rest| rest.split_once("\n+++\n"))
        .context("must open with a +++ block")
}

/// A message and its prayers.
struct Body {
    content: String,
    prayer: String,
    plain_prayer: String,
}

fn body_of(body: &str, words_allowed: &RangeInclusive<usize>) -> Result<Body> {
    let (message, prayers) = body
        .split_once("\n## Prayer\n")
        .context("there is no section `Prayer`")?;
    let (prayer, plain_prayer) = prayers
        .split_once("\n## Prayer without church words\n")
        .context("there is no section `Prayer without church words` at the end")?;
    let content = message.trim().to_owned();
    let words = content.split_whitespace().count();
    ensure!(
        words_allowed.contains(&words),
        "the message has {words} words, not {words_allowed:?}"
    );
    Ok(Body {
        content,
        prayer: prayer.trim().to_owned(),
        plain_prayer: plain_prayer.trim().to_owned(),
    })
}
