//! `worker evaluate`: the results of the product's own code for each line of a file, one JSON object a line.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::content::{Content, Topic, json_lines};
use shared::guidance::{self, Corpus, GuidanceQuery};
use shared::screening::Care;

/// What is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// The topics, and the verses that would be shown.
    Guidance,
    /// The severity and the category of danger.
    Crisis,
    /// The spans that would be hidden.
    Redaction,
}

impl FromStr for Evaluation {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> Result<Self> {
        match word {
            "guidance" => Ok(Self::Guidance),
            "crisis" => Ok(Self::Crisis),
            "redaction" => Ok(Self::Redaction),
            _ => bail!("there is guidance, crisis and redaction to evaluate, not {word}"),
        }
    }
}

#[derive(Deserialize)]
struct Line {
    id: String,
    text: String,
}

/// Evaluates each line of a file.
///
/// # Errors
/// If the file or the content cannot be read.
pub fn evaluate(content_dir: &Path, evaluation: Evaluation, file: &Path, out: &mut impl Write) -> Result<()> {
    let content = Content::load(content_dir)?;
    let care = Care::load(content_dir)?;
    if care.encoder.is_none() {
        bail!("the encoder cannot be read; run `content-tools build`");
    }
    for Line { id, text } in json_lines(file)? {
        let answer = match evaluation {
            Evaluation::Guidance => guidance(&content, &care, &id, &text)?,
            Evaluation::Crisis => {
                let (danger, _) = care.read(&text);
                json!({
                    "id": id,
                    "severity": danger.severity,
                    "category": danger.category_name().unwrap_or("none"),
                    "possible": danger.is_possible,
                })
            }
            Evaluation::Redaction => redaction(&care, &id, &text),
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn guidance(content: &Content, care: &Care, id: &str, text: &str) -> Result<Value> {
    let (_, second) = care.read(text);
    let second = second.as_ref();
    let understood = care.understand(text, second);
    let topics: Vec<&str> = understood.iter().map(|ranked| ranked.slug).collect();
    let query = GuidanceQuery::parse(Some(text.to_owned()), None)?;
    let answer = guidance::preview(Corpus { content, care }, &query, &[], second)?;
    let first = answer.topic.slug.as_str();
    // The topic of the answer, then the others as the model ranks them.
    let others = topics.into_iter().filter(|topic| *topic != first);
    let topics: Vec<&str> = [first].into_iter().chain(others).collect();
    let situation = answer.letter.as_ref().map(|letter| letter.situation.slug.as_str());
    let alternatives: Vec<&str> = answer
        .alternatives
        .iter()
        .map(|situation| situation.slug.as_str())
        .collect();
    Ok(json!({
        "id": id,
        "topics": topics,
        "verses": verses(answer.topic, care, text),
        "situation": situation,
        "alternatives": alternatives,
        "passage": answer.passage.reference,
    }))
}

/// The verses of a topic's passages, the passage that fits best first.
fn verses(topic: &Topic, care: &Care, text: &str) -> Vec<String> {
    care::passage::rank(&topic.embeddings(&care.vectors).fits, &care.vectors.embed(text))
        .into_iter()
        .map(|index| &topic.passages[index].passage.reference)
        .flat_map(|reference| {
            (reference.first_verse..=reference.last_verse).map(|verse| reference.with_verse(verse).to_string())
        })
        .collect()
}

/// Spans with offsets in characters, as the scorer expects them.
fn redaction(care: &Care, id: &str, text: &str) -> Value {
    let redaction = care::redact::redact(&care.dictionaries, text, &[]);
    let characters = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    let spans: Vec<Value> = redaction
        .spans
        .iter()
        .map(|span| json!({ "start": characters(span.start), "end": characters(span.end), "type": span.kind }))
        .collect();
    json!({ "id": id, "spans": spans })
}
