//! What guidance quotes: passages that fit what somebody wrote.
//!
//! Invariant: nothing is better than something poor.

use std::collections::HashMap;

use care::vectors::{Vectors, similarity};
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query as IndexQuery};
use tantivy::{Searcher, TantivyDocument, Term};

use super::Search;
use super::generation::Generation;
use super::query::{Found, MOST_WORDS, show, term_query, text_of, top};
use super::words::{held_by, words_of};
use crate::error::{Error, Result};

/// Guidance shows so many passages at most.
const MOST_SOURCES: usize = 2;
const CANDIDATES: usize = 40;
const WORDS_TO_FIND_BY: usize = 12;
/// A passage fits if it is as near in meaning to what the topic is about as the first, to the words as the second, and to
/// both together as the third. Nearness is a cosine. `docs/documents.md` says how they were found.
const NEAR_TOPIC: f32 = 0.45;
const NEAR_WORDS: f32 = 0.3;
const NEAR_BOTH: f32 = 0.85;

/// What guidance looks for.
#[derive(Debug, Clone, Copy)]
pub struct Longing<'a> {
    /// The words somebody wrote, or what stands for the topic they tapped.
    pub words: &'a str,
    /// What these words mean.
    pub meaning: &'a [f32],
    /// The name of the topic that was understood.
    pub topic: &'a str,
    /// What that topic is about, by its meaning.
    pub about: &'a [f32],
}

impl Search {
    /// At most two passages, of different pages, that really fit.
    ///
    /// # Errors
    /// `Internal` if the index cannot be read.
    pub fn sources(&self, vectors: &Vectors, longing: Longing<'_>) -> Result<Vec<Found>> {
        let Some(generation) = self.current() else {
            return Ok(Vec::new());
        };
        let searcher = generation.reader.searcher();
        let telling = telling_words(&generation, &searcher, longing)?;
        if telling.is_empty() {
            return Ok(Vec::new());
        }
        let asked = any_of(most_telling(&telling));
        let mut fitting = Vec::new();
        for (_, place) in top(&searcher, &asked, CANDIDATES)? {
            let passage = || searcher.doc::<TantivyDocument>(place).map_err(Error::internal);
            let embed = || Ok(vectors.embed(text_of(&generation, &passage()?)));
            let meaning = generation.meanings.of(place, embed)?;
            let (to_topic, to_words) = (
                similarity(&meaning, longing.about),
                similarity(&meaning, longing.meaning),
            );
            if to_topic >= NEAR_TOPIC && to_words >= NEAR_WORDS && to_topic + to_words >= NEAR_BOTH {
                let held = share(&telling, text_of(&generation, &passage()?));
                fitting.push((to_topic + to_words + held, place));
            }
        }
        fitting.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let shown = show(
            &generation,
            &searcher,
            &any_of(&telling),
            fitting.into_iter().map(|(_, place)| place),
        )?;
        Ok(of_different_pages(shown))
    }
}

fn of_different_pages(found: Vec<Found>) -> Vec<Found> {
    let mut kept: Vec<Found> = Vec::new();
    for passage in found {
        let is_beside = |other: &Found| other.document == passage.document && other.page.abs_diff(passage.page) <= 1;
        if kept.len() < MOST_SOURCES && !kept.iter().any(is_beside) {
            kept.push(passage);
        }
    }
    kept
}

/// A word of what guidance looks for, and how much it tells: the rarer in the library, the more.
struct Telling {
    word: String,
    term: Term,
    weight: f32,
}

fn telling_words(generation: &Generation, searcher: &Searcher, longing: Longing<'_>) -> Result<Vec<Telling>> {
    let mut weights: HashMap<String, f32> = HashMap::new();
    for (text, counts) in [(longing.words, 1.0_f32), (longing.topic, 0.5)] {
        for (word, says_something) in words_of(text) {
            if says_something && weights.len() < MOST_WORDS {
                let weight = weights.entry(word).or_default();
                *weight = weight.max(counts);
            }
        }
    }
    let passages = searcher.num_docs();
    let mut telling = Vec::with_capacity(weights.len());
    for (word, counts) in weights {
        let term = Term::from_field_text(generation.fields.body, &word);
        let with_it = searcher.doc_freq(&term).map_err(Error::internal)?;
        #[expect(clippy::cast_precision_loss, reason = "a weight need not be exact")]
        let rarity = (1.0 + passages as f32 / (1.0 + with_it as f32)).ln();
        telling.push(Telling {
            word,
            term,
            weight: counts * rarity,
        });
    }
    telling.sort_by(|one, other| one.word.cmp(&other.word));
    Ok(telling)
}

/// How much of what is telling stands in a passage, 0 to 1.
fn share(telling: &[Telling], body: &str) -> f32 {
    let held = held_by(body, |word| {
        let known = telling.iter().find(|telling| telling.word == word);
        known.map(|telling| telling.word.as_str())
    });
    let weight = |words: &mut dyn Iterator<Item = &Telling>| words.map(|word| word.weight).sum::<f32>();
    let all = weight(&mut telling.iter());
    weight(&mut telling.iter().filter(|word| held.contains(word.word.as_str()))) / all.max(f32::MIN_POSITIVE)
}

/// Those that candidates are found by: every passage has the common words of a long letter.
fn most_telling(telling: &[Telling]) -> Vec<&Telling> {
    let mut words: Vec<&Telling> = telling.iter().collect();
    words.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    words.truncate(WORDS_TO_FIND_BY);
    words
}

fn any_of<'a>(telling: impl IntoIterator<Item = &'a Telling>) -> BooleanQuery {
    let words = telling.into_iter().map(|word| {
        let query = BoostQuery::new(Box::new(term_query(word.term.clone())), word.weight);
        (Occur::Should, Box::new(query) as Box<dyn IndexQuery>)
    });
    BooleanQuery::new(words.collect())
}
