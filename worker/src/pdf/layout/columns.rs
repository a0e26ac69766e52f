//! Finds the columns of a page: joins words to runs, and splits runs at the gutters between columns.

use super::Word;

/// Neighbouring words on a line, within one column.
#[derive(Debug, Clone)]
pub struct Run {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub top: f32,
    /// The size of most of its letters; 0 if unknown.
    pub size: f32,
}

/// The widest space within a run, in word heights. A wider one separates columns or cells.
const MAX_SPACE: f32 = 1.3;
/// The least width of a gutter between columns, in line heights.
const MIN_GUTTER: f32 = 0.6;
/// The fewest lines of a column.
const MIN_LINES: usize = 4;
/// The least width of a column, as a share of the page.
pub const MIN_COLUMN_WIDTH: f32 = 0.2;
/// The largest share of runs that may span columns: headings.
const MAX_SPANNING: f32 = 0.25;
/// A page with more runs is no page of text.
const MAX_RUNS: usize = 2_000;

/// The blocks of one column each, in reading order; an error if the page is no page of text.
pub fn blocks(runs: Vec<Run>) -> Result<Vec<Vec<Run>>, ()> {
    if runs.len() > MAX_RUNS {
        return Err(());
    }
    let mut blocks = Vec::new();
    split_into_blocks(runs, &mut blocks);
    Ok(blocks)
}

/// Joins neighbouring words on a line.
pub fn runs(words: &[Word]) -> Vec<Run> {
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
            size: word.size,
        };
        match runs.last_mut() {
            Some(run) if continues(run, &next) => {
                if !word.is_glued {
                    run.text.push(' ');
                }
                // Most words are whole; a glued one is a mark or a comma after it.
                run.size = run.size.max(next.size);
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

pub fn on_one_line(one: &Run, other: &Run) -> bool {
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

pub fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Whether most letters are Hebrew or Arabic.
pub fn is_right_to_left(runs: &[Run]) -> bool {
    let (mut right_to_left, mut all) = (0_usize, 0_usize);
    for letter in runs.iter().flat_map(|run| run.text.chars()) {
        all += usize::from(letter.is_alphabetic());
        right_to_left +=
            usize::from(matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'));
    }
    right_to_left * 2 > all
}
