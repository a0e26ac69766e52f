//! The trained models of `care`, loaded once at start, and the crisis screening that every text passes first.
//!
//! Invariant: screening needs no database, no Redis and, once warmed up, no file; it cannot fail.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use care::crisis::{Category, Screener, Screening};
use care::encoder::Encoder;
pub use care::encoder::Reading;
use care::language::{Language, language};
use care::redact::Dictionaries;
use care::understand::situations::{RankedSituation, SituationModel};
use care::understand::{Model, RankedTopic};
use care::vectors::Vectors;

use crate::error::{Error, Result};
use crate::locale::Locale;

/// The token vectors inside `CONTENT_DIR`.
pub const VECTORS: &str = "tokens.bin";
/// The encoder inside `CONTENT_DIR`.
pub const ENCODER: &str = "encoder.mpk";
/// The model of crisis screening inside `CONTENT_DIR`.
pub const CRISIS: &str = "crisis.mpk";
/// The patterns of crisis screening inside `CONTENT_DIR`, as staff write them.
pub const CRISIS_PATTERNS: &str = "crisis.toml";
/// The dictionaries of redaction inside `CONTENT_DIR`.
pub const REDACTION: &str = "redaction.mpk";

/// In shorter texts there is nothing to find that words do not say.
const MIN_WORDS_FOR_SECOND_READING: usize = 5;
/// From this severity on a second reading changes nothing.
const PLAIN_STATEMENT: u8 = 3;

/// How many characters of a text are screened. Longer texts are refused anyway.
pub const SCREENED_CHARACTERS: usize = 20_000;

/// The models that understand one language.
pub struct Understanding {
    /// Ranks the topics of a text.
    topics: Model,
    /// Ranks the situations within the topics.
    situations: SituationModel,
}

impl Understanding {
    /// The file of the topic model inside `CONTENT_DIR`.
    pub const fn topics_file(locale: Locale) -> &'static str {
        match locale {
            Locale::English => "understanding.mpk",
            Locale::Spanish => "understanding-es.mpk",
        }
    }

    /// The file of the model of situations inside `CONTENT_DIR`.
    pub const fn situations_file(locale: Locale) -> &'static str {
        match locale {
            Locale::English => "situations.mpk",
            Locale::Spanish => "situations-es.mpk",
        }
    }
}

/// The second reader, loaded when it is first asked for; none if it could not be loaded.
type LazyEncoder = LazyLock<Option<Encoder>, Box<dyn FnOnce() -> Option<Encoder> + Send>>;

/// The models.
pub struct Care {
    /// Token vectors.
    pub vectors: Arc<Vectors>,
    english: Understanding,
    spanish: Understanding,
    encoder: LazyEncoder,
    /// Screens texts for danger.
    pub screener: Screener,
    /// The dictionaries of redaction.
    pub dictionaries: Dictionaries,
}

/// The result of screening a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Danger {
    /// 0 none, 1 past or possible, 2 concern, 3 high, 4 plan or emergency.
    pub severity: u8,
    /// Whether a severity of 1 is a suspicion of present danger. Otherwise 1 is danger told as past.
    pub is_possible: bool,
    /// The category of the worst danger.
    pub category: Option<Category>,
    /// Whether others hurt the writer, even if another danger is worse. Such a text is never answered as a quarrel or
    /// as anger.
    pub is_done_by_others: bool,
}

impl Danger {
    /// Whether the helplines are shown at once.
    pub const fn is_crisis(self) -> bool {
        self.severity >= 2
    }

    /// Whether it stands whatever a second reading says.
    pub const fn is_plain(self) -> bool {
        self.severity >= PLAIN_STATEMENT
    }

    /// The worst of several dangers; `is_done_by_others` if it holds for any of them.
    #[must_use]
    pub fn worst(all: impl Iterator<Item = Self>) -> Self {
        let rank = |danger: &Self| (danger.severity, danger.is_possible);
        all.fold(Self::default(), |worst, danger| Self {
            is_done_by_others: worst.is_done_by_others || danger.is_done_by_others,
            ..if rank(&danger) > rank(&worst) { danger } else { worst }
        })
    }

    /// The category's name in responses, rows and logs.
    pub fn category_name(self) -> Option<&'static str> {
        self.category.map(Category::name)
    }
}

/// The crisis category in the row of a testimony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CrisisCategory {
    /// Thoughts of dying, without a plan.
    SuicideIdeation,
    /// A plan, means at hand, or an attempt.
    SuicidePlan,
    /// Self-harm, including starving and purging.
    SelfHarm,
    /// Violence or control by a partner or family.
    DomesticViolence,
    /// A child is hurt, neglected or groomed.
    ChildAbuse,
    /// Rape, assault, sexual coercion.
    SexualAssault,
    /// An acute medical emergency.
    MedicalEmergency,
    /// The writer, or somebody they know, may hurt others.
    HarmOthers,
}

/// The encoder in a file.
fn lazy_encoder(path: PathBuf) -> LazyEncoder {
    LazyLock::new(Box::new(move || {
        File::open(path)
            .map_err(Error::internal)
            .and_then(|file| Encoder::from_reader(&mut BufReader::new(file)).map_err(Error::internal))
            .inspect_err(|error| tracing::warn!(%error, "the encoder is missing; texts are read once only"))
            .ok()
    }))
}

