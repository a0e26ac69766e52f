//! The quality and the speed of the models on held-out texts.
//!
//! Invariant: it reads committed examples only, and prints figures, never a text.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde::Deserialize;
use shared::content::json_lines;
use shared::locale::Locale;
use shared::screening::Care;

use crate::scores;

/// The length of the texts for which the speed is given.
const CHARACTERS: usize = 500;
/// How long each operation is measured.
const MEASURE_TIME: Duration = Duration::from_millis(1500);
/// How long a long input is measured at least: the kernel counts in steps of some milliseconds.
const MIN_MEASURE_TIME: Duration = Duration::from_millis(40);
/// The sizes of long inputs, smallest first.
const SIZES: [(usize, &str); 3] = [(100_000, "100 kB"), (1_000_000, "1 MB"), (10_000_000, "10 MB")];
/// Larger sizes are skipped after one that took longer.
const MAX_INPUT_TIME: Duration = Duration::from_secs(3);

#[derive(Deserialize)]
struct Sample {
    text: String,
}

/// Scores the held-out examples of a content folder, and measures the processor time of each operation.
///
/// # Errors
/// If the content or its examples can't be read.
#[expect(clippy::cast_precision_loss, reason = "there are some hundred texts")]
pub fn measure(content_dir: &Path, folder: &Path, out: &mut impl Write) -> Result<()> {
    let care = Care::load(content_dir)?;
    let examples = folder.join("examples");
    write_scores(&care, &examples, out)?;
    let samples: Vec<Sample> = json_lines(&examples.join("held-out/guidance.jsonl"))?;
    let texts = texts_of_one_length(&samples);
    writeln!(
        out,
        "\nprocessor time for a text of {CHARACTERS} characters, over {} texts from held-out letters",
        texts.len()
    )?;
    for (name, read) in operations() {
        let all = processor_time(MEASURE_TIME, || texts.iter().for_each(|text| read(&care, text)));
        let each = all.as_secs_f64() / texts.len().max(1) as f64;
        writeln!(out, "  {name:<11} {:>7.1} µs", each * 1e6)?;
    }
    writeln!(out, "\nprocessor time for long inputs")?;
    for (kind, piece) in LONG_INPUTS {
        for (name, read) in operations() {
            write!(out, "  {kind:<21} {name:<11}")?;
            for (size, word) in SIZES {
                let text = piece.repeat(size / piece.len());
                let took = processor_time(MIN_MEASURE_TIME, || read(&care, &text));
                write!(out, "  {word} {:>7.1} ms", took.as_secs_f64() * 1e3)?;
                if took > MAX_INPUT_TIME {
                    write!(out, "  (no longer one tried)")?;
                    break;
                }
            }
            writeln!(out)?;
        }
    }
    writeln!(
        out,
        "\nprocessor time of crisis screening for texts full of phrases of danger"
    )?;
    for (kind, piece) in HITTING_INPUTS {
        let time = |length: usize| {
            let text = piece.repeat(length / piece.len());
            processor_time(MIN_MEASURE_TIME, || {
                black_box(care.screen(&text, None));
            })
        };
        let (short, long) = (time(SHORT_LENGTH), time(10 * SHORT_LENGTH));
        let ratio = long.as_secs_f64() / short.as_secs_f64();
        let milliseconds = long.as_secs_f64() * 1e3;
        writeln!(
            out,
            "  {kind:<21} 20 kB {milliseconds:>7.1} ms, {ratio:.1} times as long as for 2 kB"
        )?;
        ensure!(
            ratio < MAX_RATIO,
            "screening takes {ratio:.1} times as long for ten times as many of `{piece}`: it is no longer linear"
        );
    }
    Ok(())
}

/// Texts in which each piece hits phrases of the patterns, their conditions, or spaced letters.
const HITTING_INPUTS: [(&str, &str); 7] = [
    ("prayers to die", "god let me die "),
    ("spaced words", "d e a d xx "),
    ("threats at home", "he hits me and says he will kill me. "),
    ("denied danger", "I don't want to kill myself but I want to die, "),
    ("many sentences", "die. kill. pills. "),
    ("Spanish", "quiero morir y no puedo mas "),
    ("masked words", "k!ll my$elf s*icide "),
];
const SHORT_LENGTH: usize = 2_000;
/// Ten times the text may take this many times as long. A quadratic step takes a hundred times as long.
const MAX_RATIO: f64 = 16.0;

/// The long inputs: a name, and the text that is repeated.
const LONG_INPUTS: [(&str, &str); 8] = [
    ("one letter", "a"),
    ("spaces", " "),
    ("a word of danger", "die "),
    ("denials", "I do not want to "),
    ("names", "My friend Peter Miller of Springfield. "),
    ("digits", "555 0100 "),
    ("two-byte letters", "é"),
    ("ordinary sentences", "I can't sleep, and I worry about my son. "),
];

/// Prints the scores of the held-out examples of a folder.
fn write_scores(care: &Care, examples: &Path, out: &mut impl Write) -> Result<()> {
    for file in scores::CRISIS_FILES {
        writeln!(out, "crisis, {file}")?;
        let scores = scores::crisis(care, &examples.join(file))?;
        for (name, share) in scores.all().into_iter().filter(|(_, share)| share.whole > 0) {
            writeln!(out, "  {name:<27} {share}")?;
        }
    }
    for file in scores::GUIDANCE_FILES {
        writeln!(out, "guidance, {file}")?;
        let scores = scores::guidance(care, &examples.join(file))?;
        writeln!(out, "  {:<27} {}", "first topic is right", scores.first)?;
        writeln!(out, "  {:<27} {}", "topic among three", scores.among_three)?;
        writeln!(out, "  {:<27} {}", "alarmed, though ordinary", scores.alarmed)?;
    }
    for file in scores::REDACTION_FILES {
        writeln!(out, "redaction, {file}")?;
        let scores = scores::redaction(care, &examples.join(file))?;
        writeln!(out, "  {:<27} {}", "personal details hidden", scores.hidden)?;
        writeln!(out, "  {:<27} {}", "what is hidden is personal", scores.right)?;
        writeln!(out, "  {:<27} {}", "protected words kept", scores.kept)?;
        writeln!(out, "  {:<27} {}", "stories without a leak", scores.whole)?;
    }
    Ok(())
}

type Operation = fn(&Care, &str);

fn operations() -> [(&'static str, Operation); 3] {
    [
        ("understand", |care, text| {
            drop(black_box(care.understand(text, Locale::English, None)));
        }),
        ("crisis", |care, text| {
            black_box(care.screen(text, None));
        }),
        ("redact", |care, text| {
            drop(black_box(care::redact::redact(&care.dictionaries, text, &[])));
        }),
    ]
}

/// All samples joined, and cut into texts of one length.
fn texts_of_one_length(samples: &[Sample]) -> Vec<String> {
    let all: Vec<char> = samples
        .iter()
        .flat_map(|sample| sample.text.chars().chain(['\n']))
        .collect();
    all.chunks_exact(CHARACTERS)
        .map(|characters| characters.iter().collect())
        .collect()
}

/// The processor time of this thread for one round of work, as the mean of rounds that take at least this long. Other
/// work on the machine does not lengthen it. Without Linux it is wall-clock time.
fn processor_time(at_least: Duration, work: impl Fn()) -> Duration {
    let clock = Instant::now();
    let before = thread_time();
    let mut rounds = 0;
    loop {
        work();
        rounds += 1;
        let took = match (before, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => clock.elapsed(),
        };
        if took >= at_least {
            return took / rounds;
        }
    }
}

fn thread_time() -> Option<Duration> {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    schedstat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
