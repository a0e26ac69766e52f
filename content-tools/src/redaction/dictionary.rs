//! Builds the dictionary of redaction from public word lists, our own lists and marked examples.
//!
//! Invariant: the same sources give the same bytes.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use care::redact::{Dictionaries, Facts, SmallTables, fold, folded_words};
use fst::MapBuilder;
use serde::Deserialize;

use super::{cooccurrence, spanish};
use crate::train::tagger;

/// A town of the place list.
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its population; 0 when unknown.
    pub population: u64,
}

/// The sources of the dictionary.
pub struct Sources<'a> {
    /// Given names from many countries.
    pub given_names: Vec<String>,
    /// Family names from many countries.
    pub surnames: Vec<String>,
    /// Towns of the world.
    pub places: Vec<Place>,
    /// English words, each with its SCOWL size (10 most common, 70 rare).
    pub words: Vec<(String, u8)>,
    /// The verses of the Bible.
    pub verses: Vec<String>,
    /// The file `patterns/redaction.toml`.
    pub lists: &'a str,
    /// The file `patterns/redaction-es.toml`: the same for Spanish.
    pub spanish: &'a str,
    /// The file `examples/redaction.jsonl`: texts with marked details.
    pub examples: &'a str,
}

/// A source is incomplete or invalid.
#[derive(Debug)]
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "redaction dictionary: {}", self.0)
    }
}

impl std::error::Error for BuildError {}

#[derive(Deserialize)]
struct Lists {
    words: BTreeMap<String, String>,
    phrases: BTreeMap<String, String>,
    scripture: BTreeMap<String, String>,
    helplines: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
}

const CLASSES: [(&str, Facts); 27] = [
    ("kinship", Facts::KINSHIP),
    ("title", Facts::TITLE),
    ("naming", Facts::NAMING),
    ("speech", Facts::SPEECH),
    ("locative", Facts::LOCATIVE),
    ("movement", Facts::MOVEMENT),
    ("determiner", Facts::DETERMINER),
    ("possessive", Facts::POSSESSIVE),
    ("pronoun", Facts::PRONOUN),
    ("conjunction", Facts::CONJUNCTION),
    ("church", Facts::CHURCH),
    ("school", Facts::SCHOOL),
    ("hospital", Facts::HOSPITAL),
    ("company", Facts::COMPANY),
    ("institution", Facts::INSTITUTION),
    ("street", Facts::STREET),
    ("virtue", Facts::VIRTUE),
    ("abstract", Facts::ABSTRACT),
    ("kept", Facts::KEPT),
    ("country", Facts::COUNTRY),
    ("region", Facts::REGION),
    ("bible_sure", Facts::BIBLE_SURE),
    ("bible_people", Facts::BIBLE_PEOPLE),
    ("bible_places", Facts::BIBLE_PLACE),
    ("bible_cue", Facts::BIBLE_CUE),
    ("bible_before", Facts::BIBLE_BEFORE),
    ("life_cue", Facts::LIFE_CUE),
];

/// Builds the dictionary and trains the tagger; [`Dictionaries::from_bytes`] reads the result.
///
/// # Errors
/// [`BuildError`] when the lists or the examples are invalid.
pub fn build(sources: &Sources<'_>) -> Result<Vec<u8>, BuildError> {
    let lists: Lists = toml::from_str(sources.lists).map_err(|error| BuildError(error.to_string()))?;
    let mut entries = Entries::default();
    entries.add_public_lists(sources);
    entries.add_bible(&sources.verses);
    entries.add_own_lists(&lists)?;
    entries
        .0
        .extend(spanish::entries(sources.spanish, &CLASSES).map_err(BuildError)?);
    let pairs: Vec<(String, String)> = phrases(&lists, "bible_pair")
        .filter_map(|line| line.split_once(' '))
        .map(|(one, other)| (one.to_owned(), other.to_owned()))
        .collect();
    let people = ["bible_sure", "bible_people"]
        .iter()
        .filter_map(|list| lists.words.get(*list))
        .flat_map(|words| words.split_whitespace())
        .map(str::to_owned)
        .collect();
    let tables = SmallTables {
        common: entries
            .0
            .iter()
            .filter(|(_, facts)| facts.is_common())
            .map(|(word, _)| word.clone())
            .collect(),
        kept_phrases: phrases(&lists, "kept").map(folded_words).collect(),
        cooccurrence: cooccurrence::learn(&sources.verses, &people, &pairs),
        bodies: phrases(&lists, "body")
            .map(|body| body.split(' ').map(str::to_owned).collect())
            .collect(),
        helplines: lists
            .helplines
            .values()
            .flat_map(|numbers| numbers.split_whitespace())
            .map(str::to_owned)
            .collect(),
        weights: Vec::new(),
    };
    let words = entries.to_map()?;
    let pack = |tables: &SmallTables| Dictionaries::pack(&words, tables).map_err(|error| BuildError(error.to_string()));
    let untrained = Dictionaries::from_bytes(&pack(&tables)?).map_err(|error| BuildError(error.to_string()))?;
    let weights = tagger::train(&untrained, sources.examples).map_err(BuildError)?;
    pack(&SmallTables { weights, ..tables })
}

