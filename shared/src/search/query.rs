//! Asking the index for words, and showing the passages that are found.
//!
//! Invariant: what is typed is words, never a language of queries.

use std::ops::Range;

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, PhraseQuery, Query as IndexQuery, TermQuery};
use tantivy::schema::{IndexRecordOption, Value as _};
use tantivy::snippet::SnippetGenerator;
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};
use uuid::Uuid;

use super::Search;
use super::generation::Generation;
use super::words::words_of;
use crate::document::ends_sentence;
use crate::error::{Error, Fields as WrongFields, Result};

/// The longest text to search for, in characters.
const LONGEST_QUERY: usize = 200;
pub(super) const MOST_WORDS: usize = 32;
const MOST_FOUND: usize = 30;
const SNIPPET_CHARACTERS: usize = 280;
const PHRASE_COUNTS: f32 = 2.0;

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
        if text.chars().count() > LONGEST_QUERY {
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

/// Some words, and what of them to highlight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The words.
    pub text: String,
    /// Where the highlighted ones begin and end, counted as JavaScript counts: in UTF-16.
    pub marks: Vec<[u32; 2]>,
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
            let found = top(&searcher, &*asked, MOST_FOUND)?;
            if !found.is_empty() {
                let places = found.into_iter().map(|(_, place)| place);
                return show(&generation, &searcher, &*asked, places)?.collect();
            }
        }
        Ok(Vec::new())
    }
}

/// The words that were typed. Those that say nothing count only if there are no others; words that stand together as
/// they were typed count more.
fn typed(generation: &Generation, words: &[(String, bool)], book: Option<Uuid>, occurs: Occur) -> Box<dyn IndexQuery> {
    let any_telling = words.iter().any(|(_, says_something)| *says_something);
    let terms: Vec<Term> = words
        .iter()
        .take(MOST_WORDS)
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

pub(super) fn term_query(term: Term) -> TermQuery {
    TermQuery::new(term, IndexRecordOption::WithFreqs)
}

pub(super) fn top(searcher: &Searcher, query: &dyn IndexQuery, most: usize) -> Result<Vec<(f32, DocAddress)>> {
    searcher
        .search(query, &TopDocs::with_limit(most).order_by_score())
        .map_err(Error::internal)
}

/// Reads passages and cuts what fits out of them, each when it is asked for.
pub(super) fn show<'a>(
    generation: &'a Generation,
    searcher: &'a Searcher,
    query: &dyn IndexQuery,
    places: impl Iterator<Item = DocAddress> + 'a,
) -> Result<impl Iterator<Item = Result<Found>> + 'a> {
    let mut snippets = SnippetGenerator::create(searcher, query, generation.fields.body).map_err(Error::internal)?;
    snippets.set_max_num_chars(SNIPPET_CHARACTERS);
    Ok(places.map(move |place| {
        let passage: TantivyDocument = searcher.doc(place).map_err(Error::internal)?;
        let field = |field| passage.get_first(field);
        let text = |name| field(name).and_then(|value| value.as_str()).unwrap_or_default();
        let page = field(generation.fields.page).and_then(|value| value.as_u64());
        Ok(Found {
            document: Uuid::try_parse(text(generation.fields.document)).map_err(Error::internal)?,
            title: text(generation.fields.title).to_owned(),
            page: page.and_then(|page| i32::try_from(page).ok()).unwrap_or(1),
            snippet: snippet(&snippets, text_of(generation, &passage)),
        })
    }))
}

pub(super) fn text_of<'a>(generation: &Generation, passage: &'a TantivyDocument) -> &'a str {
    let body = passage.get_first(generation.fields.body);
    body.and_then(|value| value.as_str()).unwrap_or_default()
}

fn snippet(snippets: &SnippetGenerator, body: &str) -> Snippet {
    let best = snippets.snippet(body);
    if best.is_empty() {
        let end = body
            .char_indices()
            .nth(SNIPPET_CHARACTERS)
            .map_or(body.len(), |(end, _)| end);
        return excerpt(body, &body[..end], &[]);
    }
    excerpt(body, best.fragment(), best.highlighted())
}

/// A part of a text, with dots where a sentence is cut.
fn excerpt(body: &str, part: &str, ranges: &[Range<usize>]) -> Snippet {
    let (before, after) = body.split_once(part).unwrap_or_default();
    let ends = |text: &str| text.trim().is_empty() || ends_sentence(text);
    let (opening, closing) = (
        if ends(before) { "" } else { "… " },
        if ends(part) || after.trim().is_empty() {
            ""
        } else {
            " …"
        },
    );
    let moved: Vec<_> = ranges
        .iter()
        .map(|range| range.start + opening.len()..range.end + opening.len())
        .collect();
    marked(&format!("{opening}{part}{closing}"), &moved)
}

/// Ranges of bytes as ranges of UTF-16; those that touch are one.
fn marked(text: &str, ranges: &[Range<usize>]) -> Snippet {
    let place = |bytes: usize| {
        let units = text.get(..bytes).unwrap_or(text).encode_utf16().count();
        u32::try_from(units).unwrap_or(u32::MAX)
    };
    let mut marks: Vec<[u32; 2]> = Vec::new();
    for range in ranges {
        let mark = [place(range.start), place(range.end)];
        match marks.last_mut() {
            Some(last) if mark[0] <= last[1] => last[1] = last[1].max(mark[1]),
            _ => marks.push(mark),
        }
    }
    Snippet {
        text: text.to_owned(),
        marks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_sentence_has_dots() {
        let body = "Be still. The water is deep here, and clear. It waits.";
        let whole = excerpt(body, "The water is deep here, and clear.", &[4..9, 28..33]);
        assert_eq!(
            (whole.text.as_str(), &whole.marks[..]),
            ("The water is deep here, and clear.", &[[4, 9], [28, 33]][..])
        );
        let part = excerpt(body, "water is deep", &[0..5, 9..13]);
        assert_eq!(
            (part.text.as_str(), &part.marks[..]),
            ("… water is deep …", &[[2, 7], [11, 15]][..])
        );
        assert_eq!(excerpt(body, body, &[]).text, body);
    }

    #[test]
    fn marks_count_as_javascript_does() {
        let text = "😀 Trost ist da";
        let start = text.find("Trost").expect("there");
        let snippet = marked(text, &[start..start + 5, start + 5..start + 6]);
        assert_eq!(snippet.marks, [[3, 9]]);
    }

    #[test]
    fn a_search_is_at_most_two_hundred_characters() {
        assert!(Query::parse(&"é".repeat(200), None).is_ok());
        assert!(Query::parse(&"é".repeat(201), None).is_err());
    }
}
