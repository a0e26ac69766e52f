//! An answer, and the words that its reader sees.
//!
//! Invariant: only words that people wrote beforehand, put together.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Letter, PublishedTestimony, asked, letter};
use crate::content::{Content, Passage, REFUGE, Situation, Topic, Translation, UnreadLanguage};
use crate::search::Hit;

/// An answer.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The topic with its message.
    pub topic: &'a Topic,
    /// The letter, if the words tell of a situation clearly.
    pub letter: Option<Letter<'a>>,
    /// A paragraph above the topic's message, if the words ask a question that nobody here can answer.
    pub preface: Option<&'a str>,
    /// A paragraph below the topic's message for what the words say of the writer.
    pub line: Option<&'a str>,
    /// Whether the words say that it happened years ago.
    pub is_years_ago: bool,
    /// The best passage of the letter or the topic, or the one that was asked for.
    pub passage: Cow<'a, Passage>,
    /// The translation of the passage.
    pub translation: Translation,
    /// Whether the words asked for this passage and said nothing else.
    pub is_asked: bool,
    /// Situations that it may be instead, or as well.
    pub alternatives: Vec<&'a Situation>,
    /// A situation of another topic of which the words tell, too.
    pub also_about: Option<&'a Situation>,
    /// Related topics.
    pub related: Vec<&'a Topic>,
    /// Testimonies on that topic.
    pub testimonies: Vec<Arc<PublishedTestimony>>,
    /// Matching passages from teaching documents.
    pub sources: Vec<Hit>,
    /// What to tell somebody whose words are in a language that guidance does not read.
    pub unread_language: Option<&'a UnreadLanguage>,
}

impl<'a> Guidance<'a> {
    /// The heading: of the letter, of the topic's message, or the passage that was asked for.
    pub fn title(&self) -> Cow<'a, str> {
        match &self.letter {
            _ if self.is_asked => self.passage.reference.to_string().into(),
            Some(letter) => letter.situation.title.as_str().into(),
            None => self.topic.title.as_str().into(),
        }
    }

    /// The letter, or the topic's message, in paragraphs with empty lines between.
    pub fn message(&self) -> Cow<'a, str> {
        match &self.letter {
            _ if self.is_asked => asked::MESSAGE.into(),
            Some(letter) => letter.paragraphs.join("\n\n").into(),
            None if self.preface.is_none() && self.line.is_none() && !self.is_years_ago => {
                self.topic.content.as_str().into()
            }
            None => {
                let content = if self.is_years_ago {
                    letter::years_on(&self.topic.content)
                } else {
                    self.topic.content.clone()
                };
                let parts = [self.preface, Some(content.as_str()), self.line];
                parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n").into()
            }
        }
    }

    /// The same with its passage in another translation, if that has it.
    #[must_use]
    pub fn translated(mut self, content: &Content, wanted: Translation) -> Self {
        if wanted != Translation::Web {
            let (scripture, translation) = content.translated(&self.passage.reference, wanted);
            if let Some(passage) = scripture.passage(&self.passage.reference) {
                self.passage = Cow::Owned(passage);
                self.translation = translation;
            }
        }
        self
    }

    /// Whether nothing about it may be left on a device that others use: letters on violence, pregnancy or self-harm
    /// endanger people there.
    pub fn is_discreet(&self) -> bool {
        let letter = self.letter.as_ref();
        self.topic.slug == REFUGE || letter.is_some_and(|letter| letter.situation.discreet)
    }
}
