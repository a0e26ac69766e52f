//! What would be hidden of a story, shown to its author before anything is stored.
//! Invariant: the same reading as the worker's, over the same whole; nothing of it is kept.

use care::redact::{Redaction, redact};

use super::story::{Draft, SEPARATOR};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// One field as it will read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPreview {
    /// The text with placeholders.
    pub text: Confided,
    /// What is hidden in the field, in its order.
    pub hidden: Vec<Hidden>,
}

/// One detail which is hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// Its first place in the field as it was sent, in UTF-16 code units, as browsers count.
    pub start: usize,
    /// The place after its last one.
    pub end: usize,
    /// What it is.
    pub kind: &'static str,
    /// What stands in its place.
    pub placeholder: String,
}

/// What would be hidden in each field: what happened, what helped, what changed.
///
/// # Errors
/// `Internal` if the reading panics.
pub async fn preview(ctx: &Ctx, draft: Draft) -> Result<[FieldPreview; 3]> {
    let care = ctx.care.clone();
    tokio::task::spawn_blocking(move || {
        let whole = draft.story.whole();
        let redaction = redact(&care.dictionaries, whole.reveal(), &draft.story.also_hide());
        by_field(&draft.story.fields.each_ref().map(Confided::reveal), &redaction)
    })
    .await
    // What the panic said may quote the story.
    .map_err(|_| Error::internal(anyhow::anyhow!("previewing a story panicked")))
}

/// Cuts what was found in the whole where the fields begin and end. What reaches over a border is shown on both sides.
fn by_field(fields: &[&str; 3], redaction: &Redaction) -> [FieldPreview; 3] {
    let mut begins = 0;
    fields.map(|field| {
        let (first, last) = (begins, begins + field.len());
        begins = last + SEPARATOR.len();
        let mut preview = FieldPreview {
            text: Confided::new(String::new()),
            hidden: Vec::new(),
        };
        let (mut text, mut at, mut units) = (String::with_capacity(field.len()), 0, 0);
        let inside = redaction
            .spans
            .iter()
            .filter(|span| span.end > first && span.start < last);
        for span in inside {
            let (start, end) = (span.start.max(first) - first, span.end.min(last) - first);
            text.push_str(&field[at..start]);
            text.push_str(&span.placeholder);
            units += utf16_length(&field[at..start]);
            let from = units;
            units += utf16_length(&field[start..end]);
            preview.hidden.push(Hidden {
                start: from,
                end: units,
                kind: span.kind.name(),
                placeholder: span.placeholder.clone(),
            });
            at = end;
        }
        text.push_str(&field[at..]);
        preview.text = Confided::new(text);
        preview
    })
}

fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use care::redact::{Kind, Risk, Span};

    use super::*;

    #[test]
    fn spans_are_cut_at_the_borders_of_the_fields_and_counted_as_browsers_count() {
        let fields = ["🙏 Maria", "nothing", "wrote to ann"];
        let whole = fields.join(SEPARATOR);
        let at = |part: &str| {
            let start = whole.find(part).expect("there");
            (start, start + part.len())
        };
        let span = |(start, end): (usize, usize), placeholder: &str| Span {
            start,
            end,
            kind: Kind::Person,
            placeholder: placeholder.to_owned(),
        };
        let redaction = Redaction {
            spans: vec![span(at("Maria\n\nno"), "[name 1]"), span(at("ann"), "[name 2]")],
            text: String::new(),
            risk: Risk::Low,
        };
        let shown = by_field(&fields, &redaction);
        let texts = shown.each_ref().map(|field| field.text.reveal().to_owned());
        assert_eq!(texts, ["🙏 [name 1]", "[name 1]thing", "wrote to [name 2]"]);
        assert_eq!((shown[0].hidden[0].start, shown[0].hidden[0].end), (3, 8));
        assert_eq!((shown[1].hidden[0].start, shown[1].hidden[0].end), (0, 2));
        assert_eq!((shown[2].hidden[0].start, shown[2].hidden[0].end), (9, 12));
    }
}
