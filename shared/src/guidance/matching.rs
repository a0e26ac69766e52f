//! Matching: which topic and situation the words tell of.
//!
//! Invariant: a situation is shown only if it is clearly told. Otherwise the topic's own letter comes, and the person
//! chooses among situations.

use care::crisis::Category;
use care::readings::{Question, Readings, readings};

use super::asked::{self, Asked};
use super::clearly_told::clearly_told;
use super::described;
use super::fitting::{PARENTING, candidates, is_a_child};
use super::offered::{alternatives_to, related_to};
use super::{GuidanceQuery, Shown, StruggleText};
use crate::content::{COMFORT, Content, Letters, Scripture, Situation, Topic, WithNumbers};
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::locale::Locale;
use crate::screening::{Care, Danger, Reading};

/// The slug of the situation that answers questions of rules and rights.
const RIGHTS: &str = "rules-and-rights";
/// The slug of the situation for those who lost somebody to suicide.
const LOST_TO_SUICIDE: &str = "lost-to-suicide";
/// The topic of those who have lost somebody.
const GRIEF: &str = "grief";
/// The slug of the situation for thanks and joy.
const THANKS: &str = "thanks-and-joy";
/// The score of a situation that is named without the model.
const NAMED: f32 = 0.27;
/// From this severity a danger is stated plainly.
const PLAIN_STATEMENT: u8 = 3;
/// Where the topic is known: the share that the first of its situations must have of the scores of all of them.
const MOST: f32 = 0.6;
/// The least score of a situation that is likely, if not told clearly.
const MIN_LIKELY: f32 = 0.1;
/// The topic of one's own anger.
const ANGER: &str = "anger";
/// Of how many topics a text may tell.
const TOLD_TOPICS: usize = 3;
/// Topics whose letters would hurt somebody again who is being hurt by others.
const HURTING_TOPICS: [&str; 2] = ["forgiveness", "anger"];
/// From this share of the first situation's score on, another topic's situation is a second door.
const SECOND_DOOR: f32 = 0.5;
/// The least score of a second door.
const MIN_SECOND_DOOR: f32 = 0.1;
/// The most words of a text that asks for a prayer and tells nothing.
const MAX_WORDS_OF_A_PLEA: usize = 5;
/// From this number of words on the models see joy by themselves. In fewer, *The letter from immigration came* is as much
/// like good news as bad, and must be said.
const MIN_WORDS_OF_JOY: usize = 8;
/// The least score of the first topic for which guidance quotes documents.
const MIN_SCORE_TO_QUOTE: f32 = 0.5;

/// What answers are made of: the content, and the models that choose from it.
#[derive(Clone, Copy)]
pub struct Corpus<'a> {
    /// The content.
    pub(super) content: &'a Content,
    /// The letters in the language of the answer.
    pub(super) letters: &'a Letters,
    /// The models.
    pub(super) care: &'a Care,
}

impl<'a> Corpus<'a> {
    /// Of this content and these models, with letters in English.
    pub const fn new(content: &'a Content, care: &'a Care) -> Self {
        Self {
            letters: content.letters(Locale::English),
            content,
            care,
        }
    }

    /// The same with letters in another language.
    #[must_use]
    pub const fn in_language(self, locale: Locale) -> Self {
        Self {
            letters: self.content.letters(locale),
            ..self
        }
    }

    pub(super) const fn locale(self) -> Locale {
        self.letters.locale
    }

    /// The Bible of readers of its language. It is read from its file when it is first asked for.
    pub(super) fn scripture(self) -> &'a Scripture {
        self.content.usual(self.locale()).0
    }
}

impl<'a> From<&'a Ctx> for Corpus<'a> {
    fn from(ctx: &'a Ctx) -> Self {
        Self::new(&ctx.content, &ctx.care)
    }
}

pub(super) struct Matched<'a> {
    /// What the words say of their writer, and ask of the answer.
    pub read: Readings,
    /// The passage that one sentence asks for.
    pub asked: Option<Asked>,
    /// Whether the numbers stand beside the answer.
    pub is_beside_numbers: bool,
    pub topic: &'a Topic,
    /// The situation, if the words tell of one clearly.
    pub situation: Option<&'a Situation>,
    pub alternatives: Vec<&'a Situation>,
    pub also_about: Option<&'a Situation>,
    /// All situations with their scores, the clearest first; none for a chosen topic.
    pub ranked: Vec<(&'a Situation, f32)>,
    /// Whether the score is high enough to quote documents on this topic.
    pub may_quote: bool,
    pub related: Vec<&'a Topic>,
    /// The slugs of the topics of which the words tell most, the clearest first.
    pub told_topics: Vec<&'a str>,
}

