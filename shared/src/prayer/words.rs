//! A prayer as its author writes it, and what they may change about it.
//! Invariant: whoever holds a [`NewPrayer`] or a [`Change`] holds words of the right length.

use time::OffsetDateTime;
use uuid::Uuid;

use super::Row;
use crate::audit::Action;
use crate::confided::Confided;
use crate::error::{Error, Fields, Result};

/// The longest a prayer or the note on its answer may be, in characters after trimming.
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
    /// Checks what the form sent. The key is the same for every retry of one request.
    ///
    /// # Errors
    /// `InvalidFields` for words that are blank, too long or unreadable.
    pub fn parse(text: &Confided, shared: bool, idempotency_key: Uuid) -> Result<Self> {
        let text = written("text", text)?.ok_or_else(|| Error::InvalidFields(Fields::one("text", EMPTY)))?;
        Ok(Self {
            text,
            shared,
            idempotency_key,
        })
    }
}

/// What becomes of the note on the answer.
#[derive(Debug, Clone, Default)]
enum Note {
    /// It stays as it is.
    #[default]
    Kept,
    /// It is taken away.
    Gone,
    /// It is written, or written anew.
    Written(Confided),
}

/// What an author changes about a prayer.
#[derive(Debug, Clone, Default)]
pub struct Change {
    answered: Option<bool>,
    note: Note,
    pub(super) shared: Option<bool>,
}

impl Change {
    /// Checks what the form sent. An empty note takes the one away that was there.
    ///
    /// # Errors
    /// `InvalidFields` for a note that is too long or unreadable.
    pub fn parse(answered: Option<bool>, note: Option<Confided>, shared: Option<bool>) -> Result<Self> {
        let note = match note.map(|note| written("answerNote", &note)).transpose()? {
            None => Note::Kept,
            Some(None) => Note::Gone,
            Some(Some(note)) => Note::Written(note),
        };
        Ok(Self { answered, note, shared })
    }

    /// The prayer after this change, and what the audit trail says about it.
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
            Note::Gone => row.sealed_note = None,
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

/// The words without the blanks around them; nothing if there are none.
fn written(field: &'static str, words: &Confided) -> Result<Option<Confided>> {
    let trimmed = words.reveal().trim();
    let wrong = |message| Err(Error::InvalidFields(Fields::one(field, message)));
    if trimmed.contains('\0') {
        wrong(UNREADABLE)
    } else if trimmed.chars().count() > MAX_PRAYER_LEN {
        wrong(TOO_LONG)
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
    fn words_are_trimmed_and_must_be_there_short_and_readable() {
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
