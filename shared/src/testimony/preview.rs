//! Preview of the redaction, shown to the author before anything is stored.
//!
//! Invariant: it redacts the same joined text as the worker does. Nothing is stored.

use care::redact::{Redaction, redact};

use super::submission::{Draft, SEPARATOR};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::error::{Error, Result};

/// One field as it will be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPreview {
    /// The text with placeholders.
    pub text: Confided,
    /// The hidden details, in the order of the text.
    pub hidden: Vec<Hidden>,
}

/// One hidden detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// Its start in the submitted field, in UTF-16 code units, as browsers count.
    pub start: usize,
    /// Its end, exclusive.
    pub end: usize,
    /// What it is.
    pub kind: &'static str,
    /// The text that replaces it.
    pub placeholder: String,
}

/// A testimony as it will be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// What happened, what helped, what changed.
    pub fields: [FieldPreview; 3],
    /// The words that the author wants to hide and that do not occur in the text.
    pub not_found: Vec<Confided>,
}

/// Previews the redaction.
pub async fn preview(ctx: &Ctx, draft: Draft) -> Result<Preview> {
    let care = ctx.care.clone();
    tokio::task::spawn_blocking(move || {
        let whole = draft.testimony.whole();
        let redaction = redact(&care.dictionaries, whole.reveal(), &draft.testimony.also_hide());
        Preview {
            fields: split_by_field(&draft.testimony.fields.each_ref().map(Confided::reveal), &redaction),
            not_found: draft.not_found,
        }
    })
    .await
    // The panic message may quote the testimony.
    .map_err(|_| Error::internal(anyhow::anyhow!("previewing a story panicked")))
}

/// Splits the spans of the joined text at field boundaries. A span across a boundary appears in both fields.
fn split_by_field(fields: &[&str; 3], redaction: &Redaction) -> [FieldPreview; 3] {
    let mut offset = 0;
    fields.map(|field| {
        let (first, last) = (offset, offset + field.len());
        offset = last + SEPARATOR.len();
        let mut preview = FieldPreview {
            text: Confided::new(String::new()),
            hidden: Vec::new(),
        };
        let (mut text, mut copied_to, mut utf16_offset) = (String::with_capacity(field.len()), 0, 0);
        let inside = redaction
            .spans
            .iter()
            .filter(|span| span.end > first && span.start < last);
        for span in inside {
            let (start, end) = (span.start.max(first) - first, span.end.min(last) - first);
            text.push_str(&field[copied_to..start]);
            text.push_str(&span.placeholder);
            utf16_offset += utf16_length(&field[copied_to..start]);
            let from = utf16_offset;
            utf16_offset += utf16_length(&field[start..end]);
            preview.hidden.push(Hidden {
                start: from,
                end: utf16_offset,
                kind: span.kind.name(),
                placeholder: span.placeholder.clone(),
            });
            copied_to = end;
        }
        text.push_str(&field[copied_to..]);
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
    fn spans_are_split_at_field_boundaries_and_counted_in_utf16() {
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
        let shown = split_by_field(&fields, &redaction);
        let texts = shown.each_ref().map(|field| field.text.reveal().to_owned());
        assert_eq!(texts, ["🙏 [name 1]", "[name 1]thing", "wrote to [name 2]"]);
        assert_eq!((shown[0].hidden[0].start, shown[0].hidden[0].end), (3, 8));
        assert_eq!((shown[1].hidden[0].start, shown[1].hidden[0].end), (0, 2));
        assert_eq!((shown[2].hidden[0].start, shown[2].hidden[0].end), (9, 12));
    }
}
