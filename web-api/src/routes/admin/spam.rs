//! Guesses at spam, and their rejection once staff confirm them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::error::{Error, Fields};
use shared::moderation::{self, SpamGroup};
use utoipa::ToSchema;
use uuid::Uuid;

use super::bulk::ApproveAnswer;
use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, Reads};
use crate::extract::body::{Json, Now};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Stories that may be spam and are alike.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpamGroupAnswer {
    /// Their ids, newest first.
    pub ids: Vec<Uuid>,
    /// Whether one of them has links or ways to reach somebody.
    pub has_links: bool,
    /// Whether one of them has sales words.
    pub has_offers: bool,
    /// Whether the same text came several times.
    pub is_repeated: bool,
}

impl From<SpamGroup> for SpamGroupAnswer {
    fn from(group: SpamGroup) -> Self {
        Self {
            ids: group.ids,
            has_links: group.has_links,
            has_offers: group.has_offers,
            is_repeated: group.is_repeated,
        }
    }
}

/// The guesses at spam.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpamAnswer {
    /// Alike ones together. A story is in one group at most.
    pub groups: Vec<SpamGroupAnswer>,
}

/// Guesses which of the newest waiting stories are spam.
///
/// Only among those without danger or report. Texts are compared when this is asked; nothing is stored.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "guessSpam", path = "/admin/testimonies/spam", tag = "staff",
    responses((status = 200, body = SpamAnswer), Reads))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<axum::Json<SpamAnswer>, ApiError> {
    let groups = moderation::guesses(&state.ctx).await?;
    Ok(axum::Json(SpamAnswer {
        groups: groups.into_iter().map(SpamGroupAnswer::from).collect(),
    }))
}

/// Stories that staff confirm to be spam.
#[derive(Deserialize, ToSchema)]
pub struct RejectSpamRequest {
    /// 1 to 100 stories.
    #[schema(min_items = 1, max_items = 100)]
    ids: Vec<Uuid>,
    /// What their authors read.
    notes: Option<String>,
}

/// Declines stories that staff confirm to be spam.
///
/// Each by itself: one with danger or a report, or that is no longer guessed to be spam, is left as it is.
///
/// # Errors
/// 401 for everybody but staff; 422 without a note, or for none or more than 100.
#[utoipa::path(post, operation_id = "rejectSpam", path = "/admin/testimonies/reject-spam", tag = "staff", request_body = RejectSpamRequest,
    responses((status = 200, body = ApproveAnswer), Changes, JsonBody))]
pub async fn reject(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Json(request): Json<RejectSpamRequest>,
) -> Result<axum::Json<ApproveAnswer>, ApiError> {
    if !(1..=100).contains(&request.ids.len()) {
        return Err(Error::InvalidFields(Fields::one("ids", "Please choose 1 to 100 stories.")).into());
    }
    let outcomes = moderation::reject_spam(&state.ctx, &staff, &request.ids, request.notes.as_deref(), now).await?;
    Ok(axum::Json(ApproveAnswer::of(outcomes)))
}
