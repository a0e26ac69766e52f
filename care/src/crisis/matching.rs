//! Finds the phrases of the patterns in a text.
//!
//! Invariant: the work per word of a text is bounded, whatever the text.

use std::ops::Range;

use super::phrases::{Element, Flat, Lead, Phrase};
use super::words::{UNKNOWN, Word};

/// A phrase never looks further than this many words.
const REACH: usize = 60;

/// A phrase found in a text: whose it is, and from which word to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub owner: u32,
    pub first: usize,
    pub end: usize,
}

/// All phrases, ready to be looked for.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    pub sets: Vec<Flat>,
    pub phrases: Vec<Phrase>,
    /// By word number: the phrases that are looked up by it.
    pub by_anchor: Vec<Vec<Lead>>,
    /// The phrases that are looked up by a number.
    pub by_number: Vec<Lead>,
    /// By word number: the sets one of whose ways starts with it.
    pub starts: Vec<Box<[u32]>>,
    /// The sets which a number satisfies.
    pub numbers: Vec<u32>,
    /// Word numbers which a gap must not swallow.
    pub stops: Vec<bool>,
}

impl Matcher {
    /// Whether a word is one that no gap may swallow.
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
                // Visited from inside, which is quicker than asking a chain for its next one each time.
                of(&self.starts, word)
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
                of(&self.by_anchor, &words[at])
                    .iter()
                    .chain(numbered)
                    .filter(|lead| lead.needs.iter().all(|&set| is_present(set)))
                    .for_each(|lead| {
                        let phrase = &self.phrases[lead.phrase as usize];
                        self.try_around(phrase, words, (span.clone(), at), &mut hits);
                    });
            }
            sentence_start += sentence.len();
        }
        hits
    }

    /// Tries a phrase at every place from which its anchor could be this word.
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
                    owner: phrase.owner,
                    first: start,
                    end,
                };
                if !hits.iter().rev().take(8).any(|other| *other == hit) {
                    hits.push(hit);
                }
            }
        }
    }

    /// Where the phrase ends if it starts at this word: the nearest such place.
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

    /// The places reached from `places` over up to `count` words, none of them a stop.
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

    /// The places reached from `places` by one way of the set.
    fn step(set: &Flat, words: &[Word], start: usize, reach: usize, places: u64) -> u64 {
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

/// What is listed for a word.
fn of<'a, T: AsRef<[V]>, V: 'a>(lists: &'a [T], word: &Word) -> &'a [V] {
    if word.id == UNKNOWN {
        &[]
    } else {
        lists.get(word.id as usize).map_or(&[], AsRef::as_ref)
    }
}
