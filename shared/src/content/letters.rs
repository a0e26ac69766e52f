//! The letters of one language: topics, situations, and the lines beside them.
//!
//! Invariant: every language has the same topics and situations with the same passages; only the words differ.

use std::sync::OnceLock;

use care::names::NameIndex;
use serde::{Deserialize, Serialize};

use super::{Lines, Replies, Situation, Topic, Translation};
use crate::locale::Locale;

/// The letters of one language.
#[derive(Debug, Serialize, Deserialize)]
pub struct Letters {
    /// Their language.
    pub locale: Locale,
    /// The topics in the order of their chips.
    pub topics: Vec<Topic>,
    /// The paragraphs below a topic's message for who says something of themselves.
    pub lines: Lines,
    /// What answers say to questions and boundaries that a text states outright.
    pub replies: Replies,
    /// The fallback for texts that match no topic.
    pub comfort: Topic,
    /// The topic for callers whom others hurt; it replaces any other match.
    pub refuge: Topic,
    /// The situations within the topics, in the order of the topics.
    pub situations: Vec<Situation>,
    /// Computed lazily.
    #[serde(skip)]
    pub names: OnceLock<NameIndex<(usize, Naming)>>,
}

/// What the words of a list do for a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// They name it.
    Names,
    /// Beside them its letter never comes.
    Denies,
}

/// The situations that a text names or denies, by their slugs.
#[derive(Debug, Default)]
pub struct NamedIn<'a> {
    /// Those that it names.
    pub named: Vec<&'a str>,
    /// Those whose letters never come beside its words.
    pub denied: Vec<&'a str>,
}

impl Letters {
    /// The situation with this slug.
    pub fn situation(&self, slug: &str) -> Option<&Situation> {
        self.situations.iter().find(|situation| situation.slug == slug)
    }

    /// The situations of a topic.
    pub fn situations_of<'a>(&'a self, topic: &'a str) -> impl Iterator<Item = &'a Situation> {
        self.situations.iter().filter(move |situation| situation.topic == topic)
    }

    /// The situations that a text names or denies.
    pub fn named_in(&self, text: &str) -> NamedIn<'_> {
        let index = self.names.get_or_init(|| {
            NameIndex::new(self.situations.iter().enumerate().flat_map(|(at, situation)| {
                [
                    (&situation.named_by, (at, Naming::Names)),
                    (&situation.never_with, (at, Naming::Denies)),
                ]
            }))
        });
        let mut named_in = NamedIn::default();
        for (at, naming) in index.found_in(text) {
            let slugs = match naming {
                Naming::Names => &mut named_in.named,
                Naming::Denies => &mut named_in.denied,
            };
            slugs.push(self.situations[at].slug.as_str());
        }
        named_in
    }

    /// The topic with this slug, including `comfort` and `refuge`.
    pub fn topic(&self, slug: &str) -> Option<&Topic> {
        self.topics
            .iter()
            .chain([&self.comfort, &self.refuge])
            .find(|topic| topic.slug == slug)
    }

    /// The translation that their passages are from.
    pub const fn translation(&self) -> Translation {
        Translation::usual(self.locale)
    }
}
