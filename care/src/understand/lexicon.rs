//! The words, phrases and situations by which people show what they carry.
//!
//! The lexicon is written by people in `content/lexicons/understanding.toml`; this module compiles
//! it and finds its entries in a text. Invariant: finding is linear in the text, because every entry
//! is looked up by its rarest word and gaps are bounded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::vectors::WordMap;
use super::entry::{Atom, Part, compile, matches_around, weight};
use super::plain_words::PlainWords;

/// The lexicon as people write it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicon {
    /// Short forms and misspellings, and what they stand for.
    #[serde(default)]
    pub spelling: BTreeMap<String, String>,
    /// Groups of words which stand for one thing, usable as `{name}` in entries.
    #[serde(default)]
    pub concepts: BTreeMap<String, Vec<String>>,
    /// Texts which tell nothing of a struggle: greetings, the weather, a keyboard under a cat.
    #[serde(default)]
    pub everyday: Vec<String>,
    /// What each topic sounds like.
    pub topics: BTreeMap<String, TopicEntries>,
}

/// The entries of one topic.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicEntries {
    /// Words and phrases which name the topic.
    pub names: Vec<String>,
    /// Words, phrases and situations which suggest it.
    pub signs: Vec<String>,
}

/// What an entry speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    /// It names the topic with this number.
    Names(usize),
    /// It suggests the topic with this number.
    Suggests(usize),
    /// It stands for the concept with this number.
    Concept(usize),
}

/// An entry found in a text: words `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// What it speaks for.
    pub meaning: Meaning,
    /// Its first word.
    pub start: usize,
    /// The word after its last one.
    pub end: usize,
}

/// The lexicon made ready for finding.
#[derive(Debug, Clone)]
pub struct CompiledLexicon {
    topics: Vec<String>,
    concept_count: usize,
    plain: PlainWords,
    entries: Vec<Entry>,
    by_word: WordMap<Vec<Anchor>>,
    by_beginning: WordMap<Vec<Anchor>>,
    by_concept: Vec<Vec<Anchor>>,
}

#[derive(Debug, Clone)]
struct Entry {
    meaning: Meaning,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
struct Anchor {
    entry: usize,
    part: usize,
}

const MAX_CONCEPTS: usize = 64;

impl CompiledLexicon {
    /// Makes a lexicon ready; entries which cannot be read are left out and named by [`Lexicon::faults`].
    #[must_use]
    pub fn new(lexicon: &Lexicon) -> Self {
        let plain = PlainWords::new(&lexicon.spelling);
        let concepts: Vec<&str> = lexicon.concepts.keys().map(String::as_str).collect();
        let mut compiled = Self {
            topics: lexicon.topics.keys().cloned().collect(),
            concept_count: concepts.len(),
            plain,
            entries: Vec::new(),
            by_word: WordMap::default(),
            by_beginning: WordMap::default(),
            by_concept: vec![Vec::new(); concepts.len()],
        };
        let by_concept = lexicon
            .concepts
            .values()
            .enumerate()
            .map(|(number, lines)| (Meaning::Concept(number), lines));
        let by_topic = lexicon.topics.values().enumerate().flat_map(|(number, topic)| {
            [
                (Meaning::Names(number), &topic.names),
                (Meaning::Suggests(number), &topic.signs),
            ]
        });
        for (meaning, lines) in by_concept.chain(by_topic) {
            for line in lines {
                if let Ok(parts) = compile(line, &compiled.plain, &concepts) {
                    compiled.insert(Entry { meaning, parts });
                }
            }
        }
        compiled
    }

    /// The topics, in the order of their numbers.
    #[must_use]
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// How many concepts there are.
    #[must_use]
    pub fn concept_count(&self) -> usize {
        self.concept_count
    }

    /// The plain words of this lexicon's spelling.
    #[must_use]
    pub fn plain_words(&self) -> &PlainWords {
        &self.plain
    }

