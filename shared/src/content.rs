//! Topics, scripture, resources and helplines: written by people in `content/`, checked and packed by
//! `worker build-content`, read once at start.
//!
//! Invariant: every verse comes from the World English Bible by reference; no file of ours holds its words.

pub mod app;
pub mod build;
mod contacts;
mod reference;
mod scripture;
mod topic;

pub use contacts::{Contact, ContactKind, Contacts};
pub use reference::{BadReference, Reference};
pub use scripture::{Passage, Scripture, TRANSLATION, Verse};
pub use topic::{Resource, ResourceCategory, Topic, TopicPassage};

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::country::Country;
use crate::error::{Error, Result};

/// The slug of the topic that answers when nothing is understood.
pub const COMFORT: &str = "comfort";
/// The slug of the topic that answers whoever is hurt by others.
pub const REFUGE: &str = "refuge";

/// The packed file inside `CONTENT_DIR`.
pub const PACKED: &str = "content.mpk";

/// Everything people wrote, ready to be shown.
#[derive(Debug, Serialize, Deserialize)]
pub struct Content {
    /// The World English Bible.
    pub scripture: Scripture,
    /// The topics in the order of their chips.
    pub topics: Vec<Topic>,
    /// What answers when nothing is understood.
    pub comfort: Topic,
    /// What answers when others hurt somebody, instead of what they also write about.
    pub refuge: Topic,
    /// The static resources.
    pub resources: Vec<Resource>,
    /// The filters of the resources, in order.
    pub resource_categories: Vec<ResourceCategory>,
    /// Helplines by country.
    pub contacts: Contacts,
    /// The countries that have helplines, and how to tell them.
    pub countries: Vec<Country>,
    /// Words that no quotation from a teaching document may hold.
    pub hard_words: Vec<String>,
    /// Words of which each quotation must hold one.
    pub kind_words: Vec<String>,
}

impl Content {
    /// Reads what `worker build-content` packed.
    ///
    /// # Errors
    /// `Internal` if the file is missing or was made by another version.
    pub fn load(content_dir: &Path) -> Result<Self> {
        let path = content_dir.join(PACKED);
        let bytes = std::fs::read(&path).map_err(|error| {
            Error::internal(anyhow::anyhow!(
                "{}: {error}; run `worker build-content`",
                path.display()
            ))
        })?;
        rmp_serde::from_slice(&bytes).map_err(|error| {
            Error::internal(anyhow::anyhow!(
                "{}: {error}; run `worker build-content` again",
                path.display()
            ))
        })
    }

    /// The topic with this slug, `comfort` and `refuge` among them.
    #[must_use]
    pub fn topic(&self, slug: &str) -> Option<&Topic> {
        self.topics
            .iter()
            .chain([&self.comfort, &self.refuge])
            .find(|topic| topic.slug == slug)
    }
}
