//! The translations of the Bible: the World English Bible in memory, the others from their files when first asked for.
//!
//! Invariant: a passage is never shown under the name of another translation. Where a translation lacks a verse, the
//! passage comes from the World English Bible and says so.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::scripture::Scripture;
use crate::error::{Error, Result};
use crate::locale::Locale;

/// A translation that a reader may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Translation {
    /// The World English Bible.
    #[default]
    Web,
    /// The King James Version.
    Kjv,
    /// The American Standard Version.
    Asv,
    /// The Reina-Valera of 1909, in Spanish.
    Rv1909,
}

impl Translation {
    /// Those beside the World English Bible.
    pub const OTHERS: [Self; 3] = [Self::Kjv, Self::Asv, Self::Rv1909];

    /// The name, shown with every passage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web => "World English Bible",
            Self::Kjv => "King James Version",
            Self::Asv => "American Standard Version",
            Self::Rv1909 => "Reina-Valera 1909",
        }
    }

    /// The id in requests and file names.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Kjv => "kjv",
            Self::Asv => "asv",
            Self::Rv1909 => "rv1909",
        }
    }

    /// Its language.
    pub const fn locale(self) -> Locale {
        match self {
            Self::Web | Self::Kjv | Self::Asv => Locale::English,
            Self::Rv1909 => Locale::Spanish,
        }
    }

    /// The one in which readers of a language get passages if they choose none.
    pub const fn usual(locale: Locale) -> Self {
        match locale {
            Locale::English => Self::Web,
            Locale::Spanish => Self::Rv1909,
        }
    }

    /// The file inside `CONTENT_DIR`.
    pub fn file(self) -> String {
        format!("scripture-{}.mpk", self.id())
    }
}

/// The translations beside the World English Bible. Each is read when it is first asked for, as most processes need none.
#[derive(Debug, Default)]
pub struct Translations {
    folder: PathBuf,
    kjv: OnceLock<Option<Scripture>>,
    asv: OnceLock<Option<Scripture>>,
    rv1909: OnceLock<Option<Scripture>>,
}

impl Translations {
    /// Those of a folder.
    ///
    /// # Errors
    /// `Internal` if a file is missing.
    pub(super) fn of(folder: &Path) -> Result<Self> {
        for translation in Translation::OTHERS {
            let path = folder.join(translation.file());
            if !path.is_file() {
                let missing = anyhow::anyhow!("{} is missing; run `content-tools build`", path.display());
                return Err(Error::internal(missing));
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
            ..Self::default()
        })
    }

    /// A translation; none if it is the World English Bible, or if its file can no longer be read.
    pub(super) fn get(&self, translation: Translation) -> Option<&Scripture> {
        let cell = match translation {
            Translation::Web => return None,
            Translation::Kjv => &self.kjv,
            Translation::Asv => &self.asv,
            Translation::Rv1909 => &self.rv1909,
        };
        cell.get_or_init(|| self.read(translation)).as_ref()
    }

    fn read(&self, translation: Translation) -> Option<Scripture> {
        let read = || -> anyhow::Result<Scripture> {
            Ok(rmp_serde::from_slice(&std::fs::read(
                self.folder.join(translation.file()),
            )?)?)
        };
        read()
            .inspect_err(|error| tracing::warn!(%error, translation = translation.id(), "a translation cannot be read"))
            .ok()
    }
}
