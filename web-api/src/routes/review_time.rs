//! How long the review of a testimony usually takes.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::Unavailable;
use crate::state::AppState;

/// What was measured.
#[derive(Serialize, ToSchema)]
pub struct ReviewTimeAnswer {
    /// Whole hours within which eight of ten stories were decided on lately; null while too few were.
    #[schema(required)]
    hours: Option<i64>,
}

/// Measured over the latest decisions of staff.
///
/// Measured over the latest decisions of staff.
#[utoipa::path(get, operation_id = "readReviewTime", path = "/testimonies/review-time", tag = "stories",
    responses((status = 200, body = ReviewTimeAnswer), Unavailable))]
pub async fn read(State(state): State<AppState>) -> Result<Json<ReviewTimeAnswer>, ApiError> {
    let usual = shared::testimony::usual_review_time(&state.ctx.db).await?;
    let hours = usual.map(|usual| (usual.whole_minutes() + 59).div_euclid(60).max(1));
    Ok(Json(ReviewTimeAnswer { hours }))
}
