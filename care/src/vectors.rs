//! Static word embeddings: a table of vectors for word pieces, words and phrases; a text's embedding is their sum.
//!
//! The table is distilled once, at development time (`tools/distil.py`), and passed in as bytes.
//! Invariant: [`Vectors::from_bytes`] validates the whole table, so that embedding a text cannot fail.

use std::hash::BuildHasherDefault;

use super::normalise::{normalise, words_of};
use super::word_map::WordMap;

pub use simd::similarity;

/// The bytes are not a valid vector table or model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadModel(
    /// What is wrong.
    pub &'static str,
);

impl std::fmt::Display for BadModel {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "unusable model: {}", self.0)
    }
}

impl std::error::Error for BadModel {}

/// The embedding table, quantised: a row of small integers and a scale for each entry.
#[derive(Debug, Clone)]
pub struct Vectors {
    dimensions: usize,
    rows: Vec<i8>,
    scales: Vec<f32>,
    entries: WordMap<Entry>,
}

/// A word or phrase of the table, or the first word of one.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    /// Its row; `None` for a word that only begins phrases.
    row: Option<u32>,
    /// The number of words of the longest phrase that begins with it; 0 for none.
    longest: u32,
}

const MAGIC: &[u8] = b"STILLWATER VECTORS 1\n";
const MAX_WORD_LEN: usize = 32;

impl Vectors {
    /// Reads a table in the format of `content/vectors/README.md`.
    ///
    /// # Errors
    /// [`BadModel`] when the bytes are not such a table or are cut short.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadModel> {
        let mut rest = bytes
            .strip_prefix(MAGIC)
            .ok_or(BadModel("it does not begin as a vector table"))?;
        let count = take_number(&mut rest)?;
        let dimensions = take_number(&mut rest)?;
        let cells = count
            .checked_mul(dimensions)
            .ok_or(BadModel("the table is too large"))?;
        if dimensions == 0 || count.saturating_mul(5).saturating_add(cells) > rest.len() {
            return Err(BadModel("the table is cut short"));
        }
        let mut entries = WordMap::with_capacity_and_hasher(count, BuildHasherDefault::default());
        for number in 0..count {
            let length = usize::from(take(&mut rest, 1)?[0]);
            let entry = std::str::from_utf8(take(&mut rest, length)?).map_err(|_| BadModel("an entry is not UTF-8"))?;
            if let Some((first, _)) = entry.split_once(' ') {
                let words = u32::try_from(entry.split(' ').count()).map_err(|_| BadModel("a phrase is too long"))?;
                let first: &mut Entry = entries.entry(first.into()).or_default();
                first.longest = first.longest.max(words);
            }
            let row = u32::try_from(number).map_err(|_| BadModel("the table is too large"))?;
            entries.entry(entry.into()).or_default().row = Some(row);
        }
        let (scale_bytes, _) = take(&mut rest, count * 4)?.as_chunks::<4>();
        let scales = scale_bytes
            .iter()
            .map(|&scale| f32::from_le_bytes(scale))
            .collect::<Vec<_>>();
        if scales.iter().any(|scale| !scale.is_finite()) {
            return Err(BadModel("a scale is not a number"));
        }
        let rows = take(&mut rest, cells)?.iter().map(|&cell| cell.cast_signed()).collect();
        Ok(Self {
            dimensions,
            rows,
            scales,
            entries,
        })
    }

    /// The dimension of the vectors.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The embedding of a text: a unit vector, or zeros if no word is known.
    pub fn embed(&self, text: &str) -> Vec<f32> {
        let plain = normalise(text);
        let mut found = Vec::with_capacity(plain.text().len() / 4);
        found.extend(words_of(plain.text()).map(|word| word.text));
        let mut sum = vec![0.0; self.dimensions];
        self.add(&found, &mut sum);
        unit(&mut sum);
        sum
    }

    /// The vector of one word in plain form, not normalised; `None` if no piece of it is known.
    pub fn word(&self, word: &str) -> Option<Vec<f32>> {
        let mut rows = Vec::new();
        match self.row(word) {
            Some(row) => rows.push(row),
            None => self.find_pieces(word, &mut rows),
        }
        let mut sum = vec![0.0; self.dimensions];
        self.add_rows(&rows, &mut sum);
        (!rows.is_empty()).then_some(sum)
    }

    /// Adds the vectors of plain words to `sum`; a phrase of the table takes precedence over its single words.
    pub fn add(&self, plain_words: &[&str], sum: &mut [f32]) {
        let mut rows = Vec::with_capacity(plain_words.len());
        let mut position = 0;
        let mut phrase = String::new();
        while position < plain_words.len() {
            let word = plain_words[position];
            let entry = self.entries.get(word).copied().unwrap_or_default();
            let found = self.find_phrase(&plain_words[position..], entry.longest as usize, &mut phrase);
            if let Some((length, row)) = found {
                rows.push(row);
                position += length;
                continue;
            }
            match entry.row {
                Some(row) => rows.push(row),
                None => self.find_pieces(word, &mut rows),
            }
            position += 1;
        }
        self.add_rows(&rows, sum);
    }

    /// The longest phrase of the table at the start of `plain_words`: its number of words, and its row.
    fn find_phrase(&self, plain_words: &[&str], longest: usize, phrase: &mut String) -> Option<(usize, u32)> {
        (2..=longest.min(plain_words.len())).rev().find_map(|length| {
            phrase.clear();
            for word in &plain_words[..length] {
                if !phrase.is_empty() {
                    phrase.push(' ');
                }
                phrase.push_str(word);
            }
            Some((length, self.row(phrase)?))
        })
    }

    fn row(&self, entry: &str) -> Option<u32> {
        self.entries.get(entry)?.row
    }

    /// Splits an unknown word greedily into the longest known word pieces (`WordPiece`).
    fn find_pieces(&self, word: &str, rows: &mut Vec<u32>) {
        if word.len() > MAX_WORD_LEN {
            return;
        }
        let mut piece = String::with_capacity(word.len() + 2);
        let mut start = 0;
        while start < word.len() {
            let found = (start + 1..=word.len())
                .rev()
                .filter(|&end| word.is_char_boundary(end))
                .find_map(|end| {
                    piece.clear();
                    piece.push_str(if start == 0 { "" } else { "##" });
                    piece.push_str(&word[start..end]);
                    self.row(&piece).map(|row| (row, end))
                });
            let Some((row, end)) = found else { return };
            rows.push(row);
            start = end;
        }
    }

    fn add_rows(&self, rows: &[u32], sum: &mut [f32]) {
        let scaled = rows.iter().map(|&row| (row as usize, self.scales[row as usize]));
        simd::add_rows(sum, &self.rows, &scaled.collect::<Vec<_>>());
    }
}

