//! What staff see: stories by status, how many there are, and what happened to one.
//!
//! Invariant: a page is one statement, and so is a count, however many stories there are.

use std::fmt;
use std::str::FromStr;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Line};
use crate::error::{Error, Fields, Result};
use crate::testimony::Status;

const PAGE: i64 = 20;

/// A story as staff see it: never with its original.
#[derive(Debug, Clone)]
pub struct ListedStory {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: String,
    /// Its words without what could tell who wrote it; none while it is being prepared.
    pub redacted_text: Option<String>,
    /// Those words before staff last changed them.
    pub previous_text: Option<String>,
    /// How likely something was left in.
    pub pii_risk_level: Option<String>,
    /// When it was handed in.
    pub created_at: OffsetDateTime,
    /// When it was settled.
    pub moderated_at: Option<OffsetDateTime>,
    /// What its author was told.
    pub moderation_notes: Option<String>,
    /// Staff's own note.
    pub internal_note: Option<String>,
    /// 0 none, 1 past, 2 concern, 3 high, 4 plan or emergency.
    pub crisis_severity: i16,
    /// The kind of danger.
    pub crisis_category: Option<String>,
    /// What it is about.
    pub topics: Vec<String>,
    /// How many readers reported it.
    pub reports: i32,
    /// Since when a report waits for staff.
    pub reported_at: Option<OffsetDateTime>,
    /// When staff last kept it after a report.
    pub kept_at: Option<OffsetDateTime>,
    /// Counts changes by staff.
    pub version: i32,
    queue_rank: i16,
    queue_order: i64,
}

/// The place in a list after which a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    rank: i16,
    order: i64,
    id: Uuid,
}

impl ListedStory {
    /// The place of this story in its list.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor {
            rank: self.queue_rank,
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

/// Reads a page of the stories with this status. What waits comes by danger, then by risk, then by age; what is settled
/// comes reported ones first, then the last settled first.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn list(db: &PgPool, status: Status, after: Option<Cursor>) -> Result<Vec<ListedStory>> {
    let after = after.unwrap_or(Cursor::START);
    let stories = sqlx::query_as!(
        ListedStory,
        "select id, status, redacted_text, previous_text, pii_risk_level, created_at, moderated_at, moderation_notes,
             internal_note, crisis_severity, crisis_category, topics, reports, reported_at, kept_at, version,
             queue_rank, queue_order
         from testimony
         where status = $1 and (queue_rank, queue_order, id) > ($2, $3, $4)
         order by queue_rank, queue_order, id limit $5",
        status.as_str(),
        after.rank,
        after.order,
        after.id,
        PAGE
    )
    .fetch_all(db)
    .await?;
    Ok(stories)
}

/// Reads one story.
///
/// # Errors
/// `NotFound`; `Unavailable` or `Internal` from the database.
pub async fn find(db: &PgPool, id: Uuid) -> Result<ListedStory> {
    let story = sqlx::query_as!(
        ListedStory,
        "select id, status, redacted_text, previous_text, pii_risk_level, created_at, moderated_at, moderation_notes,
             internal_note, crisis_severity, crisis_category, topics, reports, reported_at, kept_at, version,
             queue_rank, queue_order
         from testimony where id = $1",
        id
    )
    .fetch_one(db)
    .await?;
    Ok(story)
}

/// How many stories there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Waiting for review, those being prepared included.
    pub pending: i64,
    /// Published.
    pub approved: i64,
    /// Declined.
    pub rejected: i64,
    /// With priority.
    pub escalated: i64,
    /// Published ones with a report that nobody has looked at.
    pub reported: i64,
}

/// Reads how many stories there are. A trigger keeps the count with every change of a status.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn counts(db: &PgPool) -> Result<Counts> {
    let counts = sqlx::query_as!(
        Counts,
        r#"select pending, approved, rejected, escalated,
               (select count(*) from testimony where reported_at is not null) as "reported!"
           from testimony_count"#
    )
    .fetch_one(db)
    .await?;
    Ok(counts)
}

/// Something that happened to a story.
#[derive(Debug)]
pub struct TimelineLine {
    /// The audit line.
    pub line: Line,
    /// The reason that staff gave.
    pub reason: Option<String>,
}

/// Everything that happened to a story, oldest first, with the reasons that staff gave.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn timeline(db: &PgPool, id: Uuid) -> Result<Vec<TimelineLine>> {
    let lines = audit::story_timeline(db, id).await?;
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
    fn a_cursor_reads_back_and_anything_else_is_refused() {
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
