//! The check before publication: what a strict reader still finds in a redacted text, which words speak for danger, and
//! whether its language is one that redaction knows.
//!
//! Invariant: nothing is stored; the same text always gives the same result.

use std::ops::Range;

use care::crisis::spans;
use care::redact::{Check, check as check_text};

use super::ListedTestimony;
use super::state::{Step, invalid_field};
use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::screening::Care;

/// The result for one redacted text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextCheck {
    /// What still looks like a number, an address or a handle, in order.
    pub left_readable: Vec<Mark>,
    /// What was nearly hidden: words that may be names, in order.
    pub nearly_hidden: Vec<Mark>,
    /// The words that speak for danger, or may, in order; none if the testimony was found harmless. Only phrases of
    /// patterns can be shown; what models weigh has no place.
    pub danger: Vec<Mark>,
    /// Whether the text is neither English nor Spanish.
    pub is_other_language: bool,
}

/// A part of the redacted text, in UTF-16 code units, as browsers count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Its first unit.
    pub start: usize,
    /// The unit after its last one.
    pub end: usize,
}

/// Checks the redacted texts of testimonies; one that is not prepared has nothing to check.
pub async fn check_texts(ctx: &Ctx, testimonies: &[ListedTestimony]) -> Result<Vec<TextCheck>> {
    let of = |one: &ListedTestimony| (one.redacted_text.clone(), one.crisis_severity > 0);
    let texts: Vec<(Option<String>, bool)> = testimonies.iter().map(of).collect();
    on_blocking_thread(ctx, move |care| {
        let check = |(text, tells_of_danger): (Option<String>, bool)| {
            let Some(text) = text else { return TextCheck::default() };
            let danger = if tells_of_danger {
                marks(&text, spans(&care.screener, &text))
            } else {
                Vec::new()
            };
            TextCheck {
                danger,
                ..check(care, &text)
            }
        };
        texts.into_iter().map(check).collect()
    })
    .await
}

/// Refuses to publish a text that still shows something, and to publish one in another language unread.
///
/// # Errors
/// `InvalidFields`. [`check_texts`] says where the words are.
pub(super) async fn require_publishable(ctx: &Ctx, step: &Step, text: Option<&str>) -> Result<()> {
    let (true, Some(text)) = (step.publishes(), text.map(str::to_owned)) else {
        return Ok(());
    };
    let check = on_blocking_thread(ctx, move |care| check(care, &text)).await?;
    if !check.left_readable.is_empty() {
        return Err(invalid_field(
            "redactedText",
            "Some words still look like a number, an address or a name online. They are marked in the text. Please edit them first.",
        ));
    }
    if *step == Step::ApproveUnread && check.is_other_language {
        return Err(invalid_field("checked", "Please read this story by itself."));
    }
    Ok(())
}

/// Whether a published text tells of danger, still shows something, or is in a language that redaction does not know.
pub(super) async fn screens_badly(ctx: &Ctx, text: Confided) -> Result<bool> {
    on_blocking_thread(ctx, move |care| {
        let found = check(care, text.reveal());
        !found.left_readable.is_empty() || found.is_other_language || care.screen(text.reveal(), None).is_crisis()
    })
    .await
}

pub(super) async fn on_blocking_thread<T: Send + 'static>(
    ctx: &Ctx,
    work: impl FnOnce(&Care) -> T + Send + 'static,
) -> Result<T> {
    let care = ctx.care.clone();
    tokio::task::spawn_blocking(move || work(&care))
        .await
        // The panic message may quote the testimony.
        .map_err(|_| Error::internal(anyhow::anyhow!("checking a story panicked")))
}

fn check(care: &Care, text: &str) -> TextCheck {
    let Check {
        left_readable,
        nearly_hidden,
        is_other_language,
    } = check_text(&care.dictionaries, text);
    TextCheck {
        left_readable: marks(text, left_readable),
        nearly_hidden: marks(text, nearly_hidden),
        danger: Vec::new(),
        is_other_language,
    }
}

/// Ranges of bytes, in order, as marks.
fn marks(text: &str, ranges: Vec<Range<usize>>) -> Vec<Mark> {
    let (mut at, mut units) = (0, 0);
    let mut units_to = |byte: usize| {
        units += text[at..byte].chars().map(char::len_utf16).sum::<usize>();
        at = byte;
        units
    };
    let mark = |range: Range<usize>| Mark {
        start: units_to(range.start),
        end: units_to(range.end),
    };
    ranges.into_iter().map(mark).collect()
}
