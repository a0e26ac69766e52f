//! The overview, for staff.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::content::Content;
use shared::staff::overview::{self, Now, Overview, Reviews, Span};
use shared::weekly_count::{Event, Kind, LetterCounts};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::error::ApiError;
use crate::error::refusals::{Invalid, Reads};
use crate::extract::body::Query;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// How much is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// How many weeks, 1 to 104; 12 if it is left out.
    weeks: Option<String>,
}

/// Whether people were answered with the letter of a topic or of a situation.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CarriedKind {
    /// The message of a topic, because no situation was clear.
    Topic,
    /// The letter of a situation.
    Situation,
}

/// What people carried, by week.
#[derive(Debug, Serialize, ToSchema)]
pub struct Carried {
    /// Whether it is a topic or a situation.
    pub kind: CarriedKind,
    /// The id of the topic or situation.
    pub id: String,
    /// What its chip says; null if the content does not have it any more.
    #[schema(required)]
    pub name: Option<String>,
    /// How many letters there were, by week; null for fewer than five, none included.
    pub counts: Vec<Option<i64>>,
}

impl Carried {
    fn of(content: &Content, letter: LetterCounts) -> Self {
        let name = match letter.kind {
            Kind::Topic => content.english.topic(&letter.slug).map(|topic| &topic.name),
            Kind::Situation => content.english.situation(&letter.slug).map(|situation| &situation.chip),
        };
        Self {
            kind: match letter.kind {
                Kind::Topic => CarriedKind::Topic,
                Kind::Situation => CarriedKind::Situation,
            },
            name: name.cloned(),
            id: letter.slug,
            counts: letter.counts,
        }
    }
}

/// Counts by week that may be null: fewer than five, none included.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventCounts {
    /// How often helplines were shown first.
    pub crisis: Vec<Option<i64>>,
    /// How often help was offered beside an answer.
    pub possible_danger: Vec<Option<i64>>,
    /// How often a reader said that a letter was near.
    pub near: Vec<Option<i64>>,
    /// How often a reader said *not quite*.
    pub not_quite: Vec<Option<i64>>,
}

/// The decisions of a week.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekReviews {
    /// How many stories were approved or rejected.
    pub decided: i64,
    /// The median of their waiting times, in hours; null for fewer than five decisions.
    #[schema(required)]
    pub median_hours: Option<f64>,
    /// How long nine of ten waited at most, in hours; null for fewer than five decisions.
    #[schema(required)]
    pub ninetieth_hours: Option<f64>,
}

impl From<Reviews> for WeekReviews {
    fn from(reviews: Reviews) -> Self {
        Self {
            decided: reviews.decided,
            median_hours: reviews.median_hours,
            ninetieth_hours: reviews.ninetieth_hours,
        }
    }
}

/// What is there now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NowAnswer {
    /// Stories that wait for preparation or review.
    pub stories_pending: i64,
    /// Stories that were escalated.
    pub stories_escalated: i64,
    /// Published stories with an open report.
    pub stories_reported: i64,
    /// Since when the oldest of the pending and escalated ones waits.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
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

impl From<Now> for NowAnswer {
    fn from(now: Now) -> Self {
        Self {
            stories_pending: now.stories_pending,
            stories_escalated: now.stories_escalated,
            stories_reported: now.stories_reported,
            oldest_story: now.oldest_story,
            prayers_shared: now.prayers_shared,
            prayers_waiting: now.prayers_waiting,
            documents_underway: now.documents_underway,
            documents_completed: now.documents_completed,
            documents_failed: now.documents_failed,
            jobs_waiting: now.jobs_waiting,
            jobs_running: now.jobs_running,
            jobs_dead: now.jobs_dead,
        }
    }
}

/// What people carry, and what waits.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverviewAnswer {
    /// The Mondays of whole weeks (UTC), the latest first: all other lists are in this order.
    pub weeks: Vec<String>,
    /// The topics and situations that reached five in one of the weeks. Each letter counts under one of them.
    pub carried: Vec<Carried>,
    /// What else was counted.
    pub events: EventCounts,
    /// The reviews of stories.
    pub reviews: Vec<WeekReviews>,
    /// What is there now.
    pub now: NowAnswer,
}

impl OverviewAnswer {
    fn of(content: &Content, overview: Overview) -> Self {
        let Overview { weeks, reviews, now } = overview;
        let event = |event| weeks.event(event).to_vec();
        Self {
            events: EventCounts {
                crisis: event(Event::Crisis),
                possible_danger: event(Event::PossibleDanger),
                near: event(Event::Near),
                not_quite: event(Event::NotQuite),
            },
            weeks: weeks.mondays.iter().map(ToString::to_string).collect(),
            carried: weeks
                .letters
                .into_iter()
                .map(|letter| Carried::of(content, letter))
                .collect(),
            reviews: reviews.into_iter().map(WeekReviews::from).collect(),
            now: now.into(),
        }
    }
}

/// What people carry by week, and what waits.
///
/// Counts of people's doings know no person and no words, and none under five is told.
///
/// # Errors
/// 401 for everybody but staff; 422 for a wrong number of weeks.
#[utoipa::path(get, operation_id = "readOverview", path = "/admin/overview", tag = "staff", params(OverviewQuery),
    responses((status = 200, body = OverviewAnswer), Reads, Invalid))]
pub async fn read(
    _: StaffOnly,
    State(state): State<AppState>,
    Query(query): Query<OverviewQuery>,
) -> Result<Json<OverviewAnswer>, ApiError> {
    let span = Span::parse(query.weeks.as_deref())?;
    let overview = overview::read(&state.ctx.db, span).await?;
    Ok(Json(OverviewAnswer::of(&state.ctx.content, overview)))
}
