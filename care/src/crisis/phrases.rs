//! Compiles the phrases of the patterns for the matcher.
//!
//! A phrase is a sequence of words. `(a|b c)` are alternatives, `@name` is a word list, `#` is a number.
//! `?` makes the part before it optional. `~3` allows up to three other words. `<` and `>` are the start and end of a
//! sentence.
//!
//! Invariant: every match of a phrase contains its anchor, the part that the phrase is indexed by.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::{WordLists, alternatives, collect, next_part};
use super::matching::Matcher;
use super::vocabulary::Vocabulary;

/// Frequent words, which are avoided as anchors.
const COMMON: &str = "i to the my me and a an of is am are was were be been not do did does have has had will would can could want he she they it him her them his their you your this that there in on at for with so if as just all any no never up out off down going about who what when how im mi me yo de que la el from by or but into now more than too very after before over again because get got go ve we like one years know says since feel god home said say our ca then told back think ll mum man wife night last tell two husband time put only see took church myself mother pray every good keep day re life dad three stop people own left house us son school went sleep came here baby sister where wo year come gone week boy being father brother through phone everyone old look nobody today used hand something thinking right days children way kids made each under door died tonight asked still first daughter little work take done wanted anything please thought let should everything car love gave four till nine need lost ago well lord dog sunday six stopped head someone dont long until thirty much hurt anyone friend found end better things";

/// One part of a phrase.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    /// One alternative of a set, by its index in [`Matcher::sets`].
    Any { set: usize, optional: bool },
    /// Up to this number of other words.
    Gap(u8),
}

/// The alternatives of one part of a phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set {
    pub words: BTreeSet<u32>,
    pub rows: BTreeSet<Vec<u32>>,
    pub number: bool,
    pub end: bool,
}

/// A posting of the inverted index: a phrase, and other sets that the sentence must contain for it to match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posting {
    pub phrase: u32,
    pub needs: [u32; NEEDS],
}

/// The number of required sets stored with a posting, as a cheap filter; the matcher checks all parts anyway.
const NEEDS: usize = 3;

/// A compiled phrase.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub source_id: u32,
    pub elements: Vec<Element>,
    pub opens: bool,
    pub closes: bool,
    /// The minimum and maximum number of words before the anchor.
    pub before: (usize, usize),
}

/// A set in the form that is fast to match.
#[derive(Debug)]
pub(super) struct CompiledSet {
    pub words: Box<[u32]>,
    pub rows: Box<[Box<[u32]>]>,
    /// The first word of each row, in order, for a binary search.
    pub firsts: Box<[u32]>,
    pub number: bool,
    pub end: bool,
}

/// The builder of a [`Matcher`].
#[derive(Debug, Default)]
pub(super) struct Phrases {
    set_indexes: BTreeMap<Set, usize>,
    sets: Vec<Set>,
    /// The elements of each part that has occurred: most parts, such as `@family`, occur in many phrases.
    by_part: BTreeMap<String, Vec<Element>>,
    collected: Vec<Phrase>,
}

impl Phrases {
    /// Adds one phrase, or several separated by `|`; the error says why one is invalid.
    pub fn add(
        &mut self,
        source_id: u32,
        source: &str,
        lists: &mut WordLists<'_>,
        vocabulary: &mut Vocabulary,
    ) -> Result<(), String> {
        alternatives(source).try_for_each(|phrase| self.add_one(source_id, phrase, lists, vocabulary))
    }

    fn add_one(
        &mut self,
        source_id: u32,
        source: &str,
        lists: &mut WordLists<'_>,
        vocabulary: &mut Vocabulary,
    ) -> Result<(), String> {
        let mut phrase = Phrase {
            source_id,
            elements: Vec::new(),
            opens: false,
            closes: false,
            before: (0, 0),
        };
        let mut rest = source.trim();
        while !rest.is_empty() {
            let (part, after) = next_part(rest)?;
            rest = after.trim_start();
            match part {
                "<" => phrase.opens = true,
                ">" => phrase.closes = true,
                _ if part.starts_with('~') => {
                    let words = part[1..]
                        .parse::<u8>()
                        .ok()
                        .filter(|&words| (1..=12).contains(&words))
                        .ok_or_else(|| format!("`{part}` must be ~1 to ~12"))?;
                    phrase.elements.push(Element::Gap(words));
                }
                _ => {
                    if !self.by_part.contains_key(part) {
                        let optional = part.ends_with('?');
                        let mut set = Set::default();
                        collect(part.trim_end_matches('?'), lists, vocabulary, &mut set, 0)?;
                        let elements = self.parts(set, optional);
                        self.by_part.insert(part.into(), elements);
                    }
                    phrase.elements.extend_from_slice(&self.by_part[part]);
                }
            }
        }
        if !phrase
            .elements
            .iter()
            .any(|element| matches!(element, Element::Any { optional: false, .. }))
        {
            return Err("a phrase needs at least one word that must be there".into());
        }
        self.collected.push(phrase);
        Ok(())
    }

