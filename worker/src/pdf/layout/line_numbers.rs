//! Finds line numbers in the margins of a page or between its columns: every line, every fifth, restarting or not.
//!
//! Invariant: a number is a line number only if it counts lines. Verse numbers and the rows of a table do not.

use super::Word;
use super::columns::median;

/// The space between a line number and the text, in heights of the number. A number in a sentence stands nearer.
const MIN_DISTANCE: f32 = 0.45;
/// The fewest numbers of a page that count every line; and of one that counts every fifth, say.
const MIN_NUMBERS: usize = 4;
const MIN_NUMBERS_WITH_STEP: usize = 3;
/// The same for *5* and *10*, or *10* and *20*.
const MIN_ROUND_NUMBERS: usize = 2;
/// The share of numbers that must count lines.
const MIN_COUNTING: f32 = 0.75;
/// How far the distance of two numbers may be from that of as many lines, in lines.
const MAX_DEVIATION: f32 = 0.12;
/// The share of lines that begin with a small letter in prose. In a list, or in verses of a line each, hardly any does.
const MIN_LOWERCASE: f32 = 0.3;
/// The least width of most lines of prose, as a share of the widest. The items of a list differ more.
const MIN_FULLNESS: f32 = 0.6;
/// The fewest numbers of a page that is ruled, and how far their distances may differ.
const MIN_RULED: usize = 10;
const MAX_UNEVENNESS: f32 = 0.05;
/// How far line numbers of the next page may be from those of this one, in points.
const MAX_SHIFT: f32 = 6.0;

/// A page with more words is no page of prose; its numbers are not looked at.
const MAX_WORDS: usize = 5_000;

/// Line numbers, and where earlier pages have them.
#[derive(Debug, Default)]
pub struct LineNumbers {
    /// The horizontal positions of their centres.
    known: Vec<f32>,
}

#[derive(Debug, Clone, Copy)]
struct Number {
    index: usize,
    value: i32,
    centre: f32,
    bottom: f32,
    height: f32,
}

impl LineNumbers {
    /// The words of a page without its line numbers.
    pub fn strip(&mut self, words: Vec<Word>) -> Vec<Word> {
        if words.len() > MAX_WORDS {
            return words;
        }
        let rows = Rows::of(&words);
        let mut dropped = vec![false; words.len()];
        for column in columns(numbers(&words)) {
            let is_known = self.is_known(&column);
            if !(is_known || rows.are_counted_by(&column) || rows.are_ruled_by(&column)) {
                continue;
            }
            let centre = median(column.iter().map(|number| number.centre).collect());
            self.known.extend(centre.filter(|_| !is_known));
            for number in &column {
                dropped[number.index] = true;
            }
        }
        let kept = words.into_iter().zip(dropped).filter(|(_, is_dropped)| !is_dropped);
        kept.map(|(word, _)| word).collect()
    }

    fn is_known(&self, column: &[Number]) -> bool {
        let centre = median(column.iter().map(|number| number.centre).collect()).unwrap_or(f32::MAX);
        let rises = column.windows(2).all(|pair| pair[0].value < pair[1].value);
        rises && self.known.iter().any(|known| (known - centre).abs() < MAX_SHIFT)
    }
}

/// The numbers that stand apart from the text of their line.
fn numbers(words: &[Word]) -> Vec<Number> {
    let mut numbers = Vec::new();
    for (index, word) in words.iter().enumerate() {
        // Proofs mark some numbers with a letter: *32S*.
        let digits = word.text.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
        let is_number = (1..=4).contains(&digits.len())
            && word.text.len() <= digits.len() + 1
            && digits.bytes().all(|digit| digit.is_ascii_digit());
        let height = word.top - word.bottom;
        if !is_number || !height.is_finite() || height <= 0.0 {
            continue;
        }
        let stands_apart = words.iter().enumerate().all(|(other_index, other)| {
            let shared = word.top.min(other.top) - word.bottom.max(other.bottom);
            let distance = (other.left - word.right).max(word.left - other.right);
            other_index == index || shared < 0.3 * height || distance > MIN_DISTANCE * height
        });
        if let (true, Ok(value)) = (stands_apart, digits.parse()) {
            numbers.push(Number {
                index,
                value,
                centre: f32::midpoint(word.left, word.right),
                bottom: word.bottom,
                height,
            });
        }
    }
    numbers
}

/// Numbers one below the other, from the top.
fn columns(mut numbers: Vec<Number>) -> Vec<Vec<Number>> {
    numbers.sort_by(|one, other| one.centre.total_cmp(&other.centre));
    let mut columns: Vec<Vec<Number>> = Vec::new();
    for number in numbers {
        let is_near = |column: &&mut Vec<Number>| {
            column
                .last()
                .is_some_and(|last| number.centre - last.centre < number.height.min(last.height))
        };
        match columns.last_mut().filter(is_near) {
            Some(column) => column.push(number),
            None => columns.push(vec![number]),
        }
    }
    for column in &mut columns {
        column.sort_by(|one, other| other.bottom.total_cmp(&one.bottom));
    }
    columns
}

