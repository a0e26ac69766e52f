//! Orders the positioned words of a page into lines in reading order. Pure.
//!
//! Invariant: every word comes out exactly once, whatever its position.

/// A word on a page. Positions are in points, from the lower left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub top: f32,
}

/// Neighbouring words on a line, within one column.
#[derive(Debug, Clone)]
struct Run {
    text: String,
    left: f32,
    right: f32,
    bottom: f32,
    top: f32,
}

/// The widest space within a run, in word heights. A wider one separates columns or cells.
const MAX_SPACE: f32 = 1.3;
/// The least width of a gutter between columns, in line heights.
const MIN_GUTTER: f32 = 0.6;
/// The fewest lines of a column.
const MIN_LINES: usize = 4;
/// The least width of a column, as a share of the page.
const MIN_COLUMN_WIDTH: f32 = 0.2;
/// The largest share of runs that may span columns: headings.
const MAX_SPANNING: f32 = 0.25;
/// A page with more runs is no page of text: it keeps the order of the file.
const MAX_RUNS: usize = 2_000;
/// The distance between paragraphs, in median line distances.
const PARAGRAPH_DISTANCE: f32 = 1.45;
/// The indent of a new paragraph, in line heights.
const INDENT: f32 = 0.7;

/// The lines of a page, joined by newlines; an empty line separates paragraphs.
pub fn in_reading_order(words: &[Word]) -> String {
    let runs = runs(words);
    if runs.len() > MAX_RUNS {
        return runs.into_iter().map(|run| run.text).collect::<Vec<_>>().join("\n");
    }
    let mut blocks = Vec::new();
    split_into_blocks(runs, &mut blocks);
    let texts: Vec<String> = blocks
        .into_iter()
        .map(block_text)
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n")
}

/// Joins neighbouring words on a line.
fn runs(words: &[Word]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for word in words {
        let [left, right, bottom, top] =
            [word.left, word.right, word.bottom, word.top].map(|side| if side.is_finite() { side } else { 0.0 });
        let next = Run {
            text: word.text.clone(),
            left,
            right: right.max(left),
            bottom,
            top: top.max(bottom),
        };
        match runs.last_mut() {
            Some(run) if continues(run, &next) => {
                run.text.push(' ');
                run.text.push_str(&next.text);
                run.left = run.left.min(next.left);
                run.right = run.right.max(next.right);
                run.bottom = run.bottom.min(next.bottom);
                run.top = run.top.max(next.top);
            }
            _ => runs.push(next),
        }
    }
    runs
}

fn continues(run: &Run, next: &Run) -> bool {
    let height = (run.top - run.bottom).min(next.top - next.bottom);
    let space = (next.left - run.right).max(run.left - next.right);
    on_one_line(run, next) && space < height * MAX_SPACE
}

fn on_one_line(one: &Run, other: &Run) -> bool {
    let shared = one.top.min(other.top) - one.bottom.max(other.bottom);
    shared > 0.5 * (one.top - one.bottom).min(other.top - other.bottom)
}

/// Splits a page into blocks of one column each, in reading order: headings across the columns, then each column.
fn split_into_blocks(mut runs: Vec<Run>, blocks: &mut Vec<Vec<Run>>) {
    let Some(gutter) = find_gutter(&runs) else {
        blocks.push(runs);
        return;
    };
    runs.sort_by(|one, other| other.top.total_cmp(&one.top));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let right_to_left = is_right_to_left(&runs);
    let columns = |left: &mut Vec<Run>, right: &mut Vec<Run>, blocks: &mut Vec<Vec<Run>>| {
        let (first, second) = if right_to_left { (right, left) } else { (left, right) };
        for column in [first, second] {
            if !column.is_empty() {
                split_into_blocks(std::mem::take(column), blocks);
            }
        }
    };
    let mut across: Vec<Run> = Vec::new();
    for run in runs {
        if run.right <= gutter || run.left >= gutter {
            if !across.is_empty() {
                blocks.push(std::mem::take(&mut across));
            }
            if run.right <= gutter { &mut left } else { &mut right }.push(run);
        } else {
            columns(&mut left, &mut right, blocks);
            across.push(run);
        }
    }
    if !across.is_empty() {
        blocks.push(across);
    }
    columns(&mut left, &mut right, blocks);
}

