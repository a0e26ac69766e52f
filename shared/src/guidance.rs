//! Guidance: turns a struggle in the user's own words, or a chosen topic, into a message, a passage and testimonies.
//!
//! Invariant: retrieval only. People wrote every shown word beforehand. The same input gives the same answer, whatever
//! was asked before, unless the caller says what it has shown. A failure of search or of testimonies never fails guidance.

mod answer;
mod asked;
mod clearly_told;
mod described;
mod fitting;
mod letter;
mod matching;
mod offered;
mod taken_up;
mod testimonies;

pub use answer::{Form, Guidance};
use asked::Asked;
pub use clearly_told::situation_of;
pub use letter::Letter;
pub use matching::Corpus;
use matching::{Matched, find_topic};
use offered::{choose_passage, related_to};
use testimonies::Match;
pub use testimonies::{PublishedTestimony, TestimonyCache};

use std::borrow::Cow;

use care::readings::{Question, Role, Time};
use time::OffsetDateTime;

use crate::confided::Confided;
use crate::content::{COMFORT, Reference, Situation, TopicPassage};
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::locale::Locale;
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

/// What the caller's browser tells of itself: its language, and what it has shown before, so that nobody gets the same
/// twice.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// Passages.
    pub passages: Vec<Reference>,
    /// The ids of situations and topics whose letters were shown.
    pub letters: Vec<String>,
    /// The language of an answer without words, or to words that could be in any.
    pub locale: Locale,
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

    /// The language in which it is answered.
    fn locale(&self, shown: &Shown) -> Locale {
        self.words()
            .map_or(shown.locale, |words| Locale::of_words(words, shown.locale))
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
    let corpus = Corpus::from(ctx).in_language(query.locale(shown));
    let matched = match find(corpus, query, shown, second)? {
        Found::Asked(asked) => return Ok((only_asked(corpus, asked), None)),
        Found::Matched(matched) => matched,
    };
    let Granted { usage, edition } = ctx.counter.take(&ctx.db, caller, now).await?;
    let mut guidance = answer(corpus, query, &matched, shown);
    guidance.unread_language = query.words().and_then(|words| ctx.content.unread(words));
    let embedding = embedding_of(corpus.care, query);
    guidance.sources = quotes_for(ctx, &matched, &guidance, query, embedding.as_deref());
    if corpus.locale() != Locale::English {
        // Teaching documents are in any language, and an answer is in one.
        let is_of_answer = |hit: &Hit| Locale::of_words(&hit.snippet.text, Locale::English) == corpus.locale();
        guidance.sources.retain(is_of_answer);
    }
    let wanted = Match {
        topic: matched.topic.slug.clone(),
        situation: matched.situation.map(|situation| situation.slug.clone()),
        locale: corpus.locale(),
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
    let corpus = corpus.in_language(query.locale(shown));
    Ok(match find(corpus, query, shown, second)? {
        Found::Asked(asked) => only_asked(corpus, asked),
        Found::Matched(matched) => answer(corpus, query, &matched, shown),
    })
}

/// What a query is answered with.
enum Found<'a> {
    /// A passage of the Bible that the words ask for, beside nothing else that we understand.
    Asked(Asked),
    /// A letter.
    Matched(Box<Matched<'a>>),
}

fn find<'a>(corpus: Corpus<'a>, query: &GuidanceQuery, shown: &Shown, second: Option<&Reading>) -> Result<Found<'a>> {
    let words = query.words();
    if let Some(asked) = words.and_then(|words| asked::alone(corpus, words)) {
        return Ok(Found::Asked(asked));
    }
    let mut matched = Box::new(find_topic(corpus, query, second, shown)?.without_numbers());
    // What is only asked of the Bible tells of no trouble, whatever a word of it sounds like.
    let is_about_the_bible = matches!(matched.read.question, Some(Question::Belief | Question::Text));
    let is_trouble = matched.situation.is_some() || matched.topic.slug != COMFORT && !is_about_the_bible;
    let is_understood = is_trouble && matched.asked.as_ref().is_some_and(|asked| !asked.is_all);
    let asked = matched.asked.take_if(|_| !is_understood);
    Ok(asked.map_or(Found::Matched(matched), Found::Asked))
}

