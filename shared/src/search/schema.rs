//! What stands in the index, and how text becomes words in it.

use tantivy::Index;
use tantivy::schema::{Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};

use super::words::analyzer;

/// The version of everything in this file, of `words` and of `quotable`. A generation of another version is built anew.
pub const VERSION: i32 = 3;

const WORDS: &str = "words";

/// The fields of a passage.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// The id of its document.
    pub document: Field,
    /// The title of its document.
    pub title: Field,
    /// The page it begins on.
    pub page: Field,
    /// Its words.
    pub body: Field,
    /// The slug of the topic for which it may be quoted, if there is one.
    pub topic: Field,
}

/// The schema and its fields.
pub fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer(WORDS)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let fields = Fields {
        document: builder.add_text_field("document", STRING | STORED),
        title: builder.add_text_field("title", STORED),
        page: builder.add_u64_field("page", INDEXED | STORED),
        body: builder.add_text_field("body", TextOptions::default().set_indexing_options(words).set_stored()),
        topic: builder.add_text_field("topic", STRING),
    };
    (builder.build(), fields)
}

/// Makes our words known to an index, which forgets them whenever it is opened.
pub fn teach_words(index: &Index) {
    index.tokenizers().register(WORDS, analyzer());
}
