//! The taught models of `care`, loaded once at start, and the one question every text is asked first.
//!
//! Invariant: asking needs no database, no Redis and no file; it cannot fail.

use std::path::Path;
use std::sync::Arc;

use care::crisis::{Category, Screener, Screening};
use care::redact::Dictionaries;
use care::understand::{Model, RankedTopic};
use care::vectors::Vectors;

use crate::error::{Error, Result};

/// The token vectors inside `CONTENT_DIR`.
pub const VECTORS: &str = "tokens.bin";
/// The file inside `CONTENT_DIR` that teaches understanding.
pub const UNDERSTANDING: &str = "understanding.mpk";
/// The file inside `CONTENT_DIR` that teaches crisis screening.
pub const CRISIS: &str = "crisis.mpk";
/// The patterns of crisis screening inside `CONTENT_DIR`, as staff write them.
pub const CRISIS_PATTERNS: &str = "crisis.toml";
/// The dictionaries of redaction inside `CONTENT_DIR`.
pub const REDACTION: &str = "redaction.mpk";

/// Texts are screened up to this length; longer ones are refused anyhow.
pub const SCREENED_CHARACTERS: usize = 20_000;

/// The models.
pub struct Care {
    /// What words mean, as numbers.
    pub vectors: Arc<Vectors>,
    /// Which topics a text is about.
    pub understanding: Model,
    /// Whether somebody is in danger.
    pub screener: Screener,
    /// What could tell who somebody is.
    pub dictionaries: Dictionaries,
}

/// What was seen in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Danger {
    /// 0 none, 1 past, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
    /// The kind of danger, of several the gravest.
    pub category: Option<Category>,
    /// Whether others hurt who writes, be it beside a graver danger: what is written then is never answered as a quarrel,
    /// or as anger.
    pub is_done_by_others: bool,
}

impl Danger {
    /// Whether the numbers are shown at once.
    #[must_use]
    pub const fn is_crisis(self) -> bool {
        self.severity >= 2
    }

    /// The gravest of several, which hide nothing that others do.
    #[must_use]
    pub fn worst(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |worst, danger| Self {
            is_done_by_others: worst.is_done_by_others || danger.is_done_by_others,
            ..if danger.severity > worst.severity {
                danger
            } else {
                worst
            }
        })
    }

    /// The word for the category in answers, rows and logs.
    #[must_use]
    pub fn category_word(self) -> Option<&'static str> {
        self.category.map(|category| match category {
            Category::SuicideIdeation => "suicide_ideation",
            Category::SuicidePlan => "suicide_plan",
            Category::SelfHarm => "self_harm",
            Category::DomesticViolence => "domestic_violence",
            Category::ChildAbuse => "child_abuse",
            Category::SexualAssault => "sexual_assault",
            Category::MedicalEmergency => "medical_emergency",
            Category::HarmOthers => "harm_others",
        })
    }
}

impl Care {
    /// Reads the models that `worker build-content` taught.
    ///
    /// # Errors
    /// `Internal` names the file that is missing or was made by another version.
    pub fn load(content_dir: &Path) -> Result<Self> {
        let bytes = |name: &str| {
            let path = content_dir.join(name);
            std::fs::read(&path).map_err(|error| {
                Error::internal(anyhow::anyhow!(
                    "{}: {error}; run `worker build-content`",
                    path.display()
                ))
            })
        };
        let text = |name: &str| String::from_utf8(bytes(name)?).map_err(Error::internal);
        let vectors = Arc::new(Vectors::from_bytes(&bytes(VECTORS)?).map_err(Error::internal)?);
        let dictionaries = Dictionaries::from_bytes(&bytes(REDACTION)?).map_err(Error::internal)?;
        // The patterns are compiled at their first use: better now than in somebody's story.
        let _ = care::redact::redact(&dictionaries, "ready", &[]);
        Ok(Self {
            understanding: Model::from_bytes(&bytes(UNDERSTANDING)?).map_err(Error::internal)?,
            screener: Screener::from_parts(&text(CRISIS_PATTERNS)?, Some(&bytes(CRISIS)?), Some(vectors.clone()))
                .map_err(Error::internal)?,
            vectors,
            dictionaries,
        })
    }

    /// Which topics a text is about, best first; none if it is not understood.
    #[must_use]
    pub fn understand(&self, text: &str) -> Vec<RankedTopic<'_>> {
        care::understand::understand(&self.understanding, &self.vectors, text).topics
    }

    /// Looks for danger in a text.
    #[must_use]
    pub fn screen(&self, text: &str) -> Danger {
        let end = text
            .char_indices()
            .nth(SCREENED_CHARACTERS)
            .map_or(text.len(), |(end, _)| end);
        let Screening {
            severity,
            category,
            is_done_by_others,
            ..
        } = care::crisis::screen(&self.screener, &text[..end]);
        Danger {
            severity,
            category,
            is_done_by_others,
        }
    }
}
