//! One entry of the lexicon: a sequence of words, prefixes, alternatives, concepts and gaps.
//!
//! Invariant: matching an entry at a word looks at a bounded number of words.

use super::plain_words::PlainWords;

/// One step of an entry.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// One of these words.
    OneOf(Vec<Atom>),
    /// Up to four arbitrary words.
    Gap,
}

/// A condition on one word.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Atom {
    Word(Box<str>),
    Prefix(Box<str>),
    Concept(usize),
}

const MAX_GAP: usize = 4;

/// Parses an entry; the error says what is wrong with it.
pub(super) fn compile(line: &str, plain: &PlainWords, concepts: &[&str]) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for piece in line.split_whitespace() {
        if piece == ".." {
            parts.push(Part::Gap);
        } else if piece.contains('|') {
            let atoms: Result<Vec<Atom>, String> =
                piece.split('|').map(|choice| atom(choice, plain, concepts)).collect();
            parts.push(Part::OneOf(atoms?));
        } else if piece.contains(['{', '*']) {
            parts.push(Part::OneOf(vec![atom(piece, plain, concepts)?]));
        } else {
            parts.extend(
                plain
                    .of(piece)
                    .into_iter()
                    .map(|word| Part::OneOf(vec![Atom::Word(word.into())])),
            );
        }
    }
    match (parts.first(), parts.last()) {
        (None, _) | (_, None) => Err("it is empty".into()),
        (Some(Part::Gap), _) | (_, Some(Part::Gap)) => Err("a gap needs words on both sides".into()),
        (Some(Part::OneOf(_)), Some(Part::OneOf(_))) => Ok(parts),
    }
}

fn atom(piece: &str, plain: &PlainWords, concepts: &[&str]) -> Result<Atom, String> {
    if let Some(name) = piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let number = concepts.iter().position(|concept| *concept == name);
        return number
            .map(Atom::Concept)
            .ok_or_else(|| format!("there is no concept “{name}”"));
    }
    if let Some(prefix) = piece.strip_suffix('*') {
        let plain_prefix = prefix.to_lowercase().replace('\'', "");
        let long_enough = (3..=12).contains(&plain_prefix.len());
        return if long_enough {
            Ok(Atom::Prefix(plain_prefix.into()))
        } else {
            Err("a word with * needs 3 to 12 letters before it".into())
        };
    }
    let mut words = plain.of(piece);
    match (words.pop(), words.pop()) {
        (Some(word), None) => Ok(Atom::Word(word.into())),
        (None | Some(_), _) => Err(format!("“{piece}” is not one plain word")),
    }
}

fn fits(part: &Part, word: &str, concepts: u64) -> bool {
    match part {
        Part::Gap => false,
        Part::OneOf(atoms) => atoms.iter().any(|atom| match atom {
            Atom::Word(wanted) => **wanted == *word,
            Atom::Prefix(prefix) => word.starts_with(&**prefix),
            Atom::Concept(number) => concepts >> number & 1 == 1,
        }),
    }
}

/// The range of words that the entry matches when its anchor part is the word at `index`.
pub(super) fn matches_around<S: AsRef<str>>(
    parts: &[Part],
    anchor: usize,
    words: &[S],
    index: usize,
    concepts: &[u64],
) -> Option<(usize, usize)> {
    let end = forward(&parts[anchor + 1..], words, index + 1, concepts)?;
    let start = backward(&parts[..anchor], words, index, concepts)?;
    Some((start, end))
}

fn forward<S: AsRef<str>>(parts: &[Part], words: &[S], at: usize, concepts: &[u64]) -> Option<usize> {
    match parts.split_first() {
        None => Some(at),
        Some((Part::Gap, rest)) => (0..=MAX_GAP).find_map(|skipped| forward(rest, words, at + skipped, concepts)),
        Some((part, rest)) => {
            let word = words.get(at)?;
            if fits(part, word.as_ref(), concepts[at]) {
                forward(rest, words, at + 1, concepts)
            } else {
                None
            }
        }
    }
}

fn backward<S: AsRef<str>>(parts: &[Part], words: &[S], before: usize, concepts: &[u64]) -> Option<usize> {
    match parts.split_last() {
        None => Some(before),
        Some((Part::Gap, rest)) => {
            (0..=MAX_GAP.min(before)).find_map(|skipped| backward(rest, words, before - skipped, concepts))
        }
        Some((part, rest)) => {
            let at = before.checked_sub(1)?;
            if fits(part, words[at].as_ref(), concepts[at]) {
                backward(rest, words, at, concepts)
            } else {
                None
            }
        }
    }
}

/// An estimate of how rare a part is: long words are rare, concepts and gaps are not.
pub(super) fn weight(part: &Part) -> usize {
    match part {
        Part::Gap => 0,
        Part::OneOf(atoms) => atoms
            .iter()
            .map(|atom| match atom {
                Atom::Word(word) => word.len() + 1,
                Atom::Prefix(prefix) => prefix.len() + 1,
                Atom::Concept(_) => 1,
            })
            .min()
            .unwrap_or(0),
    }
}
