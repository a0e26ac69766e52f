//! The overview for staff: what people carry by week, and what waits.
//!
//! Invariant: counts of people's doings come from `weekly_count`, which shows none under five. Everything else counts
//! rows that staff see one by one in the other tabs.

use std::collections::HashMap;

use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::error::{Error, Fields, Result};
use crate::moderation;
use crate::weekly_count::{self, MAX_WEEKS, Weeks};

/// How many weeks are shown unless others are asked for.
const DEFAULT_WEEKS: i64 = 12;
/// With fewer decisions in a week, one slow evening would distort the review time.
const MIN_DECISIONS: i64 = 5;

/// How many weeks are wanted: 1 to 104.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span(i64);

impl Span {
    /// Parses a number of weeks; twelve if it is left out.
    ///
    /// # Errors
    /// `InvalidFields` unless it is from 1 to 104.
    pub fn parse(weeks: Option<&str>) -> Result<Self> {
        let weeks = match weeks.map(str::trim).filter(|weeks| !weeks.is_empty()) {
            None => Some(DEFAULT_WEEKS),
            Some(weeks) => weeks.parse().ok().filter(|weeks| (1..=MAX_WEEKS).contains(weeks)),
        };
        weeks
            .map(Self)
            .ok_or_else(|| Error::InvalidFields(Fields::one("weeks", "Please choose 1 to 104 weeks.")))
    }
}

/// The decisions of a week, and how long their stories had waited.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Reviews {
    /// How many stories were approved or rejected.
    pub decided: i64,
    /// The median of their waiting times, in hours; none with fewer than five.
    pub median_hours: Option<f64>,
    /// What nine of ten waited at most.
    pub ninetieth_hours: Option<f64>,
}

/// What is there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Stories that wait for preparation or review.
    pub stories_pending: i64,
    /// Stories that were escalated.
    pub stories_escalated: i64,
    /// Published stories with an open report.
    pub stories_reported: i64,
    /// Since when the oldest of the pending and escalated ones waits.
    pub oldest_story: Option<OffsetDateTime>,
    /// Prayers that are shared with the team and not answered.
    pub prayers_shared: i64,
    /// Those of them that nobody has prayed for.
    pub prayers_waiting: i64,
    /// Documents that wait, or are being read.
    pub documents_underway: i64,
    /// Documents that are searchable.
    pub documents_completed: i64,
    /// Documents that could not be read.
    pub documents_failed: i64,
    /// Jobs that are due or come later.
    pub jobs_waiting: i64,
    /// Jobs that run.
    pub jobs_running: i64,
    /// Jobs that wait for a decision of staff.
    pub jobs_dead: i64,
}

/// Everything that the overview shows.
#[derive(Debug)]
pub struct Overview {
    /// The counts of whole weeks.
    pub weeks: Weeks,
    /// The reviews of the same weeks, in the same order.
    pub reviews: Vec<Reviews>,
    /// What is there now.
    pub now: Now,
}

/// Reads the overview.
pub async fn read(db: &PgPool, Span(weeks): Span) -> Result<Overview> {
    let weeks = weekly_count::read(db, weeks).await?;
    Ok(Overview {
        reviews: reviews(db, &weeks.mondays).await?,
        now: now(db).await?,
        weeks,
    })
}

/// The reviews of weeks. A decision that was taken back, or whose story is gone, does not count.
async fn reviews(db: &PgPool, mondays: &[Date]) -> Result<Vec<Reviews>> {
    let (Some(latest), Some(earliest)) = (mondays.first(), mondays.last()) else {
        return Ok(Vec::new());
    };
    let rows = sqlx::query!(
        r#"select week as "week!", count(*) as "decided!",
               percentile_cont(array[0.5, 0.9]) within group (order by hours) as "hours!: Vec<f64>"
           from (
               select date_trunc('week', step.at at time zone 'UTC')::date as week,
                   extract(epoch from step.at - story.created_at)::float8 / 3600 as hours
               from moderation_step step join testimony story on story.id = step.testimony_id
               where story.status in ('approved', 'rejected') and story.moderated_at = step.at
                   and step.at >= $1::date::timestamp at time zone 'UTC'
                   and step.at < ($2::date + 7)::timestamp at time zone 'UTC'
           ) decided
           group by week"#,
        earliest,
        latest
    )
    .fetch_all(db)
    .await?;
    let by_week: HashMap<Date, Reviews> = rows
        .into_iter()
        .map(|row| {
            let hours = |place: usize| row.hours.get(place).copied().filter(|_| row.decided >= MIN_DECISIONS);
            let reviews = Reviews {
                decided: row.decided,
                median_hours: hours(0),
                ninetieth_hours: hours(1),
            };
            (row.week, reviews)
        })
        .collect();
    let of = |monday: &Date| by_week.get(monday).copied().unwrap_or_default();
    Ok(mondays.iter().map(of).collect())
}

async fn now(db: &PgPool) -> Result<Now> {
    let stories = moderation::counts(db).await?;
    let rest = sqlx::query!(
        r#"select
               (select count(*) from prayer where shared_at is not null and answered_at is null) as "prayers_shared!",
               (select count(*) from prayer where shared_at is not null and answered_at is null and prayed_at is null)
                   as "prayers_waiting!",
               (select count(*) from document where status in ('pending', 'processing')) as "documents_underway!",
               (select count(*) from document where status = 'completed') as "documents_completed!",
               (select count(*) from document where status = 'failed') as "documents_failed!",
               (select count(*) from job where finished_at is null and dead_at is null and lease_id is null)
                   as "jobs_waiting!",
               (select count(*) from job where finished_at is null and dead_at is null and lease_id is not null)
                   as "jobs_running!",
               (select count(*) from job where dead_at is not null) as "jobs_dead!""#
    )
    .fetch_one(db)
    .await?;
    Ok(Now {
        stories_pending: stories.pending,
        stories_escalated: stories.escalated,
        stories_reported: stories.reported,
        oldest_story: [stories.oldest_pending, stories.oldest_escalated]
            .into_iter()
            .flatten()
            .min(),
        prayers_shared: rest.prayers_shared,
        prayers_waiting: rest.prayers_waiting,
        documents_underway: rest.documents_underway,
        documents_completed: rest.documents_completed,
        documents_failed: rest.documents_failed,
        jobs_waiting: rest.jobs_waiting,
        jobs_running: rest.jobs_running,
        jobs_dead: rest.jobs_dead,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_a_hundred_and_four_weeks_can_be_asked_for() {
        assert_eq!(Span::parse(None).expect("the default"), Span(12));
        assert_eq!(Span::parse(Some(" ")).expect("the default"), Span(12));
        assert_eq!(Span::parse(Some("104")).expect("the most"), Span(104));
        for wrong in ["0", "105", "-1", "1.5", "all"] {
            assert!(Span::parse(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