fn only_asked(corpus: Corpus<'_>, asked: Asked) -> Guidance<'_> {
    let topic = &corpus.letters.comfort;
    let line = asked.line(&corpus.letters.lines);
    Guidance {
        locale: corpus.locale(),
        topic,
        letter: None,
        for_loved_ones: None,
        above: Vec::new(),
        lines: Vec::new(),
        is_years_ago: false,
        passage: Cow::Owned(asked.passage),
        translation: corpus.content.usual(corpus.locale()).1,
        form: Form::Asked(line),
        alternatives: Vec::new(),
        also_about: None,
        related: related_to(corpus, topic, Vec::new()),
        testimonies: Vec::new(),
        sources: Vec::new(),
        unread_language: None,
    }
}

fn answer<'a>(corpus: Corpus<'a>, query: &GuidanceQuery, matched: &Matched<'a>, shown: &Shown) -> Guidance<'a> {
    let (read, lines) = (&matched.read, &corpus.letters.lines);
    // A verse alone is that of the likeliest letter, which is a tap away.
    let wished = read.wishes.only_passage.then_some(lines.only_passage.as_str());
    let situation = matched.situation.or_else(|| wished.and_then(|_| matched.likely()));
    // A question about the text of the Bible is no trouble to write a letter about.
    let is_about_the_text = read.question == Some(Question::Text) && situation.is_none();
    let alone = wished.or_else(|| is_about_the_text.then_some(lines.about_the_text.as_str()));
    let topic = matched.topic;
    let answered = situation.map_or(&topic.answers, |situation| &situation.answers);
    let replies = if matched.is_beside_numbers {
        Vec::new()
    } else {
        taken_up::replies(corpus, &topic.slug, answered, read, situation.is_some())
    };
    let mut letter =
        situation.map(|situation| letter::write(corpus, situation, query.words(), read, &replies, &shown.passages));
    // Beside a trouble a saying is only quoted.
    let asked = matched.asked.as_ref().filter(|asked| !asked.is_only_near);
    let passage = match (asked, &mut letter) {
        (Some(asked), letter) => {
            if let Some(letter) = letter {
                letter.bridge = &lines.asked_for;
            }
            Cow::Owned(asked.passage.clone())
        }
        (None, Some(letter)) => Cow::Borrowed(letter.passage),
        (None, None) => {
            let embedding = embedding_of(corpus.care, query);
            let chosen = choose_passage(corpus, topic, embedding.as_deref(), &shown.passages);
            Cow::Borrowed(&topic.passages[chosen].passage)
        }
    };
    let letter = letter.filter(|_| alone.is_none());
    let (told, besides) = taken_up::own_words(corpus, query.words(), matched, letter.as_ref());
    let told = told.map(Cow::Owned);
    let not_matched = taken_up::not_matched(corpus, matched, query.words()).filter(|_| alone.is_none());
    let preface = letter::preface(lines, read);
    let replies = preface.map_or(replies, |preface| vec![preface]);
    let replies = replies.into_iter().filter(|_| letter.is_none()).map(Cow::Borrowed);
    let is_of_another = letter.is_none() && read.role == Some(Role::Loves);
    Guidance {
        locale: corpus.locale(),
        topic,
        for_loved_ones: topic.for_loved_ones.as_ref().filter(|_| is_of_another),
        above: told
            .into_iter()
            .chain(not_matched.map(Cow::Borrowed))
            .chain(replies)
            .collect(),
        is_years_ago: letter.is_none() && read.time == Some(Time::Years),
        lines: besides
            .into_iter()
            .chain(taken_up::soon(corpus, matched))
            .map(Cow::Owned)
            .chain(
                letter::lines(lines, read, letter.is_some())
                    .into_iter()
                    .map(Cow::Borrowed),
            )
            .collect(),
        letter,
        translation: match &passage {
            Cow::Borrowed(_) => corpus.letters.translation(),
            Cow::Owned(_) => corpus.content.usual(corpus.locale()).1,
        },
        passage,
        form: alone.map_or(Form::Letter, Form::PassageAlone),
        alternatives: if is_about_the_text {
            Vec::new()
        } else {
            offered(matched, situation.filter(|_| wished.is_some()))
        },
        also_about: matched.also_about,
        related: matched.related.clone(),
        testimonies: Vec::new(),
        sources: Vec::new(),
        unread_language: None,
    }
}

/// The situations offered below an answer: first the one whose letter is left out, and none on doubt for people who do
/// not want to be converted.
fn offered<'a>(matched: &Matched<'a>, left_out: Option<&'a Situation>) -> Vec<&'a Situation> {
    let is_welcome = |situation: &&&Situation| {
        let is_new = left_out.is_none_or(|left_out| left_out.slug != situation.slug);
        is_new && (situation.topic != DOUBT || !matched.read.wishes.without_faith)
    };
    let others = matched.alternatives.iter().filter(is_welcome);
    left_out.into_iter().chain(others.copied()).collect()
}

/// A letter by the id of its situation or topic, in the browser's language, without words and uncounted. `wanted` is the
/// passage that it had before, for a browser that shows it again.
///
/// # Errors
/// `NotFound` if there is no such situation or topic.
pub fn letter_by_id<'a>(
    corpus: Corpus<'a>,
    id: &str,
    shown: &Shown,
    wanted: Option<&Reference>,
) -> Result<Guidance<'a>> {
    let corpus = corpus.in_language(shown.locale);
    let situation = corpus.letters.situation(id);
    let slug = situation.map_or(id, |situation| &situation.topic);
    let topic = corpus.letters.topic(slug).ok_or(Error::NotFound)?;
    let matched = Matched::of(corpus, topic, situation);
    let query = GuidanceQuery::Topic(topic.slug.clone());
    let mut guidance = answer(corpus, &query, &matched, shown);
    if let Some(wanted) = wanted {
        guidance.show_again(wanted);
    }
    Ok(guidance)
}

/// The topic and passage that go with the emergency numbers in a crisis, in the language of the words, or in `locale` if
/// they could be in any. Needs no database.
pub fn crisis_guidance<'a>(
    ctx: &'a Ctx,
    query: &GuidanceQuery,
    danger: Danger,
    second: Option<&Reading>,
    locale: Locale,
) -> Option<Guidance<'a>> {
    let shown = Shown {
        locale,
        ..Shown::default()
    };
    let corpus = Corpus::from(ctx).in_language(query.locale(&shown));
    let matched = find_topic(corpus, query, second, &shown).ok()?;
    let matched = matched.beside_numbers(corpus, danger);
    Some(answer(corpus, query, &matched, &shown))
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
