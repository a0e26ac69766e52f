//! The matcher: finds the phrases of the patterns in a text, through an inverted index from words to phrases.
//!
//! Invariant: the work for each word of a text is bounded.

use std::ops::Range;

use super::phrases::{CompiledSet, Element, Phrase, Posting};
use super::vocabulary::{UNKNOWN, Word};

/// The maximum length of a match, in words.
const REACH: usize = 60;

/// A match of a phrase: its source and its range of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub source_id: u32,
    pub first: usize,
    pub end: usize,
}

/// All compiled phrases with their inverted index.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    pub sets: Vec<CompiledSet>,
    pub phrases: Vec<Phrase>,
    /// By word id: the phrases whose anchor it is.
    pub by_anchor: Vec<Vec<Posting>>,
    /// The phrases whose anchor is a number.
    pub by_number: Vec<Posting>,
    /// By word id: the sets with an alternative that starts with it.
    pub starts: Vec<Box<[u32]>>,
    /// The sets that a number satisfies.
    pub numbers: Vec<u32>,
    /// By word id: whether a gap must not skip it.
    pub stops: Vec<bool>,
}

impl Matcher {
    /// Whether a gap must not skip the word.
    pub fn is_stop(&self, word: &Word) -> bool {
        self.stops.get(word.id as usize).copied().unwrap_or(false)
    }

    /// Finds every phrase, sentence by sentence.
    pub fn find(&self, words: &[Word]) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        let mut present = vec![0_u64; self.sets.len() / 64 + 1];
        let mut sentence_start = 0;
        for sentence in words.chunk_by(|one, other| one.sentence == other.sentence) {
            present.fill(0);
            for word in sentence {
                let numbers = if word.number { self.numbers.as_slice() } else { &[] };
                // `for_each` is faster on a chain than a `for` loop.
                listed(&self.starts, word)
                    .iter()
                    .chain(numbers)
                    .for_each(|&set| present[set as usize / 64] |= 1 << (set % 64));
            }
            let span = sentence_start..sentence_start + sentence.len();
            for at in span.clone() {
                let numbered = if words[at].number {
                    self.by_number.as_slice()
                } else {
                    &[]
                };
                let is_present = |set: u32| present[set as usize / 64] & (1 << (set % 64)) != 0;
                listed(&self.by_anchor, &words[at])
                    .iter()
                    .chain(numbered)
                    .filter(|posting| posting.needs.iter().all(|&set| is_present(set)))
                    .for_each(|posting| {
                        let phrase = &self.phrases[posting.phrase as usize];
                        self.try_around(phrase, words, (span.clone(), at), &mut hits);
                    });
            }
            sentence_start += sentence.len();
        }
        hits
    }

    /// Tries a phrase at every start from which its anchor could be the word at `at`.
    fn try_around(&self, phrase: &Phrase, words: &[Word], (sentence, at): (Range<usize>, usize), hits: &mut Vec<Hit>) {
        if at < sentence.start + phrase.before.0 {
            return;
        }
        let earliest = sentence.start.max(at.saturating_sub(phrase.before.1));
        let latest = if phrase.opens {
            earliest.min(sentence.start)
        } else {
            at - phrase.before.0
        };
        for start in earliest..=latest {
            if phrase.opens && start != sentence.start {
                return;
            }
            if let Some(end) = self.ends(phrase, words, start, sentence.end) {
                let hit = Hit {
                    source_id: phrase.source_id,
                    first: start,
                    end,
                };
                if !hits.iter().rev().take(8).any(|other| *other == hit) {
                    hits.push(hit);
                }
            }
        }
    }

    /// The earliest end of a match that starts at `start`. `places` is a bit set of reachable offsets (an NFA
    /// simulation).
    fn ends(&self, phrase: &Phrase, words: &[Word], start: usize, sentence_end: usize) -> Option<usize> {
        let reach = (sentence_end - start).min(REACH);
        let mut places: u64 = 1;
        for element in &phrase.elements {
            places = match *element {
                Element::Gap(count) => self.across(words, start, reach, places, count),
                Element::Any { set, optional } => {
                    let stepped = Self::step(&self.sets[set], words, start, reach, places);
                    if optional { stepped | places } else { stepped }
                }
            };
            if places == 0 {
                return None;
            }
        }
        if phrase.closes {
            return (start + reach == sentence_end && places & (1 << reach) != 0).then_some(sentence_end);
        }
        Some(start + places.trailing_zeros() as usize)
    }

    /// The offsets reached from `places` over a gap of up to `count` words without a stop word.
    fn across(&self, words: &[Word], start: usize, reach: usize, places: u64, count: u8) -> u64 {
        let mut reached = places;
        let mut edge = places;
        for _ in 0..count {
            let mut open = 0;
            let mut left = edge;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                if place < reach && !self.is_stop(&words[start + place]) {
                    open |= 1 << (place + 1);
                }
            }
            edge = open & !reached;
            reached |= open;
        }
        reached
    }

    /// The offsets reached from `places` by one alternative of the set.
    fn step(set: &CompiledSet, words: &[Word], start: usize, reach: usize, places: u64) -> u64 {
        let mut reached = 0;
        let mut left = places;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            if place >= reach {
                reached |= u64::from(set.end) << place;
                break;
            }
            let word = &words[start + place];
            if (set.number && word.number) || (word.id != UNKNOWN && set.words.binary_search(&word.id).is_ok()) {
                reached |= 1 << (place + 1);
            }
            let from = set.firsts.partition_point(|&first| first < word.id);
            let same = set.firsts[from..].iter().take_while(|&&first| first == word.id).count();
            for row in &set.rows[from..from + same] {
                if place + row.len() <= reach
                    && row.iter().zip(&words[start + place..]).all(|(id, word)| *id == word.id)
                {
                    reached |= 1 << (place + row.len());
                }
            }
        }
        reached
    }
}

/// The entries listed for a word.
fn listed<'a, T: AsRef<[V]>, V: 'a>(lists: &'a [T], word: &Word) -> &'a [V] {
    if word.id == UNKNOWN {
        &[]
    } else {
        lists.get(word.id as usize).map_or(&[], AsRef::as_ref)
    }
}
