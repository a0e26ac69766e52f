//! Reads the audit trail for staff.
//!
//! Invariant: the actors of testimonies and prayers are recorded but never returned. Otherwise staff could link a
//! confidential text to the name and address of its author.
use serde_json::Value;
use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::{Action, Group};
use crate::base::error::{Fields, Result};

const PAGE_SIZE: i64 = 50;

/// A recorded entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its position in the chain.
    pub position: i64,
    /// When it was recorded.
    pub at: OffsetDateTime,
    /// `user`, `guest`, `admin` or `system`.
    pub actor_kind: String,
    /// The actor's id; for staff the id of their sign-in. None for users and guests if the subject is a testimony or a
    /// prayer.
    pub actor_id: Option<Uuid>,
    /// The display name of a member of staff.
    pub actor_name: Option<String>,
    /// Their role; none in lines of releases without roles.
    pub actor_role: Option<String>,
    /// The word of the action.
    pub action: String,
    /// The kind of the subject.
    pub subject_kind: String,
    /// The id of the subject.
    pub subject_id: Option<Uuid>,
    /// Details: ids, numbers, fixed words.
    pub details: Value,
}

/// Filters entries; `None` matches every entry.
#[derive(Debug, Default, Clone)]
pub struct Filter {
    /// The actor's id.
    pub actor_id: Option<Uuid>,
    /// The exact display name of a member of staff.
    pub actor_name: Option<String>,
    /// The action.
    pub action: Option<Action>,
    /// The group of actions.
    pub group: Option<Group>,
    /// The id of the subject.
    pub subject_id: Option<Uuid>,
    /// The earliest time, inclusive.
    pub from: Option<OffsetDateTime>,
    /// The latest time, exclusive.
    pub to: Option<OffsetDateTime>,
}

/// A filter as query parameters.
#[derive(Debug, Default)]
pub struct FilterParams<'a> {
    /// An id, or the display name of a member of staff.
    pub actor: Option<&'a str>,
    /// The word of an action.
    pub action: Option<&'a str>,
    /// The word of a group.
    pub group: Option<&'a str>,
    /// The id of the subject.
    pub subject: Option<&'a str>,
    /// A time (RFC 3339).
    pub from: Option<&'a str>,
    /// A time (RFC 3339).
    pub to: Option<&'a str>,
    /// The position that the page ends before.
    pub cursor: Option<&'a str>,
}

impl Filter {
    /// Parses all query parameters and the cursor; blank ones count as missing.
    ///
    /// # Errors
    /// `InvalidFields` with a message for each invalid parameter.
    pub fn parse(params: &FilterParams<'_>) -> Result<(Self, Option<i64>)> {
        let mut wrong = Fields::default();
        let mut parser = ParamParser(&mut wrong);
        let actor_id = params.actor.and_then(|actor| Uuid::try_parse(actor.trim()).ok());
        let name = parser.parse("actor", params.actor, "Please give an id or a name.", |text| {
            (text.chars().count() <= 60 && !text.contains('\0')).then(|| text.to_owned())
        });
        let filter = Self {
            actor_name: name.filter(|_| actor_id.is_none()),
            actor_id,
            action: parser.parse("action", params.action, "There is no such action.", Action::from_word),
            group: parser.parse("group", params.group, "There is no such group.", Group::from_word),
            subject_id: parser.parse("subject", params.subject, "Please give an id.", |text| {
                Uuid::try_parse(text).ok()
            }),
            from: parser.parse("from", params.from, INVALID_TIME, |text| {
                OffsetDateTime::parse(text, &Rfc3339).ok()
            }),
            to: parser.parse("to", params.to, INVALID_TIME, |text| {
                OffsetDateTime::parse(text, &Rfc3339).ok()
            }),
        };
        let cursor = parser.parse("cursor", params.cursor, "Please begin at the first page.", |text| {
            text.parse().ok().filter(|position| *position > 0)
        });
        wrong.into_result()?;
        Ok((filter, cursor))
    }
}

const INVALID_TIME: &str = "Please give a time such as 2026-11-20T12:00:00Z.";

/// Parses query parameters and collects the invalid ones.
struct ParamParser<'a>(&'a mut Fields);

