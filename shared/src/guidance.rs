//! Guidance: turns a struggle in the user's own words, or a chosen topic, into a message, a passage and testimonies.
//!
//! Invariant: retrieval only. People wrote every shown word beforehand. The same input gives the same answer, whatever
//! was asked before, unless the caller says what it has shown. A failure of search or of testimonies never fails guidance.

mod answer;
mod asked;
mod letter;
mod matching;
mod testimonies;

pub use answer::{Form, Guidance};
pub use letter::Letter;
pub use matching::Corpus;
use matching::{Matched, choose_passage, find_topic, related_to};
use testimonies::Match;
pub use testimonies::{PublishedTestimony, TestimonyCache};

use std::borrow::Cow;

use care::readings::{Time, readings};
use time::OffsetDateTime;

use crate::confided::Confided;
use crate::content::{COMFORT, Passage, Reference, TopicPassage, Translation};
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::screening::{Care, Danger, Reading};
use crate::search::{Hit, QuoteQuery};
use crate::usage::{Caller, Granted, Usage};

/// The maximum length of a struggle, in characters.
pub const MAX_STRUGGLE_LEN: usize = 2_000;

/// The topic whose chips ask about faith.
const DOUBT: &str = "doubt";
const MISSING_INPUT: &str = "Please describe your struggle or select a topic.";
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

/// What the caller's browser has shown before, so that nobody gets the same twice.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// Passages.
    pub passages: Vec<Reference>,
    /// The ids of situations and topics whose letters were shown.
    pub letters: Vec<String>,
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

impl GuidanceQuery {
    /// The user's own words, if it has any.
    fn words(&self) -> Option<&str> {
        match self {
            Self::Struggle(StruggleText(words)) => Some(words.reveal()),
            Self::Topic(_) => None,
        }
    }
}

/// Counts the request and answers it; a request for a passage of the Bible is answered uncounted. `second` is the second
/// reading of the words, if there is one.
///
/// # Errors
/// `TooMany` at the limit; `InvalidFields` for an unknown topic.
pub async fn ask<'a>(
    ctx: &'a Ctx,
    caller: &Caller,
    query: &GuidanceQuery,
    shown: &Shown,
    second: Option<&Reading>,
    now: OffsetDateTime,
) -> Result<(Guidance<'a>, Option<Usage>)> {
    let corpus = Corpus::from(ctx);
    if let Some(guidance) = asked_passage(corpus, query) {
        return Ok((guidance, None));
    }
    let matched = find_topic(corpus, query, second, shown)?.without_numbers();
    if let Some(guidance) = asked_and_nothing_understood(corpus, query, &matched) {
        return Ok((guidance, None));
    }
    let Granted { usage, edition } = ctx.counter.take(&ctx.db, caller, now).await?;
    let mut guidance = answer(corpus, query, &matched, shown);
    guidance.unread_language = query.words().and_then(|words| ctx.content.unread(words));
    let embedding = embedding_of(corpus.care, query);
    guidance.sources = quotes_for(ctx, &matched, &guidance, query, embedding.as_deref());
    let wanted = Match {
        topic: matched.topic.slug.clone(),
        situation: matched.situation.map(|situation| situation.slug.clone()),
    };
    let (reader, embedding) = (caller.owner, embedding.as_deref());
    guidance.testimonies = testimonies::matching(ctx, &wanted, reader, edition, embedding).await;
    Ok((guidance, Some(usage)))
}

/// The answer to a query, without testimonies and quotations, which need a database and an index.
///
/// # Errors
/// `InvalidFields` for an unknown topic.
pub fn preview<'a>(
    corpus: Corpus<'a>,
    query: &GuidanceQuery,
    shown: &Shown,
    second: Option<&Reading>,
) -> Result<Guidance<'a>> {
    if let Some(guidance) = asked_passage(corpus, query) {
        return Ok(guidance);
    }
    let matched = find_topic(corpus, query, second, shown)?.without_numbers();
    if let Some(guidance) = asked_and_nothing_understood(corpus, query, &matched) {
        return Ok(guidance);
    }
    Ok(answer(corpus, query, &matched, shown))
}

/// The passage that the words ask for, if they ask for nothing else.
fn asked_passage<'a>(corpus: Corpus<'a>, query: &GuidanceQuery) -> Option<Guidance<'a>> {
    let passage = asked::passage(&corpus.content.scripture, query.words()?)?;
    Some(only_asked(corpus, passage))
}

/// The passage that a sentence asks for, if the other words tell of nothing that we understand.
fn asked_and_nothing_understood<'a>(
    corpus: Corpus<'a>,
    query: &GuidanceQuery,
    matched: &Matched<'a>,
) -> Option<Guidance<'a>> {
    if matched.situation.is_some() || matched.topic.slug != COMFORT {
        return None;
    }
    let passage = asked::passage_within(&corpus.content.scripture, query.words()?)?;
    Some(only_asked(corpus, passage))
}

