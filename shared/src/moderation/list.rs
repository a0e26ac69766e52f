//! Lists, counts and timelines of testimonies for staff.
//!
//! Invariant: a page or a count is one statement, independent of the number of testimonies.

use std::fmt;
use std::str::FromStr;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::state::invalid_field;
use super::waiting::LONG_WAIT;
use crate::audit::{self, Line};
use crate::error::{Error, Fields, Result};
use crate::screening::CrisisCategory;
use crate::staff::Staff;
use crate::testimony::{Risk, Status};

const PAGE_SIZE: i64 = 20;

/// A testimony as staff see it, without its original.
#[derive(Debug, Clone)]
pub struct ListedTestimony {
    /// Its id.
    pub id: Uuid,
    /// Its status.
    pub status: Status,
    /// Whether the worker has redacted it.
    pub is_prepared: bool,
    /// The redacted text; none before preparation.
    pub redacted_text: Option<String>,
    /// The tag of the language in which it is written, if it is one of ours.
    pub language: Option<String>,
    /// The redacted text before the last edit by staff.
    pub previous_text: Option<String>,
    /// The risk that the text still identifies the author.
    pub pii_risk_level: Option<Risk>,
    /// When it was submitted.
    pub created_at: OffsetDateTime,
    /// When staff decided on it.
    pub moderated_at: Option<OffsetDateTime>,
    /// Staff's note to the author.
    pub moderation_notes: Option<String>,
    /// Staff's internal note.
    pub internal_note: Option<String>,
    /// 0 none, 1 past, 2 concern, 3 high, 4 plan or emergency.
    pub crisis_severity: i16,
    /// The kind of danger.
    pub crisis_category: Option<CrisisCategory>,
    /// The slugs of its topics.
    pub topics: Vec<String>,
    /// How many readers reported it.
    pub reports: i32,
    /// Since when a report is open.
    pub reported_at: Option<OffsetDateTime>,
    /// When staff last kept it after a report.
    pub kept_at: Option<OffsetDateTime>,
    /// Whether reports hide it from readers.
    pub is_hidden: bool,
    /// The version for optimistic locking.
    pub version: i32,
    work_rank: i16,
    queue_order: i64,
}

/// Which testimonies of a status are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only<'a> {
    /// All of them.
    All,
    /// Those that staff of this name had in hand: a step, an edit or a look at the original.
    Mine(&'a str),
    /// Those with an open report.
    Reported,
    /// Those that were submitted before this time.
    Before(OffsetDateTime),
}

impl<'a> Only<'a> {
    /// Parses a filter; none is [`Only::All`].
    ///
    /// # Errors
    /// `InvalidFields` for an unknown filter.
    pub fn parse(word: Option<&str>, staff: &'a Staff, now: OffsetDateTime) -> Result<Self> {
        match word {
            None => Ok(Self::All),
            Some("mine") => Ok(Self::Mine(&staff.name)),
            Some("reported") => Ok(Self::Reported),
            Some("waiting") => Ok(Self::Before(now - LONG_WAIT)),
            Some(_) => Err(invalid_field("only", "Please choose mine, reported or waiting.")),
        }
    }
}

/// The keyset position after which a page starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    rank: i16,
    order: i64,
    id: Uuid,
}

impl ListedTestimony {
    /// The position of this testimony in its list.
    pub const fn cursor(&self) -> Cursor {
        Cursor {
            rank: self.work_rank,
            order: self.queue_order,
            id: self.id,
        }
    }
}

impl Cursor {
    const START: Self = Self {
        rank: i16::MIN,
        order: i64::MIN,
        id: Uuid::nil(),
    };
}

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.rank, self.order, self.id)
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let parse = || {
            let mut parts = text.splitn(3, '.');
            Some(Self {
                rank: parts.next()?.parse().ok()?,
                order: parts.next()?.parse().ok()?,
                id: parts.next()?.parse().ok()?,
            })
        };
        parse().ok_or_else(|| Error::InvalidFields(Fields::one("cursor", "Please begin at the first page.")))
    }
}