fn phrases<'a>(lists: &'a Lists, name: &str) -> impl Iterator<Item = &'a str> {
    lists
        .phrases
        .get(name)
        .into_iter()
        .flat_map(|lines| lines.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

#[derive(Default)]
struct Entries(BTreeMap<String, Facts>);

impl Entries {
    fn add(&mut self, word: &str, facts: Facts) {
        if !word.is_empty() && word.len() <= 40 {
            let entry = self.0.entry(word.to_owned()).or_default();
            *entry = entry.union(facts);
        }
    }

    fn add_public_lists(&mut self, sources: &Sources<'_>) {
        for (word, size) in &sources.words {
            let folded = fold(word);
            let entry = self.0.entry(folded).or_default();
            let tier = match size {
                0..=10 => 1,
                11..=20 => 2,
                21..=35 => 3,
                36..=40 => 4,
                41..=50 => 5,
                51..=55 => 6,
                56..=60 => 7,
                _ => 8,
            };
            if entry.tier() == 0 || entry.tier() > tier {
                *entry = Facts(entry.0 & !0xf).union(Facts::of_tier(tier));
            }
        }
        for (names, fact) in [
            (&sources.given_names, Facts::GIVEN),
            (&sources.surnames, Facts::SURNAME),
        ] {
            for word in names.iter().flat_map(|name| name.split_whitespace()) {
                let folded = fold(word);
                // A single letter, or a particle such as "von", is no evidence of a person.
                let is_common = self.0.get(&folded).is_some_and(|facts| facts.tier() == 1);
                if folded.len() > 1
                    && folded
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'\''))
                    && !is_common
                {
                    self.add(&folded, fact);
                }
            }
        }
        for place in &sources.places {
            self.add_place(place);
        }
    }

    fn add_place(&mut self, place: &Place) {
        let size = match place.population {
            0..1_000 => 1,
            1_000..5_000 => 2,
            5_000..15_000 => 3,
            15_000..100_000 => 4,
            _ => 5,
        };
        let name = fold(place.name.split(['(', ',', '/']).next().unwrap_or_default().trim());
        let parts: Vec<&str> = name.split_whitespace().collect();
        let name = parts.join(" ");
        let known = self.0.get(&name).map_or(0, |facts| facts.place());
        if parts.is_empty() || parts.len() > 4 || known >= size {
            return;
        }
        let entry = self.0.entry(name.clone()).or_default();
        *entry = Facts(entry.0 & !(7 << 6)).union(Facts::of_place(size));
        if parts.len() > 1 {
            self.add(parts[0], Facts::PLACE_START);
        }
    }

    fn add_bible(&mut self, verses: &[String]) {
        let mut lower = HashSet::new();
        let mut capital = HashSet::new();
        for verse in verses {
            let mut opens = true;
            for word in verse.split_whitespace() {
                let stem = word.trim_matches(|character: char| !character.is_alphanumeric());
                let stem = stem
                    .strip_suffix("’s")
                    .or_else(|| stem.strip_suffix("'s"))
                    .unwrap_or(stem);
                match stem.chars().next() {
                    Some(first) if first.is_uppercase() && !opens => drop(capital.insert(fold(stem))),
                    Some(first) if first.is_lowercase() => drop(lower.insert(fold(stem))),
                    _ => {}
                }
                opens = word.ends_with(['.', '!', '?', '”', '"', ':', '“']) || word.starts_with(['“', '"', '‘']);
            }
        }
        for word in &lower {
            self.add(word, Facts::BIBLE_WORD);
        }
        for word in capital.iter().filter(|word| !lower.contains(*word)) {
            let is_english = self.0.get(word).is_some_and(|facts| facts.tier() != 0);
            if !is_english {
                self.add(word, Facts::BIBLE_NAME);
            }
        }
    }

    fn add_own_lists(&mut self, lists: &Lists) -> Result<(), BuildError> {
        for (name, words) in &lists.words {
            let fact = CLASSES.iter().find(|(class, _)| class == name).map(|(_, fact)| *fact);
            let fact = fact.ok_or_else(|| BuildError(format!("there is no list of words called {name}")))?;
            for word in words.split_whitespace() {
                self.add(word, fact);
            }
        }
        for word in lists.scripture.values().flat_map(|books| books.split_whitespace()) {
            self.add(word, Facts::BOOK);
        }
        for (name, fact) in [("given", Facts::GIVEN), ("surname", Facts::SURNAME)] {
            for word in lists
                .names
                .get(name)
                .into_iter()
                .flat_map(|words| words.split_whitespace())
            {
                self.add(&fold(word), fact);
            }
        }
        for phrase in phrases(lists, "kept") {
            if let Some(first) = folded_words(phrase).first() {
                self.add(first, Facts::PHRASE_START);
            }
        }
        Ok(())
    }

    fn to_map(&self) -> Result<Vec<u8>, BuildError> {
        let mut builder = MapBuilder::memory();
        for (word, facts) in &self.0 {
            builder
                .insert(word, facts.0)
                .map_err(|error| BuildError(error.to_string()))?;
        }
        builder.into_inner().map_err(|error| BuildError(error.to_string()))
    }
}