impl<'a> Matched<'a> {
    /// A chosen topic or situation.
    pub(super) fn of(corpus: Corpus<'a>, topic: &'a Topic, situation: Option<&'a Situation>) -> Self {
        Self {
            read: Readings::default(),
            asked: None,
            is_beside_numbers: false,
            topic,
            situation,
            alternatives: alternatives_to(corpus, topic, situation, Vec::new()),
            also_about: None,
            ranked: Vec::new(),
            may_quote: false,
            related: related_to(corpus, topic, Vec::new()),
            told_topics: Vec::new(),
        }
    }

    /// The same where no numbers are shown: no letter that may only stand behind them.
    pub(super) fn without_numbers(mut self) -> Self {
        self.situation = self
            .situation
            .filter(|situation| situation.with_numbers != WithNumbers::Only);
        self
    }

    /// The situation that is likeliest, told clearly or not.
    pub(super) fn likely(&self) -> Option<&'a Situation> {
        let (first, score) = self.ranked.first()?;
        (*score >= MIN_LIKELY && first.with_numbers != WithNumbers::Only).then_some(*first)
    }

    /// The same beside the numbers: a letter that was written for there or bears with it, or else the topic's own, which
    /// says where help is; never one about an exam, and never a verse alone. People who are hurt by others get a letter of
    /// `refuge`, or one that knows of it: words on forgiveness or anger would hurt them again.
    pub(super) fn beside_numbers(mut self, corpus: Corpus<'a>, danger: Danger) -> Self {
        self.read.wishes.only_passage = false;
        self.is_beside_numbers = true;
        let is_own_life = danger.category.is_some_and(Category::is_own_life);
        let bears_with_it = danger.severity < PLAIN_STATEMENT || !is_own_life;
        let may_stand = |situation: &&Situation| match situation.with_numbers {
            WithNumbers::Only => true,
            WithNumbers::Also => bears_with_it,
            WithNumbers::Never => false,
        };
        if !danger.is_done_by_others {
            return Self {
                situation: self.situation.filter(may_stand),
                ..self
            };
        }
        let refuge = &corpus.letters.refuge;
        let is_of_refuge = |situation: &&Situation| situation.topic == refuge.slug;
        let of_refuge = self.ranked.iter().filter(|(situation, _)| is_of_refuge(situation));
        let of_refuge: Vec<(&Situation, f32)> = of_refuge.copied().collect();
        let knows_of_it = |situation: &&Situation| {
            is_of_refuge(situation) || may_stand(situation) && !HURTING_TOPICS.contains(&situation.topic.as_str())
        };
        let situation = self.situation.filter(knows_of_it).or_else(|| within(&of_refuge));
        let topic = situation.and_then(|situation| corpus.letters.topic(&situation.topic));
        let likely = of_refuge.iter().map(|(situation, _)| *situation).collect();
        Self {
            read: self.read,
            asked: self.asked,
            is_beside_numbers: true,
            alternatives: alternatives_to(corpus, topic.unwrap_or(refuge), situation, likely),
            ..Self::of(corpus, topic.unwrap_or(refuge), situation)
        }
    }
}

/// The first of the situations of a topic that is known to be right, if it holds most of what they have together.
fn within<'a>(of_topic: &[(&'a Situation, f32)]) -> Option<&'a Situation> {
    let (first, score) = of_topic.first()?;
    let total: f32 = of_topic.iter().map(|(_, score)| score).sum();
    (*score >= MOST * total).then_some(*first)
}

/// Matches a query.
///
/// # Errors
/// `InvalidFields` for an unknown topic.
pub(super) fn find_topic<'a>(
    corpus: Corpus<'a>,
    query: &GuidanceQuery,
    second: Option<&Reading>,
    shown: &Shown,
) -> Result<Matched<'a>> {
    match query {
        GuidanceQuery::Topic(slug) => {
            let unknown = || Error::InvalidFields(Fields::one("topicId", "Please choose one of the topics."));
            let topic = topic_by_slug(corpus, slug).ok_or_else(unknown)?;
            Ok(Matched {
                may_quote: true,
                ..Matched::of(corpus, topic, None)
            })
        }
        GuidanceQuery::Struggle(StruggleText(words)) => Ok(find_by_words(corpus, words.reveal(), second, shown)),
    }
}

