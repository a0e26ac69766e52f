//! What guidance quotes: passages that fit what somebody wrote.
//!
//! Invariant: nothing is better than something poor.

use std::collections::HashMap;

use care::vectors::{Vectors, similarity};
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query as IndexQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet as _, Searcher, TantivyDocument, Term};

use super::Search;
use super::generation::Generation;
use super::query::{Found, MOST_WORDS, show, term_query, text_of, top};
use super::words::words_of;
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
        let mut fitting = near(&generation, &searcher, &telling, vectors, longing)?;
        add_shares(&searcher, &telling, &mut fitting)?;
        fitting.sort_by(|one, other| {
            other
                .nearness
                .total_cmp(&one.nearness)
                .then(one.place.cmp(&other.place))
        });
        let places = fitting.into_iter().map(|fitting| fitting.place);
        of_different_pages(show(&generation, &searcher, &any_of(&telling), places)?)
    }
}

/// A passage that fits.
struct Fitting {
    place: DocAddress,
    nearness: f32,
}

/// Of the passages with these words, those that are near enough in meaning.
fn near(
    generation: &Generation,
    searcher: &Searcher,
    telling: &[Telling],
    vectors: &Vectors,
    longing: Longing<'_>,
) -> Result<Vec<Fitting>> {
    let mut near = Vec::new();
    for (_, place) in top(searcher, &any_of(most_telling(telling)), CANDIDATES)? {
        let meaning = generation.meanings.of(place, || {
            let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
            Ok(vectors.embed(text_of(generation, &passage)))
        })?;
        let (to_topic, to_words) = (
            similarity(&meaning, longing.about),
            similarity(&meaning, longing.meaning),
        );
        if to_topic >= NEAR_TOPIC && to_words >= NEAR_WORDS && to_topic + to_words >= NEAR_BOTH {
            near.push(Fitting {
                place,
                nearness: to_topic + to_words,
            });
        }
    }
    Ok(near)
}

/// Adds how much of what is telling stands in each passage, 0 to 1. The index knows; no passage is read for it.
fn add_shares(searcher: &Searcher, telling: &[Telling], fitting: &mut [Fitting]) -> Result<()> {
    let all: f32 = telling.iter().map(|word| word.weight).sum();
    fitting.sort_by_key(|fitting| fitting.place);
    for of_segment in fitting.chunk_by_mut(|one, other| one.place.segment_ord == other.place.segment_ord) {
        let segment = searcher.segment_reader(of_segment[0].place.segment_ord);
        for word in telling {
            let index = segment.inverted_index(word.term.field()).map_err(Error::internal)?;
            let holding = index.read_postings(&word.term, IndexRecordOption::Basic);
            let Some(mut holding) = holding.map_err(Error::internal)? else {
                continue;
            };
            for fitting in &mut *of_segment {
                let is_past = holding.doc() > fitting.place.doc_id;
                if !is_past && holding.seek(fitting.place.doc_id) == fitting.place.doc_id {
                    fitting.nearness += word.weight / all.max(f32::MIN_POSITIVE);
                }
            }
        }
    }
    Ok(())
}

fn of_different_pages(found: impl Iterator<Item = Result<Found>>) -> Result<Vec<Found>> {
    let mut kept: Vec<Found> = Vec::with_capacity(MOST_SOURCES);
    for passage in found {
        let passage = passage?;
        let is_beside = |other: &Found| other.document == passage.document && other.page.abs_diff(passage.page) <= 1;
        if !kept.iter().any(is_beside) {
            kept.push(passage);
        }
        if kept.len() == MOST_SOURCES {
            break;
        }
    }
    Ok(kept)
}

/// A word of what guidance looks for, and how much it tells: the rarer in the library, the more.
struct Telling {
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
            term,
            weight: counts * rarity,
        });
    }
    telling.sort_by(|one, other| one.term.cmp(&other.term));
    Ok(telling)
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