/// The rows of text on a page.
struct Rows {
    /// Their lower edges, from the top.
    bottoms: Vec<f32>,
    pitch: f32,
    /// Whether they look like lines of prose, and not like a list or verses.
    is_prose: bool,
}

/// A row of text.
struct Row<'a> {
    bottom: f32,
    height: f32,
    first: &'a Word,
    right: f32,
}

impl<'a> Row<'a> {
    const fn of(word: &'a Word) -> Self {
        Self {
            bottom: word.bottom,
            height: word.top - word.bottom,
            first: word,
            right: word.right,
        }
    }

    fn add(&mut self, word: &'a Word) {
        self.right = self.right.max(word.right);
        if word.left < self.first.left {
            self.first = word;
        }
    }
}

impl Rows {
    fn of(words: &[Word]) -> Self {
        let has_letters = |word: &&Word| word.text.chars().any(char::is_alphabetic);
        let mut letters: Vec<&Word> = words.iter().filter(has_letters).collect();
        letters.sort_by(|one, other| other.bottom.total_cmp(&one.bottom));
        let mut rows: Vec<Row<'_>> = Vec::new();
        for word in letters {
            match rows.last_mut() {
                Some(row) if row.bottom - word.bottom < row.height * 0.4 => row.add(word),
                _ => rows.push(Row::of(word)),
            }
        }
        let firsts = rows
            .iter()
            .filter_map(|row| row.first.text.chars().find(|letter| letter.is_alphabetic()));
        let (mut small, mut cased) = (0_u16, 0_u16);
        for letter in firsts {
            small = small.saturating_add(u16::from(letter.is_lowercase()));
            cased = cased.saturating_add(u16::from(letter.is_lowercase() || letter.is_uppercase()));
        }
        let is_lowercase = f32::from(small) >= f32::from(cased) * MIN_LOWERCASE;
        let widths = || rows.iter().map(|row| row.right - row.first.left);
        let widest = widths().fold(0.0, f32::max);
        let bottoms: Vec<f32> = rows.iter().map(|row| row.bottom).collect();
        Self {
            pitch: median(bottoms.windows(2).map(|pair| pair[0] - pair[1]).collect()).unwrap_or(0.0),
            is_prose: is_lowercase && median(widths().collect()).is_some_and(|width| width >= widest * MIN_FULLNESS),
            bottoms,
        }
    }

    /// Whether a column of numbers counts these rows.
    fn are_counted_by(&self, column: &[Number]) -> bool {
        // Where the numbers restart, nothing is counted.
        let pairs = column.windows(2).filter(|pair| pair[1].value > pair[0].value);
        let (mut counting, mut all, mut steps) = (0_u16, 0_u16, Vec::new());
        for pair in pairs {
            all = all.saturating_add(1);
            if self.is_count(pair[0], pair[1]) {
                counting = counting.saturating_add(1);
                steps.push(pair[1].value - pair[0].value);
            }
        }
        steps.sort_unstable();
        let step = steps.get(steps.len() / 2).copied().unwrap_or(0);
        let is_round = step >= 5 && column.iter().all(|number| number.value % step == 0);
        let fewest = match step {
            _ if is_round => MIN_ROUND_NUMBERS,
            2.. => MIN_NUMBERS_WITH_STEP,
            _ => MIN_NUMBERS,
        };
        usize::from(counting) + 1 >= fewest
            && f32::from(counting) >= f32::from(all) * MIN_COUNTING
            && (step > 1 || self.is_prose)
    }

    /// Whether numbers stand at equal distances down the page, also where there is no text.
    fn are_ruled_by(&self, column: &[Number]) -> bool {
        let distances = || column.windows(2).map(|pair| pair[0].bottom - pair[1].bottom);
        let counts = column.windows(2).all(|pair| pair[1].value == pair[0].value + 1);
        let usual = median(distances().collect()).unwrap_or(0.0);
        let is_beside_text = |number: &&Number| {
            let slack = number.height * 0.6;
            self.bottoms.iter().any(|bottom| (bottom - number.bottom).abs() < slack)
        };
        counts
            && column.len() >= MIN_RULED
            && distances().all(|distance| (distance / usual - 1.0).abs() < MAX_UNEVENNESS)
            && column.iter().filter(is_beside_text).count() + 2 <= column.len()
    }

    /// Whether there are as many rows from one number to the next as they say.
    fn is_count(&self, upper: Number, lower: Number) -> bool {
        let slack = upper.height * 0.5;
        let is_between = |bottom: &&f32| **bottom < upper.bottom - slack && **bottom > lower.bottom - slack;
        let rows = self.bottoms.iter().filter(is_between).count();
        let difference = lower.value - upper.value;
        let lines = (upper.bottom - lower.bottom) / self.pitch;
        let by_distance = f32::from(i16::try_from(difference).unwrap_or(i16::MAX));
        usize::try_from(difference) == Ok(rows) || (lines / by_distance - 1.0).abs() < MAX_DEVIATION
    }
}
