//! A letter of guidance as HTML.

use std::fmt::Write as _;

use shared::guidance::Guidance;
use shared::locale::Locale;

use super::placeholders::in_language;
use super::words::Words;
use crate::pages::escaped;

/// The letter, its passage, a prayer, stories, and what teachers say, in the language of the answer, whatever that of the
/// page is.
pub fn html(guidance: &Guidance<'_>, words: &Words) -> String {
    let letter = guidance.letter.as_ref();
    let mut html = format!(r#"<div lang="{}">"#, guidance.locale.tag());
    let _ = write!(html, "<h2>{}</h2>", escaped(&guidance.title()));
    paragraphs(&mut html, guidance.message().split("\n\n"));
    if let Some(letter) = letter {
        paragraphs(&mut html, [letter.bridge].into_iter());
    }
    let passage = &guidance.passage;
    let _ = write!(
        html,
        "<blockquote><p>{}</p><footer>{} · {}</footer></blockquote>",
        escaped(&passage.text),
        guidance.reference(),
        guidance.translation.name(),
    );
    if let Some((prayer, _)) = guidance.prayers() {
        let _ = write!(html, r#"<h2 lang="{}">{}</h2>"#, words.lang, words.prayer);
        paragraphs(&mut html, prayer.split("\n\n"));
    }
    stories(&mut html, guidance, words);
    sources(&mut html, guidance, words);
    html.push_str("</div>");
    html
}

fn stories(html: &mut String, guidance: &Guidance<'_>, words: &Words) {
    if guidance.testimonies.is_empty() {
        return;
    }
    let _ = write!(html, r#"<h2 lang="{}">{}</h2>"#, words.lang, words.stories);
    for testimony in &guidance.testimonies {
        let text: String = serde_json::from_str(testimony.redacted_text.get()).unwrap_or_default();
        let lang = testimony.language.map_or("", Locale::tag);
        let _ = write!(html, r#"<div class="story" lang="{lang}">"#);
        paragraphs(html, in_language(&text, testimony.language).split("\n\n"));
        html.push_str("</div>");
    }
}

fn sources(html: &mut String, guidance: &Guidance<'_>, words: &Words) {
    for hit in &guidance.sources {
        let _ = write!(
            html,
            r#"<div class="story"><p>{}</p><p class="small">{}, p. {} (<span lang="{}">{}</span>)</p></div>"#,
            escaped(&hit.snippet.text),
            escaped(&hit.title),
            hit.page,
            words.lang,
            words.teachers,
        );
    }
}

fn paragraphs<'a>(html: &mut String, texts: impl Iterator<Item = &'a str>) {
    for text in texts.filter(|text| !text.trim().is_empty()) {
        let _ = write!(html, "<p>{}</p>", escaped(text));
    }
}
