//! The rule engine: compiles the hand-written patterns, matches them in a text and applies their guards.
//!
//! Invariant: an invalid phrase is refused with its reason when the file is loaded, never later.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::WordLists;
use super::guards::GuardContext;
use super::matching::{Hit, Matcher};
use super::pattern_file::{FRAMES, Frame, PatternFile, PatternSource};
use super::phrases::Phrases;
use super::vocabulary::{Vocabulary, Word};
use super::{BadPatterns, Category};

/// The role of a phrase in its pattern, or the frame it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum PhraseRole {
    Find(usize),
    Also(usize),
    Unless(usize),
    Frame(Frame),
}

/// A matched pattern after its guards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub category: Category,
    pub severity: u8,
    /// The severity before the guards.
    pub unguarded: u8,
    /// Whether the match is in the present tense.
    pub is_present: bool,
    /// Whether the danger is told as over.
    pub is_past: bool,
    pub first: usize,
    pub end: usize,
}

/// All findings and frames of one text.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    pub findings: Vec<Finding>,
    /// One bit per [`Frame`].
    pub frames: u16,
}

impl Finding {
    /// Whether it opens no dialog, and still may be danger now.
    pub fn is_hint(&self) -> bool {
        self.severity == 1 && !self.is_past
    }
}

impl Evidence {
    /// Whether the text contains the frame.
    pub fn has(&self, frame: Frame) -> bool {
        self.frames & (1 << frame as u16) != 0
    }
}

/// What the guards ask of the other hits of a text, indexed once: a scan of all hits for each hit would take time
/// quadratic in the text.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By pattern: whether one of its `also` phrases stands in the text.
    pub also: Vec<bool>,
    /// Patterns, each with a sentence that has one of its `unless` phrases.
    pub unless: BTreeSet<(usize, u32)>,
    /// By word: whether it belongs to a phrase of scripture or fiction.
    pub retold: Vec<bool>,
    /// The frames of each sentence, one bit per [`Frame`].
    frames: Vec<u16>,
    /// The number of the first sentence.
    first_sentence: u32,
}

impl Conditions {
    /// Whether the sentence has the frame.
    pub fn has_near(&self, sentence: u32, frame: Frame) -> bool {
        self.frames[(sentence - self.first_sentence) as usize] & (1 << frame as u16) != 0
    }
}

/// Lists of single words that the guards ask for: by word id, whether the word is in the list.
#[derive(Debug)]
pub(super) struct Flags {
    /// May stand between a negation and the phrase it negates.
    pub filler: Vec<bool>,
    /// Cancels a negation before it, as in *can't stop*.
    pub cancels_negation: Vec<bool>,
    /// A present-tense form.
    pub present_forms: Vec<bool>,
    /// Quotes what comes after it, as in *Job says*.
    pub quoting: Vec<bool>,
    /// Begins something new, which is not quoted.
    pub joining: Vec<bool>,
    /// Leads to what others did, as in *how he died*.
    pub retelling: Vec<bool>,
    /// Somebody near, after *my*.
    pub somebody_near: Vec<bool>,
    /// A wish that is told as past.
    pub of_long_ago: Vec<bool>,
    /// The writer, to whom something is done.
    pub me: Vec<bool>,
}

impl Flags {
    /// The names of the lists in the file, in the order of the fields.
    const LISTS: [&str; 9] = [
        "filler",
        "insists",
        "present_forms",
        "quoting",
        "joining",
        "retelling",
        "somebody_near",
        "of_long_ago",
        "me",
    ];

    /// The ids of the words of each list.
    fn words(compiler: &mut Compiler) -> Result<Vec<Vec<u32>>, BadPatterns> {
        Self::LISTS.iter().map(|name| compiler.list(name)).collect()
    }

