//! Queries of the library, and their hits.
//!
//! Invariant: user input is plain words. It is never parsed as a query language.

use std::collections::HashSet;

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, PhraseQuery, Query as IndexQuery, TermQuery};
use tantivy::schema::{IndexRecordOption, Value as _};
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};
use unicode_normalization::UnicodeNormalization as _;
use uuid::Uuid;

use super::Search;
use super::generation::Generation;
use super::schema::Fields;
use super::snippet::{Snippet, TermHit, sentence_ranges};
use super::tokenizer::{each_word, words_of};
use crate::error::{Error, Fields as WrongFields, Result};

/// The maximum length of a query, in characters.
const MAX_QUERY_LEN: usize = 200;
pub(super) const MAX_WORDS: usize = 32;
const MAX_HITS: usize = 30;
const PHRASE_BOOST: f32 = 2.0;
/// The weight of a stop word when a snippet is chosen.
const STOP_WORD_WEIGHT: f32 = 0.1;

/// A query of the library.
#[derive(Debug, Clone)]
pub struct Query {
    text: String,
    document: Option<Uuid>,
}

impl Query {
    /// Validates a query, optionally within one document.
    ///
    /// # Errors
    /// `InvalidFields` if it is longer than 200 characters.
    pub fn parse(text: &str, document: Option<Uuid>) -> Result<Self> {
        // As in the index: an accent apart from its letter would cut the word in two.
        let text: String = text.nfc().collect();
        if text.chars().count() > MAX_QUERY_LEN {
            return Err(Error::InvalidFields(WrongFields::one(
                "q",
                "Please search for up to 200 characters.",
            )));
        }
        Ok(Self { text, document })
    }
}

/// A passage that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Its document.
    pub document: Uuid,
    /// The title of its document.
    pub title: String,
    /// The heading under which it begins.
    pub heading: Option<String>,
    /// The page on which it starts.
    pub page: i32,
    /// The part that matches best.
    pub snippet: Snippet,
}

/// The stored fields of a passage in the index.
#[derive(Debug)]
pub(super) struct StoredPassage {
    document: Uuid,
    title: String,
    heading: Option<String>,
    page: i32,
    pub text: String,
}

impl Search {
    /// Passages with all words of the query, best first. If there are none, passages with some of them.
    pub fn find(&self, query: &Query) -> Result<Vec<Hit>> {
        let Some(generation) = self.current() else {
            return Ok(Vec::new());
        };
        let words = words_of(&query.text);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let searcher = generation.reader.searcher();
        for occurs in [Occur::Must, Occur::Should] {
            let index_query = build_query(&generation, &words, query.document, occurs);
            let found = top_hits(&searcher, &*index_query)?;
            if !found.is_empty() {
                let mut passages = Vec::with_capacity(found.len());
                for place in found {
                    let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
                    passages.push(parse_stored(generation.fields, &passage)?);
                }
                return Ok(without_doubles(passages)
                    .iter()
                    .map(|passage| shown(passage, &words))
                    .collect());
            }
        }
        Ok(Vec::new())
    }
}

impl StoredPassage {
    /// A hit that shows this snippet.
    pub fn to_hit(&self, snippet: Snippet) -> Hit {
        Hit {
            document: self.document,
            title: self.title.clone(),
            heading: self.heading.clone(),
            page: self.page,
            snippet,
        }
    }

    /// Whether two passages are on the same or adjacent pages.
    pub fn is_near(&self, other: &Self) -> bool {
        self.document == other.document && self.page.abs_diff(other.page) <= 1
    }
}

/// A hit with the part of a passage that matches best.
fn shown(passage: &StoredPassage, words: &[(String, bool)]) -> Hit {
    let sentences = sentence_ranges(&passage.text);
    passage.to_hit(Snippet::of(&passage.text, &hits(words, &passage.text), &sentences))
}

/// The passages without those whose words an earlier one has, too: several books contain the same sermon, and a book is
/// uploaded in two files.
fn without_doubles(mut passages: Vec<StoredPassage>) -> Vec<StoredPassage> {
    let mut seen = HashSet::new();
    passages.retain(|passage| {
        let letters = passage.text.chars().filter(|letter| letter.is_alphanumeric());
        seen.insert(letters.flat_map(char::to_lowercase).collect::<String>())
    });
    passages
}

