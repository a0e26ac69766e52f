//! Shortens elongated words: *soooo*, *killll*, *pleeease*.
//!
//! Invariant: each kept letter keeps its mapping to the original text.

use std::ops::Range;

use super::{Normalised, words_of};

/// Reduces three or more equal letters in a row to one, or to two where that makes a known word.
pub(super) fn squeeze(folded: &Normalised) -> Normalised {
    let mut squeezed = Normalised::with_capacity(folded.text.len());
    let mut done = 0;
    for word in words_of(&folded.text) {
        squeezed.push_from(folded, done..word.start);
        done = word.end;
        let runs = long_runs(word.text);
        if runs.is_empty() {
            squeezed.push_from(folded, word.start..word.end);
            continue;
        }
        let choices = 1_u32 << runs.len().min(3);
        let kept = (0..choices)
            .rev()
            .map(|doubles| shorten(word.text, &runs, doubles))
            .find(|kept| DOUBLED.contains(&spelled(word.text, kept).as_str()))
            .unwrap_or_else(|| shorten(word.text, &runs, 0));
        for range in kept {
            squeezed.push_from(folded, word.start + range.start..word.start + range.end);
        }
    }
    squeezed.push_from(folded, done..folded.text.len());
    squeezed.origins.push(folded.origins[folded.text.len()]);
    squeezed
}

fn long_runs(word: &str) -> Vec<Range<usize>> {
    let bytes = word.as_bytes();
    let mut runs = Vec::new();
    let mut start = 0;
    for end in 1..=bytes.len() {
        if end == bytes.len() || bytes[end] != bytes[start] {
            if end - start > 2 && bytes[start].is_ascii_alphabetic() {
                runs.push(start..end);
            }
            start = end;
        }
    }
    runs
}

/// The kept parts of the word: each run keeps one letter, or two where its bit in `doubles` is set.
fn shorten(word: &str, runs: &[Range<usize>], doubles: u32) -> Vec<Range<usize>> {
    let mut kept = Vec::with_capacity(runs.len() + 1);
    let mut from = 0;
    for (index, run) in runs.iter().enumerate() {
        let letters = if index < 3 && doubles >> index & 1 == 1 { 2 } else { 1 };
        kept.push(from..run.start + letters);
        from = run.end;
    }
    kept.push(from..word.len());
    kept
}

fn spelled(word: &str, parts: &[Range<usize>]) -> String {
    parts.iter().map(|part| &word[part.clone()]).collect()
}

/// Words with a double letter that people often elongate.
const DOUBLED: &[&str] = &[
    "all",
    "addicted",
    "alcoholic",
    "angry",
    "baby",
    "blood",
    "bottle",
    "bully",
    "call",
    "carry",
    "class",
    "cross",
    "depressed",
    "depression",
    "dinner",
    "dress",
    "fall",
    "feel",
    "feeling",
    "feels",
    "food",
    "free",
    "full",
    "funny",
    "goodbye",
    "good",
    "guess",
    "happy",
    "happening",
    "hell",
    "hello",
    "hopeless",
    "hurry",
    "kill",
    "killing",
    "less",
    "little",
    "look",
    "loss",
    "marry",
    "mess",
    "miss",
    "mommy",
    "mood",
    "need",
    "needed",
    "off",
    "passed",
    "pill",
    "pills",
    "please",
    "really",
    "room",
    "school",
    "see",
    "seen",
    "selfless",
    "sleep",
    "soon",
    "sorry",
    "still",
    "stress",
    "stressed",
    "stuff",
    "stuffed",
    "suffer",
    "sweet",
    "tell",
    "too",
    "took",
    "useless",
    "wall",
    "week",
    "weed",
    "well",
    "will",
    "worry",
    "worthless",
    "yell",
    "yelling",
    "loser",
    "keep",
    "deep",
    "feed",
    "bleed",
    "bleeding",
    "freedom",
    "cannot",
    "different",
    "killed",
    "tomorrow",
    "horrible",
    "terrible",
    "terrified",
    "essay",
    "session",
    "wedding",
];