    /// A set as elements: a single required row becomes one element for each word.
    fn parts(&mut self, set: Set, optional: bool) -> Vec<Element> {
        if !optional && set.words.is_empty() && !set.number && !set.end && set.rows.len() == 1 {
            let row = set.rows.iter().next().cloned().unwrap_or_default();
            return row
                .into_iter()
                .map(|word| {
                    self.element(
                        Set {
                            words: BTreeSet::from([word]),
                            ..Set::default()
                        },
                        false,
                    )
                })
                .collect();
        }
        vec![self.element(set, optional)]
    }

    fn element(&mut self, set: Set, optional: bool) -> Element {
        let sets = &mut self.sets;
        let set = *self.set_indexes.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() - 1
        });
        Element::Any { set, optional }
    }

    /// Builds the matcher; `stops` are words, such as *not*, that no gap may skip.
    pub fn finish(mut self, vocabulary: &mut Vocabulary, stops: &[u32]) -> Matcher {
        let common: BTreeSet<u32> = COMMON.split(' ').flat_map(|word| vocabulary.intern(word)).collect();
        let mut by_anchor = vec![Vec::new(); vocabulary.len()];
        let mut by_number = Vec::new();
        for (index, phrase) in (0_u32..).zip(&mut self.collected) {
            let Some((set, needs)) = anchor(phrase, &self.sets, &common) else {
                continue;
            };
            let posting = Posting { phrase: index, needs };
            for word in set.firsts() {
                by_anchor[word as usize].push(posting);
            }
            if set.number {
                by_number.push(posting);
            }
        }
        let mut starts = vec![Vec::new(); vocabulary.len()];
        for (index, set) in self.sets.iter().enumerate() {
            for word in set.firsts() {
                starts[word as usize].push(set_number(index));
            }
        }
        let mut is_stop = vec![false; vocabulary.len()];
        for &word in stops {
            is_stop[word as usize] = true;
        }
        Matcher {
            by_anchor,
            by_number,
            starts: starts.into_iter().map(Vec::into_boxed_slice).collect(),
            numbers: self
                .sets
                .iter()
                .enumerate()
                .filter(|(_, set)| set.number)
                .map(|(index, _)| set_number(index))
                .collect(),
            stops: is_stop,
            sets: self.sets.into_iter().map(CompiledSet::from).collect(),
            phrases: self.collected,
        }
    }
}

/// Chooses the rarest required part of a phrase as its anchor, and the next rarest ones as the posting's filter.
fn anchor<'a>(phrase: &mut Phrase, sets: &'a [Set], common: &BTreeSet<u32>) -> Option<(&'a Set, [u32; NEEDS])> {
    let (mut least, mut most) = (0, 0);
    let mut required: Vec<(usize, usize, (usize, usize))> = Vec::new();
    for element in &phrase.elements {
        let (low, high) = match *element {
            Element::Gap(words) => (0, usize::from(words)),
            Element::Any { set, optional } => {
                if !optional && !sets[set].end {
                    required.push((sets[set].cost(common), set, (least, most)));
                }
                let (low, high) = sets[set].length();
                (if optional { 0 } else { low }, high)
            }
        };
        least += low;
        most += high;
    }
    required.sort_by_key(|&(cost, ..)| cost);
    let &(_, rarest, before) = required.first()?;
    phrase.before = before;
    let needs = std::array::from_fn(|place| set_number(required.get(place + 1).map_or(rarest, |&(_, set, _)| set)));
    Some((&sets[rarest], needs))
}

/// The index of a set as `u32`, to keep postings small.
fn set_number(set: usize) -> u32 {
    u32::try_from(set).expect("the file of patterns has fewer sets than u32 can count")
}

impl Set {
    /// The first words of its alternatives.
    fn firsts(&self) -> BTreeSet<u32> {
        self.words
            .iter()
            .chain(self.rows.iter().filter_map(|row| row.first()))
            .copied()
            .collect()
    }

    /// An estimate of how often it occurs.
    fn cost(&self, common: &BTreeSet<u32>) -> usize {
        let firsts = self.firsts();
        firsts.intersection(common).count() * 1000 + firsts.len() + usize::from(self.number) * 300
    }

    /// The minimum and maximum number of words of an alternative.
    fn length(&self) -> (usize, usize) {
        let single = !self.words.is_empty() || self.number;
        let rows = self.rows.iter().map(Vec::len);
        let least = if self.end {
            0
        } else if single {
            1
        } else {
            rows.clone().min().unwrap_or(1)
        };
        (least, rows.max().unwrap_or(1))
    }
}

impl From<Set> for CompiledSet {
    fn from(set: Set) -> Self {
        Self {
            words: set.words.into_iter().collect(),
            firsts: set.rows.iter().filter_map(|row| row.first()).copied().collect(),
            rows: set.rows.into_iter().map(Vec::into_boxed_slice).collect(),
            number: set.number,
            end: set.end,
        }
    }
}
