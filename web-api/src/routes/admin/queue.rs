//! What waits for staff: counts and ages, what has changed in a list, and who is reading a testimony.

use std::convert::Infallible;
use std::time::Instant;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::error::{Error, Fields};
use shared::moderation::{self, MAX_LISTED, Watched};
use shared::staff::presence;
use shared::testimony::Status;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, NotFound, Reads};
use crate::extract::body::{Json, Path};
use crate::extract::staff::StaffOnly;
use crate::state::{AppState, State as WebState};

/// How many stories there are, and since when the oldest wait.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountsAnswer {
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
    /// When the oldest pending one was submitted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub oldest_pending: Option<OffsetDateTime>,
    /// When the oldest escalated one was submitted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub oldest_escalated: Option<OffsetDateTime>,
    /// Since when the oldest open report waits.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub oldest_reported: Option<OffsetDateTime>,
    /// Pending and escalated ones that were submitted more than 24 hours ago. 1,000 says that there may be more.
    pub waiting_long: i64,
}

/// Counts all stories.
///
/// All there are, not only those loaded.
#[utoipa::path(get, operation_id = "countAdminTestimonies", path = "/admin/testimonies/counts", tag = "staff",
    responses((status = 200, body = CountsAnswer), Reads))]
pub async fn counts(_: StaffOnly, State(state): State<AppState>) -> Result<axum::Json<CountsAnswer>, ApiError> {
    let counts = moderation::counts(&state.ctx.db).await?;
    Ok(axum::Json(CountsAnswer {
        pending: counts.pending,
        approved: counts.approved,
        rejected: counts.rejected,
        escalated: counts.escalated,
        reported: counts.reported,
        oldest_pending: counts.oldest_pending,
        oldest_escalated: counts.oldest_escalated,
        oldest_reported: counts.oldest_reported,
        waiting_long: counts.waiting_long,
    }))
}

/// A list that is watched.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangesRequest {
    /// `pending`, `approved`, `rejected` or `escalated`.
    status: String,
    /// The `at` of the last answer. Without it nothing has arrived, and the answer says what time it is.
    #[serde(default, with = "time::serde::rfc3339::option")]
    since: Option<OffsetDateTime>,
    /// The stories on screen, 500 at most.
    #[serde(default)]
    #[schema(required = false, max_items = 500)]
    listed: Vec<Uuid>,
}

/// What has come into a list or left it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangesAnswer {
    /// When this was read.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Stories that were submitted, escalated or reopened into the list, the newest first, 100 at most. Some may have been
    /// in it before.
    pub arrived: Vec<Uuid>,
    /// Those of `listed` that stand elsewhere by now.
    pub left: Vec<Uuid>,
    /// Those of `listed` that are withdrawn or deleted.
    pub gone: Vec<Uuid>,
}

/// Says what has changed in a list since the last look at it.
///
/// What the caller did brings nothing in.
///
/// # Errors
/// 401 for everybody but staff; 422 for an unknown status or time, or for more than 500 stories.
#[utoipa::path(post, operation_id = "readTestimonyChanges", path = "/admin/testimonies/changes", tag = "staff", request_body = ChangesRequest,
    responses((status = 200, body = ChangesAnswer), Changes, JsonBody))]
pub async fn changes(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Json(request): Json<ChangesRequest>,
) -> Result<axum::Json<ChangesAnswer>, ApiError> {
    if request.listed.len() > MAX_LISTED {
        return Err(Error::InvalidFields(Fields::one("listed", "Please name up to 500 stories.")).into());
    }
    let watched = Watched {
        status: Status::parse(&request.status)?,
        since: request.since,
        listed: &request.listed,
    };
    let changes = moderation::changes(&state.ctx.db, &staff, watched).await?;
    Ok(axum::Json(ChangesAnswer {
        at: changes.at,
        arrived: changes.arrived,
        left: changes.left,
        gone: changes.gone,
    }))
}

/// Whether the caller reads a story.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingRequest {
    /// Whether it is still open before them.
    is_open: bool,
}

/// Who reads the same story.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadingAnswer {
    /// The names of the others, as they gave them at sign-in.
    pub others: Vec<String>,
}

/// Says that the caller reads a story, and who else does.
///
/// Kept in memory for 30 seconds and stored nowhere. It holds up nobody: both may decide.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(post, operation_id = "readingTestimony", path = "/admin/testimonies/{id}/reading", tag = "staff", params(("id" = Uuid, Path, description = "the story")), request_body = ReadingRequest,
    responses((status = 200, body = ReadingAnswer), Changes, NotFound, JsonBody))]
pub async fn reading(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Json(request): Json<ReadingRequest>,
) -> Result<axum::Json<ReadingAnswer>, ApiError> {
    presence::tell(&state.ctx, &staff, id, request.is_open).await?;
    Ok(axum::Json(ReadingAnswer {
        others: state.presence.others(id, &staff, Instant::now()),
    }))
}

/// Takes note of readers at this and other web processes, for as long as the process lives.
pub async fn keep_hearing(state: &WebState) -> Infallible {
    let mut receiver = state.ctx.notifications.subscribe();
    loop {
        let notification = receiver.next().await;
        state.presence.hear(&notification, Instant::now());
    }
}
