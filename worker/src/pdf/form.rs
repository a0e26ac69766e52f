//! What was typed onto a page: values of form fields and free-text comments, as words at their place.
//!
//! Invariant: nothing that is hidden is read, and no password.

use pdfium_render::prelude::{
    PdfFormField, PdfFormFieldOption, PdfFormFieldType, PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon as _,
};

use super::layout::{Turn, Word};

/// More annotations of a page are not read.
const MAX_ANNOTATIONS: usize = 5_000;
/// The height of a line in points, where there is room.
const LINE_HEIGHT: f32 = 12.0;
/// The width of a letter, as a share of the height of its line.
const LETTER_WIDTH: f32 = 0.5;

/// The words that were typed onto a page, beside those that are printed on it.
pub fn typed(page: &PdfPage<'_>, printed: &[Word], upright: Turn) -> Vec<Word> {
    let annotations = page.annotations();
    let mut words = Vec::new();
    for annotation in annotations.iter().take(MAX_ANNOTATIONS) {
        let Some(text) = shown(&annotation) else { continue };
        let Ok(bounds) = annotation.bounds() else { continue };
        let one = upright.upright(bounds.left().value, bounds.bottom().value);
        let other = upright.upright(bounds.right().value, bounds.top().value);
        let place = Place {
            left: one.0.min(other.0),
            right: one.0.max(other.0),
            bottom: one.1.min(other.1),
            top: one.1.max(other.1),
        };
        if !is_printed(&text, place, printed) {
            words.extend(lines_in(&text, place, upright));
        }
    }
    words
}

/// The text that an annotation shows.
fn shown(annotation: &PdfPageAnnotation<'_>) -> Option<String> {
    if annotation.is_hidden() {
        return None;
    }
    let text = match annotation.as_free_text_annotation() {
        Some(comment) => comment.contents(),
        None => value(annotation.as_form_field()?),
    }?;
    let text = if text.trim_start().starts_with('<') {
        without_tags(&text)
    } else {
        text
    };
    (!text.trim().is_empty()).then_some(text)
}

/// The value of a field that people type or choose.
fn value(field: &PdfFormField<'_>) -> Option<String> {
    match field.field_type() {
        PdfFormFieldType::Text => {
            let field = field.as_text_field()?;
            (!field.is_password()).then(|| field.value())?
        }
        PdfFormFieldType::ComboBox => {
            let field = field.as_combo_box_field()?;
            let chosen = field.options().iter().find(PdfFormFieldOption::is_set);
            chosen
                .and_then(|option| option.label().cloned())
                .or_else(|| field.value())
        }
        PdfFormFieldType::ListBox => {
            let field = field.as_list_box_field()?;
            let chosen = field.options().iter().filter(PdfFormFieldOption::is_set);
            let labels: Vec<String> = chosen.filter_map(|option| option.label().cloned()).collect();
            if labels.is_empty() {
                field.value()
            } else {
                Some(labels.join("\n"))
            }
        }
        PdfFormFieldType::Checkbox
        | PdfFormFieldType::PushButton
        | PdfFormFieldType::RadioButton
        | PdfFormFieldType::Signature
        | PdfFormFieldType::Unknown => None,
    }
}

/// The text of a rich value, which is XHTML.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('<');
    plain.extend(parts.next());
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or(("", part));
        if matches!(tag.split([' ', '/']).next(), Some("p" | "br")) || tag.starts_with("/p") {
            plain.push('\n');
        }
        plain.push_str(after);
    }
    for (name, letter) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ] {
        plain = plain.replace(name, letter);
    }
    plain
}

#[derive(Debug, Clone, Copy)]
struct Place {
    left: f32,
    right: f32,
    bottom: f32,
    top: f32,
}

/// Whether the page itself has most words of a text at its place, as after flattening.
fn is_printed(text: &str, place: Place, printed: &[Word]) -> bool {
    let is_inside = |word: &&Word| {
        let (x, y) = (
            f32::midpoint(word.left, word.right),
            f32::midpoint(word.bottom, word.top),
        );
        (place.left..=place.right).contains(&x) && (place.bottom..=place.top).contains(&y)
    };
    let inside: Vec<&str> = printed
        .iter()
        .filter(is_inside)
        .map(|word| word.text.as_str())
        .collect();
    let typed: Vec<&str> = text.split_whitespace().collect();
    let known = typed.iter().filter(|word| inside.contains(*word)).count();
    known * 2 > typed.len()
}

/// The words of a text, line by line within its place.
fn lines_in(text: &str, place: Place, turn: Turn) -> Vec<Word> {
    let lines: Vec<&str> = text
        .split(['\r', '\n'])
        .filter(|line| !line.trim().is_empty())
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a value has few lines")]
    let height = ((place.top - place.bottom) / lines.len().max(1) as f32).min(LINE_HEIGHT);
    let mut words = Vec::new();
    // A lone line stands in the middle of its field, and more begin at the top.
    let mut top = if lines.len() == 1 {
        f32::midpoint(place.top, place.bottom) + height / 2.0
    } else {
        place.top
    };
    for line in lines {
        #[expect(clippy::cast_precision_loss, reason = "a line has few letters")]
        let width = ((place.right - place.left) / line.chars().count().max(1) as f32).min(height * LETTER_WIDTH);
        let mut left = place.left;
        for word in line.split_whitespace() {
            #[expect(clippy::cast_precision_loss, reason = "a word has few letters")]
            let right = left + word.chars().count() as f32 * width;
            words.push(Word {
                text: word.chars().filter(|letter| !letter.is_control()).collect(),
                left,
                right,
                bottom: top - height,
                top,
                turn,
                ..Word::default()
            });
            left = right + width;
        }
        top -= height;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rich_value_is_read_without_its_tags() {
        let rich = "<?xml version=\"1.0\"?><body><p>I was <b>lost</b> &amp; found.</p><p>Twice.</p></body>";
        assert_eq!(
            without_tags(rich).split_whitespace().collect::<Vec<_>>().join(" "),
            "I was lost & found. Twice."
        );
    }
}
