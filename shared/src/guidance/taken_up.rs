//! What an answer takes up of the words themselves: one sentence of the writer's own, one that tells of something else
//! beside, the day of something to come, and replies to a question or a boundary that they state outright.
//!
//! Invariant: a sentence is quoted word for word and holds nothing that redaction would hide. The server
//! sends it back in the answer alone, and stores it nowhere.

use care::readings::{PLAIN_ADVICE, Readings, Role, quotable, telling};
use care::redact::redact;

use super::matching::Matched;
use super::{Corpus, Letter};
use crate::content::{COMFORT, REFUGE, Situation};

/// How many sentences are tried for one that may be quoted.
const TRIED: usize = 3;
/// Fewer words tell too little for a letter of their own.
const MIN_WORDS_OF_TELLING: usize = 8;
/// Situations whose letters are about a day to come.
const OF_A_DAY: [&str; 4] = [
    "a-day-that-is-coming",
    "exam-stress",
    "operation-or-court-tomorrow",
    "waiting-for-results",
];
/// From this score on a sentence tells of its first topic alone.
const MIN_SCORE_OF_A_SENTENCE: f32 = 0.6;
/// Topics too near to each other to be two troubles.
const NEAR: [[&str; 2]; 11] = [
    ["breakup-divorce", "marriage"],
    ["envy", "work"],
    ["family-conflict", "marriage"],
    ["family-conflict", "parenting"],
    ["fear", "waiting"],
    ["finances", "work"],
    ["grief", "illness"],
    ["illness", "waiting"],
    ["purpose", "work"],
    ["temptation", "marriage"],
    ["temptation", "work"],
];

/// The writer's own words above and below an answer. None where help stands beside it, and where nothing may be left on a
/// device that others use; none above where an opening echoes them already.
pub(super) fn own_words(
    corpus: Corpus<'_>,
    words: Option<&str>,
    matched: &Matched<'_>,
    letter: Option<&Letter<'_>>,
) -> (Option<String>, Option<String>) {
    let is_discreet = letter.is_some_and(|letter| letter.situation.discreet);
    let Some(words) = words.filter(|_| !matched.is_beside_numbers && !is_discreet) else {
        return (None, None);
    };
    let told = if letter.is_some_and(|letter| letter.echoes) {
        None
    } else {
        told(corpus, &matched.topic.slug, words, &matched.read)
    };
    let besides = besides(corpus, matched, words, told.as_deref());
    (told, besides)
}

/// A paragraph around the sentence that tells most; none if no sentence may be quoted. What somebody did to others is not
/// held up to them.
fn told(corpus: Corpus<'_>, topic: &str, words: &str, read: &Readings) -> Option<String> {
    let lines = &corpus.letters.lines.told;
    if read.role == Some(Role::Did) || topic == REFUGE || lines.is_empty() {
        return None;
    }
    let is_anonymous = |sentence: &&str| redact(&corpus.care.dictionaries, sentence, &[]).spans.is_empty();
    let sentence = telling(words, read.language)
        .into_iter()
        .take(TRIED)
        .find(is_anonymous)?;
    // Not always the same words around it, and always the same for the same text.
    Some(lines[words.len() % lines.len()].replace("{words}", sentence))
}

/// A paragraph around a sentence that tells of another trouble than the answer; none if there is none, or if
/// `told` quotes it already. What somebody did to others is not held up to them.
fn besides(corpus: Corpus<'_>, matched: &Matched<'_>, words: &str, told: Option<&str>) -> Option<String> {
    let (read, answered) = (&matched.read, matched.topic.slug.as_str());
    if read.role == Some(Role::Did) || [REFUGE, COMFORT].contains(&answered) {
        return None;
    }
    // Who has no money is told of it in a line of its own, or by the step.
    let is_said = |topic: &str| topic == "finances" && read.is_poor;
    let is_another = |topic: &str| {
        let is_near = |pair: &[&str; 2]| pair.contains(&topic) && pair.contains(&answered);
        topic != answered && !is_said(topic) && !NEAR.iter().any(is_near) && matched.told_topics.contains(&topic)
    };
    quotable(words, read.language).find_map(|sentence| {
        let topics = corpus.care.understand(sentence, corpus.locale(), None);
        let first = topics.first().filter(|first| first.score >= MIN_SCORE_OF_A_SENTENCE)?;
        let line = corpus
            .letters
            .lines
            .besides
            .get(first.slug)
            .filter(|_| is_another(first.slug))?;
        let is_taken = told.is_some_and(|paragraph| paragraph.contains(sentence));
        let is_anonymous = || redact(&corpus.care.dictionaries, sentence, &[]).spans.is_empty();
        (!is_taken && is_anonymous()).then(|| line.replace("{words}", sentence))
    })
}

/// A paragraph for somebody who has to be ready for something on a day to come. None where help stands beside the answer: a
/// day may mean something else there; none where the letter is about such a day itself.
pub(super) fn soon(corpus: Corpus<'_>, matched: &Matched<'_>) -> Option<String> {
    let is_of_a_day = |situation: &Situation| OF_A_DAY.contains(&situation.slug.as_str());
    let is_wanted = !matched.is_beside_numbers
        && ![REFUGE, COMFORT].contains(&matched.topic.slug.as_str())
        && !matched.situation.is_some_and(is_of_a_day);
    let day = matched.read.soon_in_words().filter(|_| is_wanted)?;
    Some(corpus.letters.lines.soon.replace("{day}", &day))
}

/// A paragraph for somebody whose words told it and were not understood; none for a few words, and for a question.
pub(super) fn not_matched<'a>(corpus: Corpus<'a>, matched: &Matched<'_>, words: Option<&str>) -> Option<&'a str> {
    let is_told = words.is_some_and(|words| words.split_whitespace().count() >= MIN_WORDS_OF_TELLING);
    let is_understood = matched.situation.is_some() || matched.topic.slug != COMFORT;
    let wishes = &matched.read.wishes;
    let asks = matched.read.question.is_some() || wishes.prayer || wishes.only_passage || wishes.without_faith;
    (is_told && !is_understood && !asks && !matched.read.is_thanks).then_some(corpus.letters.lines.not_matched.as_str())
}

/// The replies to what the words state outright: to one boundary and to one question. `answered` are the kinds that the
/// letter itself speaks of. A letter with a step says what to do by it.
pub(super) fn replies<'a>(
    corpus: Corpus<'a>,
    topic: &str,
    answered: &[String],
    read: &Readings,
    has_step: bool,
) -> Vec<&'a str> {
    let reply = |kind: &&'static str| {
        let is_answered = answered.iter().any(|answered| answered == kind) || has_step && *kind == PLAIN_ADVICE;
        let reply = corpus.letters.replies.get(*kind).filter(|_| !is_answered)?;
        reply.in_topic(topic)
    };
    let boundary = read.stated.boundaries.iter().find_map(reply);
    let question = read.stated.question.as_ref().and_then(reply);
    boundary.into_iter().chain(question).collect()
}
