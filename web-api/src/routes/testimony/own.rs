//! The testimonies of a user.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shared::testimony::{self, AuthoredTestimony};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound};
use crate::extract::body::Path;
use crate::extract::person::SignedIn;
use crate::state::AppState;
use crate::states::{RiskLevel, TestimonyStatus};

/// A story of one's own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnTestimony {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: TestimonyStatus,
    /// Its words without what could tell who wrote it; null until it is prepared.
    #[schema(required)]
    pub redacted_text: Option<String>,
    /// The language in which it is written: `en` or `es`; null for another one, or until it is prepared.
    #[schema(required)]
    pub language: Option<String>,
    /// `low`, `medium` or `high`; null until it is prepared.
    #[schema(required)]
    pub pii_risk_level: Option<RiskLevel>,
    /// When it was handed in.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When staff decided on it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub moderated_at: Option<OffsetDateTime>,
    /// What staff told its author.
    #[schema(required)]
    pub moderation_notes: Option<String>,
    /// How many people prayed for it.
    pub prayers: i64,
}

impl From<AuthoredTestimony> for OwnTestimony {
    fn from(story: AuthoredTestimony) -> Self {
        Self {
            id: story.id,
            status: story.status.into(),
            redacted_text: story.redacted_text,
            language: story.language,
            pii_risk_level: story.pii_risk_level.map(Into::into),
            created_at: story.created_at,
            moderated_at: story.moderated_at,
            moderation_notes: story.moderation_notes,
            prayers: story.prayers,
        }
    }
}

/// The stories of the signed-in user, the newest first.
///
/// The newest first.
#[utoipa::path(get, operation_id = "listOwnTestimonies", path = "/user/testimonies", tag = "stories", responses((status = 200, body = Vec<OwnTestimony>), Changes))]
pub async fn list(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
) -> Result<Json<Vec<OwnTestimony>>, ApiError> {
    let stories = testimony::own(&state.ctx.db, user.id.owner()).await?;
    Ok(Json(stories.into_iter().map(OwnTestimony::from).collect()))
}

/// Withdraws a story: it is gone at once, published or not.
///
/// It is gone at once, published or not.
///
/// # Errors
/// 404 for what is no story of theirs, and for one that is gone already.
#[utoipa::path(delete, operation_id = "withdrawTestimony", path = "/user/testimonies/{id}", tag = "stories",
    params(("id" = Uuid, Path, description = "the story")),
    responses((status = 204, description = "it is gone"), Changes, NotFound))]
pub async fn withdraw(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    testimony::withdraw(&state.ctx, user.id.owner(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
