//! Helplines as HTML: large links to call and to text, first those of the reader's country, then all others.
//!
//! Invariant: it needs memory alone, and whatever the country, every helpline is there.

use std::fmt::Write as _;

use shared::content::{Contact, ContactKind, Content};
use shared::locale::Locale;

use super::escaped;

/// The directories that the international sentence names.
const DIRECTORIES: [&str; 2] = ["findahelpline.com", "befrienders.org"];

/// Which helplines to show first.
#[derive(Debug, Clone, Copy, Default)]
pub struct First<'a> {
    /// The country whose helplines come first; none if it is one without helplines of ours.
    pub country: Option<&'a str>,
    /// What the words tell of, such as `domestic_violence`.
    pub category: Option<&'static str>,
}

/// All helplines. Beneath them stands the sentence for other countries, or above them if the country is another one.
pub fn helplines(content: &Content, first: First<'_>, locale: Locale) -> String {
    let mut html = String::new();
    let elsewhere = international(content, locale);
    if first.country.is_none() {
        html.push_str(&elsewhere);
    }
    let (own, others): (Vec<_>, Vec<_>) = content
        .countries
        .iter()
        .partition(|country| Some(country.code.as_str()) == first.country);
    for country in own.into_iter().chain(others) {
        let of_country = content.contacts.all.iter();
        let mut contacts: Vec<&Contact> = of_country.filter(|contact| contact.country == country.code).collect();
        if contacts.is_empty() {
            continue;
        }
        contacts.sort_by_key(|contact| rank(contact.kind, first.category));
        let name = escaped(country.name(locale));
        let lines: String = contacts.into_iter().map(|contact| line(contact, locale)).collect();
        let _ = write!(html, r#"<h3>{name}</h3><ul class="lines">{lines}</ul>"#);
    }
    if first.country.is_some() {
        html.push_str(&elsewhere);
    }
    html
}

fn line(contact: &Contact, locale: Locale) -> String {
    let name = escaped(contact.name(locale));
    let mut links = String::new();
    let mut link = |href: &str, label: &str| {
        let label = escaped(label);
        let _ = write!(links, r#"<a class="button call" href="{href}">{label}</a>"#);
    };
    if let Some(call) = &contact.call {
        link(&format!("tel:{}", digits(call)), &to_call(contact, call, locale));
    }
    if let Some(text) = &contact.text {
        let keyword = contact.keyword(locale);
        let body = keyword.map_or_else(String::new, |keyword| format!("?&amp;body={}", escaped(keyword)));
        link(&format!("sms:{}{body}", digits(text)), &to_text(text, keyword, locale));
    }
    let purpose = escaped(contact.description(locale));
    format!(r#"<li><strong>{name}</strong><span class="purpose">{purpose}</span>{links}</li>"#)
}

fn to_call(contact: &Contact, number: &str, locale: Locale) -> String {
    match (locale, contact.press(locale)) {
        (Locale::English, _) => format!("Call {number}"),
        (Locale::Spanish, None) => format!("Llamar al {number}"),
        (Locale::Spanish, Some(key)) => format!("Llamar al {number} y presionar {key}"),
    }
}

fn to_text(number: &str, keyword: Option<&str>, locale: Locale) -> String {
    match (locale, keyword) {
        (Locale::English, None) => format!("Text {number}"),
        (Locale::English, Some(keyword)) => format!("Text {keyword} to {number}"),
        (Locale::Spanish, None) => format!("Enviar un mensaje al {number}"),
        (Locale::Spanish, Some(keyword)) => format!("Enviar {keyword} al {number}"),
    }
}

/// A number as a link has it.
fn digits(number: &str) -> String {
    number
        .chars()
        .filter(|char| char.is_ascii_digit() || *char == '+')
        .collect()
}

fn international(content: &Content, locale: Locale) -> String {
    let mut sentence = escaped(content.contacts.international(locale));
    for directory in DIRECTORIES {
        let link = format!(r#"<a href="https://{directory}" rel="noreferrer">{directory}</a>"#);
        sentence = sentence.replace(directory, &link);
    }
    format!("<p>{sentence}</p>")
}

/// The place of a helpline among those of its country, as in `frontend/src/features/support/helplines.ts`.
fn rank(kind: ContactKind, category: Option<&str>) -> usize {
    use ContactKind::{DomesticViolence, Emergency, Suicide, Text};
    let first: &[ContactKind] = match category {
        Some("suicide_ideation" | "self_harm") => &[Suicide, Text],
        Some("suicide_plan") => &[Suicide, Emergency],
        Some("domestic_violence") => &[DomesticViolence],
        _ => &[],
    };
    let usual = [Emergency, Suicide, Text, DomesticViolence];
    let mut order = first.iter().chain(&usual);
    order.position(|other| *other == kind).unwrap_or(usize::MAX)
}
