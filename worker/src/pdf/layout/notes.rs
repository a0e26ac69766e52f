//! Finds footnotes: lines in smaller type at the foot of a column.
//!
//! Invariant: a line is taken only from the end of a block, and only if the page has text in its usual size.

use super::SMALL;
use super::lines::Line;

/// Type below this share of the size of the text is that of a note, even without a mark.
const SURELY_SMALL: f32 = 0.85;

/// Takes the footnotes out of the blocks of a page.
pub fn take(blocks: &mut [Vec<Line>], body: f32) -> Vec<Vec<Line>> {
    let has_text = |lines: &[Line]| lines.iter().any(|line| !is_small(line, body));
    if body <= 0.0 || !blocks.iter().any(|lines| has_text(lines)) {
        return Vec::new();
    }
    let lowest_text = blocks
        .iter()
        .flatten()
        .filter(|line| !is_small(line, body) && !is_number(&line.text))
        .map(|line| line.top)
        .fold(f32::MAX, f32::min);
    let mut notes = Vec::new();
    for lines in blocks {
        // A block of small type alone is a note only below the text; above it is a heading or a caption.
        let is_candidate = has_text(lines) || lines.first().is_some_and(|line| line.top < lowest_text);
        if let Some(first) = first_note(lines, body).filter(|_| is_candidate) {
            notes.push(lines.split_off(first));
        }
    }
    notes
}

/// The index of the first line of the notes at the end of a block.
fn first_note(lines: &[Line], body: f32) -> Option<usize> {
    let after_text = lines
        .iter()
        .rposition(|line| !is_small(line, body) && !is_number(&line.text))
        .map_or(0, |last| last + 1);
    let after_text = (after_text..lines.len()).find(|&index| is_small(&lines[index], body))?;
    let mut small = after_text..lines.len();
    small.find(|&index| {
        let line = &lines[index];
        line.size < body * SURELY_SMALL || begins_with_mark(&line.text)
    })
}

fn is_small(line: &Line, body: f32) -> bool {
    line.size > 0.0 && line.size < body * SMALL
}

/// A page number below the notes may be in any size.
fn is_number(text: &str) -> bool {
    !text.chars().any(char::is_alphabetic)
}

/// Whether a line begins as a note does: *1 See*, *\* Cf.*, *[2]*, *† So*.
fn begins_with_mark(text: &str) -> bool {
    let text = text.trim_start_matches(['(', '[']);
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    matches!(digits, 1..=3) || text.starts_with(['*', '†', '‡', '§', '¶'])
}