    /// The flags for a vocabulary of this size.
    fn new(lists: &[Vec<u32>], vocabulary: usize) -> Self {
        let mut lists = lists.iter().map(|words| {
            let mut flags = vec![false; vocabulary];
            for &word in words {
                flags[word as usize] = true;
            }
            flags
        });
        let mut next = || lists.next().unwrap_or_default();
        Self {
            filler: next(),
            cancels_negation: next(),
            present_forms: next(),
            quoting: next(),
            joining: next(),
            retelling: next(),
            somebody_near: next(),
            of_long_ago: next(),
            me: next(),
        }
    }
}

/// The compiled patterns.
#[derive(Debug)]
pub(super) struct Rules {
    pub vocabulary: Vocabulary,
    pub matcher: Matcher,
    pub roles: Vec<PhraseRole>,
    /// The source text of each phrase; `roles` has the same order.
    sources: Vec<String>,
    pub patterns: Vec<PatternSource>,
    pub lists: BTreeMap<String, Vec<String>>,
    pub spelling: BTreeMap<String, String>,
    pub flags: Flags,
    /// By word id: one bit for each idea the word belongs to.
    ideas: Vec<u64>,
    pub i: u32,
    pub my: u32,
    pub can: u32,
    pub did: u32,
    pub used: u32,
}

impl Rules {
    /// Parses the file and compiles every phrase.
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
            lists: WordLists::new(&file.words),
            phrases: Phrases::default(),
            roles: Vec::new(),
            sources: Vec::new(),
        };
        for (name, source) in &file.frame {
            let (_, frame) = FRAMES
                .iter()
                .find(|(known, _)| known == name)
                .ok_or_else(|| BadPatterns(format!("there is no frame `{name}`")))?;
            compiler.add_all(PhraseRole::Frame(*frame), &source.find)?;
        }
        for (index, pattern) in file.pattern.iter().enumerate() {
            if !(1..=4).contains(&pattern.severity) || pattern.find.is_empty() {
                return Err(BadPatterns(format!(
                    "pattern {} ({}) needs a severity of 1 to 4 and something to find",
                    index + 1,
                    pattern.why
                )));
            }
            compiler.add_all(PhraseRole::Find(index), &pattern.find)?;
            compiler.add_all(PhraseRole::Also(index), &pattern.also)?;
            compiler.add_all(PhraseRole::Unless(index), &pattern.unless)?;
        }
        let stops = compiler.list("negation")?;
        let clause_openers = compiler.list("turning")?;
        let flagged = Flags::words(&mut compiler)?;
        let Compiler {
            mut vocabulary,
            phrases,
            roles,
            sources,
            ..
        } = compiler;
        vocabulary.set_clause_openers(&clause_openers);
        let [i, my, can, did, used] = ["i", "my", "can", "did", "used"].map(|word| vocabulary.intern(word)[0]);
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
        Ok(Self {
            flags: Flags::new(&flagged, vocabulary.len()),
            ideas,
            matcher,
            roles,
            sources,
            patterns: file.pattern,
            lists: file.words,
            spelling: file.spelling,
            vocabulary,
            i,
            my,
            can,
            did,
            used,
        })
    }

    /// The ideas a word belongs to, one bit each.
    pub fn ideas(&self, word: &Word) -> u64 {
        self.ideas.get(word.id as usize).copied().unwrap_or(0)
    }

    /// Matches all patterns and frames in a text.
    pub fn evidence(&self, words: &[Word]) -> Evidence {
        let hits = self.matcher.find(words);
        let conditions = self.conditions(&hits, words);
        let mut evidence = Evidence {
            findings: Vec::new(),
            frames: conditions.frames.iter().fold(0, |all, frames| all | frames),
        };
        for hit in &hits {
            if let PhraseRole::Find(index) = self.roles[hit.source_id as usize] {
                let context = GuardContext {
                    conditions: &conditions,
                    words,
                    evidence: &evidence,
                };
                let finding = self.apply_guards(index, hit, &context);
                evidence.findings.extend(finding);
            }
        }
        evidence
    }

    /// Indexes the hits of phrases that are conditions of others, and the frames.
    fn conditions(&self, hits: &[Hit], words: &[Word]) -> Conditions {
        let first_sentence = words.first().map_or(0, |word| word.sentence);
        let sentences = words.last().map_or(0, |word| word.sentence - first_sentence + 1);
        let mut conditions = Conditions {
            also: vec![false; self.patterns.len()],
            unless: BTreeSet::new(),
            retold: vec![false; words.len()],
            frames: vec![0; sentences as usize],
            first_sentence,
        };
        for hit in hits {
            let sentence = words[hit.first].sentence;
            match self.roles[hit.source_id as usize] {
                PhraseRole::Find(_) => {}
                PhraseRole::Also(index) => conditions.also[index] = true,
                PhraseRole::Unless(index) => drop(conditions.unless.insert((index, sentence))),
                PhraseRole::Frame(frame) => {
                    conditions.frames[(sentence - first_sentence) as usize] |= 1 << frame as u16;
                    if matches!(frame, Frame::Scripture | Frame::Fiction) {
                        conditions.retold[hit.first..hit.end].fill(true);
                    }
                }
            }
        }
        conditions
    }

    /// The `find` phrases that match a line, each with the index of its pattern.
    pub fn matching_phrases(&self, line: &str) -> Vec<(usize, &str)> {
        let mut roles: Vec<u32> = self
            .matcher
            .find(&self.vocabulary.tokenise(line).words)
            .iter()
            .map(|hit| hit.source_id)
            .collect();
        roles.sort_unstable();
        roles.dedup();
        roles
            .into_iter()
            .filter_map(|source_id| self.find_phrase(source_id as usize))
            .collect()
    }

    /// The number of `yes` lines that each `find` phrase matches.
    pub fn match_counts(&self) -> Vec<(usize, &str, usize)> {
        let mut counts: BTreeMap<(usize, &str), usize> = (0..self.roles.len())
            .filter_map(|source_id| self.find_phrase(source_id))
            .map(|find_phrase| (find_phrase, 0))
            .collect();
        for line in self.patterns.iter().flat_map(|pattern| &pattern.yes) {
            for find_phrase in self.matching_phrases(line) {
                *counts.entry(find_phrase).or_default() += 1;
            }
        }
        counts
            .into_iter()
            .map(|((index, phrase), count)| (index, phrase, count))
            .collect()
    }

    /// The phrase with the index of its pattern, if it is a `find` phrase.
    fn find_phrase(&self, source_id: usize) -> Option<(usize, &str)> {
        match self.roles[source_id] {
            PhraseRole::Find(index) => Some((index, self.sources[source_id].as_str())),
            PhraseRole::Also(_) | PhraseRole::Unless(_) | PhraseRole::Frame(_) => None,
        }
    }
}

