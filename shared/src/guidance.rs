//! Guidance: turns a struggle in the user's own words, or a chosen topic, into a message, a passage and testimonies.
//!
//! Invariant: retrieval only. People wrote every shown word beforehand. The same input with the same daily count gives
//! the same answer. A failure of search or of testimonies never fails guidance.

mod testimonies;

pub use testimonies::{PublishedTestimony, TestimonyCache};

use std::sync::Arc;

use time::OffsetDateTime;

use crate::confided::Confided;
use crate::content::{COMFORT, Passage, Topic};
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::screening::Danger;
use crate::search::{Hit, QuoteQuery};
use crate::usage::{Caller, Granted, Usage};

/// The maximum length of a struggle, in characters.
pub const MAX_STRUGGLE_LEN: usize = 2_000;

const MISSING_INPUT: &str = "Please describe your struggle or select a topic.";
const MAX_RELATED: usize = 4;
/// The least score of the first topic for which guidance quotes documents.
const MIN_SCORE_TO_QUOTE: f32 = 0.5;

/// A struggle in the user's own words: trimmed, not blank, at most 2,000 characters, no NUL.
#[derive(Debug, Clone)]
pub struct StruggleText(Confided);

/// The input of guidance.
#[derive(Debug, Clone)]
pub enum GuidanceQuery {
    /// The user's own words.
    Struggle(StruggleText),
    /// The slug of a chosen topic.
    Topic(String),
}

/// An answer.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The topic with its message.
    pub topic: &'a Topic,
    /// The best passage of that topic.
    pub passage: &'a Passage,
    /// Related topics.
    pub related: Vec<&'a Topic>,
    /// Testimonies on that topic.
    pub testimonies: Vec<Arc<PublishedTestimony>>,
    /// Matching passages from teaching documents.
    pub sources: Vec<Hit>,
}

impl GuidanceQuery {
    /// Parses the form. Words take precedence over a topic; blank words count as none.
    ///
    /// # Errors
    /// `InvalidFields` if both are missing, or if the words are too long or contain NUL.
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
            .ok_or_else(|| Error::InvalidFields(Fields::one("struggle", MISSING_INPUT)))
    }
}

/// Counts the request and answers it.
///
/// # Errors
/// `TooMany` at the limit; `InvalidFields` for an unknown topic.
pub async fn ask<'a>(
    ctx: &'a Ctx,
    caller: &Caller,
    query: &GuidanceQuery,
    now: OffsetDateTime,
) -> Result<(Guidance<'a>, Usage)> {
    let matched = find_topic(ctx, query)?;
    let Granted { usage, edition } = ctx.counter.take(&ctx.db, caller, now).await?;
    let nth = usize::try_from(usage.count.saturating_sub(1)).unwrap_or(0);
    let embedding = embedding_of(ctx, query);
    let passage = choose_passage(ctx, matched.topic, embedding.as_deref(), nth);
    let sources = quotes_for(ctx, &matched, passage, query, embedding.as_deref());
    let testimonies = testimonies::of_topic(ctx, &matched.topic.slug, edition, embedding.as_deref()).await;
    Ok((
        Guidance {
            topic: matched.topic,
            passage: &matched.topic.passages[passage].passage,
            related: matched.related,
            testimonies,
            sources,
        },
        usage,
    ))
}

/// The topic and passage that go with the emergency numbers in a crisis. Needs no database.
///
/// A person hurt by others always gets the message of `refuge`: words on forgiveness or anger would hurt them again.
pub fn crisis_guidance<'a>(ctx: &'a Ctx, query: &GuidanceQuery, danger: Danger) -> Option<Guidance<'a>> {
    let (topic, related) = if danger.is_done_by_others {
        (&ctx.content.refuge, related_to(ctx, &ctx.content.refuge, Vec::new()))
    } else {
        let matched = find_topic(ctx, query).ok()?;
        (matched.topic, matched.related)
    };
    let passage = choose_passage(ctx, topic, embedding_of(ctx, query).as_deref(), 0);
    Some(Guidance {
        topic,
        passage: &topic.passages[passage].passage,
        related,
        testimonies: Vec::new(),
        sources: Vec::new(),
    })
}

