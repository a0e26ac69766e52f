//! Validated input for kept letters.
//!
//! Invariant: a [`NewLetter`] has the fields of our letters and no others, about situations and topics that exist, with
//! a passage that stands word for word in its translation. Its message is not compared: it may quote its reader.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::confided::Confided;
use crate::content::{Content, REFUGE, Reference, Translation};
use crate::error::{Error, Fields, Result};
use crate::locale::Locale;

/// The most bytes of a letter as JSON: three chapters, which are the longest passage, and the longest message.
pub const MAX_LETTER_SIZE: usize = 48 * 1024;

const MAX_NAME_LEN: usize = 300;
const MAX_LINE_LEN: usize = 2_000;
const MAX_MESSAGE_LEN: usize = 12_000;
const MAX_NAMES: usize = 30;

const NOT_OURS: &str = "This letter cannot be kept with your account.";

/// A letter to keep.
#[derive(Debug, Clone)]
pub struct NewLetter {
    pub(super) id: Uuid,
    pub(super) kept_at: Option<OffsetDateTime>,
    pub(super) letter: Confided,
}

/// What is kept of a letter: what its page shows, without the stories of others and quotations from teachings. Their
/// authors may withdraw those.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Letter {
    language: String,
    topic: Message,
    asked: bool,
    situation: Option<Name>,
    discreet: bool,
    bridge: Option<String>,
    prayer: Option<Prayers>,
    alternatives: Vec<Name>,
    also_about: Option<Name>,
    related: Vec<Name>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    id: String,
    title: String,
    content: String,
    scripture: Passage,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Passage {
    reference: String,
    text: String,
    translation: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    id: String,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Prayers {
    words: String,
    plain: String,
}

impl NewLetter {
    /// Validates a letter. Without `kept_at` it is kept now.
    ///
    /// # Errors
    /// `InvalidFields` for what is no letter of ours, or is not to be kept.
    pub fn parse(content: &Content, id: Uuid, kept_at: Option<OffsetDateTime>, json: &str) -> Result<Self> {
        let letter: Option<Letter> = serde_json::from_str(json).ok();
        let letter = letter.filter(|letter| json.len() <= MAX_LETTER_SIZE && letter.is_ours(content));
        let letter = letter.ok_or_else(|| Error::InvalidFields(Fields::one("letter", NOT_OURS)))?;
        // The original error would contain the letter.
        let json = serde_json::to_string(&letter)
            .map_err(|_| Error::internal(anyhow::anyhow!("a letter cannot be written as JSON")))?;
        Ok(Self {
            id,
            kept_at,
            letter: Confided::new(json),
        })
    }
}

impl Letter {
    fn is_ours(&self, content: &Content) -> bool {
        let Self {
            language,
            topic,
            situation,
            discreet,
            bridge,
            prayer,
            alternatives,
            also_about,
            related,
            ..
        } = self;
        let Some(locale) = Locale::ALL.into_iter().find(|locale| locale.tag() == language) else {
            return false;
        };
        let letters = content.letters(locale);
        let is_named = |name: &Name| is_text(&name.name, MAX_NAME_LEN);
        let is_situation = |name: &Name| letters.situation(&name.id).is_some() && is_named(name);
        let is_topic = |name: &Name| letters.topic(&name.id).is_some() && is_named(name);
        let prayers = prayer.iter().flat_map(|prayer| [&prayer.words, &prayer.plain]);
        let is_discreet = situation
            .iter()
            .any(|name| letters.situation(&name.id).is_some_and(|known| known.discreet));
        // Who is hurt by others may be watched: nothing of that letter is kept anywhere. A discreet one stays on the device
        // on which it was kept, since the account would bring it to others.
        topic.id != REFUGE
            && !discreet
            && !is_discreet
            && letters.topic(&topic.id).is_some()
            && is_text(&topic.title, MAX_NAME_LEN)
            && is_text(&topic.content, MAX_MESSAGE_LEN)
            && topic.scripture.is_ours(content)
            && bridge.iter().chain(prayers).all(|line| is_text(line, MAX_LINE_LEN))
            && alternatives.len() <= MAX_NAMES
            && related.len() <= MAX_NAMES
            && situation.iter().chain(also_about).chain(alternatives).all(is_situation)
            && related.iter().all(is_topic)
    }
}

impl Passage {
    /// Whether the translation has these words at this reference.
    fn is_ours(&self, content: &Content) -> bool {
        let Ok(reference) = self.reference.parse::<Reference>() else {
            return false;
        };
        let translations = [Translation::default()].into_iter().chain(Translation::OTHERS);
        let mut named = translations.filter(|translation| translation.name() == self.translation);
        named.next().is_some_and(|translation| {
            let (scripture, found) = content.translated(&reference, translation);
            let passage = scripture.passage(&reference);
            found == translation && passage.is_some_and(|passage| passage.text == self.text)
        })
    }
}

fn is_text(text: &str, max_len: usize) -> bool {
    !text.trim().is_empty() && !text.contains('\0') && text.chars().count() <= max_len
}
