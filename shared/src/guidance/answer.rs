//! An answer, and the words that its reader sees.
//!
//! Invariant: only words that people wrote beforehand, put together.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Letter, PublishedTestimony, letter};
use crate::content::{Content, Message, Passage, REFUGE, Reference, Situation, Topic, Translation, UnreadLanguage};
use crate::locale::Locale;
use crate::search::Hit;

/// What stands above the passage of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form<'a> {
    /// A letter of a situation, or the topic's message.
    Letter,
    /// This line, since the words asked for this passage and told of nothing else.
    Asked(&'a str),
    /// This line, since the words wished for a verse and no letter.
    PassageAlone(&'a str),
}

/// An answer.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The language of all of it.
    pub locale: Locale,
    /// The topic with its message.
    pub topic: &'a Topic,
    /// The letter, if the words tell of a situation clearly.
    pub letter: Option<Letter<'a>>,
    /// The topic's message for somebody who loves the one who suffers, in place of its own.
    pub for_loved_ones: Option<&'a Message>,
    /// Paragraphs above it for what the words themselves say: a sentence of the writer's own, and replies to what they
    /// state outright.
    pub above: Vec<Cow<'a, str>>,
    /// Paragraphs below it for what else the words tell of, say of the writer, or ask of the answer.
    pub lines: Vec<Cow<'a, str>>,
    /// Whether the words say that it happened years ago.
    pub is_years_ago: bool,
    /// The best passage of the letter or the topic, or the one that was asked for.
    pub passage: Cow<'a, Passage>,
    /// The translation of the passage.
    pub translation: Translation,
    /// What stands above the passage.
    pub form: Form<'a>,
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
    /// The heading: of the letter, of the topic's message, or the passage if that stands alone.
    pub fn title(&self) -> Cow<'a, str> {
        match (&self.letter, self.form) {
            (_, Form::Asked(_) | Form::PassageAlone(_)) => self.reference().into(),
            (Some(letter), Form::Letter) => letter.situation.title.as_str().into(),
            (None, Form::Letter) => self
                .for_loved_ones
                .map_or(&self.topic.title, |message| &message.title)
                .into(),
        }
    }

    /// The reference of the passage, as readers of the answer's language write it.
    pub fn reference(&self) -> String {
        self.passage.reference.in_language(self.locale).to_string()
    }

    /// The letter, or the topic's message, in paragraphs with empty lines between.
    pub fn message(&self) -> Cow<'a, str> {
        let content = match (&self.letter, self.form) {
            (_, Form::Asked(line) | Form::PassageAlone(line)) => return line.into(),
            (Some(letter), Form::Letter) => letter.paragraphs.join("\n\n").into(),
            (None, Form::Letter) => {
                let content = self
                    .for_loved_ones
                    .map_or(&self.topic.content, |message| &message.content);
                if self.is_years_ago {
                    letter::years_on(content, self.locale).into()
                } else {
                    Cow::Borrowed(content.as_str())
                }
            }
        };
        if self.above.is_empty() && self.lines.is_empty() {
            return content;
        }
        let above = self.above.iter().map(Cow::as_ref);
        let below = self.lines.iter().map(Cow::as_ref);
        let parts = above.chain([&*content]).chain(below);
        parts.collect::<Vec<_>>().join("\n\n").into()
    }

    /// A prayer and a wish for those who do not pray; none where only a passage was asked for.
    pub fn prayers(&self) -> Option<(&'a str, &'a str)> {
        match (&self.letter, self.form) {
            (_, Form::Asked(_) | Form::PassageAlone(_)) => None,
            (Some(letter), Form::Letter) => Some((&letter.situation.prayer, &letter.situation.plain_prayer)),
            (None, Form::Letter) => Some(
                self.for_loved_ones
                    .map_or((&self.topic.prayer, &self.topic.plain_prayer), |message| {
                        (&message.prayer, &message.plain_prayer)
                    }),
            ),
        }
    }

    /// The same with its passage in another translation of its language, if that has it.
    #[must_use]
    pub fn translated(mut self, content: &Content, wanted: Translation) -> Self {
        if wanted != self.translation && wanted.locale() == self.locale {
            let (scripture, translation) = content.translated(&self.passage.reference, wanted);
            if let Some(passage) = scripture.passage(&self.passage.reference) {
                self.passage = Cow::Owned(passage);
                self.translation = translation;
            }
        }
        self
    }

    /// Puts another passage of its letter or its topic in the place of the chosen one; others change nothing.
    pub(super) fn show_again(&mut self, wanted: &Reference) {
        let is_wanted = |passage: &Passage| passage.reference == *wanted;
        if let Some(letter) = &mut self.letter {
            let passages = &letter.situation.passages;
            if let Some(found) = passages.iter().find(|found| is_wanted(&found.passage)) {
                (letter.passage, letter.bridge) = (&found.passage, &found.bridge);
                self.passage = Cow::Borrowed(&found.passage);
            }
        } else if let Some(found) = self.topic.passages.iter().find(|found| is_wanted(&found.passage)) {
            self.passage = Cow::Borrowed(&found.passage);
        }
    }

    /// Whether nothing about it may be left on a device that others use: letters on violence, pregnancy or self-harm
    /// endanger people there.
    pub fn is_discreet(&self) -> bool {
        let letter = self.letter.as_ref();
        self.topic.slug == REFUGE || letter.is_some_and(|letter| letter.situation.discreet)
    }
}
