//! The contents of a document: the headings of its outline, or lines in larger type.
//!
//! Invariant: their number and length are limited on both sides, and a loop in an outline ends.

use pdfium_render::prelude::{PdfBookmark, PdfDocument};
use shared::document::{self, MAX_HEADING_LEN, MAX_HEADINGS};

use super::frame::Heading;

/// Deeper headings are left out.
const MAX_LEVEL: i16 = 6;
/// An outline that holds itself has no end.
const MAX_VISITED: usize = 4 * MAX_HEADINGS;

/// The headings of the outline, in its order.
pub fn of(document: &PdfDocument<'_>) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut open: Vec<(i16, PdfBookmark<'_>)> = document
        .bookmarks()
        .root()
        .map(|first| (1, first))
        .into_iter()
        .collect();
    for _ in 0..MAX_VISITED {
        let Some((level, bookmark)) = open.pop() else { break };
        open.extend(bookmark.next_sibling().map(|next| (level, next)));
        if level < MAX_LEVEL {
            open.extend(bookmark.first_child().map(|child| (level + 1, child)));
        }
        let page = bookmark.destination().and_then(|place| place.page_index().ok());
        if let (Some(title), Some(page)) = (bookmark.title(), page) {
            headings.extend(heading(page.saturating_add(1), level, &title));
        }
        if headings.len() == MAX_HEADINGS {
            break;
        }
    }
    headings
}

/// The lines in larger type on a page.
pub fn on_page(page: i32, lines: &[String]) -> Vec<Heading> {
    let headings = lines.iter().filter_map(|line| heading(page, 1, line));
    headings.take(MAX_HEADINGS).collect()
}

/// A heading on one line; none without a letter.
fn heading(page: i32, level: i16, title: &str) -> Option<Heading> {
    let shown = title
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter });
    let words = shown
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let title: String = words.chars().take(MAX_HEADING_LEN).collect();
    let title = title.trim_end().to_owned();
    title
        .contains(char::is_alphanumeric)
        .then_some(Heading { page, level, title })
}

/// The headings that the child sent, as far as they can be true, and fit after those before.
pub fn sound(sent: Vec<Heading>, before: usize, page_count: i32) -> Vec<document::Heading> {
    let possible = sent
        .into_iter()
        .filter(|sent| (1..=page_count).contains(&sent.page) && (1..=MAX_LEVEL).contains(&sent.level))
        .filter_map(|sent| heading(sent.page, sent.level, &sent.title))
        .map(|Heading { page, level, title }| document::Heading { page, level, title });
    possible.take(MAX_HEADINGS.saturating_sub(before)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_headings_that_can_be_true_are_taken() {
        let sent = |page, level, title: &str| Heading {
            page,
            level,
            title: title.to_owned(),
        };
        let long = "x".repeat(200);
        let all = || {
            vec![
                sent(1, 1, " Of\0 Patience\n"),
                sent(0, 1, "before the first page"),
                sent(4, 1, "after the last page"),
                sent(2, 7, "too deep"),
                sent(2, 2, "***"),
                sent(3, 2, &long),
            ]
        };
        let titles: Vec<String> = sound(all(), 0, 3).into_iter().map(|heading| heading.title).collect();
        assert_eq!(titles, ["Of Patience", &long[..MAX_HEADING_LEN]]);
        assert_eq!(sound(all(), MAX_HEADINGS - 1, 3).len(), 1);
        assert_eq!(sound(all(), MAX_HEADINGS, 3), []);
    }
}