fn find_by_words<'a>(corpus: Corpus<'a>, words: &str, second: Option<&Reading>, shown: &Shown) -> Matched<'a> {
    let mut read = readings(words, corpus.locale().language());
    let mut ranked_topics = corpus.care.understand(words, corpus.locale(), second);
    if read.wishes.prayer && words.split_whitespace().count() <= MAX_WORDS_OF_A_PLEA {
        // A bare plea for a prayer names no topic, whatever a word of it sounds like.
        ranked_topics.retain(|ranked| ranked.score >= MIN_SCORE_TO_QUOTE);
    }
    if read.is_done_to_me && ranked_topics.len() > 1 && ranked_topics[0].slug == ANGER {
        // The anger of others is no anger of one's own.
        ranked_topics.swap(0, 1);
    }
    let may_quote = ranked_topics
        .first()
        .is_some_and(|ranked| ranked.score >= MIN_SCORE_TO_QUOTE);
    let (ranked, named_in) = candidates(corpus, words, &ranked_topics, second, &read);
    let may_be_joy = read.is_thanks || words.split_whitespace().count() >= MIN_WORDS_OF_JOY;
    let clearly = clearly_told(&ranked, &ranked_topics, words, &named_in, corpus.locale())
        .filter(|(situation, _)| situation.slug != THANKS || may_be_joy)
        // A question about where a verse stands tells of no trouble, whatever the verse is about.
        .filter(|_| read.question != Some(Question::Text));
    if read.question.is_none() && clearly.is_none() && described::asks_for_a_place_alone(words) {
        read.question = Some(Question::Text);
    }
    // In so many words it is not left to the models: words about an old quarrel would wound there.
    let is_of_grief = clearly.is_none_or(|(situation, _)| situation.topic == GRIEF);
    let told = named(corpus, LOST_TO_SUICIDE, read.is_lost_to_suicide && is_of_grief)
        .or_else(|| clearly.filter(|(situation, _)| read.is_thanks && situation.topic == COMFORT))
        .or_else(|| named(corpus, THANKS, read.is_thanks))
        .or(clearly)
        .or_else(|| named(corpus, RIGHTS, read.question == Some(Question::Rights)));
    let situation = told.and_then(|told| not_shown(&ranked, told, &shown.letters));
    let also_about = told.and_then(|told| {
        let is_other = |other: &&Situation| {
            other.topic != told.0.topic && situation.is_none_or(|situation| situation.slug != other.slug)
        };
        also_told(&ranked, told).find(is_other)
    });
    let mut topics = ranked_topics
        .iter()
        .filter(|ranked| !(ranked.slug == PARENTING && is_a_child(&read)))
        .filter_map(|ranked| topic_by_slug(corpus, ranked.slug));
    let (topic, runners_up): (&Topic, Vec<&Topic>) = match situation
        .or(told.map(|(told, _)| told))
        .and_then(|told| corpus.letters.topic(&told.topic))
    {
        Some(topic) => (topic, topics.take(2).collect()),
        None => (
            topics.next().unwrap_or(&corpus.letters.comfort),
            topics.take(2).collect(),
        ),
    };
    let is_near = |slug: &str| ranked_topics.iter().take(2).any(|ranked| ranked.slug == slug);
    // A situation may be likely although its topic is not.
    let is_likely = |(situation, score): &&(&Situation, f32)| {
        is_near(&situation.topic) || *score >= MIN_LIKELY && situation.topic != COMFORT
    };
    let likely = ranked.iter().filter(is_likely).map(|(situation, _)| *situation);
    let question = read.question;
    Matched {
        read,
        asked: asked::within(corpus, words, question),
        is_beside_numbers: false,
        topic,
        situation,
        alternatives: alternatives_to(corpus, topic, situation, likely.collect()),
        also_about,
        ranked,
        may_quote,
        related: related_to(corpus, topic, runners_up),
        told_topics: ranked_topics
            .iter()
            .take(TOLD_TOPICS)
            .map(|ranked| ranked.slug)
            .collect(),
    }
}

/// A situation that the words name without the model: thanks, a loss to suicide, or a question of rights, whose letter
/// says who knows.
fn named<'a>(corpus: Corpus<'a>, slug: &str, is_named: bool) -> Option<(&'a Situation, f32)> {
    let situation = is_named.then(|| corpus.letters.situation(slug)).flatten()?;
    Some((situation, NAMED))
}

/// The other situations that a text tells of nearly as clearly as of the first.
fn also_told<'a>(
    ranked: &[(&'a Situation, f32)],
    (_, score): (&Situation, f32),
) -> impl Iterator<Item = &'a Situation> {
    let least = MIN_SECOND_DOOR.max(score * SECOND_DOOR);
    let others = ranked.iter().skip(1);
    others
        .filter(move |(other, second)| other.with_numbers != WithNumbers::Only && *second >= least)
        .map(|(other, _)| *other)
}

/// The situation whose letter comes: the one that is told, or if its letter was shown another one that is told as well,
/// then none for the letter of the topic; when all were shown, the first again.
fn not_shown<'a>(
    ranked: &[(&'a Situation, f32)],
    told: (&'a Situation, f32),
    shown: &[String],
) -> Option<&'a Situation> {
    let is_new = |slug: &String| !shown.contains(slug);
    let (first, _) = told;
    let mut in_order = std::iter::once(first).chain(also_told(ranked, told));
    match in_order.find(|situation| is_new(&situation.slug)) {
        None if is_new(&first.topic) => None,
        next => next.or(Some(first)),
    }
}

pub(super) fn topic_by_slug<'a>(corpus: Corpus<'a>, slug: &str) -> Option<&'a Topic> {
    corpus.letters.topics.iter().find(|topic| topic.slug == slug)
}
