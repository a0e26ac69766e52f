//! What guidance quotes. What may be quoted is read once, when a generation of the index is opened; the rest is memory.
//!
//! Invariant: nothing is better than something poor. Asking reads no file, cannot fail, and takes as long in a large library
//! as in a small one.

use std::collections::HashMap;
use std::ops::Range;

use care::vectors::{Vectors, similarity};
use tantivy::collector::DocSetCollector;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, IndexReader, Searcher, TantivyDocument, Term};

use super::Search;
use super::query::{Found, MAX_WORDS, Read, read};
use super::quotable::Judging;
use super::schema::Fields;
use super::snippet::{Hit, Snippet, places_of_sentences};
use super::words::{each_telling_word, each_word};
use crate::content::{Content, Topic};
use crate::error::{Error, Result};

/// Guidance shows so many passages at most.
const MAX_SHOWN: usize = 2;
/// Of those that fit, so many of the nearest are compared word by word.
const COMPARED: usize = 20;
/// So many are kept for each topic, about 2 kB each: at most 20 MB for 24 topics.
const KEPT: usize = 400;

/// A passage fits if it is as near in meaning to what its topic is about as the first, to the words as the second, and to
/// both together as the third. Nearness is a cosine. `docs/documents.md` says how they were found.
const NEAR_TOPIC: f32 = 0.5;
const NEAR_WORDS: f32 = 0.3;
const NEAR_BOTH: f32 = 0.85;
/// From this nearness on two passages say the same: the same sermon stands in several books.
const SAME: f32 = 0.95;
/// What the name of the topic counts beside somebody's own words.
const TOPIC_COUNTS: f32 = 0.5;
/// What it counts that a passage holds all telling words, beside its nearness: a rare word alone must not decide.
const SHARE_COUNTS: f32 = 0.3;

/// What may be quoted from a generation.
#[derive(Default)]
pub struct Quotes {
    /// By the slug of a topic, nearest to it first.
    by_topic: HashMap<String, Vec<Quote>>,
    /// The words of all of them.
    known: HashMap<String, Known>,
    /// By the number of a word, whether it is kind: what is shown must hold one that is.
    kind: Vec<bool>,
}

/// A passage that may be quoted.
struct Quote {
    passage: Read,
    words: Vec<Spoken>,
    sentences: Vec<Range<usize>>,
    meaning: Vec<f32>,
    to_topic: f32,
}

/// A word in the form in which the index has it.
#[derive(Debug, Clone, Copy)]
struct Known {
    number: u32,
    /// How much it tells: the rarer in the library, the more.
    rarity: f32,
}

/// A word of a passage, and where it stands.
struct Spoken {
    number: u32,
    start: u32,
    end: u32,
}

/// What guidance looks for.
#[derive(Debug, Clone, Copy)]
pub struct Longing<'a> {
    /// The words somebody wrote, or what stands for the topic they tapped.
    pub words: &'a str,
    /// What these words mean.
    pub meaning: &'a [f32],
    /// The topic that was understood, or tapped.
    pub topic: &'a Topic,
}

impl Search {
    /// At most two passages, of different pages, that really fit.
    #[must_use]
    pub fn quotes(&self, longing: Longing<'_>) -> Vec<Found> {
        self.current()
            .map_or_else(Vec::new, |generation| generation.quotes.find(longing))
    }
}

impl Quotes {
    /// Reads what may be quoted for each topic.
    ///
    /// # Errors
    /// `Internal` if the index cannot be read.
    pub fn gather(reader: &IndexReader, fields: Fields, content: &Content, vectors: &Vectors) -> Result<Self> {
        let searcher = reader.searcher();
        let hard_words = Judging::by(&content.hard_words);
        let kind_words = Judging::by(&content.kind_words);
        let mut quotes = Self::default();
        for topic in &content.topics {
            let about = &topic.meanings(vectors).about;
            let mut near = Vec::new();
            for place in quotable_for(&searcher, fields, &topic.slug)? {
                let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
                let passage = read(fields, &passage)?;
                let meaning = vectors.embed(&passage.text);
                let to_topic = similarity(&meaning, about);
                if to_topic >= NEAR_TOPIC && !hard_words.stand_in(&passage.text) {
                    near.push(Quote {
                        passage,
                        words: Vec::new(),
                        sentences: Vec::new(),
                        meaning,
                        to_topic,
                    });
                }
                // What cannot be among the nearest is let go now and then, so that a large library takes no more memory.
                if near.len() == 2 * KEPT {
                    keep_nearest(&mut near);
                }
            }
            keep_nearest(&mut near);
            for quote in &mut near {
                quote.sentences = places_of_sentences(&quote.passage.text);
                quote.words = quotes.learn(&quote.passage.text, &kind_words, &searcher, fields)?;
            }
            quotes.by_topic.insert(topic.slug.clone(), near);
        }
        Ok(quotes)
    }

    /// The words of a passage; those that are new become known.
    fn learn(&mut self, text: &str, kind_words: &Judging, searcher: &Searcher, fields: Fields) -> Result<Vec<Spoken>> {
        let mut words = Vec::new();
        each_word(text, |word| words.push((word.stem.to_owned(), word.start, word.end)));
        let mut spoken = Vec::with_capacity(words.len());
        for (stem, start, end) in words {
            let number = match self.known.get(&stem).map(|known| known.number) {
                Some(number) => number,
                None => self.note(stem, kind_words, searcher, fields)?,
            };
            let [start, end] = [start, end].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            spoken.push(Spoken { number, start, end });
        }
        Ok(spoken)
    }

