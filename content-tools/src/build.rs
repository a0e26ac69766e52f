//! Checks `content/`, trains the models, and packs everything into `content/build`.
//!
//! Invariant: the same content gives the same bytes.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use care::crisis::{self, Screener};
use care::understand::NOTHING;
use care::understand::lexicon::{CompiledLexicon, Lexicon};
use care::understand::situations::Label;
use care::vectors::Vectors;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use shared::content::{Content, Letters, PACKED, REFUGE, Situation, Translation, json_lines};
use shared::locale::Locale;
use shared::screening::{self, Understanding};

use crate::content::{self, app, text_file};
use crate::train::understanding::Example;
use crate::train::{self, at_once, situations, understanding};
use crate::{encoder, redaction};

/// Builds everything below the content folder.
///
/// # Errors
/// Names the file and what is wrong with it.
pub fn build(folder: &Path) -> Result<()> {
    let into = folder.join("build");
    std::fs::create_dir_all(into.join("app"))?;
    let content = content::content(folder)?;
    write(&into.join(PACKED), &rmp_serde::to_vec_named(&content)?)?;
    for translation in Translation::OTHERS {
        let scripture = content::other_translation(folder, translation)?;
        write(&into.join(translation.file()), &rmp_serde::to_vec_named(&scripture)?)?;
    }
    for (name, value) in app::files(&content, folder)? {
        write(&into.join("app").join(name), &serde_json::to_vec(&value)?)?;
    }
    let vectors = bytes(&folder.join("vectors/tokens.bin"))?;
    write(&into.join(screening::VECTORS), &vectors)?;
    let vectors = Vectors::from_bytes(&vectors)?;
    // Before the models, which take a minute: an editor of the patterns learns of a mistake at once.
    let patterns = pack_patterns(folder, &into)?;
    // No model needs another.
    std::thread::scope(|scope| {
        let encoder = scope.spawn(|| pack_encoder(folder, &into, &content));
        let english = scope.spawn(|| train_understanding(folder, &into, &vectors, &content.english));
        let spanish = scope.spawn(|| train_understanding(folder, &into, &vectors, &content.spanish));
        let redaction = scope.spawn(|| write(&into.join(screening::REDACTION), &redaction::dictionaries(folder)?));
        train_screening(folder, &into, &vectors, &patterns)?;
        for trained in [encoder, english, spanish, redaction] {
            trained
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(())
    })
}

/// Packs the encoder, whose heads have the labels of the other models in the same order.
fn pack_encoder(folder: &Path, into: &Path, content: &Content) -> Result<()> {
    let lexicon: Lexicon = toml::from_str(&text_file(&folder.join("lexicons/understanding.toml"))?)?;
    let topics = CompiledLexicon::new(&lexicon).topics().to_vec();
    let situations = content
        .english
        .situations
        .iter()
        .map(|situation| format!("{}/{}", situation.topic, situation.slug));
    let encoder = encoder::encoder(folder, &topics, &situations.collect::<Vec<_>>())?;
    write(&into.join(screening::ENCODER), &encoder.to_bytes()?)
}

/// The fewest training sentences of a topic, as `content/README.md` asks.
const MIN_EXAMPLES: usize = 60;

/// The lexicon of a language.
fn lexicon_file(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "lexicons/understanding.toml",
        Locale::Spanish => "lexicons/understanding-es.toml",
    }
}

