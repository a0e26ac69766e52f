//! Joins the runs of a column to lines, and lines to paragraphs.

use super::columns::{MIN_COLUMN_WIDTH, Run, is_right_to_left, median, on_one_line};

/// The distance between paragraphs, in median line distances.
const PARAGRAPH_DISTANCE: f32 = 1.45;
/// The indent of a new paragraph, in line heights.
const INDENT: f32 = 0.7;
/// A line in type this much larger or smaller than the line before begins a paragraph.
const OTHER_SIZE: f32 = 1.15;

/// A line of one column.
#[derive(Debug)]
pub struct Line {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub height: f32,
    /// The size of its type; 0 if unknown.
    pub size: f32,
}

/// The lines of a block; an empty line separates paragraphs.
pub fn block_text(lines: &[Line]) -> String {
    let column_left = median(lines.iter().map(|line| line.left).collect()).unwrap_or(0.0);
    let column_right = lines.iter().map(|line| line.right).fold(f32::MIN, f32::max);
    let distance = median(lines.windows(2).map(|pair| pair[0].top - pair[1].top).collect()).unwrap_or(0.0);
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| &lines[before]) {
            let is_far = before.top - line.top > distance * PARAGRAPH_DISTANCE;
            let is_indented =
                line.left > column_left + line.height * INDENT && before.left <= column_left + before.height * INDENT;
            let ended = before.right < column_right - (column_right - column_left) * MIN_COLUMN_WIDTH
                && before.text.ends_with(['.', '!', '?', '"', '”']);
            let is_other = before.size > line.size * OTHER_SIZE || line.size > before.size * OTHER_SIZE;
            text.push_str(if is_far || is_indented || ended || is_other {
                "\n\n"
            } else {
                "\n"
            });
        }
        text.push_str(&line.text);
    }
    text
}

/// Joins the runs of a column into lines, from the top down.
pub fn lines(mut runs: Vec<Run>) -> Vec<Line> {
    runs.sort_by(|one, other| other.top.total_cmp(&one.top));
    let mut rows: Vec<Vec<Run>> = Vec::new();
    for run in runs {
        match rows.last_mut().filter(|row| on_one_line(&row[0], &run)) {
            Some(row) => row.push(run),
            None => rows.push(vec![run]),
        }
    }
    rows.into_iter().map(line).collect()
}

fn line(mut row: Vec<Run>) -> Line {
    let right_to_left = is_right_to_left(&row);
    row.sort_by(|one, other| {
        let order = one.left.total_cmp(&other.left);
        if right_to_left { order.reverse() } else { order }
    });
    Line {
        left: row.iter().map(|run| run.left).fold(f32::MAX, f32::min),
        right: row.iter().map(|run| run.right).fold(f32::MIN, f32::max),
        top: row.iter().map(|run| run.top).fold(f32::MIN, f32::max),
        height: row.iter().map(|run| run.top - run.bottom).fold(0.0, f32::max),
        size: row.iter().max_by_key(|run| run.text.len()).map_or(0.0, |run| run.size),
        text: row.into_iter().map(|run| run.text).collect::<Vec<_>>().join(" "),
    }
}
