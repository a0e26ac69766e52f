//! Quotes for guidance. Quotable passages are loaded into memory when a generation of the index is opened.
//!
//! Invariant: no quote is better than a poor one. A query reads no file and cannot fail, and its cost does not depend
//! on the size of the library.

use std::collections::HashMap;
use std::ops::Range;

use care::vectors::{Vectors, similarity};
use tantivy::collector::DocSetCollector;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, IndexReader, Searcher, TantivyDocument, Term};

use super::Search;
use super::query::{Hit, MAX_WORDS, StoredPassage, parse_stored};
use super::quotable::WordList;
use super::schema::Fields;
use super::snippet::{Snippet, TermHit, sentence_ranges};
use super::tokenizer::{each_keyword, each_word};
use crate::content::{Content, Topic};
use crate::error::{Error, Result};

/// The maximum number of quotes with guidance.
const MAX_QUOTES: usize = 2;
/// The number of most similar candidates that are reranked by keywords.
const MAX_RERANKED: usize = 20;
/// The maximum number of quotes in memory for each topic, about 2 kB each: at most 20 MB for 24 topics.
const MAX_PER_TOPIC: usize = 400;

/// The minimum cosine similarity of a passage to its topic and to the query, and the minimum of their sum.
/// `docs/documents.md` describes how they were determined.
const MIN_TOPIC_SIMILARITY: f32 = 0.5;
const MIN_QUERY_SIMILARITY: f32 = 0.3;
const MIN_COMBINED_SIMILARITY: f32 = 0.85;
/// Passages at least this similar are duplicates: several documents contain the same sermon.
const DUPLICATE_SIMILARITY: f32 = 0.95;
/// The weight of keywords from the topic's name, relative to those from the query.
const TOPIC_NAME_WEIGHT: f32 = 0.5;
/// The weight of keyword coverage in reranking. It is low, so that one rare word cannot decide.
const KEYWORD_WEIGHT: f32 = 0.3;

/// The quotable passages of a generation.
#[derive(Default)]
pub struct Quotes {
    /// By the slug of the topic, most similar to it first.
    by_topic: HashMap<String, Vec<Quote>>,
    /// All words of these passages, by stem.
    vocabulary: HashMap<String, VocabularyWord>,
    /// Whether a word is kind, by its number. A shown snippet must contain a kind word.
    is_kind: Vec<bool>,
}

/// A quotable passage.
struct Quote {
    passage: StoredPassage,
    words: Vec<Occurrence>,
    sentences: Vec<Range<usize>>,
    embedding: Vec<f32>,
    topic_similarity: f32,
}

/// The number and weight of a stem.
#[derive(Debug, Clone, Copy)]
struct VocabularyWord {
    number: u32,
    /// Its inverse document frequency.
    rarity: f32,
}

/// An occurrence of a word in a passage, with byte offsets.
struct Occurrence {
    number: u32,
    start: u32,
    end: u32,
}

/// A query for quotes.
#[derive(Debug, Clone, Copy)]
pub struct QuoteQuery<'a> {
    /// The user's own words, or the description of a chosen topic.
    pub words: &'a str,
    /// The embedding of these words.
    pub embedding: &'a [f32],
    /// The classified or chosen topic.
    pub topic: &'a Topic,
}

impl Search {
    /// At most `MAX_QUOTES` matching passages from different pages.
    pub fn quotes(&self, query: QuoteQuery<'_>) -> Vec<Hit> {
        let Some(generation) = self.current() else {
            return Vec::new();
        };
        match generation.quotes() {
            Ok(quotes) => quotes.find(query),
            Err(error) => {
                tracing::warn!(%error, "guidance quotes nothing: the passages cannot be loaded");
                Vec::new()
            }
        }
    }
}