fn only_asked(corpus: Corpus<'_>, passage: Passage) -> Guidance<'_> {
    let topic = &corpus.content.comfort;
    Guidance {
        topic,
        letter: None,
        preface: None,
        lines: Vec::new(),
        is_years_ago: false,
        passage: Cow::Owned(passage),
        translation: Translation::Web,
        form: Form::Asked,
        alternatives: Vec::new(),
        also_about: None,
        related: related_to(corpus, topic, Vec::new()),
        testimonies: Vec::new(),
        sources: Vec::new(),
        unread_language: None,
    }
}

fn answer<'a>(corpus: Corpus<'a>, query: &GuidanceQuery, matched: &Matched<'a>, shown: &Shown) -> Guidance<'a> {
    let read = query.words().map(readings).unwrap_or_default();
    let lines = &corpus.content.lines;
    // Who wants a verse alone gets the one of the likeliest letter, and that letter by a tap.
    let only = read.wishes.only_passage.then_some(lines.only_passage.as_str());
    let likely = only.and_then(|_| matched.likely());
    let situation = matched.situation.or(likely);
    let mut letter = situation.map(|situation| letter::write(corpus.care, situation, query.words(), &shown.passages));
    let asked = query
        .words()
        .and_then(|words| asked::passage_within(&corpus.content.scripture, words));
    let passage = match (asked, &letter) {
        (Some(asked), _) => {
            if let Some(letter) = &mut letter {
                letter.bridge = &lines.asked_for;
            }
            Cow::Owned(asked)
        }
        (None, Some(letter)) => Cow::Borrowed(letter.passage),
        (None, None) => {
            let embedding = embedding_of(corpus.care, query);
            let chosen = choose_passage(corpus, matched.topic, embedding.as_deref(), &shown.passages);
            Cow::Borrowed(&matched.topic.passages[chosen].passage)
        }
    };
    let mut alternatives = matched.alternatives.clone();
    if read.wishes.without_faith {
        alternatives.retain(|situation| situation.topic != DOUBT);
    }
    let is_alone = only.is_some();
    if let (true, Some(situation)) = (is_alone, situation) {
        alternatives.retain(|other| other.slug != situation.slug);
        alternatives.insert(0, situation);
    }
    let letter = letter.filter(|_| !is_alone);
    Guidance {
        topic: matched.topic,
        preface: letter::preface(lines, &read).filter(|_| letter.is_none()),
        is_years_ago: letter.is_none() && read.time == Some(Time::Years),
        lines: letter::lines(lines, &read, letter.is_some()),
        letter,
        passage,
        translation: Translation::Web,
        form: only.map_or(Form::Letter, Form::PassageAlone),
        alternatives,
        also_about: matched.also_about,
        related: matched.related.clone(),
        testimonies: Vec::new(),
        sources: Vec::new(),
        unread_language: None,
    }
}

/// A letter by the id of its situation or topic, without words and uncounted. `wanted` is the passage that it had before,
/// for a browser that shows it again.
///
/// # Errors
/// `NotFound` if there is no such situation or topic.
pub fn letter_by_id<'a>(
    corpus: Corpus<'a>,
    id: &str,
    shown: &Shown,
    wanted: Option<&Reference>,
) -> Result<Guidance<'a>> {
    let situation = corpus.content.situation(id);
    let slug = situation.map_or(id, |situation| &situation.topic);
    let topic = corpus.content.topic(slug).ok_or(Error::NotFound)?;
    let matched = Matched::of(corpus, topic, situation);
    let query = GuidanceQuery::Topic(topic.slug.clone());
    let mut guidance = answer(corpus, &query, &matched, shown);
    if let Some(wanted) = wanted {
        guidance.show_again(wanted);
    }
    Ok(guidance)
}

/// The topic and passage that go with the emergency numbers in a crisis. Needs no database.
pub fn crisis_guidance<'a>(
    ctx: &'a Ctx,
    query: &GuidanceQuery,
    danger: Danger,
    second: Option<&Reading>,
) -> Option<Guidance<'a>> {
    let corpus = Corpus::from(ctx);
    let told = find_topic(corpus, query, second, &Shown::default());
    let matched = match told {
        Ok(matched) => matched,
        Err(_) if danger.is_done_by_others => Matched::of(corpus, &corpus.content.refuge, None),
        Err(_) => return None,
    };
    let matched = matched.beside_numbers(corpus, danger);
    Some(answer(corpus, query, &matched, &Shown::default()))
}

/// The slug of the situation that a text tells of clearly.
pub fn clearly_told(corpus: Corpus<'_>, text: &str, second: Option<&Reading>) -> Option<String> {
    let topics = corpus.care.understand(text, second);
    let (situation, _) = matching::told(&matching::ranked(corpus, text, &topics, second), &topics)?;
    Some(situation.slug.clone())
}

/// The embedding of the user's words; none for a chosen topic.
fn embedding_of(care: &Care, query: &GuidanceQuery) -> Option<Vec<f32>> {
    match query {
        GuidanceQuery::Struggle(StruggleText(words)) => Some(care.vectors.embed(words.reveal())),
        GuidanceQuery::Topic(_) => None,
    }
}

/// Quotable passages from teaching documents that match.
fn quotes_for(
    ctx: &Ctx,
    &Matched { topic, may_quote, .. }: &Matched<'_>,
    guidance: &Guidance<'_>,
    query: &GuidanceQuery,
    embedding: Option<&[f32]>,
) -> Vec<Hit> {
    if !may_quote {
        return Vec::new();
    }
    if let (Some(words), Some(embedding)) = (query.words(), embedding) {
        return ctx.search.quotes(QuoteQuery {
            words,
            embedding,
            topic,
        });
    }
    let is_shown = |passage: &TopicPassage| passage.passage.reference == guidance.passage.reference;
    let Some(chosen) = topic.passages.iter().position(is_shown) else {
        return Vec::new();
    };
    ctx.search.quotes(QuoteQuery {
        words: topic.passages[chosen].fits.as_str(),
        embedding: topic.embeddings(&ctx.care.vectors).fits[chosen].as_slice(),
        topic,
    })
}
