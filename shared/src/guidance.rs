//! Guidance: from what somebody carries, or a topic they tapped, to a message, a passage and stories.
//!
//! Invariant: retrieval only. The words shown were written by people beforehand; the same words on the same day's
//! count give the same answer. It never fails because of search or stories.

mod stories;

pub use stories::{Stories, Story};

use std::sync::Arc;

use time::OffsetDateTime;

use crate::confided::Confided;
use crate::content::{COMFORT, Passage, Topic};
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::screening::Danger;
use crate::search::{Found, Longing};
use crate::usage::{Asker, Granted, Usage};

/// The longest struggle, in characters.
pub const MAX_STRUGGLE_LEN: usize = 2_000;

const SAY_SOMETHING: &str = "Please describe your struggle or select a topic.";
const RELATED: usize = 4;
/// How sure understanding must be before guidance quotes for its topic.
const SURE: f32 = 0.5;

/// What somebody carries, in their own words: trimmed, not blank, at most 2,000 characters, no NUL.
#[derive(Debug, Clone)]
pub struct StruggleText(Confided);

/// What guidance is asked for.
#[derive(Debug, Clone)]
pub enum Asked {
    /// The words somebody wrote.
    Struggle(StruggleText),
    /// The topic somebody tapped.
    Topic(String),
}

/// An answer.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The topic with its message.
    pub topic: &'a Topic,
    /// The passage that fits.
    pub passage: &'a Passage,
    /// Topics near to it.
    pub related: Vec<&'a Topic>,
    /// Stories of people who came through the same.
    pub stories: Vec<Arc<Story>>,
    /// Passages from teaching documents that fit, if any do.
    pub sources: Vec<Found>,
}

impl Asked {
    /// Parses what the form sends: words win over a topic, blank words count as none.
    ///
    /// # Errors
    /// `InvalidFields` if there is neither, the words are too long or hold NUL.
    pub fn parse(struggle: Option<String>, topic_id: Option<String>) -> Result<Self> {
        let words = Confided::new(struggle.unwrap_or_default());
        let trimmed = words.reveal().trim();
        if trimmed.contains('\0') {
            return Err(Error::InvalidFields(Fields::one(
                "struggle",
                "Please remove the characters that cannot be read.",
            )));
        }
        if trimmed.chars().count() > MAX_STRUGGLE_LEN {
            return Err(Error::InvalidFields(Fields::one(
                "struggle",
                "Please shorten this to 2,000 characters.",
            )));
        }
        if !trimmed.is_empty() {
            return Ok(Self::Struggle(StruggleText(Confided::new(trimmed.to_owned()))));
        }
        topic_id
            .filter(|id| !id.trim().is_empty())
            .map(Self::Topic)
            .ok_or_else(|| Error::InvalidFields(Fields::one("struggle", SAY_SOMETHING)))
    }
}

/// Counts the request and answers it.
///
/// # Errors
/// `TooMany` when the day is used up; `InvalidFields` for an unknown topic; `Unavailable` without a database.
pub async fn ask<'a>(ctx: &'a Ctx, who: &Asker, asked: &Asked, now: OffsetDateTime) -> Result<(Guidance<'a>, Usage)> {
    let matched = find_topic(ctx, asked)?;
    let Granted { usage, edition } = ctx.counter.take(&ctx.db, who, now).await?;
    let nth = usize::try_from(usage.count.saturating_sub(1)).unwrap_or(0);
    let meaning = meaning_of(ctx, asked);
    let passage = choose_passage(ctx, matched.topic, meaning.as_deref(), nth);
    let sources = quotes_for(ctx, &matched, passage, asked, meaning.as_deref());
    let stories = stories::of_topic(ctx, &matched.topic.slug, edition, meaning.as_deref()).await;
    Ok((
        Guidance {
            topic: matched.topic,
            passage: &matched.topic.passages[passage].passage,
            related: matched.related,
            stories,
            sources,
        },
        usage,
    ))
}

