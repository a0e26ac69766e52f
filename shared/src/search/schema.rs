//! The schema of the index.

use tantivy::Index;
use tantivy::schema::{Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};

use super::tokenizer::analyzer;

/// The version of this file, of `tokenizer` and of `quotable`. An older generation is rebuilt.
pub const VERSION: i32 = 5;

const TOKENIZER: &str = "words";

/// The fields of a passage.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// The id of its document.
    pub document: Field,
    /// The title of its document.
    pub title: Field,
    /// The heading under which it begins, if there is one.
    pub heading: Field,
    /// The page on which it starts.
    pub page: Field,
    /// Its text.
    pub body: Field,
    /// The slug of the topic for which it may be quoted, if there is one.
    pub topic: Field,
}

/// The schema and its fields.
pub fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let fields = Fields {
        document: builder.add_text_field("document", STRING | STORED),
        title: builder.add_text_field("title", STORED),
        heading: builder.add_text_field("heading", STORED),
        page: builder.add_u64_field("page", INDEXED | STORED),
        body: builder.add_text_field("body", TextOptions::default().set_indexing_options(words).set_stored()),
        topic: builder.add_text_field("topic", STRING),
    };
    (builder.build(), fields)
}

/// Registers our tokenizer with an opened index, because an index does not store its tokenizers.
pub fn register_tokenizer(index: &Index) {
    index.tokenizers().register(TOKENIZER, analyzer());
}
