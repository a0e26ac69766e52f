//! The hand-written patterns: read from `content/patterns/crisis.toml`, looked for, and weighed against their guards.
//!
//! Invariant: a guard only lowers a finding; it never raises one.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::guards::Around;
use super::matching::Matcher;
use super::phrases::Phrases;
use super::words::{Text, Vocabulary, Word};
use super::{BadPatterns, Category};

/// The patterns as staff write them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternFile {
    pub spelling: BTreeMap<String, String>,
    pub tolerate: Vec<String>,
    pub words: BTreeMap<String, Vec<String>>,
    pub idea: BTreeMap<String, Vec<String>>,
    pub frame: BTreeMap<String, FrameSource>,
    pub pattern: Vec<PatternSource>,
}

/// Phrases that tell how the rest of a text is meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameSource {
    #[expect(dead_code, reason = "the reason is there for whoever edits the file")]
    pub why: String,
    pub find: Vec<String>,
}

/// One pattern as staff write it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternSource {
    pub category: Category,
    pub severity: u8,
    pub why: String,
    pub find: Vec<String>,
    #[serde(default)]
    pub also: Vec<String>,
    #[serde(default)]
    pub unless: Vec<String>,
    #[serde(default)]
    pub about: About,
    #[serde(default)]
    pub light: bool,
    #[serde(default)]
    pub yes: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the examples are read by the tests"))]
    #[serde(default)]
    pub no: Vec<String>,
}

/// Whose danger a pattern speaks of; it decides which guards may silence it.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum About {
    /// The writer says it of themselves in plain words: only fiction, song and scripture silence it.
    #[default]
    Me,
    /// Somebody else is in danger: work and news silence it too.
    Them,
    /// A thing is named, such as *suicide*: every frame silences it.
    Topic,
}

/// How a text, or a sentence of it, is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Frame {
    Past,
    Recovered,
    Present,
    Work,
    News,
    Story,
    Scripture,
    Game,
    Joke,
    Trifle,
    Denied,
    Bereaved,
}

/// Every frame with the name it has in the file.
pub(super) const FRAMES: [(&str, Frame); 12] = [
    ("past", Frame::Past),
    ("recovered", Frame::Recovered),
    ("present", Frame::Present),
    ("work", Frame::Work),
    ("news", Frame::News),
    ("story", Frame::Story),
    ("scripture", Frame::Scripture),
    ("game", Frame::Game),
    ("joke", Frame::Joke),
    ("trifle", Frame::Trifle),
    ("denied", Frame::Denied),
    ("bereaved", Frame::Bereaved),
];

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
    /// What was found within some of the words; the frames are those of the whole text.
    pub fn within(&self, text: &Text, words: &[Word]) -> Self {
        let covers = |at: usize| {
            text.words
                .get(at)
                .is_some_and(|word| words[0].sentence == word.sentence)
        };
        Self {
            findings: self
                .findings
                .iter()
                .filter(|finding| covers(finding.first))
                .copied()
                .collect(),
            frames: self.frames,
        }
    }

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
        let (i, can) = (vocabulary.intern("i")[0], vocabulary.intern("can")[0]);
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

    /// How often each phrase finds something in the lines that the patterns' authors wrote to be found.
    pub fn yields(&self) -> Vec<(usize, &str, usize)> {
        let mut counts = vec![0; self.owners.len()];
        for line in self.patterns.iter().flat_map(|pattern| &pattern.yes) {
            let mut owners: Vec<u32> = self
                .matcher
                .find(&self.vocabulary.read(line).words)
                .iter()
                .map(|hit| hit.owner)
                .collect();
            owners.sort_unstable();
            owners.dedup();
            for owner in owners {
                counts[owner as usize] += 1;
            }
        }
        let phrases = self.owners.iter().zip(&self.sources).zip(counts);
        phrases
            .filter_map(|((owner, source), count)| {
                if let Owner::Find(index) = *owner {
                    Some((index, source.as_str(), count))
                } else {
                    None
                }
            })
            .collect()
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
