//! The job queue, for staff.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shared::staff::jobs;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound, Reads};
use crate::extract::body::Path;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Unfinished jobs of one kind in one state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KindAnswer {
    /// The kind, for example `prepare_testimony`.
    pub kind: String,
    /// `waiting`, `running` or `dead`.
    pub state: String,
    /// How many there are.
    pub count: i64,
    /// Since when the oldest of them waits or runs, or is dead.
    #[serde(with = "time::serde::rfc3339")]
    pub oldest_since: OffsetDateTime,
}

/// A job that waits for a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadJobAnswer {
    /// The job.
    pub id: Uuid,
    /// Its kind.
    pub kind: String,
    /// Why it is dead, in plain words.
    pub reason: String,
    /// When it was enqueued.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it died.
    #[serde(with = "time::serde::rfc3339")]
    pub died_at: OffsetDateTime,
    /// How often it failed.
    pub failures: i16,
    /// How many workers died of it.
    pub deaths: i16,
}

/// The ledger of jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobsAnswer {
    /// Unfinished jobs by kind and state.
    pub kinds: Vec<KindAnswer>,
    /// The jobs that died last, 200 at most.
    pub dead: Vec<DeadJobAnswer>,
}

/// Shows what waits, what runs, and what is dead and why.
///
/// Finished jobs are left out.
#[utoipa::path(get, operation_id = "listJobs", path = "/admin/jobs", tag = "staff",
    responses((status = 200, body = JobsAnswer), Reads))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<Json<JobsAnswer>, ApiError> {
    let overview = jobs::overview(&state.ctx.db).await?;
    let kinds = overview.kinds.into_iter().map(|kind| KindAnswer {
        kind: kind.kind,
        state: kind.state,
        count: kind.count,
        oldest_since: kind.oldest,
    });
    let dead = overview.dead.into_iter().map(|job| DeadJobAnswer {
        id: job.id,
        kind: job.kind,
        reason: job.reason,
        created_at: job.created_at,
        died_at: job.died_at,
        failures: job.failures,
        deaths: job.deaths,
    });
    Ok(Json(JobsAnswer {
        kinds: kinds.collect(),
        dead: dead.collect(),
    }))
}

/// Lets a dead job begin anew.
///
/// Its failures are forgotten.
///
/// # Errors
/// 401 for everybody but staff; 404 if no such job is dead.
#[utoipa::path(post, operation_id = "retryJob", path = "/admin/jobs/{id}/retry", tag = "staff", params(("id" = Uuid, Path, description = "the job")),
    responses((status = 204, description = "due again"), Changes, NotFound))]
pub async fn retry(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    jobs::retry(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a dead job up.
///
/// What it was to do stays undone.
///
/// # Errors
/// 401 for everybody but staff; 404 if no such job is dead.
#[utoipa::path(delete, operation_id = "discardJob", path = "/admin/jobs/{id}", tag = "staff", params(("id" = Uuid, Path, description = "the job")),
    responses((status = 204, description = "given up"), Changes, NotFound))]
pub async fn discard(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    jobs::discard(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
