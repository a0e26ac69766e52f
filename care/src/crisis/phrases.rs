//! Phrases of the patterns, made ready to be looked for.
//!
//! A phrase is a row of words. `(a|b c)` is any one of several, `@name` a word list, `?` makes the part before it
//! optional, `~3` allows up to three other words, `#` is a number, `<` and `>` are the start and end of a sentence.
//!
//! Invariant: a phrase is looked up by a part that every match of it holds.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::{alternatives, collect, next_part};
use super::matching::Matcher;
use super::words::Vocabulary;

/// Words so frequent that a phrase is not looked up by them if it has another.
const COMMON: &str = "i to the my me and a an of is am are was were be been not do did does have has had will would can could want he she they it him her them his their you your this that there in on at for with so if as just all any no never up out off down going about who what when how im mi me yo de que la el from by or but into now more than too very after before over again because get got go ve we like one years know says since feel god home said say our ca then told back think ll mum man wife night last tell two husband time put only see took church myself mother pray every good keep day re life dad three stop people own left house us son school went sleep came here baby sister where wo year come gone week boy being father brother through phone everyone old look nobody today used hand something thinking right days children way kids made each under door died tonight asked still first daughter little work take done wanted anything please thought let should everything car love gave four till nine need lost ago well lord dog sunday six stopped head someone dont long until thirty much hurt anyone friend found end better things";

/// One part of a phrase.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// One of the ways in a set, by its place in [`Matcher::sets`].
    Any { set: usize, optional: bool },
    /// Up to so many words which the phrase does not name.
    Gap(u8),
}

/// Several ways to say one part of a phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set {
    pub words: BTreeSet<u32>,
    pub rows: BTreeSet<Vec<u32>>,
    pub number: bool,
    pub end: bool,
}

/// A phrase to try where a word is met, and what the sentence must hold besides for the trial to be worth while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub phrase: u32,
    pub needs: [u32; NEEDS],
}

/// So many needs are kept beside a lead, where they are quick to check; the phrase itself checks all.
const NEEDS: usize = 3;

/// A phrase, ready to be looked for.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub owner: u32,
    pub elements: Vec<Element>,
    pub opens: bool,
    pub closes: bool,
    /// How many words may stand before the anchor: at least, at most.
    pub before: (usize, usize),
}

/// A set in the form that is quick to compare.
#[derive(Debug)]
pub(super) struct Flat {
    pub words: Box<[u32]>,
    pub rows: Box<[Box<[u32]>]>,
    /// The first word of each row, side by side: most rows are ruled out by it alone.
    pub firsts: Box<[u32]>,
    pub number: bool,
    pub end: bool,
}

/// Collects phrases before they can be looked for.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    known: BTreeMap<Set, usize>,
    sets: Vec<Set>,
    collected: Vec<Phrase>,
}

impl Phrases {
    /// Adds one phrase, or several with `|` between them; the reason is given if one can't be read.
    pub fn add(
        &mut self,
        owner: u32,
        source: &str,
        lists: &BTreeMap<String, Vec<String>>,
        vocabulary: &mut Vocabulary,
    ) -> Result<(), String> {
        alternatives(source).try_for_each(|phrase| self.add_one(owner, phrase, lists, vocabulary))
    }

    fn add_one(
        &mut self,
        owner: u32,
        source: &str,
        lists: &BTreeMap<String, Vec<String>>,
        vocabulary: &mut Vocabulary,
    ) -> Result<(), String> {
        let mut phrase = Phrase {
            owner,
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
                    let optional = part.ends_with('?');
                    let mut set = Set::default();
                    collect(part.trim_end_matches('?'), lists, vocabulary, &mut set, 0)?;
                    phrase.elements.extend(self.parts(set, optional));
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

    /// A set as elements: a single row that must be there is spelled out word by word.
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
        let set = *self.known.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() - 1
        });
        Element::Any { set, optional }
    }

    /// Makes the phrases ready; `stops` are words, such as *not*, that no gap may swallow.
    pub fn finish(mut self, vocabulary: &mut Vocabulary, stops: &[u32]) -> Matcher {
        let common: BTreeSet<u32> = COMMON.split(' ').flat_map(|word| vocabulary.intern(word)).collect();
        let mut by_anchor = vec![Vec::new(); vocabulary.len()];
        let mut by_number = Vec::new();
        for (index, phrase) in (0_u32..).zip(&mut self.collected) {
            let Some((set, needs)) = anchor(phrase, &self.sets, &common) else {
                continue;
            };
            let lead = Lead { phrase: index, needs };
            for word in set.firsts() {
                by_anchor[word as usize].push(lead);
            }
            if set.number {
                by_number.push(lead);
            }
        }
        let mut starts = vec![Vec::new(); vocabulary.len()];
        for (index, set) in self.sets.iter().enumerate() {
            for word in set.firsts() {
                starts[word as usize].push(numbered(index));
            }
        }
        let mut marks = vec![false; vocabulary.len()];
        for &word in stops {
            marks[word as usize] = true;
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
                .map(|(index, _)| numbered(index))
                .collect(),
            stops: marks,
            sets: self.sets.into_iter().map(Flat::from).collect(),
            phrases: self.collected,
        }
    }
}

/// Chooses the part by which a phrase is looked up, the one least often met, and the next rarest besides.
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
    let needs = std::array::from_fn(|place| numbered(required.get(place + 1).map_or(rarest, |&(_, set, _)| set)));
    Some((&sets[rarest], needs))
}

/// The number of a set, in the form that is kept beside many leads.
fn numbered(set: usize) -> u32 {
    u32::try_from(set).expect("the file of patterns has fewer sets than u32 can count")
}

impl Set {
    /// The words that its ways start with.
    fn firsts(&self) -> BTreeSet<u32> {
        self.words
            .iter()
            .chain(self.rows.iter().filter_map(|row| row.first()))
            .copied()
            .collect()
    }

    /// How often it is likely to be met.
    fn cost(&self, common: &BTreeSet<u32>) -> usize {
        let firsts = self.firsts();
        firsts.intersection(common).count() * 1000 + firsts.len() + usize::from(self.number) * 300
    }

    /// The fewest and the most words one of its ways takes.
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

impl From<Set> for Flat {
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
