//! Reads the trail, newest first, for staff.
//!
//! Invariant: who wrote, reported or withdrew a story or a prayer is in the trail, and is not told: staff would read what
//! somebody confided beside their name and address.

use serde_json::Value;
use sqlx::PgPool;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::Action;
use crate::error::{Fields, Result};

const PAGE: i64 = 50;

/// One line as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its place in the chain.
    pub position: i64,
    /// When it was written.
    pub at: OffsetDateTime,
    /// `user`, `guest`, `admin` or `system`.
    pub actor_kind: String,
    /// The actor's id; for staff the id of their sign-in. None of whoever stands behind a story or a prayer.
    pub actor_id: Option<Uuid>,
    /// The display name of a member of staff.
    pub actor_name: Option<String>,
    /// What was done.
    pub action: String,
    /// The kind of thing it was done to.
    pub subject_kind: String,
    /// The thing it was done to.
    pub subject_id: Option<Uuid>,
    /// Small facts: ids, numbers, fixed words.
    pub details: Value,
}

/// Which lines are wanted. What is not given does not matter.
#[derive(Debug, Default, Clone)]
pub struct Filter {
    /// The actor's id.
    pub actor_id: Option<Uuid>,
    /// The display name of a member of staff, to the letter.
    pub actor_name: Option<String>,
    /// What was done.
    pub action: Option<Action>,
    /// The id of the thing it was done to.
    pub subject_id: Option<Uuid>,
    /// Not before.
    pub from: Option<OffsetDateTime>,
    /// Before.
    pub to: Option<OffsetDateTime>,
}

/// A filter as it stands in an address.
#[derive(Debug, Default)]
pub struct Asked<'a> {
    /// An id, or the display name of a member of staff.
    pub actor: Option<&'a str>,
    /// The word of an action.
    pub action: Option<&'a str>,
    /// An id.
    pub subject: Option<&'a str>,
    /// A time (RFC 3339).
    pub from: Option<&'a str>,
    /// A time (RFC 3339).
    pub to: Option<&'a str>,
    /// The place before which the page begins.
    pub cursor: Option<&'a str>,
}

impl Filter {
    /// Checks what stands in the address, all of it at once; blank parts are left out. Also returns the cursor.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong part.
    pub fn parse(asked: &Asked<'_>) -> Result<(Self, Option<i64>)> {
        let mut wrong = Fields::default();
        let mut part = Parts(&mut wrong);
        let actor_id = asked.actor.and_then(|actor| Uuid::try_parse(actor.trim()).ok());
        let name = part.read("actor", asked.actor, "Please give an id or a name.", |text| {
            (text.chars().count() <= 60 && !text.contains('\0')).then(|| text.to_owned())
        });
        let filter = Self {
            actor_name: name.filter(|_| actor_id.is_none()),
            actor_id,
            action: part.read("action", asked.action, "There is no such action.", Action::from_word),
            subject_id: part.read("subject", asked.subject, "Please give an id.", |text| {
                Uuid::try_parse(text).ok()
            }),
            from: part.read("from", asked.from, WHEN, |text| {
                OffsetDateTime::parse(text, &Rfc3339).ok()
            }),
            to: part.read("to", asked.to, WHEN, |text| OffsetDateTime::parse(text, &Rfc3339).ok()),
        };
        let cursor = part.read("cursor", asked.cursor, "Please begin at the first page.", |text| {
            text.parse().ok().filter(|place| *place > 0)
        });
        wrong.into_result()?;
        Ok((filter, cursor))
    }
}

const WHEN: &str = "Please give a time such as 2026-11-20T12:00:00Z.";

/// Reads the parts of an address and remembers what was wrong.
struct Parts<'a>(&'a mut Fields);

impl Parts<'_> {
    fn read<T>(
        &mut self,
        name: &'static str,
        text: Option<&str>,
        message: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        let parsed = parse(text);
        if parsed.is_none() {
            self.0.add(name, message);
        }
        parsed
    }
}

/// A page of lines, newest first.
#[derive(Debug)]
pub struct Page {
    /// The lines.
    pub lines: Vec<Line>,
    /// The place before which the next page begins, if there is one.
    pub next: Option<i64>,
}

/// Reads a page: the newest lines that fit, or those before a place.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn page(db: &PgPool, filter: &Filter, before: Option<i64>) -> Result<Page> {
    let mut lines = sqlx::query_as!(
        Line,
        "select position, at, actor_kind, case when actor_kind = 'admin' or subject_kind not in ('story', 'prayer')
                 then actor_id end as actor_id, actor_name, action, subject_kind, subject_id, details
         from audit_entry
         where position < $1
             and ($2::uuid is null
                 or actor_id = $2 and (actor_kind = 'admin' or subject_kind not in ('story', 'prayer')))
             and ($3::text is null or actor_name = $3)
             and ($4::text is null or action = $4) and ($5::uuid is null or subject_id = $5)
             and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
         order by position desc limit $8",
        before.unwrap_or(i64::MAX),
        filter.actor_id,
        filter.actor_name,
        filter.action.map(Action::as_str),
        filter.subject_id,
        filter.from,
        filter.to,
        PAGE + 1
    )
    .fetch_all(db)
    .await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let next = (lines.len() > shown).then(|| lines[shown - 1].position);
    lines.truncate(shown);
    Ok(Page { lines, next })
}

/// Everything that was done to one story, oldest first.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn story_timeline(db: &PgPool, id: Uuid) -> Result<Vec<Line>> {
    let lines = sqlx::query_as!(
        Line,
        "select position, at, actor_kind, case when actor_kind = 'admin' then actor_id end as actor_id, actor_name, action,
             subject_kind, subject_id, details
         from audit_entry where subject_id = $1 and subject_kind = 'story' order by position",
        id
    )
    .fetch_all(db)
    .await?;
    Ok(lines)
}
