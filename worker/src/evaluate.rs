//! `worker evaluate`: the results of the product's own code for each line of a file, one JSON object a line.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Result, bail};
use care::readings::{Readings, Role, Time, readings};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::content::{Content, Reference, Topic, json_lines};
use shared::guidance::{self, Corpus, Form, Guidance, GuidanceQuery, Shown};
use shared::locale::Locale;
use shared::screening::Care;

/// How much of an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What was chosen.
    Choices,
    /// The whole answer as the person reads it, too.
    Letters,
}

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
pub fn evaluate(
    content_dir: &Path,
    evaluation: Evaluation,
    detail: Detail,
    file: &Path,
    out: &mut impl Write,
) -> Result<()> {
    let content = Content::load(content_dir)?;
    let care = Care::load(content_dir)?;
    if care.encoder().is_none() {
        bail!("the encoder cannot be read; run `content-tools build`");
    }
    for Line { id, text } in json_lines(file)? {
        let answer = match evaluation {
            Evaluation::Guidance => guidance(&content, &care, &id, &text, detail)?,
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

fn guidance(content: &Content, care: &Care, id: &str, text: &str, detail: Detail) -> Result<Value> {
    let (_, second) = care.read(text);
    let second = second.as_ref();
    let locale = Locale::of_words(text, Locale::English);
    let understood = care.understand(text, locale, second);
    let topics: Vec<&str> = understood.iter().map(|ranked| ranked.slug).collect();
    let query = GuidanceQuery::parse(Some(text.to_owned()), None)?;
    let answer = guidance::preview(Corpus::new(content, care), &query, &Shown::default(), second)?;
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
    let passage = &answer.passage.reference;
    let verses = if matches!(answer.form, Form::Asked(_)) {
        of_passage(content, passage)
    } else {
        verses(content, answer.topic, care, text)
    };
    let read = readings(text, locale.language());
    let mut line = json!({
        "id": id,
        "language": answer.locale.tag(),
        "topics": topics,
        "verses": verses,
        "situation": situation,
        "alternatives": alternatives,
        "alsoAbout": answer.also_about.map(|situation| situation.slug.as_str()),
        "role": role(&read),
        "time": time(&read),
        "alone": read.is_alone,
        "poor": read.is_poor,
        "passage": passage,
    });
    if detail == Detail::Letters {
        line["letter"] = letter(&answer);
    }
    Ok(line)
}

/// The answer as the person reads it.
fn letter(answer: &Guidance<'_>) -> Value {
    let letter = answer.letter.as_ref();
    let chips: Vec<&str> = answer
        .alternatives
        .iter()
        .map(|situation| situation.chip.as_str())
        .collect();
    json!({
        "title": answer.title(),
        "letter": answer.message(),
        "bridge": letter.map(|letter| letter.bridge),
        "passage": { "reference": answer.reference(), "text": answer.passage.text },
        "prayer": answer.prayers().map(|(prayer, _)| prayer),
        "plainPrayer": answer.prayers().map(|(_, plain)| plain),
        "alsoAbout": answer.also_about.map(|situation| situation.chip.as_str()),
        "chips": chips,
    })
}

/// Who writes about whom, in the words of the golden texts.
fn role(read: &Readings) -> &'static str {
    match read.role {
        _ if read.is_young => "young",
        Some(Role::Loves) => "loves",
        Some(Role::Did) => "did",
        None => "self",
    }
}

fn time(read: &Readings) -> &'static str {
    match read.time {
        Some(Time::Now) => "now",
        Some(Time::Months) => "months",
        Some(Time::Years) => "years",
        None => "unsaid",
    }
}

/// The verses of a passage.
fn of_passage(content: &Content, reference: &Reference) -> Vec<String> {
    let verses = content.scripture.around(reference, 0).unwrap_or_default();
    verses.iter().map(|verse| verse.reference.to_string()).collect()
}

/// The verses of a topic's passages, the passage that fits best first.
fn verses(content: &Content, topic: &Topic, care: &Care, text: &str) -> Vec<String> {
    care::passage::rank(&topic.embeddings(&care.vectors).fits, &care.vectors.embed(text))
        .into_iter()
        .flat_map(|index| of_passage(content, &topic.passages[index].passage.reference))
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
