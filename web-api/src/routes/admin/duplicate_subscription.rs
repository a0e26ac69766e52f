//! Subscriptions of somebody who pays twice, for staff.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shared::staff::duplicates::{self, Duplicate};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, NotFound, Reads};
use crate::extract::body::Path;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// A second subscription of somebody who pays for another one, or perhaps does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateSubscription {
    /// Its id here.
    pub id: Uuid,
    /// `asked`: its payer may be another person; `ending`, `refunded`, `not_renewed`.
    pub state: String,
    /// Its id at Stripe.
    #[schema(required)]
    pub stripe_id: Option<String>,
    /// The id at Stripe of the one that goes on.
    #[schema(required)]
    pub kept_stripe_id: Option<String>,
    /// Whether an account has it.
    pub is_claimed: bool,
    /// What was refunded, in the smallest unit of the currency: cents of a dollar.
    pub amount: i64,
    /// The currency, as three letters.
    #[schema(required)]
    pub currency: Option<String>,
    /// When it was found.
    #[serde(with = "time::serde::rfc3339")]
    pub found_at: OffsetDateTime,
}

impl From<Duplicate> for DuplicateSubscription {
    fn from(found: Duplicate) -> Self {
        Self {
            id: found.id,
            state: found.state,
            stripe_id: found.stripe_id,
            kept_stripe_id: found.kept_stripe_id,
            is_claimed: found.is_claimed,
            amount: found.amount,
            currency: found.currency,
            found_at: found.found_at,
        }
    }
}

/// The subscriptions that were paid twice, or perhaps were, and that nobody has handled.
///
/// At most 100, newest first.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "listDuplicateSubscriptions", path = "/admin/duplicate-subscriptions", tag = "staff",
    responses((status = 200, body = Vec<DuplicateSubscription>), Reads))]
pub async fn list(
    _: StaffOnly,
    State(state): State<AppState>,
) -> Result<axum::Json<Vec<DuplicateSubscription>>, ApiError> {
    let found = duplicates::list(&state.ctx.db).await?;
    Ok(axum::Json(found.into_iter().map(DuplicateSubscription::from).collect()))
}

/// Ends and refunds one whose payer may be another person.
///
/// A job goes on until it is done. The others end by themselves.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if nobody has to decide about it any more.
#[utoipa::path(post, operation_id = "refundDuplicateSubscription", path = "/admin/duplicate-subscriptions/{id}/refund", tag = "staff", params(("id" = Uuid, Path, description = "the second subscription")),
    responses((status = 204, description = "done"), Changes, NotFound, Conflict))]
pub async fn refund(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    duplicates::refund(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes one from the list.
///
/// # Errors
/// 401 for everybody but staff; 404 if it is unknown or handled already.
#[utoipa::path(post, operation_id = "handleDuplicateSubscription", path = "/admin/duplicate-subscriptions/{id}/handled", tag = "staff", params(("id" = Uuid, Path, description = "the second subscription")),
    responses((status = 204, description = "done"), Changes, NotFound))]
pub async fn handle(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    duplicates::handle(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
