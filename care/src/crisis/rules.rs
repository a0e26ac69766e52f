//! The hand-written patterns, compiled: looked for in a text, and weighed against their guards.
//!
//! Invariant: a phrase that can't be read is refused with its reason when the file is loaded, never later.

use std::collections::BTreeMap;

use super::guards::Around;
use super::matching::Matcher;
use super::phrases::Phrases;
use super::sources::{FRAMES, Frame, PatternFile, PatternSource};
use super::words::{Vocabulary, Word};
use super::{BadPatterns, Category};

/// What a found phrase belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Find(usize),
    Also(usize),
    Unless(usize),
    Frame(Frame),
}

/// What the guards left of a pattern that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub category: Category,
    pub severity: u8,
    /// What the pattern says without its guards.
    pub unguarded: u8,
    /// Whether its words speak of now.
    pub now: bool,
    pub first: usize,
    pub end: usize,
}

/// Everything the patterns tell about one text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub findings: Vec<Finding>,
    /// One bit per [`Frame`].
    pub frames: u16,
}

impl Reading {
    /// Whether a frame was seen anywhere in the text.
    pub fn has(&self, frame: Frame) -> bool {
        self.frames & (1 << frame as u16) != 0
    }
}

/// The patterns, ready for use.
#[derive(Debug)]
pub(super) struct Rules {
    pub vocabulary: Vocabulary,
    pub matcher: Matcher,
    pub owners: Vec<Owner>,
    /// The phrase of each owner, as written.
    sources: Vec<String>,
    pub patterns: Vec<PatternSource>,
    pub lists: BTreeMap<String, Vec<String>>,
    pub spelling: BTreeMap<String, String>,
    /// By word number: may stand between a negation and what it denies.
    pub filler: Vec<bool>,
    /// By word number: takes back a negation before it, as in *can't stop*.
    pub insists: Vec<bool>,
    /// By word number: a form of the present.
    pub now: Vec<bool>,
    /// By word number: one bit for each idea the word belongs to.
    ideas: Vec<u64>,
    pub i: u32,
    pub can: u32,
    pub did: u32,
}

impl Rules {
    /// Reads the file and compiles every phrase.
    pub fn from_toml(source: &str) -> Result<Self, BadPatterns> {
        let file: PatternFile = toml::from_str(source).map_err(|error| BadPatterns(error.to_string()))?;
        let mut vocabulary = Vocabulary::new();
        for (written, meant) in &file.spelling {
            vocabulary.spell(written, meant);
        }
        for word in &file.tolerate {
            vocabulary.tolerate(word);
        }
        let mut compiler = Compiler {
            vocabulary,
            lists: &file.words,
            phrases: Phrases::default(),
            owners: Vec::new(),
            sources: Vec::new(),
        };
        for (name, source) in &file.frame {
            let (_, frame) = FRAMES
                .iter()
                .find(|(known, _)| known == name)
                .ok_or_else(|| BadPatterns(format!("there is no frame `{name}`")))?;
            compiler.add_all(Owner::Frame(*frame), &source.find)?;
        }
        for (index, pattern) in file.pattern.iter().enumerate() {
            if !(1..=4).contains(&pattern.severity) || pattern.find.is_empty() {
                return Err(BadPatterns(format!(
                    "pattern {} ({}) needs a severity of 1 to 4 and something to find",
                    index + 1,
                    pattern.why
                )));
            }
            compiler.add_all(Owner::Find(index), &pattern.find)?;
            compiler.add_all(Owner::Also(index), &pattern.also)?;
            compiler.add_all(Owner::Unless(index), &pattern.unless)?;
        }
        let stops = compiler.list("negation")?;
        let filler = compiler.list("filler")?;
        let insists = compiler.list("insists")?;
        let turning = compiler.list("turning")?;
        let now = compiler.list("present_forms")?;
        let Compiler {
            mut vocabulary,
            phrases,
            owners,
            sources,
            ..
        } = compiler;
        vocabulary.turn_at(&turning);
        let [i, can, did] = ["i", "can", "did"].map(|word| vocabulary.intern(word)[0]);
        let idea_words: Vec<Vec<u32>> = file
            .idea
            .values()
            .map(|words| {
                words
                    .iter()
                    .flat_map(|line| line.split(['|', ' ']))
                    .flat_map(|word| vocabulary.intern(word))
                    .collect()
            })
            .collect();
        let matcher = phrases.finish(&mut vocabulary, &stops);
        let mut ideas = vec![0; vocabulary.len()];
        for (bit, words) in idea_words.iter().enumerate().take(64) {
            for &word in words {
                ideas[word as usize] |= 1_u64 << bit;
            }
        }
        let marked = |words: &[u32]| {
            let mut marks = vec![false; vocabulary.len()];
            for &word in words {
                marks[word as usize] = true;
            }
            marks
        };
        Ok(Self {
            filler: marked(&filler),
            insists: marked(&insists),
            now: marked(&now),
            ideas,
            matcher,
            owners,
            sources,
            patterns: file.pattern,
            lists: file.words,
            spelling: file.spelling,
            vocabulary,
            i,
            can,
            did,
        })
    }

