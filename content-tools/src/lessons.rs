//! What the models that understand people are trained on, in each language.
//!
//! Invariant: held-out files are for measuring and never for training.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use care::understand::NOTHING;
use care::understand::lexicon::Lexicon;
use care::understand::situations::Label;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use shared::content::{Letters, REFUGE, Situation, json_lines};
use shared::locale::Locale;

use crate::content::text_file;
use crate::train::situations;
use crate::train::understanding::Example;

/// What the models of a language are trained on.
pub(crate) struct Lessons {
    pub(crate) locale: Locale,
    pub(crate) lexicon: Lexicon,
    /// Texts, and the topics that they tell of.
    pub(crate) of_topics: Vec<Example>,
    /// The situations that have a letter, in its order.
    pub(crate) situations: Vec<Label>,
    /// Texts, and the situations that they tell of.
    pub(crate) of_situations: Vec<situations::Example>,
}

impl Lessons {
    /// Reads and checks them.
    pub(crate) fn read(folder: &Path, letters: &Letters) -> Result<Self> {
        let path = folder.join(lexicon_file(letters.locale));
        let lexicon: Lexicon = toml::from_str(&text_file(&path)?).with_context(|| path.display().to_string())?;
        let faults = lexicon.faults();
        ensure!(faults.is_empty(), "{}: {}", path.display(), faults.join("; "));
        let topics: Vec<&str> = letters.topics.iter().map(|topic| topic.slug.as_str()).collect();
        let (of_topics, of_situations) = match letters.locale {
            Locale::English => english_examples(folder, &topics, &lexicon, letters)?,
            Locale::Spanish => spanish_examples(folder, &topics, &lexicon, letters)?,
        };
        let situations = letters.situations.iter().map(|situation| Label {
            topic: situation.topic.clone(),
            slug: situation.slug.clone(),
        });
        Ok(Self {
            locale: letters.locale,
            lexicon,
            of_topics,
            situations: situations.collect(),
            of_situations,
        })
    }
}

/// The lexicon of a language.
fn lexicon_file(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "lexicons/understanding.toml",
        Locale::Spanish => "lexicons/understanding-es.toml",
    }
}

/// The fewest training sentences of a topic, as `content/README.md` asks.
const MIN_EXAMPLES: usize = 60;

/// Examples of topics, and of situations.
type Examples = (Vec<Example>, Vec<situations::Example>);

fn english_examples(folder: &Path, topics: &[&str], lexicon: &Lexicon, letters: &Letters) -> Result<Examples> {
    let of_situations: Vec<situations::Example> = examples(&folder.join("examples/situations"), "")?;
    check_situations(letters, &of_situations, MIN_SITUATION_EXAMPLES)?;
    let mut of_topics: Vec<Example> = examples(&folder.join("examples/guidance"), "")?;
    check_topics(topics, lexicon, &of_topics)?;
    // Those of other topics teach the encoder alone: here they cost four held-out texts in a hundred.
    let untroubled = of_situations.iter().filter(|example| example.topic == NOTHING);
    of_topics.extend(untroubled.map(|example| Example {
        text: example.text.clone(),
        topic: example.topic.clone(),
        acceptable: Vec::new(),
    }));
    Ok((of_topics, of_situations))
}

/// An example in Spanish: it tells of a topic and of a situation.
#[derive(Deserialize)]
struct SpanishExample {
    text: String,
    topic: String,
    acceptable: Vec<String>,
    situation: String,
}

/// The fewest training texts of a situation in Spanish, beside what its own letter says of whom it fits.
const MIN_SPANISH_SITUATION_EXAMPLES: usize = 4;

fn spanish_examples(folder: &Path, topics: &[&str], lexicon: &Lexicon, letters: &Letters) -> Result<Examples> {
    let all: Vec<SpanishExample> = examples(&folder.join("examples/es"), "")?;
    let mut of_situations: Vec<situations::Example> = Vec::new();
    let mut of_topics: Vec<Example> = Vec::new();
    for example in all {
        of_situations.push(situations::Example {
            text: example.text.clone(),
            situation: example.situation,
            topic: example.topic.clone(),
        });
        of_topics.push(Example {
            text: example.text,
            topic: example.topic,
            acceptable: example.acceptable,
        });
    }
    let told: Vec<Example> = of_topics
        .iter()
        .filter(|example| example.topic != NOTHING && example.topic != REFUGE)
        .cloned()
        .collect();
    check_topics(topics, lexicon, &told)?;
    check_situations(letters, &of_situations, MIN_SPANISH_SITUATION_EXAMPLES)?;
    for situation in &letters.situations {
        for text in letters_own_words(situation) {
            of_topics.push(Example {
                text: text.clone(),
                topic: situation.topic.clone(),
                acceptable: Vec::new(),
            });
            of_situations.push(situations::Example {
                text,
                situation: situation.slug.clone(),
                topic: situation.topic.clone(),
            });
        }
    }
    Ok((of_topics, of_situations))
}

