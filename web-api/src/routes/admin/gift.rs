//! Gifts, for staff. They never see a code.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::staff::gifts::{self, Gift};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::subscription::HandOverRequest;
use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, NotFound, Reads};
use crate::extract::body::{Json, Path, Query};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Which gifts are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GiftsQuery {
    /// The whole address of a receipt, or a payment at Stripe: `pi_…`. Without it the newest ones come.
    #[serde(default)]
    query: String,
}

/// A gift as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffGift {
    /// Its id here.
    pub id: Uuid,
    /// The payment at Stripe.
    #[schema(required)]
    pub stripe_id: Option<String>,
    /// The giver's address for the receipt, as it was typed.
    #[schema(required)]
    pub email: Option<String>,
    /// `paid`, `used`, `refunding`, `refunded`, `disputed` or `ended`.
    pub state: String,
    /// In cents of a dollar.
    pub amount: i64,
    /// When it was paid.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub paid_at: Option<OffsetDateTime>,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub expires_at: Option<OffsetDateTime>,
    /// When it was accepted.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub used_at: Option<OffsetDateTime>,
}

impl From<Gift> for StaffGift {
    fn from(gift: Gift) -> Self {
        Self {
            id: gift.id,
            stripe_id: gift.stripe_id,
            email: gift.email,
            state: gift.state,
            amount: gift.amount,
            paid_at: gift.paid_at,
            expires_at: gift.expires_at,
            used_at: gift.used_at,
        }
    }
}

/// The gifts that were paid.
///
/// At most 100, newest first.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "listGifts", path = "/admin/gifts", tag = "staff", params(GiftsQuery),
    responses((status = 200, body = Vec<StaffGift>), Reads))]
pub async fn list(
    _: StaffOnly,
    State(state): State<AppState>,
    Query(query): Query<GiftsQuery>,
) -> Result<axum::Json<Vec<StaffGift>>, ApiError> {
    let gifts = gifts::list(&state.ctx, &query.query).await?;
    Ok(axum::Json(gifts.into_iter().map(StaffGift::from).collect()))
}

/// Gives the money for an unused gift back.
///
/// Its code is closed at once; a job goes on until Stripe confirms the refund.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if somebody has used it or it has ended.
#[utoipa::path(post, operation_id = "refundGift", path = "/admin/gifts/{id}/refund", tag = "staff", params(("id" = Uuid, Path, description = "the gift")),
    responses((status = 204, description = "done"), Changes, NotFound, Conflict))]
pub async fn refund(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    gifts::refund(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a gift, used or not. The money stays.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if it has ended.
#[utoipa::path(post, operation_id = "endGift", path = "/admin/gifts/{id}/end", tag = "staff", params(("id" = Uuid, Path, description = "the gift")),
    responses((status = 204, description = "done"), Changes, NotFound, Conflict))]
pub async fn end(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    gifts::end(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Hands an unused gift over to the user who has proven an address.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if somebody has used it or it has ended; 422 if nobody has proven the address.
#[utoipa::path(post, operation_id = "handOverGift", path = "/admin/gifts/{id}/hand-over", tag = "staff", params(("id" = Uuid, Path, description = "the gift")), request_body = HandOverRequest,
    responses((status = 204, description = "done"), Changes, JsonBody, NotFound, Conflict))]
pub async fn hand_over(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Json(request): Json<HandOverRequest>,
) -> Result<StatusCode, ApiError> {
    gifts::hand_over(&state.ctx, &staff, id, &request.email).await?;
    Ok(StatusCode::NO_CONTENT)
}
