//! Topics with their messages of hope, and static resources.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use care::vectors::Vectors;
use serde::{Deserialize, Serialize};

use super::scripture::Passage;

/// A struggle with a message of hope and chosen passages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Topic {
    /// Its id.
    pub slug: String,
    /// The label of its chip.
    pub name: String,
    /// The heading of the answer.
    pub title: String,
    /// The message of hope.
    pub content: String,
    /// A prayer.
    pub prayer: String,
    /// A wish for those who do not pray.
    pub plain_prayer: String,
    /// The slugs of related topics.
    pub related: Vec<String>,
    /// The chosen passages.
    pub passages: Vec<TopicPassage>,
    /// The message for somebody who loves the one who suffers, in place of its own.
    pub for_loved_ones: Option<Message>,
    /// The kinds of questions and boundaries that need no reply beside its message.
    pub answers: Vec<String>,
    /// Computed lazily.
    #[serde(skip)]
    pub embeddings: OnceLock<TopicEmbeddings>,
}

/// A message with its heading and prayers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Message {
    /// The heading.
    pub title: String,
    /// The message.
    pub content: String,
    /// A prayer.
    pub prayer: String,
    /// A wish for those who do not pray.
    pub plain_prayer: String,
}

/// The embeddings of the editors' descriptions of a topic.
#[derive(Debug, Clone)]
pub struct TopicEmbeddings {
    /// The embedding of the topic itself.
    pub about: Vec<f32>,
    /// The embeddings of the situations that each passage fits, in the order of the passages.
    pub fits: Vec<Vec<f32>>,
}

impl Topic {
    /// The embeddings of the editors' descriptions, computed once per process.
    pub fn embeddings(&self, vectors: &Vectors) -> &TopicEmbeddings {
        self.embeddings.get_or_init(|| TopicEmbeddings {
            about: vectors.embed(&self.about()),
            fits: self
                .passages
                .iter()
                .map(|passage| vectors.embed(&passage.fits))
                .collect(),
        })
    }

    /// The text to embed: the name, and all situations that the passages fit.
    fn about(&self) -> String {
        let fits = self.passages.iter().map(|passage| passage.fits.as_str());
        std::iter::once(self.name.as_str())
            .chain(fits)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Paragraphs beside a message for what people say of themselves, and for what they ask of the answer. Letters of
/// situations have steps for what people say of themselves.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Above the message, for somebody who only asks what is a sin or what the Bible says.
    pub question: String,
    /// Around the sentence of the writer's own that tells most, `{words}`: one of them.
    pub told: Vec<String>,
    /// Below any letter, by topic, for a sentence of the writer's own, `{words}`, that tells of that topic beside another.
    pub besides: BTreeMap<String, String>,
    /// Below any letter, for somebody who has to be ready for something on a `{day}` to come.
    pub soon: String,
    /// Above the general message, for somebody whose words told it and were not understood.
    pub not_matched: String,
    /// For somebody who has nobody to tell.
    pub alone: String,
    /// For a child or teenager.
    pub young: String,
    /// For somebody without money.
    pub poor: String,
    /// Below any letter, for people who do not want to be converted.
    pub without_faith: String,
    /// Below any letter, for people who ask for a prayer.
    pub prayer: String,
    /// In place of the letter, for people who want a verse and no letter.
    pub only_passage: String,
    /// In place of the letter, for people who ask about the text of the Bible.
    pub about_the_text: String,
    /// In place of the letter, for people who ask where a saying stands in the Bible that does not stand there.
    pub not_there: String,
    /// The line that leads into a passage for which the person asked beside other words.
    pub asked_for: String,
    /// In place of the letter, for people who asked for a passage and told of nothing.
    pub asked_alone: String,
}

/// A passage chosen for a topic.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TopicPassage {
    /// The passage.
    pub passage: Passage,
    /// A description of the situations that it fits best.
    pub fits: String,
}

/// A static resource.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Resource {
    /// Its id.
    pub id: u32,
    /// The id of its category.
    pub category: String,
    /// Its heading.
    pub title: String,
    /// One line about it.
    pub description: String,
    /// The text on the card.
    pub content: String,
    /// The passages shown with it.
    pub verses: Vec<Passage>,
}

/// A category by which resources are filtered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ResourceCategory {
    /// Its id in the URL.
    pub id: String,
    /// The label of its chip.
    pub name: String,
}