impl Quotes {
    /// Loads the quotable passages of each topic.
    pub fn load(reader: &IndexReader, fields: Fields, content: &Content, vectors: &Vectors) -> Result<Self> {
        let searcher = reader.searcher();
        let hard_words = WordList::new(&content.hard_words);
        let kind_words = WordList::new(&content.kind_words);
        let mut quotes = Self::default();
        for topic in &content.english.topics {
            let about = &topic.embeddings(vectors).about;
            let mut similar = Vec::new();
            for place in quotable_for(&searcher, fields, &topic.slug)? {
                let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
                let passage = parse_stored(fields, &passage)?;
                let embedding = vectors.embed(&passage.text);
                let topic_similarity = similarity(&embedding, about);
                if topic_similarity >= MIN_TOPIC_SIMILARITY && !hard_words.occurs_in(&passage.text) {
                    similar.push(Quote {
                        passage,
                        words: Vec::new(),
                        sentences: Vec::new(),
                        embedding,
                        topic_similarity,
                    });
                }
                // Prunes regularly, so that memory does not grow with the library.
                if similar.len() == 2 * MAX_PER_TOPIC {
                    keep_most_similar(&mut similar);
                }
            }
            keep_most_similar(&mut similar);
            for quote in &mut similar {
                quote.sentences = sentence_ranges(&quote.passage.text);
                quote.words = quotes.index_words(&quote.passage.text, &kind_words, &searcher, fields)?;
            }
            quotes.by_topic.insert(topic.slug.clone(), similar);
        }
        Ok(quotes)
    }

    /// The occurrences of a passage. New words are added to the vocabulary.
    fn index_words(
        &mut self,
        text: &str,
        kind_words: &WordList,
        searcher: &Searcher,
        fields: Fields,
    ) -> Result<Vec<Occurrence>> {
        let mut words = Vec::new();
        each_word(text, |word| words.push((word.stem.to_owned(), word.start, word.end)));
        let mut occurrences = Vec::with_capacity(words.len());
        for (stem, start, end) in words {
            let number = match self.vocabulary.get(&stem).map(|word| word.number) {
                Some(number) => number,
                None => self.add_word(stem, kind_words, searcher, fields)?,
            };
            let [start, end] = [start, end].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            occurrences.push(Occurrence { number, start, end });
        }
        Ok(occurrences)
    }

    /// Adds a word to the vocabulary, and returns its number.
    fn add_word(&mut self, stem: String, kind_words: &WordList, searcher: &Searcher, fields: Fields) -> Result<u32> {
        let number = u32::try_from(self.vocabulary.len()).map_err(Error::internal)?;
        let term = Term::from_field_text(fields.body, &stem);
        let (passages, containing) = (searcher.num_docs(), searcher.doc_freq(&term).map_err(Error::internal)?);
        #[expect(clippy::cast_precision_loss, reason = "a weight need not be exact")]
        let rarity = (1.0 + passages as f32 / (1.0 + containing as f32)).ln();
        self.is_kind.push(kind_words.contains(&stem));
        self.vocabulary.insert(stem, VocabularyWord { number, rarity });
        Ok(number)
    }

    fn find(&self, query: QuoteQuery<'_>) -> Vec<Hit> {
        let quotes = self.by_topic.get(&query.topic.slug).map_or(&[][..], Vec::as_slice);
        let mut candidates: Vec<(f32, &Quote)> = quotes
            .iter()
            .filter_map(|quote| {
                let query_similarity = similarity(&quote.embedding, query.embedding);
                let score = quote.topic_similarity + query_similarity;
                (query_similarity >= MIN_QUERY_SIMILARITY && score >= MIN_COMBINED_SIMILARITY).then_some((score, quote))
            })
            .collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        sort_by_score(&mut candidates);
        candidates.truncate(MAX_RERANKED);
        let keywords = self.keywords(query);
        for (score, quote) in &mut candidates {
            *score += KEYWORD_WEIGHT * keywords.coverage(quote);
        }
        sort_by_score(&mut candidates);
        let mut selected: Vec<&Quote> = Vec::with_capacity(MAX_QUOTES);
        for (_, quote) in candidates {
            if selected.iter().all(|other| other.is_distinct_from(quote)) {
                selected.push(quote);
            }
            if selected.len() == MAX_QUOTES {
                break;
            }
        }
        // A quote without a kind word is not replaced: the next candidate would be less similar.
        selected
            .into_iter()
            .filter_map(|quote| self.show(quote, &keywords))
            .collect()
    }

