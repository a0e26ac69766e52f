//! The audit trail, for staff.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::audit::{self, Filter, Line};
use shared::audit_head;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Invalid, Reads};
use crate::extract::body::Query;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Who did something.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActorAnswer {
    /// `user`, `guest`, `admin` or `system`.
    pub kind: String,
    /// The actor's id; for staff the id of their sign-in. Null for the author of a story or a prayer.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// The display name of a member of staff.
    #[schema(required)]
    pub name: Option<String>,
}

/// What something was done to.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubjectAnswer {
    /// `story`, `user`, `document`, `prayer`, `job`, `sign_in` or `subscription`.
    pub kind: String,
    /// Its id.
    #[schema(required)]
    pub id: Option<Uuid>,
}

/// One line of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLine {
    /// Its place in the chain, counted from 1.
    pub position: i64,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who did it.
    pub actor: ActorAnswer,
    /// What was done, for example `story.approved`.
    pub action: String,
    /// What it was done to.
    pub subject: SubjectAnswer,
    /// Small facts: ids, numbers, fixed words.
    #[schema(value_type = Object)]
    pub details: Value,
}

impl From<Line> for AuditLine {
    fn from(line: Line) -> Self {
        Self {
            position: line.position,
            at: line.at,
            actor: ActorAnswer {
                kind: line.actor_kind,
                id: line.actor_id,
                name: line.actor_name,
            },
            action: line.action,
            subject: SubjectAnswer {
                kind: line.subject_kind,
                id: line.subject_id,
            },
            details: line.details,
        }
    }
}

/// A page of the audit trail, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditAnswer {
    /// Fifty lines at most.
    pub lines: Vec<AuditLine>,
    /// The `cursor` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// Which lines are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// The actor: an id, or the display name of a member of staff.
    actor: Option<String>,
    /// What was done, for example `story.approved`.
    action: Option<String>,
    /// The id of what it was done to.
    subject: Option<String>,
    /// Not before this time (RFC 3339).
    from: Option<String>,
    /// Before this time (RFC 3339).
    to: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

/// Reads a page of the audit trail.
///
/// Newest first, fifty a page.
///
/// # Errors
/// 401 for everybody but staff; 422 for a filter that cannot be read.
#[utoipa::path(get, operation_id = "listAudit", path = "/admin/audit", tag = "staff", params(AuditQuery),
    responses((status = 200, body = AuditAnswer), Reads, Invalid))]
pub async fn list(
    _: StaffOnly,
    State(state): State<AppState>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditAnswer>, ApiError> {
    let (filter, before) = Filter::parse(&audit::FilterParams {
        actor: query.actor.as_deref(),
        action: query.action.as_deref(),
        subject: query.subject.as_deref(),
        from: query.from.as_deref(),
        to: query.to.as_deref(),
        cursor: query.cursor.as_deref(),
    })?;
    let page = audit::page(&state.ctx.db, &filter, before).await?;
    Ok(Json(AuditAnswer {
        lines: page.lines.into_iter().map(AuditLine::from).collect(),
        next: page.next,
    }))
}

/// From where a walk goes on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VerifyQuery {
    /// `next` of the step before; the first line without it.
    #[serde(default)]
    after: i64,
}

/// What one step along the chain found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyAnswer {
    /// Whether every line of the step is as it was written.
    pub sound: bool,
    /// How many lines are in order, from the first one on.
    pub lines: i64,
    /// The place of the first line that was changed or is missing.
    #[schema(required)]
    pub first_broken: Option<i64>,
    /// How many lines of the step have no seal yet: an older release wrote them, and they are sealed within a day.
    pub unsealed: i64,
    /// Where the next step goes on; null after the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// Walks one step along the chain.
///
/// Computes the hashes anew and compares the seals; the last step also compares the end that is kept in storage.
#[utoipa::path(get, operation_id = "verifyAudit", path = "/admin/audit/verify", tag = "staff", params(VerifyQuery),
    responses((status = 200, body = VerifyAnswer), Reads, Invalid))]
pub async fn verify(
    _: StaffOnly,
    State(state): State<AppState>,
    Query(VerifyQuery { after }): Query<VerifyQuery>,
) -> Result<Json<VerifyAnswer>, ApiError> {
    let verdict = audit_head::verify(&state.ctx, after).await?;
    let goes_on = verdict.first_broken.is_none() && !verdict.is_whole;
    Ok(Json(VerifyAnswer {
        sound: verdict.first_broken.is_none(),
        lines: verdict.sound,
        first_broken: verdict.first_broken,
        unsealed: verdict.unsealed,
        next: goes_on.then_some(verdict.sound),
    }))
}