/// The position of an empty vertical strip between two columns.
fn find_gutter(runs: &[Run]) -> Option<f32> {
    let from = runs.iter().map(|run| run.left).reduce(f32::min)?;
    let to = runs.iter().map(|run| run.right).reduce(f32::max)?;
    let height = median(runs.iter().map(|run| run.top - run.bottom).collect())?;
    let narrowest = (to - from) * MIN_COLUMN_WIDTH;
    runs.iter()
        .map(|run| run.right)
        .filter(|&right| right > from + narrowest && right < to - narrowest)
        .filter_map(|edge| gutter_after(runs, edge, height))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(middle, _)| middle)
}

/// The middle and the score of the strip that begins right of an edge, if it has columns on both sides.
fn gutter_after(runs: &[Run], edge: f32, height: f32) -> Option<(f32, f32)> {
    let is_left = |run: &&Run| run.right <= edge + 0.1;
    let begin = |runs: &[&Run]| runs.iter().map(|run| run.left).reduce(f32::min);
    let left: Vec<&Run> = runs.iter().filter(is_left).collect();
    let right: Vec<&Run> = runs.iter().filter(|run| run.left > edge + 0.1).collect();
    let width = begin(&right)? - edge;
    let across = runs.len() - left.len() - right.len();
    let is_gutter = width >= height * MIN_GUTTER
        && lines_in(&left) >= MIN_LINES
        && lines_in(&right) >= MIN_LINES
        && share(across, runs.len()) <= MAX_SPANNING
        && is_column(&left, runs)
        && is_column(&right, runs);
    is_gutter.then(|| {
        (
            edge + width / 2.0,
            share(left.len() + right.len(), runs.len()) + width / (height * 1000.0),
        )
    })
}

/// Whether runs form a column: its lines are wide. Page numbers of a table of contents form none.
fn is_column(side: &[&Run], all: &[Run]) -> bool {
    let width = |left: f32, right: f32| right - left;
    let left = all.iter().map(|run| run.left).fold(f32::MAX, f32::min);
    let right = all.iter().map(|run| run.right).fold(f32::MIN, f32::max);
    median(side.iter().map(|run| width(run.left, run.right)).collect())
        .is_some_and(|median| median >= width(left, right) * MIN_COLUMN_WIDTH)
}

fn lines_in(runs: &[&Run]) -> usize {
    let mut tops: Vec<f32> = runs.iter().map(|run| run.top).collect();
    tops.sort_by(f32::total_cmp);
    tops.dedup_by(|one, other| (*one - *other).abs() < 2.0);
    tops.len()
}

#[expect(clippy::cast_precision_loss, reason = "some hundred runs stand on a page")]
fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// A line of one column.
struct Line {
    text: String,
    left: f32,
    right: f32,
    top: f32,
    height: f32,
}

fn block_text(runs: Vec<Run>) -> String {
    let lines = lines(runs);
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
            text.push_str(if is_far || is_indented || ended { "\n\n" } else { "\n" });
        }
        text.push_str(&line.text);
    }
    text
}

/// Joins the runs of a column into lines, from the top down.
fn lines(mut runs: Vec<Run>) -> Vec<Line> {
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
        text: row.into_iter().map(|run| run.text).collect::<Vec<_>>().join(" "),
    }
}

/// Whether most letters are Hebrew or Arabic.
fn is_right_to_left(runs: &[Run]) -> bool {
    let (mut right_to_left, mut all) = (0_usize, 0_usize);
    for letter in runs.iter().flat_map(|run| run.text.chars()) {
        all += usize::from(letter.is_alphabetic());
        right_to_left +=
            usize::from(matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'));
    }
    right_to_left * 2 > all
}

#[cfg(test)]
mod tests;
