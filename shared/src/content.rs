//! Topics, scripture, resources and helplines. People write them in `content/`, `content-tools build` checks and packs
//! them, and each process loads them once at start.
//!
//! Invariant: all verses come from a translation by reference. No file that we write contains their text.

mod contacts;
mod letters;
mod reference;
mod reply;
mod scripture;
mod situation;
mod topic;
mod translation;
mod unread;

pub use contacts::{Contact, ContactKind, Contacts};
pub use letters::{Letters, NamedIn};
pub use reference::{BOOKS, BadReference, Reference};
pub use reply::{Replies, Reply};
pub use scripture::{Passage, Scripture, Verse};
pub use situation::{PassageEmbedding, Situation, SituationPassage, StepFor, WithNumbers, WrittenFor};
pub use topic::{Lines, Message, Resource, ResourceCategory, Topic, TopicPassage};
pub use translation::{Translation, Translations};
pub use unread::UnreadLanguage;

use std::io::BufRead as _;
use std::path::Path;

use anyhow::Context as _;
use care::language::foreign;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::country::Country;
use crate::error::{Error, Result};
use crate::locale::Locale;

/// The slug of the fallback topic for texts that match no topic.
pub const COMFORT: &str = "comfort";
/// The slug of the topic for callers whom others hurt.
pub const REFUGE: &str = "refuge";

/// The packed file inside `CONTENT_DIR`.
pub const PACKED: &str = "content.mpk";

/// The packed content.
#[derive(Debug, Serialize, Deserialize)]
pub struct Content {
    /// The World English Bible.
    pub scripture: Scripture,
    /// The other translations.
    #[serde(skip)]
    pub translations: Translations,
    /// The letters in English.
    pub english: Letters,
    /// The letters in Spanish.
    pub spanish: Letters,
    /// The static resources.
    pub resources: Vec<Resource>,
    /// The filters of the resources, in order.
    pub resource_categories: Vec<ResourceCategory>,
    /// Helplines by country.
    pub contacts: Contacts,
    /// The countries with helplines, and their time zones.
    pub countries: Vec<Country>,
    /// What people are told who write in a language that guidance does not read.
    pub unread_languages: Vec<UnreadLanguage>,
    /// Words that no quotation from a teaching document may contain.
    pub hard_words: Vec<String>,
    /// Words of which each quotation must contain at least one.
    pub kind_words: Vec<String>,
}

impl Content {
    /// Loads the output of `content-tools build`.
    ///
    /// # Errors
    /// `Internal` if the file is missing or was packed by another version.
    pub fn load(content_dir: &Path) -> Result<Self> {
        let path = content_dir.join(PACKED);
        let bytes = std::fs::read(&path).map_err(|error| {
            Error::internal(anyhow::anyhow!(
                "{}: {error}; run `content-tools build`",
                path.display()
            ))
        })?;
        let content: Self = rmp_serde::from_slice(&bytes).map_err(|error| {
            Error::internal(anyhow::anyhow!(
                "{}: {error}; run `content-tools build` again",
                path.display()
            ))
        })?;
        Ok(Self {
            translations: Translations::of(content_dir)?,
            ..content
        })
    }

    /// A translation that has all verses of a reference, or else the World English Bible.
    pub fn translated(&self, reference: &Reference, wanted: Translation) -> (&Scripture, Translation) {
        let verses = |scripture: &Scripture| scripture.around(reference, 0).map(|verses| verses.len());
        match self.translations.get(wanted) {
            Some(scripture) if verses(scripture).is_some_and(|count| Some(count) >= verses(&self.scripture)) => {
                (scripture, wanted)
            }
            _ => (&self.scripture, Translation::Web),
        }
    }

    /// The translations of a language, the usual one first. One that cannot be read is left out.
    pub fn translations_in(&self, locale: Locale) -> impl Iterator<Item = &Scripture> {
        let others = Translation::OTHERS.into_iter();
        let others = others.filter(move |other| other.locale() == locale);
        let web = (locale == Locale::English).then_some(&self.scripture);
        web.into_iter()
            .chain(others.filter_map(|other| self.translations.get(other)))
    }

    /// The letters of a language.
    pub const fn letters(&self, locale: Locale) -> &Letters {
        match locale {
            Locale::English => &self.english,
            Locale::Spanish => &self.spanish,
        }
    }

    /// The translation in which readers of a language get passages, or the World English Bible if that cannot be read.
    pub fn usual(&self, locale: Locale) -> (&Scripture, Translation) {
        let translation = Translation::usual(locale);
        match self.translations.get(translation) {
            Some(scripture) => (scripture, translation),
            None => (&self.scripture, Translation::Web),
        }
    }

    /// What somebody is told who wrote these words, if they are surely in a language without letters.
    pub fn unread(&self, words: &str) -> Option<&UnreadLanguage> {
        let tag = foreign(words)?;
        self.unread_languages.iter().find(|language| language.tag == tag)
    }
}

/// The values of a file with a JSON object a line.
///
/// # Errors
/// Names the file and the line.
pub fn json_lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    let lines = std::io::BufReader::new(file).lines().enumerate();
    lines
        .filter(|(_, line)| !line.as_ref().is_ok_and(|line| line.trim().is_empty()))
        .map(|(index, line)| {
            serde_json::from_str(&line?).with_context(|| format!("{} line {}", path.display(), index + 1))
        })
        .collect()
}
