//! Replies: what an answer says to a question or a boundary that the text states outright.
//!
//! Invariant: every kind that `care::readings` can find has a reply, in every language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The replies of a language by kind, such as `fault`.
pub type Replies = BTreeMap<String, Reply>;

/// What an answer says to one kind of question or boundary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// In any topic but those of `topics`.
    pub answer: String,
    /// In these topics, by slug; an empty one for nothing.
    #[serde(default)]
    pub topics: BTreeMap<String, String>,
}

impl Reply {
    /// What it says beside a letter of this topic; none if nothing is better.
    pub fn in_topic(&self, slug: &str) -> Option<&str> {
        let words = self.topics.get(slug).unwrap_or(&self.answer);
        (!words.is_empty()).then_some(words)
    }
}
