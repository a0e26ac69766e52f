//! Stories with their details marked inline, `my husband [[PERSON:David]]`, as our examples are written.
//! The marks are for teaching and measuring only; nothing of them reaches a stored story.

use serde::Deserialize;

use super::span::Kind;

/// One story of the examples.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedStory {
    /// The story without the marks.
    pub text: String,
    /// What must be hidden: first byte, byte after the last one, kind.
    pub spans: Vec<(usize, usize, Kind)>,
    /// What must stay.
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

/// Reads a file of stories, one JSON object `{"story": "…"}` a line.
///
/// # Errors
/// Says which line is not in its form.
pub fn read(lines: &str) -> Result<Vec<MarkedStory>, String> {
    let stories = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    stories
        .map(|(number, line)| {
            let line: Line = serde_json::from_str(line).map_err(|error| format!("example {}: {error}", number + 1))?;
            parse(&line.story)
                .ok_or_else(|| format!("example {}: a mark is not closed or of no known kind", number + 1))
        })
        .collect()
}

/// Takes the marks out of one story; none when they are not in their form.
#[must_use]
pub fn parse(story: &str) -> Option<MarkedStory> {
    let mut marked = MarkedStory {
        text: String::with_capacity(story.len()),
        spans: Vec::new(),
        kept: Vec::new(),
    };
    let mut rest = story;
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
