//! Validated input for prayers: a new prayer, and changes to one.
//!
//! Invariant: a [`NewPrayer`] or [`Change`] contains only text of valid length.

use time::OffsetDateTime;
use uuid::Uuid;

use super::Row;
use crate::audit::Action;
use crate::confided::Confided;
use crate::error::{Error, Fields, Result};

/// The maximum length of a prayer or a note, in characters after trimming.
pub const MAX_PRAYER_LEN: usize = 2_000;

const EMPTY: &str = "Please write your prayer.";
const TOO_LONG: &str = "Please shorten this to 2,000 characters.";
const UNREADABLE: &str = "Please remove the characters that cannot be read.";
const NOT_ANSWERED: &str = "Please mark the prayer as answered first.";

/// A prayer of 1 to 2,000 characters.
#[derive(Debug, Clone)]
pub struct NewPrayer {
    pub(super) text: Confided,
    pub(super) shared: bool,
    pub(super) idempotency_key: Uuid,
}

impl NewPrayer {
    /// Validates the form.
    ///
    /// # Errors
    /// `InvalidFields` for text that is blank, too long or contains NUL.
    pub fn parse(text: &Confided, shared: bool, idempotency_key: Uuid) -> Result<Self> {
        let text = parse_words("text", text)?.ok_or_else(|| Error::InvalidFields(Fields::one("text", EMPTY)))?;
        Ok(Self {
            text,
            shared,
            idempotency_key,
        })
    }
}

/// The change to the note on the answer.
#[derive(Debug, Clone, Default)]
enum Note {
    /// It stays unchanged.
    #[default]
    Kept,
    /// It is deleted.
    Deleted,
    /// It is written or replaced.
    Written(Confided),
}

/// An author's change to a prayer. Missing fields stay unchanged.
#[derive(Debug, Clone, Default)]
pub struct Change {
    answered: Option<bool>,
    note: Note,
    pub(super) shared: Option<bool>,
}

impl Change {
    /// Validates the form. An empty note deletes the stored one.
    ///
    /// # Errors
    /// `InvalidFields` for a note that is too long or contains NUL.
    pub fn parse(answered: Option<bool>, note: Option<Confided>, shared: Option<bool>) -> Result<Self> {
        let note = match note.map(|note| parse_words("answerNote", &note)).transpose()? {
            None => Note::Kept,
            Some(None) => Note::Deleted,
            Some(Some(note)) => Note::Written(note),
        };
        Ok(Self { answered, note, shared })
    }

    /// The changed row, and the actions for the audit trail.
    pub(super) fn applied(
        &self,
        mut row: Row,
        now: OffsetDateTime,
        seal: impl FnOnce(&Confided) -> Result<Vec<u8>>,
    ) -> Result<(Row, Vec<Action>)> {
        let mut actions = Vec::new();
        match self.answered {
            Some(true) if row.answered_at.is_none() => {
                row.answered_at = Some(now);
                actions.push(Action::PrayerAnswered);
            }
            Some(false) if row.answered_at.is_some() => {
                row.answered_at = None;
                row.sealed_note = None;
                actions.push(Action::PrayerReopened);
            }
            Some(_) | None => {}
        }
        match &self.note {
            Note::Written(_) if row.answered_at.is_none() => {
                return Err(Error::InvalidFields(Fields::one("answerNote", NOT_ANSWERED)));
            }
            Note::Written(note) => row.sealed_note = Some(seal(note)?),
            Note::Deleted => row.sealed_note = None,
            Note::Kept => {}
        }
        match self.shared {
            Some(true) if row.shared_at.is_none() => {
                row.shared_at = Some(now);
                actions.push(Action::PrayerShared);
            }
            Some(false) if row.shared_at.is_some() => {
                row.shared_at = None;
                actions.push(Action::PrayerUnshared);
            }
            Some(_) | None => {}
        }
        Ok((row, actions))
    }
}

/// The trimmed text; none if it is blank.
fn parse_words(field: &'static str, words: &Confided) -> Result<Option<Confided>> {
    let trimmed = words.reveal().trim();
    let invalid = |message| Err(Error::InvalidFields(Fields::one(field, message)));
    if trimmed.contains('\0') {
        invalid(UNREADABLE)
    } else if trimmed.chars().count() > MAX_PRAYER_LEN {
        invalid(TOO_LONG)
    } else {
        Ok((!trimmed.is_empty()).then(|| Confided::new(trimmed.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<NewPrayer> {
        NewPrayer::parse(&Confided::new(text.to_owned()), false, Uuid::nil())
    }

    #[test]
    fn text_is_trimmed_and_must_be_present_short_and_without_nul() {
        assert_eq!(
            parse(" For my sister. \n").expect("good").text.reveal(),
            "For my sister."
        );
        parse(&"é".repeat(MAX_PRAYER_LEN)).expect("the longest");
        for (text, message) in [
            ("", EMPTY),
            (" \n\t", EMPTY),
            ("a\0b", UNREADABLE),
            (&"é".repeat(MAX_PRAYER_LEN + 1), TOO_LONG),
        ] {
            let Err(Error::InvalidFields(fields)) = parse(text) else {
                panic!("{text:?} is refused")
            };
            assert_eq!(fields, Fields::one("text", message));
        }
    }
}
