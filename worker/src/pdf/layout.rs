//! From words with places to lines in the order in which people read them. Pure.
//!
//! Invariant: every word comes out once, whatever its place is said to be.

/// A word on a page. Places are counted in points, from the lower left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub top: f32,
}

/// Words beside each other that no column parts.
#[derive(Debug, Clone)]
struct Run {
    text: String,
    left: f32,
    right: f32,
    bottom: f32,
    top: f32,
}

/// Words further apart than so many times their height stand in different columns, or cells.
const WIDEST_SPACE: f32 = 1.3;
/// A strip between columns is at least so many times as wide as lines are high.
const NARROWEST_GUTTER: f32 = 0.6;
/// A column has at least so many lines,
const MIN_LINES: usize = 4;
/// and takes so much of the width.
const NARROWEST_COLUMN: f32 = 0.2;
/// So much of a page in columns may reach across them: headings.
const MAX_ACROSS: f32 = 0.25;
/// A page with more runs is no page of text: it is read as it was written.
const MAX_RUNS: usize = 2_000;
/// Lines further apart than so many times the usual distance belong to different paragraphs.
const PARAGRAPH_DISTANCE: f32 = 1.45;
const INDENT: f32 = 0.7;

/// The lines of a page, joined by line ends; an empty one parts paragraphs.
#[must_use]
pub fn in_reading_order(words: &[Word]) -> String {
    let runs = runs(words);
    if runs.len() > MAX_RUNS {
        return runs.into_iter().map(|run| run.text).collect::<Vec<_>>().join("\n");
    }
    let mut blocks = Vec::new();
    part(runs, &mut blocks);
    let texts: Vec<String> = blocks
        .into_iter()
        .map(text_of)
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n")
}

/// Joins words that follow each other on a line.
fn runs(words: &[Word]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for word in words {
        let [left, right, bottom, top] =
            [word.left, word.right, word.bottom, word.top].map(|place| if place.is_finite() { place } else { 0.0 });
        let next = Run {
            text: word.text.clone(),
            left,
            right: right.max(left),
            bottom,
            top: top.max(bottom),
        };
        match runs.last_mut() {
            Some(run) if is_beside(run, &next) => {
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

fn is_beside(run: &Run, next: &Run) -> bool {
    let height = (run.top - run.bottom).min(next.top - next.bottom);
    let space = (next.left - run.right).max(run.left - next.right);
    on_one_line(run, next) && space < height * WIDEST_SPACE
}

fn on_one_line(one: &Run, other: &Run) -> bool {
    let shared = one.top.min(other.top) - one.bottom.max(other.bottom);
    shared > 0.5 * (one.top - one.bottom).min(other.top - other.bottom)
}

/// Parts a page into blocks, each one column wide, in reading order: across, then left, then right, then across again.
fn part(mut runs: Vec<Run>, blocks: &mut Vec<Vec<Run>>) {
    let Some(gutter) = find_gutter(&runs) else {
        blocks.push(runs);
        return;
    };
    runs.sort_by(|one, other| other.top.total_cmp(&one.top));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let from_right = reads_from_right(&runs);
    let columns = |left: &mut Vec<Run>, right: &mut Vec<Run>, blocks: &mut Vec<Vec<Run>>| {
        let (first, second) = if from_right { (right, left) } else { (left, right) };
        for column in [first, second] {
            if !column.is_empty() {
                part(std::mem::take(column), blocks);
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

/// Where an empty strip runs down between two columns.
fn find_gutter(runs: &[Run]) -> Option<f32> {
    let from = runs.iter().map(|run| run.left).reduce(f32::min)?;
    let to = runs.iter().map(|run| run.right).reduce(f32::max)?;
    let height = usual(runs.iter().map(|run| run.top - run.bottom).collect())?;
    let narrowest = (to - from) * NARROWEST_COLUMN;
    runs.iter()
        .map(|run| run.right)
        .filter(|&right| right > from + narrowest && right < to - narrowest)
        .filter_map(|edge| gutter_after(runs, edge, height))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(middle, _)| middle)
}

/// The middle and the worth of the strip that begins right of an edge, if columns stand on both sides of it.
fn gutter_after(runs: &[Run], edge: f32, height: f32) -> Option<(f32, f32)> {
    let is_left = |run: &&Run| run.right <= edge + 0.1;
    let begin = |runs: &[&Run]| runs.iter().map(|run| run.left).reduce(f32::min);
    let left: Vec<&Run> = runs.iter().filter(is_left).collect();
    let right: Vec<&Run> = runs.iter().filter(|run| run.left > edge + 0.1).collect();
    let width = begin(&right)? - edge;
    let across = runs.len() - left.len() - right.len();
    let is_gutter = width >= height * NARROWEST_GUTTER
        && lines_in(&left) >= MIN_LINES
        && lines_in(&right) >= MIN_LINES
        && share(across, runs.len()) <= MAX_ACROSS
        && is_column(&left, runs)
        && is_column(&right, runs);
    is_gutter.then(|| {
        (
            edge + width / 2.0,
            share(left.len() + right.len(), runs.len()) + width / (height * 1000.0),
        )
    })
}

/// Columns hold text: their lines are wide. Numbers beside a table are none.
fn is_column(side: &[&Run], all: &[Run]) -> bool {
    let width = |left: f32, right: f32| right - left;
    let left = all.iter().map(|run| run.left).fold(f32::MAX, f32::min);
    let right = all.iter().map(|run| run.right).fold(f32::MIN, f32::max);
    usual(side.iter().map(|run| width(run.left, run.right)).collect())
        .is_some_and(|usual| usual >= width(left, right) * NARROWEST_COLUMN)
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

fn usual(mut values: Vec<f32>) -> Option<f32> {
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

fn text_of(runs: Vec<Run>) -> String {
    let lines = lines(runs);
    let column_left = usual(lines.iter().map(|line| line.left).collect()).unwrap_or(0.0);
    let column_right = lines.iter().map(|line| line.right).fold(f32::MIN, f32::max);
    let distance = usual(lines.windows(2).map(|pair| pair[0].top - pair[1].top).collect()).unwrap_or(0.0);
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| &lines[before]) {
            let is_far = before.top - line.top > distance * PARAGRAPH_DISTANCE;
            let is_indented =
                line.left > column_left + line.height * INDENT && before.left <= column_left + before.height * INDENT;
            let ended = before.right < column_right - (column_right - column_left) * NARROWEST_COLUMN
                && before.text.ends_with(['.', '!', '?', '"', '”']);
            text.push_str(if is_far || is_indented || ended { "\n\n" } else { "\n" });
        }
        text.push_str(&line.text);
    }
    text
}

/// Puts the runs of a column into lines, from the top down.
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
    let from_right = reads_from_right(&row);
    row.sort_by(|one, other| {
        let order = one.left.total_cmp(&other.left);
        if from_right { order.reverse() } else { order }
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
fn reads_from_right(runs: &[Run]) -> bool {
    let (mut from_right, mut all) = (0_usize, 0_usize);
    for letter in runs.iter().flat_map(|run| run.text.chars()) {
        all += usize::from(letter.is_alphabetic());
        from_right +=
            usize::from(matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'));
    }
    from_right * 2 > all
}

#[cfg(test)]
mod tests;
