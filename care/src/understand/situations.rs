//! Situation classification: which of the situations within the topics a text tells of.
//!
//! Invariant: total and deterministic. A situation is told clearly or not at all: the caller never guesses.

use serde::{Deserialize, Serialize};

use super::features::{features, read};
use super::{Model, NOTHING, RankedTopic, mix};
use crate::classifier::{Classifier, Features};
use crate::encoder::Reading;
use crate::vectors::{BadModel, Vectors};

/// A situation of the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The slug of its topic.
    pub topic: String,
    /// Its own slug.
    pub slug: String,
}

/// A situation with its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedSituation<'model> {
    /// The situation.
    pub label: &'model Label,
    /// How clearly the text tells of it, 0 to 1.
    pub score: f32,
}

/// The trained model: one label for each situation, and a last one for texts that tell of none.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SituationModel {
    labels: Vec<Label>,
    classifier: Classifier,
}

/// The weight of the topic's own probability in the score of a situation.
const TOPIC_EXPONENT: f32 = 0.3;
/// How much the second reader counts beside the classifier.
const SECOND_SHARE: f32 = 0.4;
/// Keeps a situation possible whose topic the other model misses.
const MIN_TOPIC_PROBABILITY: f32 = 0.02;

impl SituationModel {
    /// A model of situations and the classifier that was trained with them in this order.
    ///
    /// # Errors
    /// [`BadModel`] if the two do not belong together.
    pub fn new(labels: Vec<Label>, classifier: Classifier) -> Result<Self, BadModel> {
        if classifier.is_consistent() && classifier.labels() == labels.len() + 1 {
            Ok(Self { labels, classifier })
        } else {
            Err(BadModel("the situations and the classifier do not belong together"))
        }
    }

    /// The model as bytes for `content/build`.
    ///
    /// # Errors
    /// [`BadModel`] if it cannot be serialised, which does not happen with a trained one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadModel> {
        rmp_serde::to_vec(self).map_err(|_| BadModel("the model cannot be written"))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`BadModel`] when the bytes are not a complete model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadModel> {
        let Self { labels, classifier } =
            rmp_serde::from_slice(bytes).map_err(|_| BadModel("not a model of situations"))?;
        Self::new(labels, classifier)
    }

    /// The situations, the clearest first. `topics` is what the topic model says of the same text.
    pub fn rank<'model>(
        &'model self,
        features: &Features,
        topics: &[RankedTopic<'_>],
        second: Option<&Reading>,
    ) -> Vec<RankedSituation<'model>> {
        let probability = |topic: &str| {
            if topic == NOTHING && topics.is_empty() {
                return 1.0;
            }
            let known = topics.iter().find(|ranked| ranked.slug == topic);
            known.map_or(MIN_TOPIC_PROBABILITY, |ranked| ranked.score.max(MIN_TOPIC_PROBABILITY))
        };
        let mut scores = self.classifier.scores(features);
        if let Some(second) = second {
            mix(&mut scores, &second.situations, SECOND_SHARE);
        }
        let nothing = scores.pop().unwrap_or_default();
        let mut ranked: Vec<RankedSituation<'_>> = self
            .labels
            .iter()
            .zip(scores)
            .map(|(label, score)| RankedSituation {
                label,
                score: score * probability(&label.topic).powf(TOPIC_EXPONENT),
            })
            .collect();
        let total: f32 = nothing + ranked.iter().map(|situation| situation.score).sum::<f32>();
        for situation in &mut ranked {
            situation.score /= total.max(f32::EPSILON);
        }
        ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
        ranked
    }
}

/// The situations of a text, the clearest first.
pub fn situations<'model>(
    model: &'model SituationModel,
    understanding: &Model,
    vectors: &Vectors,
    text: &str,
    topics: &[RankedTopic<'_>],
    second: Option<&Reading>,
) -> Vec<RankedSituation<'model>> {
    let text = &text[..text.floor_char_boundary(super::MAX_LEN)];
    let sentences = read(text, &understanding.compiled, vectors);
    model.rank(&features(&sentences, &understanding.compiled), topics, second)
}
