//! The caller's use of guidance today.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use serde::Serialize;
use shared::usage::Usage;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::Changes;
use crate::extract::body::Now;
use crate::extract::person::Person;
use crate::state::AppState;

/// Today's count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageAnswer {
    /// Requests used today.
    pub count: i32,
    /// Requests a day.
    pub limit: i32,
    /// Whether the limit does not bind.
    pub unlimited: bool,
    /// When the count starts again: midnight in the visitor's time zone.
    #[serde(with = "time::serde::rfc3339")]
    pub resets_at: OffsetDateTime,
}

impl From<Usage> for UsageAnswer {
    fn from(usage: Usage) -> Self {
        Self {
            count: usage.count,
            limit: usage.limit,
            unlimited: usage.unlimited,
            resets_at: usage.resets_at,
        }
    }
}

/// Today's count, without using one.
///
/// Uses none of them.
///
/// # Errors
/// 401 where guests have no access, 403 for people who are blocked, 503 without a database.
#[utoipa::path(get, operation_id = "readUsage", path = "/usage", tag = "guidance",
    responses((status = 200, body = UsageAnswer), Changes))]
pub async fn read(
    State(state): State<AppState>,
    person: Person,
    Now(now): Now,
) -> Result<(CookieJar, Json<UsageAnswer>), ApiError> {
    let usage = shared::usage::read(&state.ctx.db, &person.caller, now).await?;
    Ok((person.cookies, Json(usage.into())))
}
