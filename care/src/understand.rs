//! Topic classification: text → ranked topics.
//!
//! People rarely name their struggle; they describe a Sunday night, a locked phone, an empty chair.
//! So there are four kinds of features: words, character n-grams, a lexicon of situations, and the text's embedding.
//! Invariant: total and deterministic, in time linear in the length of the text.

use serde::{Deserialize, Serialize};

use super::classifier::{Classifier, Features};
use super::encoder::Reading;
use super::vectors::{BadModel, Vectors};
use features::{Sentence, features, read};
use lexicon::{CompiledLexicon, Lexicon};

mod entry;
pub mod features;
pub mod lexicon;
pub mod plain_words;
pub mod situations;

/// The result of classifying a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Understood<'model> {
    /// The topics, best first; empty when the text has no recognisable topic.
    pub topics: Vec<RankedTopic<'model>>,
}

/// A topic with its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedTopic<'model> {
    /// The topic's slug.
    pub slug: &'model str,
    /// The probability, 0 to 1; the scores of all topics add up to 1.
    pub score: f32,
}

impl Understood<'_> {
    /// Whether any topic was recognised; if not, the caller shows the general message.
    pub fn is_understood(&self) -> bool {
        !self.topics.is_empty()
    }
}

/// The trained model: lexicon and classifier.
#[derive(Debug, Clone)]
pub struct Model {
    lexicon: Lexicon,
    compiled: CompiledLexicon,
    classifier: Classifier,
}

#[derive(Serialize, Deserialize)]
struct StoredModel {
    lexicon: Lexicon,
    classifier: Classifier,
}

/// The label of texts that tell of no struggle: small talk, joy, thanks. It is the slug of the letter that they get.
pub const NOTHING: &str = "comfort";

/// Below this score the best topic is not trusted.
const MIN_SCORE: f32 = 0.15;
/// From this score of [`NOTHING`] on, a text counts as everyday talk without a topic.
const NOTHING_THRESHOLD: f32 = 0.5;
/// The same of a long text: small talk is seldom so long.
const NOTHING_THRESHOLD_OF_A_LONG_TEXT: f32 = 0.75;
/// From this number of words on a text is long.
const LONG: usize = 40;
/// Bytes read of a text; no form accepts as many.
const MAX_LEN: usize = 40_000;

impl Model {
    /// A model of a lexicon and a classifier that was trained with it: one label for each topic of the lexicon, and
    /// one more for texts without a topic.
    pub fn new(lexicon: Lexicon, classifier: Classifier) -> Self {
        Self {
            compiled: CompiledLexicon::new(&lexicon),
            lexicon,
            classifier,
        }
    }

    /// The model as bytes for `content/build`.
    ///
    /// # Errors
    /// [`BadModel`] if the model cannot be serialised, which does not happen with a trained one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadModel> {
        let stored = StoredModel {
            lexicon: self.lexicon.clone(),
            classifier: self.classifier.clone(),
        };
        rmp_serde::to_vec(&stored).map_err(|_| BadModel("the model cannot be written"))
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`BadModel`] when the bytes are not a complete model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadModel> {
        let stored: StoredModel = rmp_serde::from_slice(bytes).map_err(|_| BadModel("not a model of understanding"))?;
        if !stored.classifier.is_consistent() {
            return Err(BadModel("the model of understanding is damaged"));
        }
        let model = Self::new(stored.lexicon, stored.classifier);
        if model.classifier.labels() != model.compiled.topics().len() + 1 {
            return Err(BadModel("the lexicon and the classifier have different topics"));
        }
        Ok(model)
    }
}

/// Mixes the probabilities of two readers as their weighted geometric mean. The sum of `scores` stays what it was.
pub(crate) fn mix(scores: &mut [f32], others: &[f32], share: f32) {
    let before: f32 = scores.iter().sum();
    for (score, other) in scores.iter_mut().zip(others) {
        *score = score.max(f32::MIN_POSITIVE).powf(1.0 - share) * other.max(f32::MIN_POSITIVE).powf(share);
    }
    let after = scores.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    for score in scores {
        *score *= before / after;
    }
}

/// The features of a text, as the classifier reads them.
pub fn features_of(text: &str, lexicon: &CompiledLexicon, vectors: &Vectors) -> Features {
    features(&read(text, lexicon, vectors), lexicon)
}

/// How much the second reader counts beside the classifier.
const SECOND_SHARE: f32 = 0.3;

/// Classifies a text. `second` is what the encoder reads in it, if it was asked.
pub fn understand<'model>(
    model: &'model Model,
    vectors: &Vectors,
    text: &str,
    second: Option<&Reading>,
) -> Understood<'model> {
    let text = &text[..text.floor_char_boundary(MAX_LEN)];
    let sentences = read(text, &model.compiled, vectors);
    if !sentences.iter().any(Sentence::is_readable) {
        return Understood::default();
    }
    let mut scores = model.classifier.scores(&features(&sentences, &model.compiled));
    if let Some(second) = second {
        mix(&mut scores, &second.topics, SECOND_SHARE);
    }
    let nothing = scores.pop().unwrap_or(1.0);
    let informative = (1.0 - nothing).max(f32::EPSILON);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]));
    let best = order.first().map_or(0.0, |&best| scores[best]);
    let nothing_threshold = if text.split_whitespace().count() >= LONG {
        NOTHING_THRESHOLD_OF_A_LONG_TEXT
    } else {
        NOTHING_THRESHOLD
    };
    if nothing >= nothing_threshold || best < MIN_SCORE {
        return Understood::default();
    }
    let topics = order
        .into_iter()
        .map(|topic| RankedTopic {
            slug: &model.compiled.topics()[topic],
            score: scores[topic] / informative,
        })
        .collect();
    Understood { topics }
}