    /// Makes a word known, and returns its number.
    fn note(&mut self, stem: String, kind_words: &Judging, searcher: &Searcher, fields: Fields) -> Result<u32> {
        let number = u32::try_from(self.known.len()).map_err(Error::internal)?;
        let term = Term::from_field_text(fields.body, &stem);
        let (passages, with_it) = (searcher.num_docs(), searcher.doc_freq(&term).map_err(Error::internal)?);
        #[expect(clippy::cast_precision_loss, reason = "a weight need not be exact")]
        let rarity = (1.0 + passages as f32 / (1.0 + with_it as f32)).ln();
        self.kind.push(kind_words.hold(&stem));
        self.known.insert(stem, Known { number, rarity });
        Ok(number)
    }

    fn find(&self, longing: Longing<'_>) -> Vec<Found> {
        let kept = self.by_topic.get(&longing.topic.slug).map_or(&[][..], Vec::as_slice);
        let mut fitting: Vec<(f32, &Quote)> = kept
            .iter()
            .filter_map(|quote| {
                let to_words = similarity(&quote.meaning, longing.meaning);
                let nearness = quote.to_topic + to_words;
                (to_words >= NEAR_WORDS && nearness >= NEAR_BOTH).then_some((nearness, quote))
            })
            .collect();
        if fitting.is_empty() {
            return Vec::new();
        }
        sort_by_nearness(&mut fitting);
        fitting.truncate(COMPARED);
        let telling = self.telling_words(longing);
        for (nearness, quote) in &mut fitting {
            *nearness += SHARE_COUNTS * telling.share_in(quote);
        }
        sort_by_nearness(&mut fitting);
        let mut nearest: Vec<&Quote> = Vec::with_capacity(MAX_SHOWN);
        for (_, quote) in fitting {
            if nearest.iter().all(|other| other.says_another_thing(quote)) {
                nearest.push(quote);
            }
            if nearest.len() == MAX_SHOWN {
                break;
            }
        }
        // What is left out makes no room for the next: that would be further off.
        nearest
            .into_iter()
            .filter_map(|quote| self.show(quote, &telling))
            .collect()
    }

    /// What is shown of a passage, if that holds a kind word.
    fn show(&self, quote: &Quote, telling: &Telling) -> Option<Found> {
        let (text, hits) = (&quote.passage.text, quote.hits(telling));
        let part = Snippet::part_of(text, &hits, &quote.sentences);
        let is_kind = |word: &Spoken| self.kind.get(word.number as usize) == Some(&true);
        let is_shown = |word: &Spoken| part.start <= word.start as usize && word.end as usize <= part.end;
        let has_kind_word = quote.words.iter().any(|word| is_kind(word) && is_shown(word));
        has_kind_word.then(|| quote.passage.shown_as(Snippet::of_part(text, &part, &hits)))
    }

    fn telling_words(&self, longing: Longing<'_>) -> Telling {
        let mut weights: Vec<(u32, f32)> = Vec::new();
        for (text, counts) in [(longing.words, 1.0), (longing.topic.name.as_str(), TOPIC_COUNTS)] {
            each_telling_word(text, |word| {
                let is_new = |known: &&Known| weights.iter().all(|&(number, _)| number != known.number);
                if let Some(known) = self
                    .known
                    .get(word.stem)
                    .filter(is_new)
                    .filter(|_| weights.len() < MAX_WORDS)
                {
                    weights.push((known.number, known.rarity * counts));
                }
            });
        }
        Telling(weights)
    }
}

/// The words that tell what is looked for, by their number, with how much.
struct Telling(Vec<(u32, f32)>);

impl Telling {
    fn place_of(&self, word: &Spoken) -> Option<usize> {
        self.0.iter().position(|&(number, _)| number == word.number)
    }

    /// How much of what is telling stands in a passage, 0 to 1.
    fn share_in(&self, quote: &Quote) -> f32 {
        let mut counted = [false; MAX_WORDS];
        let mut held = 0.0;
        for place in quote.words.iter().filter_map(|word| self.place_of(word)) {
            if !std::mem::replace(&mut counted[place], true) {
                held += self.0[place].1;
            }
        }
        let all: f32 = self.0.iter().map(|&(_, weight)| weight).sum();
        held / all.max(f32::MIN_POSITIVE)
    }
}

impl Quote {
    /// Whether both may be shown: they stand apart, and one is not the other in another book.
    fn says_another_thing(&self, other: &Self) -> bool {
        !self.passage.is_beside(&other.passage) && similarity(&self.meaning, &other.meaning) < SAME
    }

    /// The telling words in it.
    fn hits(&self, telling: &Telling) -> Vec<Hit> {
        let hits = self.words.iter().filter_map(|word| {
            let place = telling.place_of(word)?;
            Some(Hit {
                place: word.start as usize..word.end as usize,
                weight: telling.0[place].1,
            })
        });
        hits.collect()
    }
}

/// The passages that may be quoted for a topic, in the order of the index.
fn quotable_for(searcher: &Searcher, fields: Fields, slug: &str) -> Result<Vec<DocAddress>> {
    let wanted = TermQuery::new(Term::from_field_text(fields.topic, slug), IndexRecordOption::Basic);
    let found = searcher.search(&wanted, &DocSetCollector).map_err(Error::internal)?;
    let mut places: Vec<DocAddress> = found.into_iter().collect();
    places.sort_unstable();
    Ok(places)
}

/// Sorts, nearest first; equally near ones stay in their order. Keeps as many as are kept.
fn keep_nearest(near: &mut Vec<Quote>) {
    near.sort_by(|one, other| other.to_topic.total_cmp(&one.to_topic));
    near.truncate(KEPT);
}

/// Nearest first; equally near ones stay in their order.
fn sort_by_nearness(fitting: &mut [(f32, &Quote)]) {
    fitting.sort_by(|one, other| other.0.total_cmp(&one.0));
}
