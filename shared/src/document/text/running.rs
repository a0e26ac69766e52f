//! Running lines: running heads, running feet and page numbers. They repeat at the top or bottom of several pages, while
//! a number in them advances with the page, and a date or time changes at will.

mod key;

use std::collections::HashMap;

use super::NOTE;
use key::{is_only_a_number, keys};

/// The maximum number of running lines at the top and at the bottom of a page.
const EDGE_LINES: usize = 3;
/// A line at the edge of this many pages is a running line.
const MIN_PAGES: u32 = 3;
/// The same for a line that is only a page number.
const MIN_PAGES_FOR_NUMBERS: u32 = 2;
/// At most this many notes of a page are compared with those of other pages.
const MAX_NOTES: usize = 12;

/// The edge lines and notes of one document: for each form of a line, its number of pages.
#[derive(Debug, Default)]
pub struct RunningLines(HashMap<u64, u32>);

impl RunningLines {
    /// Counts the edge lines and notes of a page.
    pub fn add_page(&mut self, number: i32, page: &str) {
        let (lines, notes) = lines_and_notes(page);
        // One line more, to see where repeated prose only looks like running lines.
        let edge = (EDGE_LINES + 1).min(lines.len());
        let edges = lines
            .iter()
            .take(edge)
            .chain(lines.iter().skip(edge.max(lines.len() - edge)));
        let mut found: Vec<u64> = edges
            .chain(notes.iter().take(MAX_NOTES))
            .flat_map(|(_, line)| keys(number, line))
            .collect();
        found.sort_unstable();
        found.dedup();
        for key in found {
            *self.0.entry(key).or_default() += 1;
        }
    }

    /// The lines of a page without its running lines.
    pub fn strip(&self, number: i32, page: &str) -> String {
        let (lines, notes) = lines_and_notes(page);
        let is_running = |&(_, line): &(usize, &str)| self.is_running(number, line);
        let top = running(lines.iter().map(|line| (line.0, is_running(line))));
        let rest = &lines[top.min(lines.len())..];
        let bottom = running(rest.iter().rev().map(|line| (line.0, is_running(line))));
        let edges = lines.iter().take(top).chain(rest.iter().rev().take(bottom));
        let notes = notes.iter().take(MAX_NOTES).filter(|note| is_running(note));
        let dropped: Vec<usize> = edges.chain(notes).map(|(index, _)| *index).collect();
        let kept = page.lines().enumerate().filter(|(line, _)| !dropped.contains(line));
        kept.map(|(_, text)| text).collect::<Vec<_>>().join("\n")
    }

    fn is_running(&self, number: i32, line: &str) -> bool {
        let needed = if is_only_a_number(line) {
            MIN_PAGES_FOR_NUMBERS
        } else {
            MIN_PAGES
        };
        keys(number, line)
            .iter()
            .any(|key| self.0.get(key).is_some_and(|&pages| pages >= needed))
    }
}

/// How many lines are running lines, counted from an edge of the page; each has its line number.
///
/// If more lines than fit at an edge repeat, they are prose that stands on several pages. Then only what an empty line
/// sets off from them is a running line.
fn running(lines: impl Iterator<Item = (usize, bool)>) -> usize {
    let repeated: Vec<usize> = lines
        .take(EDGE_LINES + 1)
        .take_while(|(_, is_running)| *is_running)
        .map(|(line, _)| line)
        .collect();
    if repeated.len() <= EDGE_LINES {
        return repeated.len();
    }
    let is_set_off = |pair: &[usize]| pair[0].abs_diff(pair[1]) > 1;
    repeated.windows(2).rposition(is_set_off).map_or(0, |last| last + 1)
}

type Numbered<'a> = Vec<(usize, &'a str)>;

/// The lines that are not empty, and the notes, with their line numbers.
fn lines_and_notes(page: &str) -> (Numbered<'_>, Numbered<'_>) {
    let numbered = page.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered.partition(|(_, line)| !line.starts_with(NOTE))
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
        let short = ["1 Corinthians 13".to_owned(), "It was late.".to_owned()];
        assert_eq!(stripped(&short), short);
    }
    #[test]
    fn heads_with_a_time_page_numbers_in_words_and_numbers_of_two_pages_are_stripped() {
        let heads: [fn(usize) -> String; 7] = [
            |page| format!("14773_00_r9jm.qxd 2/10/04 3:{} PM Page {page}", 45 + page),
            |page| {
                format!(
                    "Printed 2026-11-{:02} {}:05:{:02} - page {page} of 6",
                    page * 3,
                    page * 4,
                    60 - page
                )
            },
            |page| format!("Page {}", ["One", "Two", "Three", "Four", "Five", "Six"][page - 1]),
            |page| {
                format!(
                    "— Twenty-{} —",
                    ["one", "two", "three", "four", "five", "six"][page - 1]
                )
            },
            |page| format!("{}  {}", page * 2 + 10, page * 2 + 11),
            |page| {
                format!(
                    "14773_02_175-306_r7jm.qxd 2/10/04 4:{:02} PM Page {}",
                    page * 7,
                    page + 270
                )
            },
            |page| {
                let numeral = ["i", "ii", "iii", "iv", "v", "vi"][page - 1];
                format!("14773_00_i-xviii_r9jm.qxd 2/10/04 3:46 PM Page {numeral}")
            },
        ];
        for head in heads {
            let pages: Vec<String> = (1..=6)
                .map(|page| format!("{}\n{}", head(page), own_words(page)))
                .collect();
            for (page, text) in (1..).zip(stripped(&pages)) {
                assert_eq!(text, own_words(page), "{}", head(page));
            }
        }
    }

    #[test]
    fn prose_that_stands_on_every_page_is_kept_and_the_head_above_it_is_not() {
        let prose = "He found the one that was lost\nand carried it home\nand called his friends\nand they came.";
        let pages: Vec<String> = (1..=4).map(|page| format!("A head {page}\n\n{prose}")).collect();
        assert!(stripped(&pages).iter().all(|text| text.trim() == prose));
        let bare = vec![prose.to_owned(); 4];
        assert_eq!(stripped(&bare), bare);
    }

    #[test]
    fn notes_that_repeat_are_stripped() {
        let note = |page: usize| {
            format!(
                "{NOTE}{page} See the book of the {}.",
                ["lily", "harbour", "lamp"][page - 1]
            )
        };
        let pages: Vec<String> = (1..=3)
            .map(|page| format!("{}\n\n{NOTE}DRAFT\n{}", own_words(page), note(page)))
            .collect();
        for (page, text) in (1..).zip(stripped(&pages)) {
            assert_eq!(text, format!("{}\n\n{}", own_words(page), note(page)));
        }
    }
}