    /// The hit for a passage, if its snippet contains a kind word.
    fn show(&self, quote: &Quote, keywords: &Keywords) -> Option<Hit> {
        let (text, hits) = (&quote.passage.text, quote.hits(keywords));
        let part = Snippet::part_of(text, &hits, &quote.sentences);
        let is_kind = |word: &Occurrence| self.is_kind.get(word.number as usize) == Some(&true);
        let is_shown = |word: &Occurrence| part.start <= word.start as usize && word.end as usize <= part.end;
        let has_kind_word = quote.words.iter().any(|word| is_kind(word) && is_shown(word));
        has_kind_word.then(|| quote.passage.to_hit(Snippet::of_part(text, &part, &hits)))
    }

    fn keywords(&self, query: QuoteQuery<'_>) -> Keywords {
        let mut weights: Vec<(u32, f32)> = Vec::new();
        for (text, weight) in [(query.words, 1.0), (query.topic.name.as_str(), TOPIC_NAME_WEIGHT)] {
            each_keyword(text, |word| {
                let is_new = |known: &&VocabularyWord| weights.iter().all(|&(number, _)| number != known.number);
                if let Some(known) = self
                    .vocabulary
                    .get(word.stem)
                    .filter(is_new)
                    .filter(|_| weights.len() < MAX_WORDS)
                {
                    weights.push((known.number, known.rarity * weight));
                }
            });
        }
        Keywords(weights)
    }
}

/// The keywords of a query: word numbers and weights.
struct Keywords(Vec<(u32, f32)>);

impl Keywords {
    fn position(&self, word: &Occurrence) -> Option<usize> {
        self.0.iter().position(|&(number, _)| number == word.number)
    }

    /// The weighted share of keywords that occur in a passage, from 0 to 1.
    fn coverage(&self, quote: &Quote) -> f32 {
        let mut counted = [false; MAX_WORDS];
        let mut covered = 0.0;
        for place in quote.words.iter().filter_map(|word| self.position(word)) {
            if !std::mem::replace(&mut counted[place], true) {
                covered += self.0[place].1;
            }
        }
        let all: f32 = self.0.iter().map(|&(_, weight)| weight).sum();
        covered / all.max(f32::MIN_POSITIVE)
    }
}

impl Quote {
    /// Whether both may be shown: they are on distant pages and not duplicates.
    fn is_distinct_from(&self, other: &Self) -> bool {
        !self.passage.is_near(&other.passage) && similarity(&self.embedding, &other.embedding) < DUPLICATE_SIMILARITY
    }

    /// The occurrences of keywords in the passage.
    fn hits(&self, keywords: &Keywords) -> Vec<TermHit> {
        let hits = self.words.iter().filter_map(|word| {
            let place = keywords.position(word)?;
            Some(TermHit {
                place: word.start as usize..word.end as usize,
                weight: keywords.0[place].1,
            })
        });
        hits.collect()
    }
}

/// The quotable passages of a topic, in index order.
fn quotable_for(searcher: &Searcher, fields: Fields, slug: &str) -> Result<Vec<DocAddress>> {
    let term_query = TermQuery::new(Term::from_field_text(fields.topic, slug), IndexRecordOption::Basic);
    let found = searcher
        .search(&term_query, &DocSetCollector)
        .map_err(Error::internal)?;
    let mut places: Vec<DocAddress> = found.into_iter().collect();
    places.sort_unstable();
    Ok(places)
}

/// Stable sort by similarity to the topic, then truncates to `MAX_PER_TOPIC`.
fn keep_most_similar(similar: &mut Vec<Quote>) {
    similar.sort_by(|one, other| other.topic_similarity.total_cmp(&one.topic_similarity));
    similar.truncate(MAX_PER_TOPIC);
}

/// Stable sort, highest score first.
fn sort_by_score(candidates: &mut [(f32, &Quote)]) {
    candidates.sort_by(|one, other| other.0.total_cmp(&one.0));
}