struct Matched<'a> {
    topic: &'a Topic,
    /// Whether the score is high enough to quote documents on this topic.
    may_quote: bool,
    related: Vec<&'a Topic>,
}

fn find_topic<'a>(ctx: &'a Ctx, query: &GuidanceQuery) -> Result<Matched<'a>> {
    let unknown = || Error::InvalidFields(Fields::one("topicId", "Please choose one of the topics."));
    let (topic, may_quote, runners_up) = match query {
        GuidanceQuery::Topic(slug) => (topic_by_slug(ctx, slug).ok_or_else(unknown)?, true, Vec::new()),
        GuidanceQuery::Struggle(StruggleText(words)) => {
            let ranked_topics = ctx.care.understand(words.reveal());
            let may_quote = ranked_topics
                .first()
                .is_some_and(|ranked| ranked.score >= MIN_SCORE_TO_QUOTE);
            let mut topics = ranked_topics
                .iter()
                .filter_map(|ranked| topic_by_slug(ctx, ranked.slug));
            let first = topics.next().unwrap_or(&ctx.content.comfort);
            (first, may_quote, topics.take(2).collect())
        }
    };
    Ok(Matched {
        topic,
        may_quote,
        related: related_to(ctx, topic, runners_up),
    })
}

fn topic_by_slug<'a>(ctx: &'a Ctx, slug: &str) -> Option<&'a Topic> {
    ctx.content.topics.iter().find(|topic| topic.slug == slug)
}

/// The related topics of a topic, after the runners-up of classification.
fn related_to<'a>(ctx: &'a Ctx, topic: &Topic, runners_up: Vec<&'a Topic>) -> Vec<&'a Topic> {
    let near = topic.related.iter().filter_map(|slug| topic_by_slug(ctx, slug));
    let mut related: Vec<&Topic> = Vec::new();
    for other in runners_up.into_iter().chain(near) {
        if other.slug != topic.slug && related.iter().all(|known| known.slug != other.slug) {
            related.push(other);
        }
    }
    related.truncate(MAX_RELATED);
    related
}

/// The embedding of the user's words; none for a chosen topic.
fn embedding_of(ctx: &Ctx, query: &GuidanceQuery) -> Option<Vec<f32>> {
    match query {
        GuidanceQuery::Struggle(StruggleText(words)) => Some(ctx.care.vectors.embed(words.reveal())),
        GuidanceQuery::Topic(_) => None,
    }
}

/// The index of the best passage. Each further request of the day takes the next one.
fn choose_passage(ctx: &Ctx, topic: &Topic, embedding: Option<&[f32]>, nth: usize) -> usize {
    let order: Vec<usize> = match embedding {
        Some(embedding) if topic.slug != COMFORT => {
            care::passage::rank(&topic.embeddings(&ctx.care.vectors).fits, embedding)
        }
        Some(_) | None => (0..topic.passages.len()).collect(),
    };
    order.get(nth % order.len().max(1)).copied().unwrap_or(0)
}

/// Quotable passages from teaching documents that match.
fn quotes_for(
    ctx: &Ctx,
    &Matched { topic, may_quote, .. }: &Matched<'_>,
    chosen: usize,
    query: &GuidanceQuery,
    embedding: Option<&[f32]>,
) -> Vec<Hit> {
    if !may_quote {
        return Vec::new();
    }
    let (words, embedding) = match query {
        GuidanceQuery::Struggle(StruggleText(words)) => (words.reveal(), embedding.unwrap_or_default()),
        GuidanceQuery::Topic(_) => (
            topic.passages[chosen].fits.as_str(),
            topic.embeddings(&ctx.care.vectors).fits[chosen].as_slice(),
        ),
    };
    ctx.search.quotes(QuoteQuery {
        words,
        embedding,
        topic,
    })
}
