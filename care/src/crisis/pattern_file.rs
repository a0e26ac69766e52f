//! The schema of `content/patterns/crisis.toml`.
//!
//! Invariant: an unknown key or name is refused; nothing in the file is silently ignored.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Category;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternFile {
    pub spelling: BTreeMap<String, String>,
    pub tolerate: Vec<String>,
    pub words: BTreeMap<String, Vec<String>>,
    pub idea: BTreeMap<String, Vec<String>>,
    pub frame: BTreeMap<String, FrameSource>,
    pub pattern: Vec<PatternSource>,
}

/// The phrases of one frame.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameSource {
    #[expect(dead_code, reason = "the reason is there for editors of the file")]
    pub why: String,
    pub find: Vec<String>,
}

/// One pattern.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternSource {
    pub category: Category,
    pub severity: u8,
    pub why: String,
    pub find: Vec<String>,
    #[serde(default)]
    pub also: Vec<String>,
    #[serde(default)]
    pub unless: Vec<String>,
    #[serde(default)]
    pub about: About,
    #[serde(default)]
    pub light: bool,
    #[serde(default)]
    pub yes: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the examples are read by the tests"))]
    #[serde(default)]
    pub no: Vec<String>,
}

/// Whose danger a pattern is about; it decides which guards can suppress it.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum About {
    /// The writer speaks of themselves in plain words: only fiction, songs and scripture suppress it.
    #[default]
    Me,
    /// Somebody else is in danger: work and news suppress it too.
    Them,
    /// A topic is mentioned, such as *suicide*: every frame suppresses it.
    Topic,
}

/// The context that a text, or a sentence of it, is meant in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Frame {
    Past,
    Recovered,
    Present,
    Work,
    News,
    Fiction,
    Scripture,
    Game,
    Joke,
    Trifle,
    Denied,
    Bereaved,
    Petition,
    Sober,
    Accident,
    /// Words of the Bible are quoted to ask for their place.
    Asked,
}

/// Every frame with its name in the file.
pub(super) const FRAMES: [(&str, Frame); 16] = [
    ("past", Frame::Past),
    ("recovered", Frame::Recovered),
    ("present", Frame::Present),
    ("work", Frame::Work),
    ("news", Frame::News),
    ("story", Frame::Fiction),
    ("scripture", Frame::Scripture),
    ("game", Frame::Game),
    ("joke", Frame::Joke),
    ("trifle", Frame::Trifle),
    ("denied", Frame::Denied),
    ("bereaved", Frame::Bereaved),
    ("petition", Frame::Petition),
    ("sober", Frame::Sober),
    ("accident", Frame::Accident),
    ("asked", Frame::Asked),
];