impl ParamParser<'_> {
    fn parse<T>(
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

/// A page of entries, newest first.
#[derive(Debug)]
pub struct Page {
    /// The entries.
    pub lines: Vec<Line>,
    /// The cursor of the next page, if there is one.
    pub next: Option<i64>,
}

/// Reads a page: the newest matching entries, or those before a position.
pub async fn page(db: &PgPool, filter: &Filter, before: Option<i64>) -> Result<Page> {
    let mut lines = lines(db, filter, before.unwrap_or(i64::MAX), PAGE_SIZE + 1).await?;
    let page_size = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let next = (lines.len() > page_size).then(|| lines[page_size - 1].position);
    lines.truncate(page_size);
    Ok(Page { lines, next })
}

/// The newest matching entries before a position, at most so many.
pub async fn lines(db: impl PgExecutor<'_>, filter: &Filter, before: i64, limit: i64) -> Result<Vec<Line>> {
    let lines = sqlx::query_as!(
        Line,
        "select position, at, actor_kind, case when actor_kind = 'admin' or subject_kind not in ('story', 'prayer')
                 then actor_id end as actor_id, actor_name, actor_role, action, subject_kind, subject_id, details
         from audit_entry
         where position < $1
             and ($2::uuid is null
                 or actor_id = $2 and (actor_kind = 'admin' or subject_kind not in ('story', 'prayer')))
             and ($3::text is null or actor_name = $3)
             and ($4::text is null or action = $4) and ($5::uuid is null or subject_id = $5)
             and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
             and ($9::text[] is null or action = any($9))
         order by position desc limit $8",
        before,
        filter.actor_id,
        filter.actor_name,
        filter.action.map(Action::as_str),
        filter.subject_id,
        filter.from,
        filter.to,
        limit,
        filter.group.map(Group::words) as Option<Vec<String>>
    )
    .fetch_all(db)
    .await?;
    Ok(lines)
}

/// The position after the last entry.
pub async fn end(db: impl PgExecutor<'_>) -> Result<i64> {
    let last = sqlx::query_scalar!("select position from audit_head")
        .fetch_one(db)
        .await?;
    Ok(last.saturating_add(1))
}

/// How many entries before a position match, up to a limit.
pub async fn matching(db: impl PgExecutor<'_>, filter: &Filter, before: i64, limit: i64) -> Result<i64> {
    let lines = sqlx::query_scalar!(
        r#"select count(*) as "lines!" from (
             select from audit_entry
             where ($1::uuid is null
                     or actor_id = $1 and (actor_kind = 'admin' or subject_kind not in ('story', 'prayer')))
                 and ($2::text is null or actor_name = $2)
                 and ($3::text is null or action = $3) and ($4::uuid is null or subject_id = $4)
                 and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
                 and ($8::text[] is null or action = any($8)) and position < $9
             limit $7) as found"#,
        filter.actor_id,
        filter.actor_name,
        filter.action.map(Action::as_str),
        filter.subject_id,
        filter.from,
        filter.to,
        limit,
        filter.group.map(Group::words) as Option<Vec<String>>,
        before
    )
    .fetch_one(db)
    .await?;
    Ok(lines)
}

/// The names of staff in the trail, in their order, at most so many. It jumps from name to name along the index.
pub async fn names(db: &PgPool, limit: i64) -> Result<Vec<String>> {
    let names = sqlx::query_scalar!(
        r#"with recursive known (name) as (
             (select actor_name from audit_entry where actor_name is not null order by actor_name limit 1)
             union all
             select (select actor_name from audit_entry where actor_name > known.name order by actor_name limit 1)
             from known where known.name is not null
         )
         select name as "name!" from known where name is not null limit $1"#,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(names)
}

/// All entries about one testimony, oldest first.
pub async fn testimony_timeline(db: &PgPool, id: Uuid) -> Result<Vec<Line>> {
    let lines = sqlx::query_as!(
        Line,
        "select position, at, actor_kind, case when actor_kind = 'admin' then actor_id end as actor_id, actor_name,
             actor_role, action, subject_kind, subject_id, details
         from audit_entry where subject_id = $1 and subject_kind = 'story' order by position",
        id
    )
    .fetch_all(db)
    .await?;
    Ok(lines)
}
