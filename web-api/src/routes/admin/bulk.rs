//! One step for several testimonies: approval of low risk, rejection of spam, keeping a flood.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::error::{Error, Fields};
use shared::moderation::{self, Outcome, Seen};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, NotFound};
use crate::extract::body::{Json, Now, Path};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Stories to publish together.
#[derive(Deserialize, ToSchema)]
pub struct ApproveRequest {
    /// 1 to 100 stories, as they were seen.
    #[schema(min_items = 1, max_items = 100)]
    stories: Vec<SeenStory>,
}

/// A story as it was seen.
#[derive(Deserialize, ToSchema)]
pub struct SeenStory {
    /// The story.
    id: Uuid,
    /// Its `version` then. If it has changed since, it is left as `needs_a_look`.
    version: i32,
}

/// What became of one of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApproveResult {
    /// The story.
    pub id: Uuid,
    /// What became of it.
    pub outcome: ApproveOutcome,
}

/// What became of one of several testimonies.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApproveOutcome {
    /// It is published.
    Approved,
    /// It is declined.
    Rejected,
    /// It is not pending, or still being prepared.
    NotPending,
    /// Danger was seen in it, or it was reported or reopened; or its risk is not low, or it is not guessed to be spam;
    /// or it has changed since it was seen.
    NeedsALook,
    /// There is no such testimony.
    NotFound,
}

/// What became of each.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApproveAnswer {
    /// In the order in which they were named.
    pub results: Vec<ApproveResult>,
}

/// The stories that were kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptAnswer {
    /// Their ids.
    pub kept: Vec<Uuid>,
}

/// Keeps all stories of a flood of reports published: those that only the networks of this one's reports reported.
///
/// Each by itself, with a line in the audit trail. Who reported one of them from elsewhere is heard all the same: that one
/// keeps waiting.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(post, operation_id = "keepFlood", path = "/admin/testimonies/{id}/keep-flood", tag = "staff", params(("id" = Uuid, Path, description = "one of the stories")),
    responses((status = 200, body = KeptAnswer), Changes, NotFound))]
pub async fn keep_flood(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> Result<axum::Json<KeptAnswer>, ApiError> {
    let kept = moderation::keep_flood(&state.ctx, &staff, id, now).await?;
    Ok(axum::Json(KeptAnswer { kept }))
}

/// Publishes several stories of low risk without danger or doubt.
///
/// Each by itself: some may be published and others not. What somebody changed since it was seen is not.
///
/// # Errors
/// 401 for everybody but staff; 422 for none or more than 100.
#[utoipa::path(post, operation_id = "approveTestimonies", path = "/admin/testimonies/approve", tag = "staff", request_body = ApproveRequest,
    responses((status = 200, body = ApproveAnswer), Changes, JsonBody))]
pub async fn approve(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Json(request): Json<ApproveRequest>,
) -> Result<axum::Json<ApproveAnswer>, ApiError> {
    if !(1..=100).contains(&request.stories.len()) {
        return Err(Error::InvalidFields(Fields::one("stories", "Please choose 1 to 100 stories.")).into());
    }
    let seen: Vec<Seen> = request.stories.into_iter().map(Seen::from).collect();
    let outcomes = moderation::approve_all(&state.ctx, &staff, &seen, now).await?;
    Ok(axum::Json(ApproveAnswer::of(outcomes)))
}

impl From<SeenStory> for Seen {
    fn from(SeenStory { id, version }: SeenStory) -> Self {
        Self { id, version }
    }
}

impl ApproveAnswer {
    /// The outcomes in the order of the ids.
    pub fn of(outcomes: Vec<(Uuid, Outcome)>) -> Self {
        let results = outcomes.into_iter().map(|(id, outcome)| ApproveResult {
            id,
            outcome: match outcome {
                Outcome::Approved => ApproveOutcome::Approved,
                Outcome::Rejected => ApproveOutcome::Rejected,
                Outcome::NotPending => ApproveOutcome::NotPending,
                Outcome::NeedsALook => ApproveOutcome::NeedsALook,
                Outcome::NotFound => ApproveOutcome::NotFound,
            },
        });
        Self {
            results: results.collect(),
        }
    }
}