/// What a letter says of the people whom it is for, in words as they would use.
fn letters_own_words(situation: &Situation) -> impl Iterator<Item = String> {
    let fits = situation.passages.iter().map(|passage| passage.fits.clone());
    std::iter::once(situation.chip.clone()).chain(fits)
}

/// The fewest training texts of a situation, as `content/README.md` asks.
const MIN_SITUATION_EXAMPLES: usize = 12;

/// Checks that each situation has enough training texts.
fn check_situations(letters: &Letters, examples: &[situations::Example], least: usize) -> Result<()> {
    for situation in &letters.situations {
        let count = examples
            .iter()
            .filter(|example| example.situation == situation.slug)
            .count();
        ensure!(
            count >= least,
            "the examples in {} have {count} texts for {}, and {least} is the least",
            letters.locale.tag(),
            situation.slug
        );
    }
    Ok(())
}

/// Checks that every topic has a lexicon entry and enough examples, and that every example names existing topics.
fn check_topics(topics: &[&str], lexicon: &Lexicon, examples: &[Example]) -> Result<()> {
    for &topic in topics {
        ensure!(
            lexicon.topics.contains_key(topic),
            "lexicons/understanding.toml has no [topics.{topic}]: no text would be recognised as this topic"
        );
        let count = examples.iter().filter(|example| example.topic == topic).count();
        ensure!(
            count >= MIN_EXAMPLES,
            "examples/guidance has {count} sentences for {topic}, and {MIN_EXAMPLES} is the least"
        );
    }
    let mut named = examples
        .iter()
        .flat_map(|example| example.acceptable.iter().chain([&example.topic]));
    if let Some(unknown) = named.find(|slug| !topics.contains(&slug.as_str())) {
        bail!("examples/guidance: {unknown} is no topic of topics.toml");
    }
    Ok(())
}

/// The examples of a folder, in the order of file names. Held-out files are left out.
pub(crate) fn examples<T: DeserializeOwned>(folder: &Path, prefix: &str) -> Result<Vec<T>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && name.ends_with(".jsonl") && !name.contains("held-out")
    });
    paths.sort();
    let mut examples = Vec::new();
    for path in paths {
        examples.extend(json_lines(&path)?);
    }
    Ok(examples)
}

#[cfg(test)]
mod tests {
    use care::understand::lexicon::TopicEntries;

    use super::*;

    fn example(topic: &str, acceptable: &[&str]) -> Example {
        Example {
            text: "We moved in June and I still eat lunch alone.".to_owned(),
            topic: topic.to_owned(),
            acceptable: acceptable.iter().map(|&slug| slug.to_owned()).collect(),
        }
    }

    #[test]
    fn topics_without_a_lexicon_entry_or_enough_examples_are_refused() {
        let mut lexicon = Lexicon::default();
        lexicon.topics.insert("work".to_owned(), TopicEntries::default());
        let enough = vec![example("work", &[]); MIN_EXAMPLES];
        let refusal = |topics: &[&str], examples: &[Example]| {
            check_topics(topics, &lexicon, examples)
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(refusal(&["work"], &enough), None);
        let [few, no_entry, unknown, misspelt] = [
            refusal(&["work"], &enough[1..]),
            refusal(&["work", "moving-house"], &enough),
            refusal(&["work"], &[enough.clone(), vec![example("wrok", &[])]].concat()),
            refusal(&["work"], &[enough.clone(), vec![example("work", &["angre"])]].concat()),
        ]
        .map(Option::unwrap_or_default);
        assert!(few.contains("59 sentences for work"), "{few}");
        assert!(no_entry.contains("no [topics.moving-house]"), "{no_entry}");
        assert!(unknown.contains("wrok is no topic"), "{unknown}");
        assert!(misspelt.contains("angre is no topic"), "{misspelt}");
    }
}
