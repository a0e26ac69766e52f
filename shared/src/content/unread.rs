//! Languages that guidance does not read, all from `content/unread-languages.toml`.

use serde::{Deserialize, Serialize};

/// What people are told who write in such a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnreadLanguage {
    /// The language (BCP 47) of the words and of what is said; `und`, and then in English, for all others.
    pub tag: String,
    /// That the letter may not fit, and what works.
    pub text: String,
    /// The label of the way to the topics.
    pub choose: String,
    /// The label of the way to the helplines.
    pub help: String,
}

impl UnreadLanguage {
    /// The language of what is said, for HTML.
    pub fn lang(&self) -> &str {
        if self.tag == care::language::UNKNOWN {
            "en"
        } else {
            &self.tag
        }
    }

    /// The direction of its script, for HTML.
    pub fn dir(&self) -> &'static str {
        if self.tag == "ar" { "rtl" } else { "ltr" }
    }
}