/// The state while the phrases of the file are compiled.
struct Compiler<'a> {
    vocabulary: Vocabulary,
    lists: WordLists<'a>,
    phrases: Phrases,
    roles: Vec<PhraseRole>,
    sources: Vec<String>,
}

impl Compiler<'_> {
    fn add_all(&mut self, source_id: PhraseRole, sources: &[String]) -> Result<(), BadPatterns> {
        let mut wrong = Vec::new();
        for source in sources {
            let number = u32::try_from(self.roles.len()).map_err(|_| BadPatterns("too many phrases".into()))?;
            if let Err(reason) = self.phrases.add(number, source, &mut self.lists, &mut self.vocabulary) {
                wrong.push(format!("`{source}`: {reason}"));
            }
            self.roles.push(source_id);
            self.sources.push(source.clone());
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(BadPatterns(wrong.join("\n")))
        }
    }

    /// The word ids of a word list that the guards need.
    fn list(&mut self, name: &str) -> Result<Vec<u32>, BadPatterns> {
        let words = self
            .lists
            .lines(name)
            .ok_or_else(|| BadPatterns(format!("the word list `{name}` is missing")))?;
        Ok(words
            .iter()
            .flat_map(|word| word.split('|'))
            .flat_map(|word| self.vocabulary.intern(word.trim()))
            .collect())
    }
}
