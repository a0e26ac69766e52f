//! Finds the softmax temperatures of the models that understand people: those with which a score of .7 is right seven
//! times in ten, on a fifth of the lessons that the trial was not trained on.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result};
use care::vectors::Vectors;
use shared::content::Letters;

use crate::build::Temperatures;
use crate::content;
use crate::lessons::Lessons;
use crate::train::{situations, understanding};

/// Prints for each model the temperature that is best now, and the one that it is built with. It takes some minutes.
///
/// # Errors
/// If the content can't be read.
pub fn calibrate(folder: &Path, out: &mut impl Write) -> Result<()> {
    let content = content::content(folder)?;
    let path = folder.join("vectors/tokens.bin");
    let vectors = Vectors::from_bytes(&std::fs::read(&path).with_context(|| path.display().to_string())?)?;
    for letters in [&content.english, &content.spanish] {
        write_temperatures(folder, &vectors, letters, out)?;
    }
    Ok(())
}

fn write_temperatures(folder: &Path, vectors: &Vectors, letters: &Letters, out: &mut impl Write) -> Result<()> {
    let lessons = Lessons::read(folder, letters)?;
    let built = Temperatures::of(letters.locale);
    let lexicon = &lessons.lexicon;
    let topics = understanding::calibrated_temperature(&lessons.of_topics, lexicon, vectors);
    let situations = situations::calibrated_temperature(&lessons.situations, &lessons.of_situations, lexicon, vectors);
    for (model, best, built) in [
        ("topics", topics, built.topics),
        ("situations", situations, built.situations),
    ] {
        let language = letters.locale.tag();
        writeln!(out, "{language} {model:<11} best {best:.2}, built with {built:.2}")?;
    }
    Ok(())
}
