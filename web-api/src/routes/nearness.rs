//! Whether a letter was near to what its reader carries.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use shared::content::Reference;
use shared::error::{Error, Fields};
use shared::nearness::{Answer, Subject};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Forbidden, JsonBody, NotFound, Unavailable};
use crate::extract::body::{Json, Path};
use crate::extract::client_address::CallerNetwork;
use crate::state::AppState;

/// What a reader says of a letter: nothing that they wrote, and nothing of who they are.
#[derive(Deserialize, ToSchema)]
pub struct NearRequest {
    /// Whether it was near.
    near: bool,
    /// The passage below the letter, such as `Psalm 34:18`.
    passage: String,
}

/// Counts whether a letter was near, by letter and passage and by nothing else.
///
/// Letters about danger are not counted.
///
/// # Errors
/// 404 if there is no such letter, or if it is about danger; 422 for what is no passage; 429 for many at once.
#[utoipa::path(post, operation_id = "countNearness", path = "/letters/{slug}/near", tag = "guidance",
    params(("slug" = String, Path, description = "the id of a situation or a topic")), request_body = NearRequest,
    responses((status = 204, description = "counted"), Forbidden, JsonBody, NotFound, Unavailable))]
pub async fn count(
    State(state): State<AppState>,
    CallerNetwork(network): CallerNetwork,
    Path(id): Path<String>,
    Json(request): Json<NearRequest>,
) -> Result<StatusCode, ApiError> {
    if let Some(network) = network {
        state.taps.take(&network).map_err(ApiError::too_many_calls)?;
    }
    let unreadable = || Error::InvalidFields(Fields::one("passage", "Please name a passage of the Bible."));
    let passage: Reference = request.passage.parse().map_err(|_| unreadable())?;
    let subject = Subject::of(&state.ctx.content, &id, &passage)?;
    let answer = if request.near { Answer::Near } else { Answer::NotQuite };
    state.weekly.event(answer.into());
    state.nearness.count(subject, answer);
    Ok(StatusCode::NO_CONTENT)
}
