//! The content bundled into the frontend, which it shows without a request and offline.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use shared::content::{
    Contact, Content, Letters, Passage, Resource, ResourceCategory, Topic, TopicPassage, Translation,
};
use shared::locale::Locale;

use super::{page, spanish_resources};

/// A passage as the frontend gets it.
#[derive(Serialize)]
struct Scripture<'a> {
    reference: String,
    text: &'a str,
    translation: &'static str,
}

impl<'a> Scripture<'a> {
    /// A passage of the translation that readers of a language get.
    fn of(passage: &'a Passage, locale: Locale) -> Self {
        Self {
            reference: passage.reference.in_language(locale).to_string(),
            text: &passage.text,
            translation: Translation::usual(locale).name(),
        }
    }
}

/// The messages of the topics in a language.
fn messages(letters: &Letters) -> Value {
    let message = |topic: &Topic| {
        let scripture = topic.passages.iter();
        let scripture: Vec<Scripture<'_>> = scripture
            .map(|TopicPassage { passage, .. }| Scripture::of(passage, letters.locale))
            .collect();
        json!({ "id": topic.slug, "name": topic.name, "title": topic.title, "content": topic.content,
            "related": topic.related, "scripture": scripture })
    };
    letters.topics.iter().map(message).collect()
}

/// The resources in a language, with the filters above them.
fn resources(categories: &[ResourceCategory], resources: &[Resource], locale: Locale) -> Value {
    let shown = |resource: &Resource| {
        let verses = resource.verses.iter().map(|passage| Scripture::of(passage, locale));
        let verses: Vec<Scripture<'_>> = verses.collect();
        json!({ "id": resource.id, "title": resource.title, "category": resource.category,
            "description": resource.description, "content": resource.content, "verses": verses })
    };
    let resources: Vec<Value> = resources.iter().map(shown).collect();
    json!({ "categories": categories, "resources": resources })
}

/// The files for the frontend, with their names.
///
/// # Errors
/// If one of the text pages cannot be read.
pub fn files(content: &Content, folder: &Path) -> Result<Vec<(&'static str, Value)>> {
    let name = |topic: &Topic| json!({ "id": topic.slug, "name": topic.name });
    let (spanish_categories, spanish_resources) = spanish_resources(folder, content)?;
    // Only operators need the date of the last check.
    let shown = |contact: &Contact| {
        let mut shown = json!(contact);
        if let Some(fields) = shown.as_object_mut() {
            fields.remove("checked");
            if let Some(es) = fields.get_mut("es").and_then(Value::as_object_mut) {
                es.remove("checked");
            }
        }
        shown
    };
    let countries: Vec<Value> = content
        .countries
        .iter()
        .map(|country| {
            let contacts: Vec<_> = content
                .contacts
                .all
                .iter()
                .filter(|contact| contact.country == country.code)
                .map(shown)
                .collect();
            json!({ "code": country.code, "name": country.name, "zones": country.zones, "contacts": contacts })
        })
        .collect();
    Ok(vec![
        ("topics.json", content.english.topics.iter().map(name).collect()),
        ("guidance.json", messages(&content.english)),
        ("guidance.es.json", messages(&content.spanish)),
        (
            "resources.json",
            resources(&content.resource_categories, &content.resources, Locale::English),
        ),
        (
            "resources.es.json",
            resources(&spanish_categories, &spanish_resources, Locale::Spanish),
        ),
        (
            "contacts.json",
            json!({ "international": content.contacts.international, "countries": countries }),
        ),
        ("guidelines.json", json!(page(folder, "guidelines.md")?)),
        ("guidelines.es.json", json!(page(folder, "es/guidelines.md")?)),
        ("terms.json", json!(page(folder, "terms.md")?)),
        ("terms.es.json", json!(page(folder, "es/terms.md")?)),
        ("privacy.json", json!(page(folder, "privacy.md")?)),
        ("privacy.es.json", json!(page(folder, "es/privacy.md")?)),
    ])
}