/// Reads a page of testimonies with this status.
///
/// Open ones are sorted by danger, then possible danger, then the rest, each by age. Decided ones are sorted by open
/// reports, then newest decision.
pub async fn list(db: &PgPool, status: Status, only: Only<'_>, after: Option<Cursor>) -> Result<Vec<ListedTestimony>> {
    let after = after.unwrap_or(Cursor::START);
    let is_reported = only == Only::Reported;
    let before = match only {
        Only::Mine(name) => return list_mine(db, status, name, after).await,
        Only::Before(time) => Some(time),
        Only::All | Only::Reported => None,
    };
    let testimonies = sqlx::query_as!(
        ListedTestimony,
        r#"select id, status as "status: Status", redacted_at is not null as "is_prepared!", redacted_text, language, previous_text,
             pii_risk_level as "pii_risk_level: Risk", created_at, moderated_at, moderation_notes, internal_note,
             crisis_severity, crisis_category as "crisis_category: CrisisCategory", topics, reports, reported_at, kept_at, version,
             coalesce(status = 'approved' and hidden_at > greatest(kept_at, moderated_at), false) as "is_hidden!",
             testimony_work_rank(status, crisis_severity, reported_at is not null) as "work_rank!", queue_order
         from testimony
         where status = $1 and (testimony_work_rank(status, crisis_severity, reported_at is not null), queue_order, id) > ($2, $3, $4)
             and (not $6 or reported_at is not null) and ($7::timestamptz is null or created_at < $7)
         order by testimony_work_rank(status, crisis_severity, reported_at is not null), queue_order, id limit $5"#,
        status.as_str(),
        after.rank,
        after.order,
        after.id,
        PAGE_SIZE,
        is_reported,
        before
    )
    .fetch_all(db)
    .await?;
    Ok(testimonies)
}

/// A statement of its own: the planner decides whether to begin with the few of a name or with the order.
async fn list_mine(db: &PgPool, status: Status, name: &str, after: Cursor) -> Result<Vec<ListedTestimony>> {
    let testimonies = sqlx::query_as!(
        ListedTestimony,
        r#"select id, status as "status: Status", redacted_at is not null as "is_prepared!", redacted_text, language, previous_text,
             pii_risk_level as "pii_risk_level: Risk", created_at, moderated_at, moderation_notes, internal_note,
             crisis_severity, crisis_category as "crisis_category: CrisisCategory", topics, reports, reported_at, kept_at, version,
             coalesce(status = 'approved' and hidden_at > greatest(kept_at, moderated_at), false) as "is_hidden!",
             testimony_work_rank(status, crisis_severity, reported_at is not null) as "work_rank!", queue_order
         from testimony join staff_testimony on testimony_id = id
         where staff_name = $6 and status = $1 and (testimony_work_rank(status, crisis_severity, reported_at is not null), queue_order, id) > ($2, $3, $4)
         order by testimony_work_rank(status, crisis_severity, reported_at is not null), queue_order, id limit $5"#,
        status.as_str(),
        after.rank,
        after.order,
        after.id,
        PAGE_SIZE,
        name
    )
    .fetch_all(db)
    .await?;
    Ok(testimonies)
}

/// Reads one testimony.
///
/// # Errors
/// `NotFound`.
pub async fn find(db: &PgPool, id: Uuid) -> Result<ListedTestimony> {
    let testimony = sqlx::query_as!(
        ListedTestimony,
        r#"select id, status as "status: Status", redacted_at is not null as "is_prepared!", redacted_text, language, previous_text,
             pii_risk_level as "pii_risk_level: Risk", created_at, moderated_at, moderation_notes, internal_note,
             crisis_severity, crisis_category as "crisis_category: CrisisCategory", topics, reports, reported_at, kept_at, version,
             coalesce(status = 'approved' and hidden_at > greatest(kept_at, moderated_at), false) as "is_hidden!",
             testimony_work_rank(status, crisis_severity, reported_at is not null) as "work_rank!", queue_order
         from testimony where id = $1"#,
        id
    )
    .fetch_one(db)
    .await?;
    Ok(testimony)
}

/// An event in the history of a testimony.
#[derive(Debug)]
pub struct TimelineLine {
    /// The audit entry.
    pub line: Line,
    /// The reason that staff gave.
    pub reason: Option<String>,
}

/// The history of a testimony, oldest first, with the reasons that staff gave.
pub async fn timeline(db: &PgPool, id: Uuid) -> Result<Vec<TimelineLine>> {
    let lines = audit::testimony_timeline(db, id).await?;
    let reasons = sqlx::query!(
        r#"select position, reason as "reason!" from moderation_step where testimony_id = $1 and reason is not null"#,
        id
    )
    .fetch_all(db)
    .await?;
    let reason_at = |position| {
        reasons
            .iter()
            .find(|row| row.position == position)
            .map(|row| row.reason.clone())
    };
    Ok(lines
        .into_iter()
        .map(|line| TimelineLine {
            reason: reason_at(line.position),
            line,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_round_trips_and_invalid_ones_are_refused() {
        let cursor = Cursor {
            rank: -3,
            order: i64::MIN,
            id: Uuid::from_u128(7),
        };
        assert_eq!(cursor.to_string().parse::<Cursor>().expect("own cursor"), cursor);
        for text in [
            "",
            "1",
            "1.2",
            "1.2.x",
            "a.b.c",
            "99999.1.00000000-0000-0000-0000-000000000000",
        ] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