    /// Finds the entries in a sentence of plain words.
    #[must_use]
    pub fn find<S: AsRef<str>>(&self, words: &[S]) -> Vec<Found> {
        let mut concepts = vec![0_u64; words.len()];
        let mut found = Vec::new();
        for pass in [Pass::Concepts, Pass::Topics] {
            for index in 0..words.len() {
                self.find_at(words, index, &pass, &concepts, &mut found);
            }
            if matches!(pass, Pass::Concepts) {
                for hit in &found {
                    if let (Meaning::Concept(number), 1) = (hit.meaning, hit.end - hit.start) {
                        concepts[hit.start] |= 1 << number;
                    }
                }
            }
        }
        found.sort_by_key(|hit| (hit.meaning, hit.start, hit.end));
        found.dedup();
        found
    }

    fn find_at<S: AsRef<str>>(&self, words: &[S], index: usize, pass: &Pass, concepts: &[u64], found: &mut Vec<Found>) {
        let word = words[index].as_ref();
        let mut try_all = |anchors: &[Anchor]| {
            for anchor in anchors {
                let entry = &self.entries[anchor.entry];
                if pass.wants(entry.meaning)
                    && let Some((start, end)) = matches_around(&entry.parts, anchor.part, words, index, concepts)
                {
                    found.push(Found {
                        meaning: entry.meaning,
                        start,
                        end,
                    });
                }
            }
        };
        if let Some(anchors) = self.by_word.get(word) {
            try_all(anchors);
        }
        for end in 3..=word.len().min(12) {
            if let Some(anchors) = word.get(..end).and_then(|beginning| self.by_beginning.get(beginning)) {
                try_all(anchors);
            }
        }
        if matches!(pass, Pass::Topics) && concepts[index] != 0 {
            for (number, anchors) in self.by_concept.iter().enumerate() {
                if concepts[index] >> number & 1 == 1 {
                    try_all(anchors);
                }
            }
        }
    }

    fn insert(&mut self, entry: Entry) {
        let number = self.entries.len();
        let anchor_part = (0..entry.parts.len()).max_by_key(|&index| (weight(&entry.parts[index]), usize::MAX - index));
        let Some(part) = anchor_part else { return };
        if let Part::OneOf(atoms) = &entry.parts[part] {
            for atom in atoms {
                let anchors = match atom {
                    Atom::Word(word) => self.by_word.entry(word.clone()).or_default(),
                    Atom::Beginning(beginning) => self.by_beginning.entry(beginning.clone()).or_default(),
                    Atom::Concept(concept) => &mut self.by_concept[*concept],
                };
                anchors.push(Anchor { entry: number, part });
            }
            self.entries.push(entry);
        }
    }
}

impl Lexicon {
    /// What is wrong with the lexicon, one sentence for each fault, for `build-content` to refuse.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let plain = PlainWords::new(&self.spelling);
        let concepts: Vec<&str> = self.concepts.keys().map(String::as_str).collect();
        let mut faults = Vec::new();
        if concepts.len() > MAX_CONCEPTS {
            faults.push(format!(
                "There are {} concepts; {MAX_CONCEPTS} is the most.",
                concepts.len()
            ));
        }
        let topic_lines = self
            .topics
            .iter()
            .flat_map(|(slug, topic)| topic.names.iter().chain(&topic.signs).map(move |line| (slug, line)));
        let concept_lines = self
            .concepts
            .iter()
            .flat_map(|(name, lines)| lines.iter().map(move |line| (name, line)));
        for (place, line) in concept_lines.chain(topic_lines) {
            if let Err(fault) = compile(line, &plain, &concepts) {
                faults.push(format!("In {place}, “{line}”: {fault}."));
            }
        }
        faults
    }
}

enum Pass {
    Concepts,
    Topics,
}

impl Pass {
    fn wants(&self, meaning: Meaning) -> bool {
        matches!(meaning, Meaning::Concept(_)) == matches!(self, Self::Concepts)
    }
}
