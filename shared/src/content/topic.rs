//! A topic and its message of hope; a static resource.

use std::sync::OnceLock;

use care::vectors::Vectors;
use serde::{Deserialize, Serialize};

use super::scripture::Passage;

/// A struggle that we know, the words we have for it, and the passages chosen for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Topic {
    /// Its id everywhere.
    pub slug: String,
    /// The word on its chip.
    pub name: String,
    /// The heading of the answer.
    pub title: String,
    /// The message of hope.
    pub content: String,
    /// Topics near to it.
    pub related: Vec<String>,
    /// The chosen passages.
    pub passages: Vec<TopicPassage>,
    /// Embedded when somebody first asks.
    #[serde(skip)]
    pub(super) meanings: OnceLock<TopicMeanings>,
}

/// What the editors' words about a topic mean.
#[derive(Debug, Clone)]
pub struct TopicMeanings {
    /// What it is about.
    pub about: Vec<f32>,
    /// Whom each of its passages fits, in their order.
    pub fits: Vec<Vec<f32>>,
}

impl Topic {
    /// What the editors' words about it mean. They never change while the process runs.
    pub fn meanings(&self, vectors: &Vectors) -> &TopicMeanings {
        self.meanings.get_or_init(|| TopicMeanings {
            about: vectors.embed(&self.about()),
            fits: self
                .passages
                .iter()
                .map(|passage| vectors.embed(&passage.fits))
                .collect(),
        })
    }

    /// What it is about: its name, and all situations that its passages fit.
    fn about(&self) -> String {
        let fits = self.passages.iter().map(|passage| passage.fits.as_str());
        std::iter::once(self.name.as_str())
            .chain(fits)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// A passage chosen for a topic.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TopicPassage {
    /// The words of scripture.
    pub passage: Passage,
    /// The situations it fits best, in plain words.
    pub fits: String,
}

/// One of the static resources.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Resource {
    /// Its number.
    pub id: u32,
    /// The filter it belongs to.
    pub category: String,
    /// Its heading.
    pub title: String,
    /// One line about it.
    pub description: String,
    /// Our words, quoted on the card.
    pub content: String,
    /// The passages that stand with it.
    pub verses: Vec<Passage>,
}

/// A filter of the resources.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ResourceCategory {
    /// Its id in the address.
    pub id: String,
    /// The word on its chip.
    pub name: String,
}
