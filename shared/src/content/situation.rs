//! Situations within a topic, each with a letter that only somebody in that situation could get.

use std::sync::OnceLock;

use care::names::Names;
use care::vectors::Vectors;
use serde::{Deserialize, Serialize};

use super::reference::Reference;
use super::scripture::Passage;

/// A situation with its letter.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Situation {
    /// Its id.
    pub slug: String,
    /// The slug of its topic.
    pub topic: String,
    /// The label of its chip, as the person would say it.
    pub chip: String,
    /// The heading of the letter.
    pub title: String,
    /// Whether its letter stands with the numbers of the crisis dialog.
    pub with_numbers: WithNumbers,
    /// Whether nothing about its letter may be left on a device that others use.
    pub discreet: bool,
    /// Whom its letter is written for.
    pub written_for: WrittenFor,
    /// Whether its letter is for what happened years ago.
    pub after_years: bool,
    /// Words that name the situation: with one of them, less speaks for it than without.
    pub named_by: Names,
    /// Words beside which its letter never comes, since it would say what they deny.
    pub never_with: Names,
    /// The kinds of questions and boundaries that need no reply beside its letter.
    pub answers: Vec<String>,
    /// Slugs of situations that are near to it.
    pub near: Vec<String>,
    /// The kinds of people that `{person}` may stand for in its openings, such as `parent`.
    pub persons: Vec<String>,
    /// The opening that is true for everybody in this situation.
    pub opening: String,
    /// Openings with slots for what the person said, such as `{duration}`.
    pub echoes: Vec<String>,
    /// The paragraphs between opening and step.
    pub message: Vec<String>,
    /// The step for everybody.
    pub step: String,
    /// The steps for some, in place of it.
    pub steps: Vec<(StepFor, String)>,
    /// One sentence for the safety of body or life.
    pub safety: Option<String>,
    /// A prayer.
    pub prayer: String,
    /// A wish for those who do not pray.
    pub plain_prayer: String,
    /// The chosen passages.
    pub passages: Vec<SituationPassage>,
    /// Passages that must never be shown in this situation.
    pub avoid: Vec<Reference>,
    /// Computed lazily.
    #[serde(skip)]
    pub embeddings: OnceLock<Vec<PassageEmbedding>>,
}

/// Whom a letter is written for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenFor {
    /// Anybody in the situation.
    #[default]
    Anybody,
    /// Somebody who did it to others.
    WhoDidIt,
    /// Somebody to whom others did it.
    WhoWasWronged,
    /// Somebody who loves the one who suffers.
    WhoLoves,
}

/// Whether a letter stands with the numbers of the crisis dialog.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithNumbers {
    /// It does not know of danger.
    #[default]
    Never,
    /// It stands there, too: it knows of the danger, or bears with it.
    Also,
    /// It stands only there.
    Only,
}

/// Whom a step is for, in place of the general one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepFor {
    /// A child or teenager.
    Young,
    /// Somebody with nobody to tell.
    Alone,
    /// Somebody without money.
    Poor,
    /// Somebody for whom it happened years ago.
    AfterYears,
    /// Somebody who loves the one who suffers.
    Loves,
    /// Somebody who did it.
    Did,
}

/// A passage chosen for a situation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SituationPassage {
    /// The passage.
    pub passage: Passage,
    /// What somebody says for whom it is right.
    pub fits: String,
    /// What somebody says for whom it is wrong; empty if there is nobody.
    pub avoid: String,
    /// One line that leads from the letter to the passage.
    pub bridge: String,
}

/// The embeddings of the editors' descriptions of a passage.
#[derive(Debug, Clone)]
pub struct PassageEmbedding {
    /// Whom it fits.
    pub fits: Vec<f32>,
    /// For whom it is wrong; none if for nobody.
    pub avoid: Option<Vec<f32>>,
}

impl Situation {
    /// The embeddings of the editors' descriptions, computed once per process, in the order of the passages.
    pub fn embeddings(&self, vectors: &Vectors) -> &[PassageEmbedding] {
        self.embeddings.get_or_init(|| {
            let embed = |passage: &SituationPassage| PassageEmbedding {
                fits: vectors.embed(&passage.fits),
                avoid: (!passage.avoid.is_empty()).then(|| vectors.embed(&passage.avoid)),
            };
            self.passages.iter().map(embed).collect()
        })
    }
}
