//! Reads a situation: TOML between `+++` lines, then sections with `## ` headings.
//!
//! Invariant: only what `content/README.md` describes is accepted; a misspelt heading or slot fails the build.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail, ensure};
use care::names::Names;
use serde::Deserialize;
use shared::content::{Reference, Scripture, Situation, SituationPassage, StepFor, WithNumbers, WrittenFor};

use super::replies::check_kinds;
use super::text_file;

const PASSAGE_COUNT: RangeInclusive<usize> = 4..=6;
const MAX_CHIP_LEN: usize = 38;
const MAX_TITLE_LEN: usize = 60;
const MAX_BRIDGE_WORDS: usize = 27;

/// The slots that an opening may have.
const SLOTS: [&str; 7] = ["person", "Person", "duration", "hour", "age", "work", "children"];

/// The sections of a step, and whom it is for.
const STEPS: [(&str, StepFor); 6] = [
    ("Step for the young", StepFor::Young),
    ("Step with nobody to tell", StepFor::Alone),
    ("Step without money", StepFor::Poor),
    ("Step after years", StepFor::AfterYears),
    ("Step for who loves them", StepFor::Loves),
    ("Step for who did it", StepFor::Did),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    chip: String,
    title: String,
    #[serde(default)]
    with_numbers: WithNumbers,
    #[serde(default)]
    discreet: bool,
    #[serde(default)]
    written_for: WrittenFor,
    #[serde(default)]
    after_years: bool,
    #[serde(default)]
    named_by: Names,
    #[serde(default)]
    never_with: Names,
    near: Vec<String>,
    #[serde(default)]
    persons: Vec<String>,
    #[serde(default)]
    answers: Vec<String>,
    avoid: Vec<Reference>,
    passages: Vec<PassageHead>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassageHead {
    reference: Reference,
    fits: String,
    #[serde(default)]
    avoid: String,
    bridge: String,
}

/// Reads all situations of the topics, in the order of the topics and of the file names.
///
/// # Errors
/// Names the file and what is wrong with it.
pub fn situations<'a>(
    folder: &Path,
    topics: impl Iterator<Item = &'a str>,
    scripture: &Scripture,
    letter_words: &RangeInclusive<usize>,
) -> Result<Vec<Situation>> {
    let mut situations: Vec<Situation> = Vec::new();
    for topic in topics {
        let folder = folder.join("topics").join(topic);
        if !folder.is_dir() {
            continue;
        }
        let mut paths = std::fs::read_dir(&folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<Vec<_>>>()?;
        paths.sort();
        for path in paths {
            let read = || situation(topic, &path, scripture, letter_words);
            situations.push(read().with_context(|| path.display().to_string())?);
        }
    }
    let slugs: HashSet<&str> = situations.iter().map(|situation| situation.slug.as_str()).collect();
    ensure!(slugs.len() == situations.len(), "two situations have the same name");
    for situation in &situations {
        if let Some(unknown) = situation.near.iter().find(|near| !slugs.contains(near.as_str())) {
            bail!(
                "topics/{}/{}.md: near names {unknown}, which is no situation",
                situation.topic,
                situation.slug
            );
        }
    }
    Ok(situations)
}

fn situation(
    topic: &str,
    path: &Path,
    scripture: &Scripture,
    letter_words: &RangeInclusive<usize>,
) -> Result<Situation> {
    let slug = path.file_stem().context("no name")?.to_string_lossy().into_owned();
    let text = text_file(path)?;
    let (head, body) = text
        .strip_prefix("+++\n")
        .and_then(|rest| rest.split_once("\n+++\n"))
        .context("must open with a +++ block")?;
    let head: Head = toml::from_str(head)?;
    ensure!(
        head.chip.chars().count() <= MAX_CHIP_LEN,
        "the chip is longer than {MAX_CHIP_LEN} characters"
    );
    ensure!(
        head.title.chars().count() <= MAX_TITLE_LEN,
        "the title is longer than {MAX_TITLE_LEN} characters"
    );
    ensure!(
        PASSAGE_COUNT.contains(&head.passages.len()),
        "{} passages, not {PASSAGE_COUNT:?}",
        head.passages.len()
    );
    check_kinds(&head.answers)?;
    let mut sections = sections(body)?;
    let mut take = |name: &str| {
        sections
            .remove(name)
            .with_context(|| format!("there is no section `{name}`"))
    };
    let opening = take("Opening")?;
    let echoes = take("Openings that echo").map_or_else(|_| Vec::new(), |text| paragraphs(&text));
    let message = paragraphs(&take("Letter")?);
    let step = take("Step")?;
    let (prayer, plain_prayer) = (take("Prayer")?, take("Prayer without church words")?);
    let safety = take("Safety").ok();
    let steps: Vec<(StepFor, String)> = STEPS
        .iter()
        .filter_map(|(name, step_for)| Some((*step_for, take(name).ok()?)))
        .collect();
    if let Some(unknown) = sections.keys().next() {
        bail!("there is no section `{unknown}`; content/README.md names those that there are");
    }
    for echo in &echoes {
        check_slots(echo)?;
    }
    for step in steps.iter().map(|(_, step)| step).chain([&step]) {
        let parts = [&opening, step].into_iter().chain(&message).chain(&safety);
        let words: usize = parts.map(|part| part.split_whitespace().count()).sum();
        ensure!(
            letter_words.contains(&words),
            "the letter has {words} words, not {letter_words:?}"
        );
    }
    let passages = head
        .passages
        .into_iter()
        .map(|passage| chosen(passage, &head.avoid, scripture));
    Ok(Situation {
        passages: passages.collect::<Result<_>>()?,
        slug,
        topic: topic.to_owned(),
        chip: head.chip,
        title: head.title,
        with_numbers: head.with_numbers,
        discreet: head.discreet,
        written_for: head.written_for,
        after_years: head.after_years,
        named_by: head.named_by,
        never_with: head.never_with,
        answers: head.answers,
        near: head.near,
        persons: head.persons,
        opening,
        echoes,
        message,
        step,
        steps,
        safety,
        prayer,
        plain_prayer,
        avoid: head.avoid,
        embeddings: OnceLock::new(),
    })
}

fn chosen(head: PassageHead, avoid: &[Reference], scripture: &Scripture) -> Result<SituationPassage> {
    let PassageHead { reference, .. } = &head;
    ensure!(
        !avoid.contains(reference),
        "{reference} is a passage, and is to be avoided"
    );
    let words = head.bridge.split_whitespace().count();
    ensure!(words <= MAX_BRIDGE_WORDS, "{reference}: the bridge has {words} words");
    Ok(SituationPassage {
        passage: scripture
            .passage(reference)
            .with_context(|| format!("{reference} does not exist"))?,
        fits: head.fits,
        avoid: head.avoid,
        bridge: head.bridge,
    })
}

/// The sections by heading, with line breaks within a paragraph joined.
fn sections(body: &str) -> Result<BTreeMap<&str, String>> {
    let mut sections = BTreeMap::new();
    let mut parts = body.split("\n## ");
    ensure!(
        parts.next().is_some_and(|before| before.trim().is_empty()),
        "text before the first heading"
    );
    for part in parts {
        let (name, text) = part.split_once('\n').context("a heading without text")?;
        let paragraphs: Vec<String> = paragraphs(text.trim());
        ensure!(!paragraphs.is_empty(), "the section `{name}` is empty");
        let joined = if name.starts_with("Prayer") {
            text.trim().to_owned()
        } else {
            paragraphs.join("\n\n")
        };
        ensure!(
            sections.insert(name, joined).is_none(),
            "the section `{name}` stands twice"
        );
    }
    Ok(sections)
}

fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

/// Checks that an opening has slots, and only known ones.
fn check_slots(echo: &str) -> Result<()> {
    let mut found = false;
    for part in echo.split('{').skip(1) {
        let (slot, _) = part.split_once('}').context("a slot is not closed")?;
        ensure!(SLOTS.contains(&slot), "there is no slot {{{slot}}}");
        found = true;
    }
    ensure!(found, "an opening that echoes has no slot: {echo}");
    Ok(())
}
