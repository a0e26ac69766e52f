//! Users, for staff.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::error::{Error, Fields};
use shared::ids::UserId;
use shared::staff::users::{self, Access, AtProvider, Months, Search};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, Invalid, JsonBody, NotFound, Reads};
use crate::extract::body::{Json, Now, Path, Query};
use crate::extract::staff::StaffOnly;
use crate::routes::auth::UserAnswer;
use crate::state::AppState;

/// Which users are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// A part of a name or an address, taken literally: up to 200 characters.
    query: Option<String>,
    /// From 1 on; 1 if it is left out.
    page: Option<String>,
    /// 1 to 100; 20 if it is left out.
    page_size: Option<String>,
    /// `true` or `false`; both if it is left out.
    blocked: Option<String>,
}

/// Some of the users that were found, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsersAnswer {
    /// The users of this page.
    pub users: Vec<UserAnswer>,
    /// How many there are on all pages.
    pub total: i64,
}

/// Finds users.
///
/// Newest first.
///
/// # Errors
/// 401 for everybody but staff; 422 with every wrong part of the address.
#[utoipa::path(get, operation_id = "listAdminUsers", path = "/admin/users", tag = "staff", params(UsersQuery),
    responses((status = 200, body = UsersAnswer), Reads, Invalid))]
pub async fn list(
    _: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Query(query): Query<UsersQuery>,
) -> Result<axum::Json<UsersAnswer>, ApiError> {
    let search = Search::parse(
        query.query.as_deref(),
        query.page.as_deref(),
        query.page_size.as_deref(),
        query.blocked.as_deref(),
    )?;
    let found = users::search(&state.ctx.db, &search).await?;
    Ok(axum::Json(UsersAnswer {
        users: found.users.into_iter().map(|user| UserAnswer::of(user, now)).collect(),
        total: found.total,
    }))
}

/// Whether a user may take part.
#[derive(Deserialize, ToSchema)]
pub struct BlockRequest {
    /// True to block, false to let them back in.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    blocked: Value,
}

/// Blocks a user, which ends their sessions, or lets them back in.
///
/// Blocking ends their sessions.
///
/// # Errors
/// 401 for everybody but staff; 404; 422 unless `blocked` is true or false.
#[utoipa::path(patch, operation_id = "blockUser", path = "/admin/users/{id}/block", tag = "staff", params(("id" = Uuid, Path, description = "the user")), request_body = BlockRequest,
    responses((status = 200, body = UserAnswer), Changes, JsonBody, NotFound))]
pub async fn block(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Now(now): Now,
    Json(request): Json<BlockRequest>,
) -> Result<axum::Json<UserAnswer>, ApiError> {
    let access = match request.blocked.as_bool() {
        Some(true) => Access::Blocked,
        Some(false) => Access::Open,
        None => return Err(Error::InvalidFields(Fields::one("blocked", "Please choose true or false.")).into()),
    };
    let user = users::set_access(&state.ctx, &staff, UserId(id), access).await?;
    Ok(axum::Json(UserAnswer::of(user, now)))
}

/// How much premium to give.
#[derive(Deserialize, ToSchema)]
pub struct GrantRequest {
    /// Whole months, 1 to 36.
    #[serde(default)]
    #[schema(required, value_type = i32, minimum = 1, maximum = 36)]
    months: Value,
}

/// Gives a user premium for so many months more.
///
/// Added to what they have, or to now.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 `USER_BLOCKED`; 422.
#[utoipa::path(post, operation_id = "grantPremium", path = "/admin/users/{id}/subscription/grant", tag = "staff", params(("id" = Uuid, Path, description = "the user")), request_body = GrantRequest,
    responses((status = 200, body = UserAnswer), Changes, JsonBody, NotFound, Conflict))]
pub async fn grant(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Now(now): Now,
    Json(request): Json<GrantRequest>,
) -> Result<axum::Json<UserAnswer>, ApiError> {
    let months = Months::parse(request.months.as_i64())?;
    let user = users::grant(&state.ctx, &staff, UserId(id), months).await?;
    Ok(axum::Json(UserAnswer::of(user, now)))
}

/// How to take premium back.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeRequest {
    /// Whether the subscription at the payment provider shall end too.
    #[serde(default)]
    #[schema(required = false)]
    cancel_stripe: bool,
}

/// What was taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeAnswer {
    /// The user as they are now.
    pub user: UserAnswer,
    /// The subscription at the payment provider: `none` (there is none, or it was not to end), `cancelled` (it had ended
    /// before), or `cancelling` (a job goes on until the payment provider says that it has ended).
    pub subscription: &'static str,
}

/// Takes back the premium that staff gave.
///
/// What the payment provider gives stays, unless `cancelStripe` is true.
///
/// # Errors
/// 401 for everybody but staff; 404; 422.
#[utoipa::path(post, operation_id = "revokePremium", path = "/admin/users/{id}/subscription/revoke", tag = "staff", params(("id" = Uuid, Path, description = "the user")), request_body = RevokeRequest,
    responses((status = 200, body = RevokeAnswer), Changes, JsonBody, NotFound))]
pub async fn revoke(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Now(now): Now,
    Json(request): Json<RevokeRequest>,
) -> Result<axum::Json<RevokeAnswer>, ApiError> {
    let at_provider = if request.cancel_stripe {
        AtProvider::Cancel
    } else {
        AtProvider::Keep
    };
    let (user, subscription) = users::revoke(&state.ctx, &staff, UserId(id), at_provider).await?;
    Ok(axum::Json(RevokeAnswer {
        user: UserAnswer::of(user, now),
        subscription: subscription.as_str(),
    }))
}
