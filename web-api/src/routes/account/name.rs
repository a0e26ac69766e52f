//! The name of the signed-in user.

use axum::extract::State;
use serde::Deserialize;
use shared::user::{self, NameChange};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, LargeBody};
use crate::extract::body::{Json, Now};
use crate::extract::person::SignedIn;
use crate::routes::auth::UserAnswer;
use crate::state::AppState;

/// What changes about a name; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeProfileRequest {
    /// The first name: up to 100 characters on one line, trimmed; an empty text clears it.
    #[schema(max_length = 100)]
    first_name: Option<String>,
    /// The last name: up to 100 characters on one line, trimmed; an empty text clears it.
    #[schema(max_length = 100)]
    last_name: Option<String>,
}

/// Changes the name of the signed-in user.
///
/// What is left out stays. A name that was chosen here is not replaced when the user signs in by a provider with another.
///
/// # Errors
/// 403 for people who are blocked; 422 for a name that is too long or cannot be shown on one line.
#[utoipa::path(patch, operation_id = "changeProfile", path = "/user/profile", tag = "account", request_body = ChangeProfileRequest,
    responses((status = 200, description = "the user as they are now", body = UserAnswer), Changes, JsonBody, LargeBody))]
pub async fn change(
    State(state): State<AppState>,
    SignedIn(user): SignedIn,
    Now(now): Now,
    Json(request): Json<ChangeProfileRequest>,
) -> Result<axum::Json<UserAnswer>, ApiError> {
    let name = NameChange::parse(request.first_name.as_deref(), request.last_name.as_deref())?;
    let user = user::rename(&state.ctx, user.id, &name).await?;
    Ok(axum::Json(UserAnswer::of(user, now)))
}