/// Scales a vector to length one; a zero vector is unchanged.
pub fn unit(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in vector {
            *value /= length;
        }
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], BadModel> {
    let (taken, after) = rest
        .split_at_checked(length)
        .ok_or(BadModel("the table is cut short"))?;
    *rest = after;
    Ok(taken)
}

fn take_number(rest: &mut &[u8]) -> Result<usize, BadModel> {
    let (chunk, after) = rest
        .split_first_chunk::<4>()
        .ok_or(BadModel("the table is cut short"))?;
    *rest = after;
    usize::try_from(u32::from_le_bytes(*chunk)).map_err(|_| BadModel("the table is too large"))
}

/// A tiny table of two dimensions for tests, each entry with its two cells.
#[cfg(test)]
pub(crate) fn test_table(entries: &[(&str, [i8; 2])]) -> Vectors {
    Vectors::from_bytes(&test_bytes(entries)).expect("the test table is whole")
}

#[cfg(test)]
fn test_bytes(entries: &[(&str, [i8; 2])]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(u32::try_from(entries.len()).expect("few entries").to_le_bytes());
    bytes.extend(2_u32.to_le_bytes());
    for (entry, _) in entries {
        bytes.push(u8::try_from(entry.len()).expect("short entries"));
        bytes.extend(entry.as_bytes());
    }
    bytes.extend(entries.iter().flat_map(|_| 0.1_f32.to_le_bytes()));
    bytes.extend(entries.iter().flat_map(|(_, cells)| cells.map(i8::cast_unsigned)));
    bytes
}

#[cfg(test)]
mod tests {
    use super::{BadModel, Vectors, similarity, test_bytes, test_table};

    const ENTRIES: &[(&str, [i8; 2])] = &[
        ("sad", [10, 0]),
        ("joy", [0, 10]),
        ("##ful", [5, 5]),
        ("let go", [-10, 0]),
        ("let", [0, 1]),
        ("é", [1, 1]),
    ];

    #[test]
    fn unknown_words_are_split_into_their_longest_known_pieces() {
        let vectors = test_table(ENTRIES);
        assert_eq!(vectors.word("joyful"), Some(vec![0.5, 1.5]));
        assert_eq!(vectors.word("xyz"), None);
        assert_eq!(vectors.word(&"joy".repeat(50)), None);
    }

    #[test]
    fn phrases_take_precedence_over_their_words() {
        let vectors = test_table(ENTRIES);
        assert!(similarity(&vectors.embed("They let go"), &[-1.0, 0.0]) > 0.99);
        assert!(similarity(&vectors.embed("let"), &[0.0, 1.0]) > 0.99);
    }

    #[test]
    fn texts_without_known_words_embed_to_zero() {
        let vectors = test_table(ENTRIES);
        for text in ["", "…", "\u{200b}", "qqq", "한국어"] {
            assert_eq!(vectors.embed(text), [0.0, 0.0]);
        }
    }

    #[test]
    fn damaged_tables_are_refused() {
        let whole = test_bytes(ENTRIES);
        for length in 0..whole.len() {
            assert!(Vectors::from_bytes(&whole[..length]).is_err(), "{length} bytes");
        }
        let mut endless = whole;
        endless[21..29].fill(0xff);
        assert!(matches!(Vectors::from_bytes(&endless), Err(BadModel(_))));
    }
}
