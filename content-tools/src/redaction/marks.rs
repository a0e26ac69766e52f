//! Parses texts with inline marks, `my husband [[PERSON:David]]`: the training and evaluation data of redaction.
//!
//! Stored testimonies never contain marks.

use care::redact::Kind;
use serde::Deserialize;

/// One marked example.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedText {
    /// The text without the marks.
    pub text: String,
    /// The details to redact: start and end in bytes, and kind.
    pub spans: Vec<(usize, usize, Kind)>,
    /// The ranges that must not be redacted.
    pub kept: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
struct Line {
    story: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Mark {
    Keep,
    #[serde(untagged)]
    Hide(Kind),
}

/// Parses a file of marked texts, one JSON object `{"story": "…"}` a line.
///
/// # Errors
/// Names the first invalid line.
pub fn read(lines: &str) -> Result<Vec<MarkedText>, String> {
    let filled_lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    filled_lines
        .map(|(number, line)| {
            let line: Line = serde_json::from_str(line).map_err(|error| format!("example {}: {error}", number + 1))?;
            parse(&line.story)
                .ok_or_else(|| format!("example {}: a mark is not closed or of no known kind", number + 1))
        })
        .collect()
}

/// Parses the marks of one text; `None` when they are invalid.
pub fn parse(source: &str) -> Option<MarkedText> {
    let mut marked = MarkedText {
        text: String::with_capacity(source.len()),
        spans: Vec::new(),
        kept: Vec::new(),
    };
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("[[") {
        marked.text.push_str(before);
        let (kind, after) = after.split_once(':')?;
        let (inside, after) = after.split_once("]]")?;
        let start = marked.text.len();
        marked.text.push_str(inside);
        let name = serde_json::Value::String(kind.to_owned());
        match serde_json::from_value::<Mark>(name).ok()? {
            Mark::Keep => marked.kept.push((start, marked.text.len())),
            Mark::Hide(kind) => marked.spans.push((start, marked.text.len(), kind)),
        }
        rest = after;
    }
    marked.text.push_str(rest);
    Some(marked)
}
