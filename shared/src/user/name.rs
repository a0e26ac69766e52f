//! The name that a user gives themselves.
//!
//! Invariant: a part of a name is one line of visible text, and a chosen name is never replaced by that of a provider.

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::ids::UserId;

use super::{User, find, select_user};

/// The maximum length of a part of a name, in characters after trimming: as long as one from a sign-in provider.
const MAX_NAME_LEN: usize = 100;

const TOO_LONG: &str = "Please shorten this to 100 characters.";
const UNREADABLE: &str = "Please remove the characters that cannot be read.";

/// A change to a name. Missing parts stay unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameChange {
    first: Part,
    last: Part,
}

/// The change to a part of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Kept,
    Set(Option<String>),
}

impl NameChange {
    /// Validates the form. An empty part clears it.
    ///
    /// # Errors
    /// `InvalidFields` for a part that is too long or cannot be shown on one line.
    pub fn parse(first: Option<&str>, last: Option<&str>) -> Result<Self> {
        let mut invalid = Fields::default();
        let change = Self {
            first: parse_part("firstName", first, &mut invalid),
            last: parse_part("lastName", last, &mut invalid),
        };
        invalid.into_result()?;
        Ok(change)
    }
}

impl Part {
    fn applied(&self, old: Option<String>) -> Option<String> {
        match self {
            Self::Kept => old,
            Self::Set(new) => new.clone(),
        }
    }
}

/// Changes the name of a user. A second time changes nothing.
///
/// # Errors
/// `SignInRequired` if the account is gone.
pub async fn rename(ctx: &Ctx, user: UserId, change: &NameChange) -> Result<User> {
    let mut tx = database::begin(&ctx.db).await?;
    let old = select_user!("", "from app_user where id = $1 for update", user.0)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::SignInRequired)?;
    let first = change.first.applied(old.first_name.clone());
    let last = change.last.applied(old.last_name.clone());
    if (&first, &last) == (&old.first_name, &old.last_name) {
        return Ok(old);
    }
    sqlx::query!(
        "update app_user set first_name = $2, last_name = $3, named_at = now() where id = $1",
        user.0,
        first,
        last
    )
    .execute(&mut *tx)
    .await?;
    let entry = Entry::new(Actor::User(user), Action::UserRenamed, Subject::User(user.0));
    audit::record(&mut tx, &ctx.config.key_ring, &entry).await?;
    tx.commit().await?;
    find(&ctx.db, user).await
}

fn parse_part(field: &'static str, typed: Option<&str>, invalid: &mut Fields) -> Part {
    let Some(typed) = typed else {
        return Part::Kept;
    };
    let name = typed.trim();
    if name.chars().all(is_unseen) {
        return Part::Set(None);
    }
    if name.chars().any(breaks_a_line_of_text) {
        invalid.add(field, UNREADABLE);
    } else if name.chars().count() > MAX_NAME_LEN {
        invalid.add(field, TOO_LONG);
    }
    Part::Set(Some(name.to_owned()))
}

/// Controls, line breaks and what turns the direction of the text around it (Unicode 16, `Bidi_Control`). Joiners stay:
/// names in Persian and Hindi need them.
const fn breaks_a_line_of_text(letter: char) -> bool {
    matches!(letter, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// What nobody sees: a name of these alone is none.
fn is_unseen(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(typed: &str) -> Part {
        NameChange::parse(Some(typed), None).expect("a name").first
    }

    #[test]
    fn names_of_every_people_are_kept_as_they_are_typed() {
        for name in [
            "Miriam",
            "Núñez de la Cruz",
            "O’Brien-Smith, Jr.",
            "مريم",
            "می‌نا",
            "नन्दिनी",
            "李",
            "X Æ A-12",
            "👩‍👧 Mum",
        ] {
            assert_eq!(
                parsed(&format!("  {name}\t")),
                Part::Set(Some(name.to_owned())),
                "{name}"
            );
        }
        assert_eq!(
            parsed(&"é".repeat(MAX_NAME_LEN)),
            Part::Set(Some("é".repeat(MAX_NAME_LEN)))
        );
    }

    #[test]
    fn a_name_without_visible_text_is_none() {
        for blank in [
            "",
            "  ",
            "\n\t",
            "\u{200b}",
            "\u{3164}\u{3164}",
            "\u{2800} \u{200d}",
            "\u{a0}",
        ] {
            assert_eq!(parsed(blank), Part::Set(None), "{blank:?}");
        }
    }

    #[test]
    fn long_names_and_those_that_break_a_line_are_refused_with_their_field() {
        for (typed, message) in [
            ("é".repeat(MAX_NAME_LEN + 1), TOO_LONG),
            ("Miri\0am".to_owned(), UNREADABLE),
            ("Miri\nam".to_owned(), UNREADABLE),
            ("Miri\u{85}am".to_owned(), UNREADABLE),
            ("Miri\u{202e}am".to_owned(), UNREADABLE),
            ("Miri\u{2066}am".to_owned(), UNREADABLE),
            ("Miri\u{2028}am".to_owned(), UNREADABLE),
        ] {
            let Err(Error::InvalidFields(fields)) = NameChange::parse(None, Some(&typed)) else {
                panic!("{typed:?} is refused");
            };
            assert_eq!(fields, Fields::one("lastName", message), "{typed:?}");
        }
    }
}
