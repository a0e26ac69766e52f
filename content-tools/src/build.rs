//! Checks `content/`, trains the models, and packs everything into `content/build`.
//!
//! Invariant: the same content gives the same bytes.

use std::path::Path;

use anyhow::{Context as _, Result};
use care::crisis::{self, Screener};
use care::understand::lexicon::{CompiledLexicon, Lexicon};
use care::vectors::Vectors;
use serde::Deserialize;
use shared::content::{Content, PACKED, Translation, json_lines};
use shared::locale::Locale;
use shared::screening::{self, Understanding};

use crate::content::{self, app, text_file};
use crate::lessons::{Lessons, examples};
use crate::train::{self, in_parallel, situations, understanding};
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
    let english = Lessons::read(folder, &content.english)?;
    let spanish = Lessons::read(folder, &content.spanish)?;
    // No model needs another. What takes longest comes first.
    in_parallel(vec![
        Box::new(|| train_situations(&into, &vectors, &english)),
        Box::new(|| train_situations(&into, &vectors, &spanish)),
        Box::new(|| train_topics(&into, &vectors, &english)),
        Box::new(|| train_topics(&into, &vectors, &spanish)),
        Box::new(|| train_screening(folder, &into, &vectors, &patterns)),
        Box::new(|| pack_encoder(folder, &into, &content)),
        Box::new(|| write(&into.join(screening::REDACTION), &redaction::dictionaries(folder)?)),
    ])
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

/// The softmax temperatures of the models of a language, which `content-tools calibrate` finds.
pub(crate) struct Temperatures {
    pub(crate) topics: f32,
    pub(crate) situations: f32,
}

impl Temperatures {
    pub(crate) const fn of(locale: Locale) -> Self {
        let (topics, situations) = match locale {
            Locale::English => (0.7, 0.7),
            Locale::Spanish => (0.6, 0.9),
        };
        Self { topics, situations }
    }
}

/// Trains the model that finds the topic of a text.
fn train_topics(into: &Path, vectors: &Vectors, lessons: &Lessons) -> Result<()> {
    let temperature = Temperatures::of(lessons.locale).topics;
    let model = understanding::train(&lessons.of_topics, &lessons.lexicon, vectors, temperature);
    write(
        &into.join(Understanding::topics_file(lessons.locale)),
        &model.to_bytes()?,
    )
}

/// Trains the model that finds the situation of a text.
fn train_situations(into: &Path, vectors: &Vectors, lessons: &Lessons) -> Result<()> {
    let temperature = Temperatures::of(lessons.locale).situations;
    let Lessons {
        situations,
        of_situations,
        lexicon,
        ..
    } = lessons;
    let model = situations::train(situations.clone(), of_situations, lexicon, vectors, temperature)?;
    write(
        &into.join(Understanding::situations_file(lessons.locale)),
        &model.to_bytes()?,
    )
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

fn bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}

/// Writes a file atomically: an interrupted build leaves the old one.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, bytes).with_context(|| fresh.display().to_string())?;
    std::fs::rename(&fresh, path).with_context(|| path.display().to_string())
}