/// What can be said without any database: the topic and the passage that fits. It stands beside the numbers in a crisis.
/// Whoever is hurt by others gets one message, whatever else they write about: beside blows, words on forgiving or on
/// anger would hurt them again.
#[must_use]
pub fn without_counting<'a>(ctx: &'a Ctx, asked: &Asked, danger: Danger) -> Option<Guidance<'a>> {
    let (topic, related) = if danger.is_done_by_others {
        (&ctx.content.refuge, related_to(ctx, &ctx.content.refuge, Vec::new()))
    } else {
        let matched = find_topic(ctx, asked).ok()?;
        (matched.topic, matched.related)
    };
    let passage = choose_passage(ctx, topic, meaning_of(ctx, asked).as_deref(), 0);
    Some(Guidance {
        topic,
        passage: &topic.passages[passage].passage,
        related,
        stories: Vec::new(),
        sources: Vec::new(),
    })
}

struct Matched<'a> {
    topic: &'a Topic,
    /// Whether that is sure enough to quote what others said about it.
    is_sure: bool,
    related: Vec<&'a Topic>,
}

fn find_topic<'a>(ctx: &'a Ctx, asked: &Asked) -> Result<Matched<'a>> {
    let unknown = || Error::InvalidFields(Fields::one("topicId", "Please choose one of the topics."));
    let (topic, is_sure, others) = match asked {
        Asked::Topic(slug) => (chip(ctx, slug).ok_or_else(unknown)?, true, Vec::new()),
        Asked::Struggle(StruggleText(words)) => {
            let understood = ctx.care.understand(words.reveal());
            let is_sure = understood.first().is_some_and(|ranked| ranked.score >= SURE);
            let mut found = understood.iter().filter_map(|ranked| chip(ctx, ranked.slug));
            let first = found.next().unwrap_or(&ctx.content.comfort);
            (first, is_sure, found.take(2).collect())
        }
    };
    Ok(Matched {
        topic,
        is_sure,
        related: related_to(ctx, topic, others),
    })
}

/// The topic of this chip.
fn chip<'a>(ctx: &'a Ctx, slug: &str) -> Option<&'a Topic> {
    ctx.content.topics.iter().find(|topic| topic.slug == slug)
}

/// The topics near to one: first those that the words are about as well.
fn related_to<'a>(ctx: &'a Ctx, topic: &Topic, others: Vec<&'a Topic>) -> Vec<&'a Topic> {
    let near = topic.related.iter().filter_map(|slug| chip(ctx, slug));
    let mut related: Vec<&Topic> = Vec::new();
    for other in others.into_iter().chain(near) {
        if other.slug != topic.slug && related.iter().all(|known| known.slug != other.slug) {
            related.push(other);
        }
    }
    related.truncate(RELATED);
    related
}

/// What somebody's words mean; none for a topic that was tapped.
fn meaning_of(ctx: &Ctx, asked: &Asked) -> Option<Vec<f32>> {
    match asked {
        Asked::Struggle(StruggleText(words)) => Some(ctx.care.vectors.embed(words.reveal())),
        Asked::Topic(_) => None,
    }
}

/// The number of the passage that fits the words best, or of the next one for each further request of the day.
fn choose_passage(ctx: &Ctx, topic: &Topic, meaning: Option<&[f32]>, nth: usize) -> usize {
    let order: Vec<usize> = match meaning {
        Some(wanted) if topic.slug != COMFORT => care::passage::choose(&topic.meanings(&ctx.care.vectors).fits, wanted),
        Some(_) | None => (0..topic.passages.len()).collect(),
    };
    order.get(nth % order.len().max(1)).copied().unwrap_or(0)
}

/// What fits of what may be quoted from teaching documents.
fn quotes_for(
    ctx: &Ctx,
    &Matched { topic, is_sure, .. }: &Matched<'_>,
    chosen: usize,
    asked: &Asked,
    meaning: Option<&[f32]>,
) -> Vec<Found> {
    if !is_sure {
        return Vec::new();
    }
    let (words, meaning) = match asked {
        Asked::Struggle(StruggleText(words)) => (words.reveal(), meaning.unwrap_or_default()),
        Asked::Topic(_) => (
            topic.passages[chosen].fits.as_str(),
            topic.meanings(&ctx.care.vectors).fits[chosen].as_slice(),
        ),
    };
    ctx.search.quotes(Longing { words, meaning, topic })
}
