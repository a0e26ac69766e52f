//! Reads `replies.toml`: what answers say to questions and boundaries that a text states outright.
//!
//! Invariant: a reply for every kind that `care::readings` finds, and for no other; the same ones in all languages.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Result, ensure};
use care::readings::{BOUNDARIES, QUESTIONS};
use shared::content::{Letters, Replies};
use shared::locale::Locale;

use super::toml_file;

/// The words of a reply.
const fn lengths(locale: Locale) -> RangeInclusive<usize> {
    match locale {
        Locale::English => 15..=55,
        Locale::Spanish => 15..=65,
    }
}

/// The replies of a language. `topics` are the slugs of all topics.
///
/// # Errors
/// Names the kind and what is wrong with it.
pub(super) fn replies(folder: &Path, locale: Locale, topics: &[&str]) -> Result<Replies> {
    let replies: Replies = toml_file(&folder.join("replies.toml"))?;
    let tag = locale.tag();
    for kind in QUESTIONS.iter().chain(&BOUNDARIES) {
        ensure!(replies.contains_key(*kind), "replies.toml ({tag}) has no `{kind}`");
    }
    let kinds: Vec<String> = replies.keys().cloned().collect();
    check_kinds(&kinds)?;
    for (kind, reply) in &replies {
        for (topic, words) in &reply.topics {
            ensure!(
                topics.contains(&topic.as_str()),
                "replies.toml ({tag}): `{kind}` names {topic}, which is no topic"
            );
            ensure!(
                words.is_empty() || lengths(locale).contains(&words.split_whitespace().count()),
                "replies.toml ({tag}): `{kind}` in {topic} has not {:?} words",
                lengths(locale)
            );
        }
        ensure!(
            lengths(locale).contains(&reply.answer.split_whitespace().count()),
            "replies.toml ({tag}): `{kind}` has not {:?} words",
            lengths(locale)
        );
    }
    Ok(replies)
}

/// Checks that these are kinds of questions or boundaries.
///
/// # Errors
/// Names the first that is not.
pub(super) fn check_kinds(kinds: &[String]) -> Result<()> {
    for kind in kinds {
        ensure!(
            QUESTIONS.contains(&kind.as_str()) || BOUNDARIES.contains(&kind.as_str()),
            "`{kind}` is no kind of question or boundary"
        );
    }
    Ok(())
}

/// Checks that another language replies to the same, in the same topics.
///
/// # Errors
/// Names the first kind that differs.
pub(super) fn check_same(english: &Letters, other: &Letters) -> Result<()> {
    for kind in english.replies.keys() {
        let topics = |letters: &Letters| -> Option<Vec<(String, bool)>> {
            let topics = letters.replies.get(kind)?.topics.iter();
            Some(topics.map(|(topic, words)| (topic.clone(), words.is_empty())).collect())
        };
        ensure!(
            topics(english) == topics(other),
            "{}/replies.toml has not the topics of replies.toml for `{kind}`",
            other.locale.tag()
        );
    }
    Ok(())
}
