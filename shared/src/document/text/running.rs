//! Running lines: running heads, running feet and page numbers. They repeat at the top or bottom of several pages, and
//! a number in them advances with the page.

use std::collections::HashMap;

/// The maximum number of running lines at the top and at the bottom of a page.
const EDGE_LINES: usize = 2;
/// A line at the edge of this many pages is a running line.
const MIN_PAGES: usize = 3;
/// The same for a line that is only a page number.
const MIN_PAGES_FOR_NUMBERS: usize = 2;
const MAX_LEN: usize = 120;

/// The edge lines of one document: for each normalised line, its number of pages.
#[derive(Debug, Default)]
pub struct RunningLines(HashMap<String, usize>);

impl RunningLines {
    /// Counts the edge lines of a page.
    pub fn add_page(&mut self, number: i32, lines: &str) {
        let lines = non_empty_lines(lines);
        let mut keys: Vec<String> = edge_indices(lines.len())
            .filter_map(|index| key(number, lines[index].1))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            *self.0.entry(key).or_default() += 1;
        }
    }

    /// The lines of a page without its running lines.
    pub fn strip(&self, number: i32, page: &str) -> String {
        let lines = non_empty_lines(page);
        let is_running = |index: usize| self.is_running(number, lines[index].1);
        let edge = EDGE_LINES.min(lines.len());
        let from_top = (0..edge).take_while(|&index| is_running(index)).count();
        let from_bottom = (lines.len() - edge..lines.len())
            .rev()
            .take_while(|&index| index >= from_top && is_running(index))
            .count();
        let dropped_after = lines.len() - from_bottom;
        let dropped: Vec<usize> = lines
            .iter()
            .enumerate()
            .filter(|(index, _)| *index < from_top || *index >= dropped_after)
            .map(|(_, (line, _))| *line)
            .collect();
        let kept = page.lines().enumerate().filter(|(line, _)| !dropped.contains(line));
        kept.map(|(_, text)| text).collect::<Vec<_>>().join("\n")
    }

    fn is_running(&self, number: i32, line: &str) -> bool {
        let needed = if line.chars().any(char::is_alphabetic) && roman(line).is_none() {
            MIN_PAGES
        } else {
            MIN_PAGES_FOR_NUMBERS
        };
        key(number, line).is_some_and(|key| self.0.get(&key).is_some_and(|&pages| pages >= needed))
    }
}

/// The lines that are not empty, with their line numbers.
fn non_empty_lines(lines: &str) -> Vec<(usize, &str)> {
    lines
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect()
}

fn edge_indices(lines: usize) -> impl Iterator<Item = usize> {
    let bottom = lines.saturating_sub(EDGE_LINES).max(EDGE_LINES.min(lines));
    (0..EDGE_LINES.min(lines)).chain(bottom..lines)
}

/// Normalises a line: numbers become relative to the page number. *12 Of Comfort* and *14 Of Comfort*, two pages apart,
/// get the same key; *Chapter 3* and *Chapter 4* do not.
fn key(number: i32, line: &str) -> Option<String> {
    let line = line.trim();
    if line.chars().count() > MAX_LEN {
        return None;
    }
    if let Some(value) = roman(line) {
        return Some(format!("roman {}", value - i64::from(number)));
    }
    let mut key = String::with_capacity(line.len());
    let mut digits = String::new();
    for letter in line.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            let value: i64 = digits.parse().unwrap_or(i64::MAX);
            key.push_str(&value.saturating_sub(i64::from(number)).to_string());
            digits.clear();
        }
        key.extend(letter.to_lowercase().filter(|letter| !letter.is_whitespace()));
    }
    Some(key)
}

/// The value of a line that consists of one Roman numeral.
fn roman(line: &str) -> Option<i64> {
    let line = line.trim_matches(|letter: char| !letter.is_alphanumeric());
    if line.is_empty() || line.len() > 10 {
        return None;
    }
    let values = line
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            'i' => Some(1),
            'v' => Some(5),
            'x' => Some(10),
            'l' => Some(50),
            'c' => Some(100),
            _ => None,
        })
        .collect::<Option<Vec<i64>>>()?;
    let signed = values.iter().enumerate().map(|(place, &value)| {
        let is_before_larger = values.get(place + 1).is_some_and(|&next| next > value);
        if is_before_larger { -value } else { value }
    });
    Some(signed.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(pages: &[String]) -> Vec<String> {
        let mut running = RunningLines::default();
        let numbered = || (1..).zip(pages);
        for (number, lines) in numbered() {
            running.add_page(number, lines);
        }
        numbered().map(|(number, lines)| running.strip(number, lines)).collect()
    }

    /// Text that is unique to a page.
    fn own_words(page: usize) -> String {
        let word = ["sparrow", "lily", "shepherd", "harbour", "lamp", "vineyard"][page % 6];
        format!("It begins with a {word},\n\nand with a {word} it ends.")
    }

    #[test]
    fn running_heads_feet_and_page_numbers_are_stripped() {
        let pages: Vec<String> = (1..=6)
            .map(|page| {
                let head = if page % 2 == 0 {
                    format!("{} OF COMFORT", page + 10)
                } else {
                    format!("THE PREACHER {}", page + 10)
                };
                format!("{head}\n{}\n- {page} -", own_words(page))
            })
            .collect();
        for (page, text) in (1..).zip(stripped(&pages)) {
            assert_eq!(text, own_words(page));
        }
    }

    #[test]
    fn roman_page_numbers_are_stripped() {
        let numerals = ["iii", "iv", "v"];
        let pages: Vec<String> = numerals
            .iter()
            .enumerate()
            .map(|(page, numeral)| format!("{}\n{numeral}", own_words(page)))
            .collect();
        for (page, text) in stripped(&pages).iter().enumerate() {
            assert_eq!(*text, own_words(page));
        }
    }

    #[test]
    fn chapter_headings_and_other_numbers_are_kept() {
        let pages: Vec<String> = [3, 9, 22, 24, 40]
            .iter()
            .enumerate()
            .map(|(chapter, year)| format!("Chapter {}\nIt was the year {year}.\nSo it was in {year}.", chapter * 2))
            .collect();
        assert_eq!(stripped(&pages), pages);
        let short = ["1 Corinthians 13".to_owned(), String::new()];
        assert_eq!(stripped(&short), short);
    }
}
