//! What an answer takes up of the words themselves: one sentence of the writer's own, and replies to a question or a
//! boundary that they state outright.
//!
//! Invariant: a sentence is quoted word for word and holds nothing that redaction would hide. The server
//! sends it back in the answer alone, and stores it nowhere.

use care::readings::{PLAIN_ADVICE, Readings, Role, telling};
use care::redact::redact;

use super::Corpus;
use crate::content::REFUGE;

/// How many sentences are tried for one that may be quoted.
const TRIED: usize = 3;

/// A paragraph around the sentence that tells most; none if no sentence may be quoted. What somebody did to others is not
/// held up to them.
pub(super) fn told(corpus: Corpus<'_>, topic: &str, words: &str, read: &Readings) -> Option<String> {
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
