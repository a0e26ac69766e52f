//! `worker measure`: how well and how fast the models read the texts that were held out when they were taught.
//!
//! Invariant: it reads committed examples alone and prints figures, never a text.

mod scores;

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Deserialize;
use shared::screening::Care;

use crate::build_content::json_lines;

/// So long is the text for which the speed is given.
const CHARACTERS: usize = 500;
/// Each question is asked for so long.
const BUSY: Duration = Duration::from_millis(1500);
/// A long input is read again until it took so long: the kernel counts in steps of some milliseconds.
const BRIEFLY: Duration = Duration::from_millis(40);
/// The sizes that long inputs are given in, smallest first.
const SIZES: [(usize, &str); 3] = [(100_000, "100 kB"), (1_000_000, "1 MB"), (10_000_000, "10 MB")];
/// A size is not tried if the one before it took longer.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Deserialize)]
struct Letter {
    text: String,
}

/// Scores the held-out examples of a content folder and measures the time that reading takes.
///
/// # Errors
/// If the content or its examples can't be read.
#[expect(clippy::cast_precision_loss, reason = "there are some hundred texts")]
pub fn measure(content_dir: &Path, folder: &Path, out: &mut impl Write) -> Result<()> {
    let care = Care::load(content_dir)?;
    let examples = folder.join("examples");
    scores::write(&care, &examples, out)?;
    let letters: Vec<Letter> = json_lines(&examples.join("held-out/guidance.jsonl"))?;
    let texts = of_one_length(&letters);
    writeln!(
        out,
        "\nprocessor time for a text of {CHARACTERS} characters, over {} texts from held-out letters",
        texts.len()
    )?;
    for (name, read) in questions() {
        let all = busy(BUSY, || texts.iter().for_each(|text| read(&care, text)));
        let each = all.as_secs_f64() / texts.len().max(1) as f64;
        writeln!(out, "  {name:<11} {:>7.1} µs", each * 1e6)?;
    }
    writeln!(out, "\nprocessor time for long inputs")?;
    for (kind, piece) in KINDS {
        for (name, read) in questions() {
            write!(out, "  {kind:<21} {name:<11}")?;
            for (size, word) in SIZES {
                let text = piece.repeat(size / piece.len());
                let took = busy(BRIEFLY, || read(&care, &text));
                write!(out, "  {word} {:>7.1} ms", took.as_secs_f64() * 1e3)?;
                if took > PATIENCE {
                    write!(out, "  (no longer one tried)")?;
                    break;
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// What the long inputs are made of.
const KINDS: [(&str, &str); 8] = [
    ("one letter", "a"),
    ("spaces", " "),
    ("a word of danger", "die "),
    ("denials", "I do not want to "),
    ("names", "My friend Peter Miller of Springfield. "),
    ("digits", "555 0100 "),
    ("two-byte letters", "é"),
    ("ordinary sentences", "I can't sleep, and I worry about my son. "),
];

type Read = fn(&Care, &str);

fn questions() -> [(&'static str, Read); 3] {
    [
        ("understand", |care, text| drop(black_box(care.understand(text)))),
        ("crisis", |care, text| {
            black_box(care.screen(text));
        }),
        ("redact", |care, text| {
            drop(black_box(care::redact::redact(&care.dictionaries, text, &[])));
        }),
    ]
}

/// The letters one after the other, cut into texts of one length.
fn of_one_length(letters: &[Letter]) -> Vec<String> {
    let all: Vec<char> = letters
        .iter()
        .flat_map(|letter| letter.text.chars().chain(['\n']))
        .collect();
    all.chunks_exact(CHARACTERS)
        .map(|characters| characters.iter().collect())
        .collect()
}

/// The processor time of this thread for one round of work, over as many rounds as take so long. Other work on the
/// machine doesn't lengthen it; elsewhere than on Linux it is the time by the clock.
fn busy(at_least: Duration, work: impl Fn()) -> Duration {
    let clock = Instant::now();
    let before = on_processor();
    let mut rounds = 0;
    loop {
        work();
        rounds += 1;
        let took = match (before, on_processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => clock.elapsed(),
        };
        if took >= at_least {
            return took / rounds;
        }
    }
}

fn on_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
