//! The lexicon: words, phrases and situations that indicate a topic.
//!
//! Editors write it in `content/lexicons/understanding.toml`; this module compiles it and matches its entries in a
//! text. Invariant: matching is linear in the text, because every entry is indexed by its rarest word and gaps are
//! bounded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::word_map::WordMap;
use super::entry::{Atom, Part, compile, matches_around, weight};
use super::plain_words::PlainWords;

/// The lexicon as editors write it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicon {
    /// Short forms and misspellings with their plain words.
    #[serde(default)]
    pub spelling: BTreeMap<String, String>,
    /// Groups of synonyms, used as `{name}` in entries.
    #[serde(default)]
    pub concepts: BTreeMap<String, Vec<String>>,
    /// Texts without a topic: greetings, the weather, random keys.
    #[serde(default)]
    pub everyday: Vec<String>,
    /// The entries of each topic.
    pub topics: BTreeMap<String, TopicEntries>,
}

/// The entries of one topic.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicEntries {
    /// Words and phrases that name the topic.
    pub names: Vec<String>,
    /// Words, phrases and situations that suggest it.
    pub signs: Vec<String>,
}

/// What an entry indicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// It names the topic with this number.
    Names(usize),
    /// It suggests the topic with this number.
    Suggests(usize),
    /// It stands for the concept with this number.
    Concept(usize),
}

/// A match of an entry: words `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryMatch {
    /// What the entry indicates.
    pub kind: EntryKind,
    /// Its first word.
    pub start: usize,
    /// The word after its last one.
    pub end: usize,
}

/// The compiled lexicon with its inverted indexes.
#[derive(Debug, Clone)]
pub struct CompiledLexicon {
    topics: Vec<String>,
    concept_count: usize,
    plain: PlainWords,
    entries: Vec<Entry>,
    by_word: WordMap<Vec<Anchor>>,
    by_prefix: WordMap<Vec<Anchor>>,
    by_concept: Vec<Vec<Anchor>>,
}

#[derive(Debug, Clone)]
struct Entry {
    kind: EntryKind,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
struct Anchor {
    entry: usize,
    part: usize,
}

const MAX_CONCEPTS: usize = 64;

impl CompiledLexicon {
    /// Compiles a lexicon. Invalid entries are skipped; [`Lexicon::faults`] reports them.
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
            by_prefix: WordMap::default(),
            by_concept: vec![Vec::new(); concepts.len()],
        };
        let by_concept = lexicon
            .concepts
            .values()
            .enumerate()
            .map(|(number, lines)| (EntryKind::Concept(number), lines));
        let by_topic = lexicon.topics.values().enumerate().flat_map(|(number, topic)| {
            [
                (EntryKind::Names(number), &topic.names),
                (EntryKind::Suggests(number), &topic.signs),
            ]
        });
        for (kind, lines) in by_concept.chain(by_topic) {
            for line in lines {
                if let Ok(parts) = compile(line, &compiled.plain, &concepts) {
                    compiled.insert(Entry { kind, parts });
                }
            }
        }
        compiled
    }

    /// The topics, in the order of their numbers.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// The number of concepts.
    pub fn concept_count(&self) -> usize {
        self.concept_count
    }

    /// The plain words of this lexicon's spelling.
    pub fn plain_words(&self) -> &PlainWords {
        &self.plain
    }

    /// Finds all entries in a sentence of plain words.
    pub fn find<S: AsRef<str>>(&self, words: &[S]) -> Vec<EntryMatch> {
        let mut concepts = vec![0_u64; words.len()];
        let mut matches = Vec::new();
        for pass in [Pass::Concepts, Pass::Topics] {
            for index in 0..words.len() {
                self.find_at(words, index, &pass, &concepts, &mut matches);
            }
            if matches!(pass, Pass::Concepts) {
                for hit in &matches {
                    if let (EntryKind::Concept(number), 1) = (hit.kind, hit.end - hit.start) {
                        concepts[hit.start] |= 1 << number;
                    }
                }
            }
        }
        matches.sort_by_key(|hit| (hit.kind, hit.start, hit.end));
        matches.dedup();
        matches
    }

    fn find_at<S: AsRef<str>>(
        &self,
        words: &[S],
        index: usize,
        pass: &Pass,
        concepts: &[u64],
        matches: &mut Vec<EntryMatch>,
    ) {
        let word = words[index].as_ref();
        let mut try_all = |anchors: &[Anchor]| {
            for anchor in anchors {
                let entry = &self.entries[anchor.entry];
                if pass.wants(entry.kind)
                    && let Some((start, end)) = matches_around(&entry.parts, anchor.part, words, index, concepts)
                {
                    matches.push(EntryMatch {
                        kind: entry.kind,
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
            if let Some(anchors) = word.get(..end).and_then(|prefix| self.by_prefix.get(prefix)) {
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
                    Atom::Prefix(prefix) => self.by_prefix.entry(prefix.clone()).or_default(),
                    Atom::Concept(concept) => &mut self.by_concept[*concept],
                };
                anchors.push(Anchor { entry: number, part });
            }
            self.entries.push(entry);
        }
    }
}

impl Lexicon {
    /// The faults of the lexicon, one sentence each; `content-tools build` refuses a lexicon with any.
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
    fn wants(&self, kind: EntryKind) -> bool {
        matches!(kind, EntryKind::Concept(_)) == matches!(self, Self::Concepts)
    }
}