/// The occurrences of the query words in a passage.
fn hits(words: &[(String, bool)], passage: &str) -> Vec<TermHit> {
    let mut hits = Vec::new();
    each_word(passage, |word| {
        if let Some((_, is_keyword)) = words.iter().find(|(stem, _)| stem == word.stem) {
            hits.push(TermHit {
                place: word.start..word.end,
                weight: if *is_keyword { 1.0 } else { STOP_WORD_WEIGHT },
            });
        }
    });
    hits
}

/// Builds the index query. Stop words are ignored unless there are no other words. A match of the whole phrase ranks
/// higher.
fn build_query(
    generation: &Generation,
    words: &[(String, bool)],
    document: Option<Uuid>,
    occurs: Occur,
) -> Box<dyn IndexQuery> {
    let has_keyword = words.iter().any(|(_, is_keyword)| *is_keyword);
    let terms: Vec<Term> = words
        .iter()
        .take(MAX_WORDS)
        .map(|(word, _)| Term::from_field_text(generation.fields.body, word))
        .collect();
    let needed = terms
        .iter()
        .zip(words)
        .filter(|(_, (_, is_keyword))| *is_keyword || !has_keyword)
        .map(|(term, _)| (occurs, Box::new(term_query(term.clone())) as Box<dyn IndexQuery>));
    let mut found: Vec<(Occur, Box<dyn IndexQuery>)> =
        vec![(Occur::Must, Box::new(BooleanQuery::new(needed.collect())))];
    if terms.len() > 1 {
        let phrase = BoostQuery::new(Box::new(PhraseQuery::new(terms)), PHRASE_BOOST);
        found.push((Occur::Should, Box::new(phrase)));
    }
    if let Some(document) = document {
        let in_document = term_query(Term::from_field_text(generation.fields.document, &document.to_string()));
        found.push((Occur::Must, Box::new(BoostQuery::new(Box::new(in_document), 0.0))));
    }
    Box::new(BooleanQuery::new(found))
}

fn term_query(term: Term) -> TermQuery {
    TermQuery::new(term, IndexRecordOption::WithFreqs)
}

fn top_hits(searcher: &Searcher, query: &dyn IndexQuery) -> Result<Vec<DocAddress>> {
    let best = TopDocs::with_limit(MAX_HITS).order_by_score();
    let found = searcher.search(query, &best).map_err(Error::internal)?;
    Ok(found.into_iter().map(|(_, place)| place).collect())
}

/// Parses the stored fields of a passage.
pub(super) fn parse_stored(fields: Fields, passage: &TantivyDocument) -> Result<StoredPassage> {
    let text = |field| {
        passage
            .get_first(field)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
    };
    let page = passage.get_first(fields.page).and_then(|value| value.as_u64());
    Ok(StoredPassage {
        document: Uuid::try_parse(text(fields.document)).map_err(Error::internal)?,
        title: text(fields.title).to_owned(),
        heading: Some(text(fields.heading).to_owned()).filter(|heading| !heading.is_empty()),
        page: page.and_then(|page| i32::try_from(page).ok()).unwrap_or(1),
        text: text(fields.body).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_in_two_books_are_found_once() {
        let passage = |title: &str, text: &str| StoredPassage {
            document: Uuid::nil(),
            title: title.to_owned(),
            heading: None,
            page: 1,
            text: text.to_owned(),
        };
        let found = without_doubles(vec![
            passage("Sermons", "Be still, and wait."),
            passage("Collected Works", "Be  still – and wait"),
            passage("Collected Works", "Be still, and pray."),
        ]);
        let titles: Vec<&str> = found.iter().map(|passage| passage.title.as_str()).collect();
        assert_eq!(titles, ["Sermons", "Collected Works"]);
    }

    #[test]
    fn a_query_has_at_most_two_hundred_characters() {
        assert!(Query::parse(&"é".repeat(200), None).is_ok());
        assert!(Query::parse(&"é".repeat(201), None).is_err());
    }
}
