//! The content bundled into the frontend, which it shows without a request and offline.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use shared::content::{Contact, Content, Letters, Passage, Topic, TopicPassage, Translation};

use super::page;

/// A passage as the frontend gets it.
#[derive(Serialize)]
struct Scripture<'a> {
    reference: String,
    text: &'a str,
    translation: &'static str,
}

impl<'a> From<&'a Passage> for Scripture<'a> {
    fn from(passage: &'a Passage) -> Self {
        Self {
            reference: passage.reference.to_string(),
            text: &passage.text,
            translation: Translation::Web.name(),
        }
    }
}

/// The messages of the topics in a language.
fn messages(letters: &Letters) -> Value {
    let message = |topic: &Topic| {
        let scripture = topic.passages.iter().map(|TopicPassage { passage, .. }| Scripture {
            reference: passage.reference.in_language(letters.locale).to_string(),
            text: &passage.text,
            translation: letters.translation().name(),
        });
        let scripture: Vec<Scripture<'_>> = scripture.collect();
        json!({ "id": topic.slug, "name": topic.name, "title": topic.title, "content": topic.content,
            "related": topic.related, "scripture": scripture })
    };
    letters.topics.iter().map(message).collect()
}

/// The files for the frontend, with their names.
///
/// # Errors
/// If one of the text pages cannot be read.
pub fn files(content: &Content, folder: &Path) -> Result<Vec<(&'static str, Value)>> {
    let name = |topic: &Topic| json!({ "id": topic.slug, "name": topic.name });
    let resources: Vec<Value> = content
        .resources
        .iter()
        .map(|resource| {
            let verses: Vec<Scripture<'_>> = resource.verses.iter().map(Scripture::from).collect();
            json!({ "id": resource.id, "title": resource.title, "category": resource.category,
                "description": resource.description, "content": resource.content, "verses": verses })
        })
        .collect();
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
            json!({ "categories": content.resource_categories, "resources": resources }),
        ),
        (
            "contacts.json",
            json!({ "international": content.contacts.international, "countries": countries }),
        ),
        ("guidelines.json", json!(page(folder, "guidelines.md")?)),
        ("terms.json", json!(page(folder, "terms.md")?)),
        ("privacy.json", json!(page(folder, "privacy.md")?)),
    ])
}
