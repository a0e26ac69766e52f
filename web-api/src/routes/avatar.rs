//! The picture of the signed-in user.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use shared::user::picture;

use crate::error::ApiError;
use crate::error::refusals::{NotFound, Reads};
use crate::extract::person::SignedInEvenBlocked;
use crate::state::AppState;

/// The picture of the signed-in user, at most 256 pixels each way.
///
/// Their own picture only.
///
/// # Errors
/// 404 without a picture: show the initials.
#[utoipa::path(get, operation_id = "readAvatar", path = "/user/avatar", tag = "account", responses((status = 200, description = "the picture", content_type = "image/jpeg", body = Vec<u8>), Reads, NotFound))]
pub async fn read(
    State(state): State<AppState>,
    SignedInEvenBlocked(user): SignedInEvenBlocked,
) -> Result<impl IntoResponse, ApiError> {
    let jpeg = picture::read(&state.ctx.db, user.id).await?;
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, no-store")];
    Ok((headers, jpeg))
}