/// Trains the models that understand a language.
fn train_understanding(folder: &Path, into: &Path, vectors: &Vectors, letters: &Letters) -> Result<()> {
    let path = folder.join(lexicon_file(letters.locale));
    let lexicon: Lexicon = toml::from_str(&text_file(&path)?).with_context(|| path.display().to_string())?;
    let faults = lexicon.faults();
    ensure!(faults.is_empty(), "{}: {}", path.display(), faults.join("; "));
    let topics: Vec<&str> = letters.topics.iter().map(|topic| topic.slug.as_str()).collect();
    let (of_topics, of_situations) = match letters.locale {
        Locale::English => english_examples(folder, &topics, &lexicon, letters)?,
        Locale::Spanish => spanish_examples(folder, &topics, &lexicon, letters)?,
    };
    let topics = || {
        let model = understanding::train(&of_topics, &lexicon, vectors);
        write(
            &into.join(Understanding::topics_file(letters.locale)),
            &model.to_bytes()?,
        )
    };
    let labels = letters.situations.iter().map(|situation| Label {
        topic: situation.topic.clone(),
        slug: situation.slug.clone(),
    });
    let situations = || {
        let model = situations::train(labels.collect(), &of_situations, &lexicon, vectors)?;
        write(
            &into.join(Understanding::situations_file(letters.locale)),
            &model.to_bytes()?,
        )
    };
    let (topics, situations) = at_once(topics, situations);
    topics.and(situations)
}

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

/// A statement that the browser's copy of the patterns must detect, or must not.
#[derive(Deserialize)]
struct PlainStatement {
    text: String,
    danger: bool,
}

/// Packs the patterns of danger, and those that the browser runs. Returns the screener without its model.
fn pack_patterns(folder: &Path, into: &Path) -> Result<Screener> {
    let patterns = text_file(&folder.join("patterns/crisis.toml"))?;
    write(&into.join(screening::CRISIS_PATTERNS), patterns.as_bytes())?;
    let patterns_only = Screener::from_parts(&patterns, None, None)?;
    let plain: Vec<PlainStatement> = json_lines(&folder.join("patterns/plain-statements.jsonl"))?;
    let dangers: Vec<String> = plain
        .into_iter()
        .filter(|line| line.danger)
        .map(|line| line.text)
        .collect();
    let browser_rules = crisis::browser_rules(&patterns_only, &dangers);
    write(&into.join("app/crisis-screen.json"), browser_rules.as_bytes())?;
    Ok(patterns_only)
}

fn train_screening(folder: &Path, into: &Path, vectors: &Vectors, patterns_only: &Screener) -> Result<()> {
    let mut training_examples: Vec<train::screening::Example> = examples(&folder.join("examples"), "crisis")?;
    training_examples.extend(calm_struggles(folder, patterns_only)?);
    write(
        &into.join(screening::CRISIS),
        &train::screening::train(patterns_only, &training_examples, Some(vectors))?,
    )
}

/// The fields of an example of guidance that train screening.
#[derive(Deserialize)]
struct Struggle {
    text: String,
    /// Whether it trains screening as harmless. A third of the struggles is enough to recognise ordinary letters; with
    /// all of them danger without plain words would be missed. Each change of the selection moves all figures, so every
    /// example is marked by hand.
    #[serde(default)]
    calm: bool,
}

/// Harmless examples for screening: the struggles marked as calm in which no pattern finds danger.
fn calm_struggles(folder: &Path, patterns_only: &Screener) -> Result<Vec<train::screening::Example>> {
    let struggles: Vec<Struggle> = examples(&folder.join("examples/guidance"), "")?;
    let calm = struggles
        .into_iter()
        .filter(|struggle| struggle.calm && crisis::screen(patterns_only, &struggle.text, None).severity == 0);
    let harmless = |struggle: Struggle| train::screening::Example {
        text: struggle.text,
        category: "none".to_owned(),
        severity: 0,
    };
    Ok(calm.map(harmless).collect())
}

/// The examples of a folder, in the order of file names. Held-out files are for measuring and never for training.
fn examples<T: DeserializeOwned>(folder: &Path, prefix: &str) -> Result<Vec<T>> {
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

fn bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}

/// Writes a file atomically: an interrupted build leaves the old one.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, bytes).with_context(|| fresh.display().to_string())?;
    std::fs::rename(&fresh, path).with_context(|| path.display().to_string())
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
