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

/// What a worker holds of a lane: its local queue, as it reported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocalQueueAnswer {
    /// The worker process.
    pub worker: Uuid,
    /// `mail`, `urgent`, `payments` or `bulk`.
    pub lane: String,
    /// How many jobs may run at once.
    pub slots: i32,
    /// How many run.
    pub running: i32,
    /// How many are claimed and not begun.
    pub ahead: i32,
    /// How many have ended, and the end is not recorded yet.
    pub unrecorded: i32,
    /// Since when the oldest waits to begin, or to be recorded; missing if there is none.
    #[serde(with = "time::serde::rfc3339::option", skip_serializing_if = "Option::is_none")]
    pub oldest_since: Option<OffsetDateTime>,
    /// When the worker reported this.
    #[serde(with = "time::serde::rfc3339")]
    pub seen_at: OffsetDateTime,
    /// Whether the worker has been silent for half a minute: it was killed, or cannot reach Postgres.
    pub is_silent: bool,
}

/// The ledger of jobs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobsAnswer {
    /// Unfinished jobs by kind and state.
    pub kinds: Vec<KindAnswer>,
    /// The jobs that died last, 200 at most.
    pub dead: Vec<DeadJobAnswer>,
    /// What the workers hold, by worker and lane.
    pub local_queues: Vec<LocalQueueAnswer>,
}

/// Shows what waits, what workers hold, and what is dead and why.
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
    let local_queues = overview.local_queues.into_iter().map(|queue| LocalQueueAnswer {
        worker: queue.worker,
        lane: queue.lane,
        slots: queue.slots,
        running: queue.running,
        ahead: queue.ahead,
        unrecorded: queue.unrecorded,
        oldest_since: queue.oldest_since,
        seen_at: queue.seen_at,
        is_silent: queue.is_silent,
    });
    Ok(Json(JobsAnswer {
        kinds: kinds.collect(),
        dead: dead.collect(),
        local_queues: local_queues.collect(),
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
