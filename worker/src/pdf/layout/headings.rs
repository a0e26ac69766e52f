//! Finds headings: lines in larger type above text in the usual size.

use std::collections::HashMap;

use shared::document::MAX_HEADING_LEN;

use super::lines::Line;

/// Type above this share of the size of the text is large.
const LARGE: f32 = 1.2;
/// A heading has more letters than an initial, and fewer words than a sentence.
const MIN_LETTERS: usize = 3;
const MAX_WORDS: usize = 16;
/// A page with fewer lines in the usual size is a cover or a title page.
const MIN_LINES: usize = 3;
/// What stands on more pages is a running head.
const MAX_SAME: usize = 2;

/// The headings of a document so far, each with its number.
#[derive(Debug, Default)]
pub struct Found(HashMap<String, usize>);

impl Found {
    /// The headings of a page. Lines that follow each other are one.
    pub fn on_page(&mut self, blocks: &[Vec<Line>], body: f32) -> Vec<String> {
        let is_large = |line: &&Line| line.size > body * LARGE && letters_in(&line.text) >= MIN_LETTERS;
        let usual = blocks.iter().flatten().filter(|line| !is_large(line));
        if body <= 0.0 || usual.count() < MIN_LINES {
            return Vec::new();
        }
        let mut headings = Vec::new();
        for lines in blocks {
            let groups = lines.chunk_by(|one, next| is_large(&one) == is_large(&next));
            for group in groups.filter(|group| group.iter().any(|line| is_large(&line))) {
                let words: Vec<&str> = group.iter().map(|line| line.text.as_str()).collect();
                headings.push(words.join(" "));
            }
        }
        headings.retain(|heading| is_heading(heading) && self.is_new(heading));
        headings
    }

    fn is_new(&mut self, heading: &str) -> bool {
        let letters = heading.chars().filter(|letter| letter.is_alphabetic()).collect();
        let same = self.0.entry(letters).or_default();
        *same += 1;
        *same <= MAX_SAME
    }
}

fn is_heading(text: &str) -> bool {
    text.chars().count() <= MAX_HEADING_LEN && text.split_whitespace().count() <= MAX_WORDS
}

fn letters_in(text: &str) -> usize {
    text.chars().filter(|letter| letter.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, size: f32) -> Line {
        Line {
            text: text.to_owned(),
            left: 0.0,
            right: 0.0,
            top: 0.0,
            height: size,
            size,
        }
    }

    #[test]
    fn lines_in_larger_type_above_text_are_headings_and_initials_and_running_heads_are_none() {
        let mut found = Found::default();
        let page = |chapter: &str| {
            vec![vec![
                line("The Running Head", 14.0),
                line("He waited.", 10.0),
                line(chapter, 16.0),
                line("and What Came of It", 15.0),
                line("T", 30.0),
                line("he farmer waits for rain,", 10.0),
                line("and he does not count the days.", 10.0),
            ]]
        };
        let mut of = |chapter| found.on_page(&page(chapter), 10.0);
        assert_eq!(
            of("Of Patience"),
            ["The Running Head", "Of Patience and What Came of It"]
        );
        of("Of Rain");
        assert_eq!(of("Of Hope"), ["Of Hope and What Came of It"]);
        assert_eq!(
            found.on_page(&[vec![line("A Book", 30.0), line("by a friend", 10.0)]], 10.0),
            Vec::<String>::new()
        );
    }
}
