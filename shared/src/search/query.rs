//! Asking the index for words, and showing the passages that are found.
//!
//! Invariant: what is typed is words, never a language of queries.

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, PhraseQuery, Query as IndexQuery, TermQuery};
use tantivy::schema::{IndexRecordOption, Value as _};
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};
use uuid::Uuid;

use super::Search;
use super::generation::Generation;
use super::schema::Fields;
use super::snippet::{Hit, Snippet, places_of_sentences};
use super::words::{each_word, words_of};
use crate::error::{Error, Fields as WrongFields, Result};

/// The longest text to search for, in characters.
const MAX_QUERY_LEN: usize = 200;
pub(super) const MAX_WORDS: usize = 32;
const MAX_HITS: usize = 30;
const PHRASE_COUNTS: f32 = 2.0;
/// What a word that says nothing counts when the part to show is chosen.
const SAYS_NOTHING_COUNTS: f32 = 0.1;

/// What somebody typed to find it in the library.
#[derive(Debug, Clone)]
pub struct Query {
    text: String,
    book: Option<Uuid>,
}

impl Query {
    /// Checks what was typed, and the book it is looked for in.
    ///
    /// # Errors
    /// `InvalidFields` if it is longer than 200 characters.
    pub fn parse(text: &str, book: Option<Uuid>) -> Result<Self> {
        if text.chars().count() > MAX_QUERY_LEN {
            return Err(Error::InvalidFields(WrongFields::one(
                "q",
                "Please search for up to 200 characters.",
            )));
        }
        let text = text.to_owned();
        Ok(Self { text, book })
    }
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its document.
    pub document: Uuid,
    /// The title of its document.
    pub title: String,
    /// The page it begins on.
    pub page: i32,
    /// The part of it that fits.
    pub snippet: Snippet,
}

/// A passage as the index keeps it.
#[derive(Debug)]
pub(super) struct Read {
    document: Uuid,
    title: String,
    page: i32,
    pub text: String,
}

impl Search {
    /// Passages that hold all words that were typed, best first; if there are none, those with some of them.
    ///
    /// # Errors
    /// `Internal` if the index cannot be read.
    pub fn find(&self, query: &Query) -> Result<Vec<Found>> {
        let Some(generation) = self.current() else {
            return Ok(Vec::new());
        };
        let words = words_of(&query.text);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let searcher = generation.reader.searcher();
        for occurs in [Occur::Must, Occur::Should] {
            let asked = typed(&generation, &words, query.book, occurs);
            let found = top(&searcher, &*asked)?;
            if !found.is_empty() {
                let shown = found.into_iter().map(|place| {
                    let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
                    let passage = read(generation.fields, &passage)?;
                    let sentences = places_of_sentences(&passage.text);
                    let snippet = Snippet::of(&passage.text, &hits(&words, &passage.text), &sentences);
                    Ok(passage.shown_as(snippet))
                });
                return shown.collect();
            }
        }
        Ok(Vec::new())
    }
}

impl Read {
    /// The passage by a part of it.
    pub fn shown_as(&self, snippet: Snippet) -> Found {
        Found {
            document: self.document,
            title: self.title.clone(),
            page: self.page,
            snippet,
        }
    }

    /// Whether two passages stand on the same page or on neighbouring ones.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.document == other.document && self.page.abs_diff(other.page) <= 1
    }
}

/// Where the words that were typed stand in a passage.
fn hits(typed: &[(String, bool)], passage: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    each_word(passage, |word| {
        if let Some((_, says_something)) = typed.iter().find(|(stem, _)| stem == word.stem) {
            hits.push(Hit {
                place: word.start..word.end,
                weight: if *says_something { 1.0 } else { SAYS_NOTHING_COUNTS },
            });
        }
    });
    hits
}

/// The words that were typed. Those that say nothing count only if there are no others; words that stand together as
/// they were typed count more.
fn typed(generation: &Generation, words: &[(String, bool)], book: Option<Uuid>, occurs: Occur) -> Box<dyn IndexQuery> {
    let any_telling = words.iter().any(|(_, says_something)| *says_something);
    let terms: Vec<Term> = words
        .iter()
        .take(MAX_WORDS)
        .map(|(word, _)| Term::from_field_text(generation.fields.body, word))
        .collect();
    let needed = terms
        .iter()
        .zip(words)
        .filter(|(_, (_, says_something))| *says_something || !any_telling)
        .map(|(term, _)| (occurs, Box::new(term_query(term.clone())) as Box<dyn IndexQuery>));
    let mut found: Vec<(Occur, Box<dyn IndexQuery>)> =
        vec![(Occur::Must, Box::new(BooleanQuery::new(needed.collect())))];
    if terms.len() > 1 {
        let together = BoostQuery::new(Box::new(PhraseQuery::new(terms)), PHRASE_COUNTS);
        found.push((Occur::Should, Box::new(together)));
    }
    if let Some(book) = book {
        let of_book = term_query(Term::from_field_text(generation.fields.document, &book.to_string()));
        found.push((Occur::Must, Box::new(BoostQuery::new(Box::new(of_book), 0.0))));
    }
    Box::new(BooleanQuery::new(found))
}

fn term_query(term: Term) -> TermQuery {
    TermQuery::new(term, IndexRecordOption::WithFreqs)
}

fn top(searcher: &Searcher, query: &dyn IndexQuery) -> Result<Vec<DocAddress>> {
    let best = TopDocs::with_limit(MAX_HITS).order_by_score();
    let found = searcher.search(query, &best).map_err(Error::internal)?;
    Ok(found.into_iter().map(|(_, place)| place).collect())
}

/// Reads a passage from what the index keeps of it.
pub(super) fn read(fields: Fields, passage: &TantivyDocument) -> Result<Read> {
    let text = |field| {
        passage
            .get_first(field)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
    };
    let page = passage.get_first(fields.page).and_then(|value| value.as_u64());
    Ok(Read {
        document: Uuid::try_parse(text(fields.document)).map_err(Error::internal)?,
        title: text(fields.title).to_owned(),
        page: page.and_then(|page| i32::try_from(page).ok()).unwrap_or(1),
        text: text(fields.body).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_at_most_two_hundred_characters() {
        assert!(Query::parse(&"é".repeat(200), None).is_ok());
        assert!(Query::parse(&"é".repeat(201), None).is_err());
    }
}