impl Care {
    /// Loads the models that `content-tools build` trained.
    ///
    /// # Errors
    /// `Internal` names the file that is missing or was built by another version.
    pub fn load(content_dir: &Path) -> Result<Self> {
        let file = |name: &str| {
            let path = content_dir.join(name);
            File::open(&path).map_err(|error| {
                Error::internal(anyhow::anyhow!(
                    "{}: {error}; run `content-tools build`",
                    path.display()
                ))
            })
        };
        let bytes = |name: &str| -> Result<Vec<u8>> {
            let mut bytes = Vec::new();
            file(name)?.read_to_end(&mut bytes).map_err(Error::internal)?;
            Ok(bytes)
        };
        let text = |name: &str| String::from_utf8(bytes(name)?).map_err(Error::internal);
        let vectors = Arc::new(Vectors::from_bytes(&bytes(VECTORS)?).map_err(Error::internal)?);
        let dictionaries = Dictionaries::from_bytes(&bytes(REDACTION)?).map_err(Error::internal)?;
        let understanding = |locale| -> Result<Understanding> {
            Ok(Understanding {
                topics: Model::from_bytes(&bytes(Understanding::topics_file(locale))?).map_err(Error::internal)?,
                situations: SituationModel::from_bytes(&bytes(Understanding::situations_file(locale))?)
                    .map_err(Error::internal)?,
            })
        };
        Ok(Self {
            english: understanding(Locale::English)?,
            spanish: understanding(Locale::Spanish)?,
            screener: Screener::from_parts(&text(CRISIS_PATTERNS)?, Some(&bytes(CRISIS)?), Some(vectors.clone()))
                .map_err(Error::internal)?,
            encoder: lazy_encoder(content_dir.join(ENCODER)),
            vectors,
            dictionaries,
        })
    }

    /// Does now what the first request would wait for: compiles the patterns, and loads the encoder, some 30 MB in
    /// all. A worker leaves that to its first testimony: one that reads documents needs neither.
    pub fn warm_up(&self) {
        let _ = care::redact::redact(&self.dictionaries, "ready", &[]);
        for locale in Locale::ALL {
            let _ = care::readings::readings("ready", locale.language());
        }
        let _ = self.encoder();
    }

    /// The second reader. Without it texts are read once only.
    pub fn encoder(&self) -> Option<&Encoder> {
        self.encoder.as_ref()
    }

    /// The topics of a text in a language, best first; empty if none matches. `second` is its second reading, if there
    /// is one; it counts in English only, which is all that the encoder knows.
    pub fn understand(&self, text: &str, locale: Locale, second: Option<&Reading>) -> Vec<RankedTopic<'_>> {
        let second = second.filter(|_| locale == Locale::English);
        care::understand::understand(&self.of(locale).topics, &self.vectors, text, second).topics
    }

    /// The situations of a text in a language, the clearest first. `topics` is what `understand` says of it.
    pub fn situations(
        &self,
        text: &str,
        locale: Locale,
        topics: &[RankedTopic<'_>],
        second: Option<&Reading>,
    ) -> Vec<RankedSituation<'_>> {
        let second = second.filter(|_| locale == Locale::English);
        let Understanding {
            topics: model,
            situations,
        } = self.of(locale);
        care::understand::situations::situations(situations, model, &self.vectors, text, topics, second)
    }

    const fn of(&self, locale: Locale) -> &Understanding {
        match locale {
            Locale::English => &self.english,
            Locale::Spanish => &self.spanish,
        }
    }

    /// Screens a text, and reads it a second time where that may change anything. Takes tens of milliseconds.
    pub fn read(&self, text: &str) -> (Danger, Option<Reading>) {
        self.read_again(text, self.screen(text, None))
    }

    /// The same for a text whose first screening is known.
    pub fn read_again(&self, text: &str, first: Danger) -> (Danger, Option<Reading>) {
        let is_read = self.may_change(text, first);
        let encoder = is_read.then(|| self.encoder()).flatten();
        let second = encoder.map(|encoder| encoder.read(text));
        let danger = second.as_ref().map_or(first, |second| self.screen(text, Some(second)));
        (danger, second)
    }

    /// Whether a second reading may change anything: not where patterns found a plain statement, and not in other
    /// languages than English, the only one that the encoder knows.
    pub fn may_change(&self, text: &str, first: Danger) -> bool {
        let words = text.split_whitespace().take(MIN_WORDS_FOR_SECOND_READING).count();
        !first.is_plain()
            && words == MIN_WORDS_FOR_SECOND_READING
            && language(text) == Language::English
            && self.encoder().is_some()
    }

    /// Screens a text for danger. `second` is its second reading, if there is one.
    pub fn screen(&self, text: &str, second: Option<&Reading>) -> Danger {
        let end = text
            .char_indices()
            .nth(SCREENED_CHARACTERS)
            .map_or(text.len(), |(end, _)| end);
        let Screening {
            severity,
            is_possible,
            category,
            is_done_by_others,
            ..
        } = care::crisis::screen(&self.screener, &text[..end], second);
        Danger {
            severity,
            is_possible,
            category,
            is_done_by_others,
        }
    }
}
