//! Subscriptions, for staff.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::staff::subscriptions::{self, Found};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, Conflict, JsonBody, NotFound, Reads};
use crate::extract::body::{Json, Path, Query};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// Which subscriptions are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionsQuery {
    /// The whole address that a visitor typed, or an id at Stripe: `sub_…` or `cus_…`.
    #[serde(default)]
    query: String,
}

/// A subscription as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSubscription {
    /// Its id here.
    pub id: Uuid,
    /// Its id at Stripe.
    #[schema(required)]
    pub stripe_id: Option<String>,
    /// The customer's id at Stripe.
    #[schema(required)]
    pub customer_stripe_id: Option<String>,
    /// The address for receipts, as it was typed.
    #[schema(required)]
    pub email: Option<String>,
    /// The state, in Stripe's word.
    #[schema(required)]
    pub status: Option<String>,
    /// How often it is paid: `monthly`, `yearly`, or `other`.
    pub plan: String,
    /// When it was begun.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The end of the month or year that is paid or due.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub period_end: Option<OffsetDateTime>,
    /// Whether a user has it.
    pub is_claimed: bool,
    /// Whether it is about to end: a job goes on until Stripe says that it has ended.
    pub is_ending: bool,
    /// Whether it runs on after a full refund.
    pub is_kept_after_refund: bool,
    /// When it ends or ended, if that is settled.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub ends_at: Option<OffsetDateTime>,
    /// Since when a renewal is unpaid.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub unpaid_since: Option<OffsetDateTime>,
    /// When Stripe last told its state; null if it never did.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub compared_at: Option<OffsetDateTime>,
}

impl From<Found> for StaffSubscription {
    fn from(found: Found) -> Self {
        Self {
            id: found.id,
            stripe_id: found.stripe_id,
            customer_stripe_id: found.customer_stripe_id,
            email: found.email,
            status: found.status,
            plan: found.plan,
            created_at: found.created_at,
            period_end: found.period_end,
            is_claimed: found.user.is_some(),
            is_ending: found.is_ending,
            is_kept_after_refund: found.is_kept_after_refund,
            ends_at: found.ends_at,
            unpaid_since: found.unpaid_since,
            compared_at: found.compared_at,
        }
    }
}

/// Finds subscriptions by a visitor's address or an id at Stripe.
///
/// At most 50, paid ones first.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "findAdminSubscriptions", path = "/admin/subscriptions", tag = "staff", params(SubscriptionsQuery),
    responses((status = 200, body = Vec<StaffSubscription>), Reads))]
pub async fn list(
    _: StaffOnly,
    State(state): State<AppState>,
    Query(query): Query<SubscriptionsQuery>,
) -> Result<axum::Json<Vec<StaffSubscription>>, ApiError> {
    let found = subscriptions::search(&state.ctx, &query.query).await?;
    Ok(axum::Json(found.into_iter().map(StaffSubscription::from).collect()))
}

/// Who gets a subscription or a gift.
#[derive(Deserialize, ToSchema)]
pub struct HandOverRequest {
    /// An address with which its owner has signed in.
    #[serde(default)]
    #[schema(required)]
    pub(super) email: String,
}

/// Hands an unclaimed subscription over to the user who has proven an address.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if it was never paid or somebody has it; 422 if nobody has proven the address.
#[utoipa::path(post, operation_id = "handOverSubscription", path = "/admin/subscriptions/{id}/hand-over", tag = "staff", params(("id" = Uuid, Path, description = "the subscription")), request_body = HandOverRequest,
    responses((status = 204, description = "done"), Changes, JsonBody, NotFound, Conflict))]
pub async fn hand_over(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
    Json(request): Json<HandOverRequest>,
) -> Result<StatusCode, ApiError> {
    subscriptions::hand_over(&state.ctx, &staff, id, &request.email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a subscription at once.
///
/// A job goes on until Stripe says that it has ended.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if it has ended.
#[utoipa::path(post, operation_id = "endSubscription", path = "/admin/subscriptions/{id}/end", tag = "staff", params(("id" = Uuid, Path, description = "the subscription")),
    responses((status = 204, description = "done"), Changes, NotFound, Conflict))]
pub async fn end(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    subscriptions::end(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a subscription run on after a full refund.
///
/// Without this, a full refund ends it.
///
/// # Errors
/// 401 for everybody but staff; 404; 409 if that is so already.
#[utoipa::path(post, operation_id = "keepSubscriptionAfterRefund", path = "/admin/subscriptions/{id}/keep", tag = "staff", params(("id" = Uuid, Path, description = "the subscription")),
    responses((status = 204, description = "done"), Changes, NotFound, Conflict))]
pub async fn keep(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    subscriptions::keep_after_refund(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
