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
use crate::states::StaffRole;

pub mod export;

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
    /// Their role at that time; null in lines of older releases.
    #[schema(required, value_type = Option<StaffRole>)]
    pub role: Option<String>,
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
                role: line.actor_role,
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
    /// What belongs together: `stories`, `users`, `money`, `prayers`, `staff` or `operation`.
    group: Option<String>,
    /// The id of what it was done to.
    subject: Option<String>,
    /// Not before this time (RFC 3339).
    from: Option<String>,
    /// Before this time (RFC 3339).
    to: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

impl AuditQuery {
    /// The filter, and the position that the page ends before.
    fn parse(&self) -> Result<(Filter, Option<i64>), ApiError> {
        Ok(Filter::parse(&audit::FilterParams {
            actor: self.actor.as_deref(),
            action: self.action.as_deref(),
            group: self.group.as_deref(),
            subject: self.subject.as_deref(),
            from: self.from.as_deref(),
            to: self.to.as_deref(),
            cursor: self.cursor.as_deref(),
        })?)
    }
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
    let (filter, before) = query.parse()?;
    let page = audit::page(&state.ctx.db, &filter, before).await?;
    Ok(Json(AuditAnswer {
        lines: page.lines.into_iter().map(AuditLine::from).collect(),
        next: page.next,
    }))
}

/// The most names that are listed.
const MAX_PEOPLE: i64 = 200;

/// A member of staff, to filter by.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonAnswer {
    /// The name in the trail.
    pub name: String,
    /// Their role, if they can sign in with a password of their own.
    #[schema(required, value_type = Option<StaffRole>)]
    pub role: Option<&'static str>,
}

/// Lists the members of staff whom the audit trail names.
///
/// Also those who have a password of their own and have done nothing yet.
#[utoipa::path(get, operation_id = "listAuditPeople", path = "/admin/audit/people", tag = "staff",
    responses((status = 200, body = Vec<PersonAnswer>), Reads))]
pub async fn people(_: StaffOnly, State(state): State<AppState>) -> Result<Json<Vec<PersonAnswer>>, ApiError> {
    let mut names = audit::names(&state.ctx.db, MAX_PEOPLE).await?;
    let members = &state.ctx.config.staff;
    names.extend(members.iter().map(|member| member.name.clone()));
    names.sort();
    names.dedup();
    let person = |name: String| PersonAnswer {
        role: members
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.role.as_str()),
        name,
    };
    Ok(Json(names.into_iter().map(person).collect()))
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