    /// The ideas a word belongs to, one bit each.
    pub fn ideas(&self, word: &Word) -> u64 {
        self.ideas.get(word.id as usize).copied().unwrap_or(0)
    }

    /// Reads what the patterns tell about a text.
    pub fn read(&self, words: &[Word]) -> Reading {
        let hits = self.matcher.find(words);
        let mut reading = Reading::default();
        let mut frames = vec![0_u16; words.last().map_or(0, |word| word.sentence as usize + 1)];
        for hit in &hits {
            if let Owner::Frame(frame) = self.owners[hit.owner as usize] {
                reading.frames |= 1 << frame as u16;
                frames[words[hit.first].sentence as usize] |= 1 << frame as u16;
            }
        }
        for hit in &hits {
            if let Owner::Find(index) = self.owners[hit.owner as usize]
                && let Some(finding) = self.weigh(
                    index,
                    hit,
                    &Around {
                        hits: &hits,
                        frames: &frames,
                        words,
                        reading: &reading,
                    },
                )
            {
                reading.findings.push(finding);
            }
        }
        reading
    }

    /// The phrases that find something in a line, each with its pattern.
    pub fn finders(&self, line: &str) -> Vec<(usize, &str)> {
        let mut owners: Vec<u32> = self
            .matcher
            .find(&self.vocabulary.read(line).words)
            .iter()
            .map(|hit| hit.owner)
            .collect();
        owners.sort_unstable();
        owners.dedup();
        owners
            .into_iter()
            .filter_map(|owner| self.finder(owner as usize))
            .collect()
    }

    /// How often each phrase finds something in the lines that the patterns' authors wrote to be found.
    pub fn yields(&self) -> Vec<(usize, &str, usize)> {
        let mut counts: BTreeMap<(usize, &str), usize> = (0..self.owners.len())
            .filter_map(|owner| self.finder(owner))
            .map(|finder| (finder, 0))
            .collect();
        for line in self.patterns.iter().flat_map(|pattern| &pattern.yes) {
            for finder in self.finders(line) {
                *counts.entry(finder).or_default() += 1;
            }
        }
        counts
            .into_iter()
            .map(|((index, phrase), count)| (index, phrase, count))
            .collect()
    }

    /// The phrase of an owner, if it is one that raises its pattern.
    fn finder(&self, owner: usize) -> Option<(usize, &str)> {
        match self.owners[owner] {
            Owner::Find(index) => Some((index, self.sources[owner].as_str())),
            Owner::Also(_) | Owner::Unless(_) | Owner::Frame(_) => None,
        }
    }
}

/// What is needed to turn phrases of the file into phrases of the matcher.
struct Compiler<'a> {
    vocabulary: Vocabulary,
    lists: &'a BTreeMap<String, Vec<String>>,
    phrases: Phrases,
    owners: Vec<Owner>,
    sources: Vec<String>,
}

impl Compiler<'_> {
    fn add_all(&mut self, owner: Owner, sources: &[String]) -> Result<(), BadPatterns> {
        let mut wrong = Vec::new();
        for source in sources {
            let number = u32::try_from(self.owners.len()).map_err(|_| BadPatterns("too many phrases".into()))?;
            if let Err(reason) = self.phrases.add(number, source, self.lists, &mut self.vocabulary) {
                wrong.push(format!("`{source}`: {reason}"));
            }
            self.owners.push(owner);
            self.sources.push(source.clone());
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(BadPatterns(wrong.join("\n")))
        }
    }

    /// The single words of a word list which the guards need.
    fn list(&mut self, name: &str) -> Result<Vec<u32>, BadPatterns> {
        let words = self
            .lists
            .get(name)
            .ok_or_else(|| BadPatterns(format!("the word list `{name}` is missing")))?;
        Ok(words
            .iter()
            .flat_map(|word| word.split('|'))
            .flat_map(|word| self.vocabulary.intern(word.trim()))
            .collect())
    }
}
