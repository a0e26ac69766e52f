//! Who is signed in.

use crate::error::{ApiError, ErrorBody};

/// The current user. Nobody can sign in yet, so nobody is.
///
/// # Errors
/// 401 for everybody who is not signed in.
#[utoipa::path(get, operation_id = "currentUser", description = "401 for everybody who is not signed in.", path = "/auth/user", tag = "account", responses((status = 401, body = ErrorBody)))]
pub async fn current_user() -> Result<(), ApiError> {
    Err(ApiError::sign_in_required())
}
