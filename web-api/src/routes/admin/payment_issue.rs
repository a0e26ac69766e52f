//! Payments that need attention, for staff.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shared::staff::payment_issues::{self, Issue};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::{Changes, NotFound, Reads};
use crate::extract::body::Path;
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

/// A dispute, an inquiry, a refund or an early fraud warning.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentIssue {
    /// Its id here.
    pub id: Uuid,
    /// `dispute`, `inquiry`, `refund`, `refund_failed` or `fraud_warning`.
    pub kind: String,
    /// The charge at Stripe.
    pub charge_stripe_id: String,
    /// The subscription's id at Stripe.
    #[schema(required)]
    pub subscription_stripe_id: Option<String>,
    /// The state of the subscription, in Stripe's word.
    #[schema(required)]
    pub status: Option<String>,
    /// Whether it paid a gift.
    pub is_of_gift: bool,
    /// In the smallest unit of the currency: cents of a dollar.
    pub amount: i64,
    /// The currency, as three letters.
    pub currency: String,
    /// Whether it ended the subscription or the gift.
    pub ends: bool,
    /// When we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl From<Issue> for PaymentIssue {
    fn from(issue: Issue) -> Self {
        Self {
            id: issue.id,
            kind: issue.kind,
            charge_stripe_id: issue.charge_stripe_id,
            subscription_stripe_id: issue.subscription_stripe_id,
            status: issue.status,
            is_of_gift: issue.is_of_gift,
            amount: issue.amount,
            currency: issue.currency,
            ends: issue.ends,
            created_at: issue.created_at,
        }
    }
}

/// The disputes, refunds and early fraud warnings that nobody has handled.
///
/// At most 100, newest first.
///
/// # Errors
/// 401 for everybody but staff.
#[utoipa::path(get, operation_id = "listPaymentIssues", path = "/admin/payment-issues", tag = "staff",
    responses((status = 200, body = Vec<PaymentIssue>), Reads))]
pub async fn list(_: StaffOnly, State(state): State<AppState>) -> Result<axum::Json<Vec<PaymentIssue>>, ApiError> {
    let issues = payment_issues::list(&state.ctx.db).await?;
    Ok(axum::Json(issues.into_iter().map(PaymentIssue::from).collect()))
}

/// Marks one as handled.
///
/// # Errors
/// 401 for everybody but staff; 404 if it is unknown or handled already.
#[utoipa::path(post, operation_id = "handlePaymentIssue", path = "/admin/payment-issues/{id}/handled", tag = "staff", params(("id" = Uuid, Path, description = "the dispute, refund or warning")),
    responses((status = 204, description = "done"), Changes, NotFound))]
pub async fn handle(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, ApiError> {
    payment_issues::handle(&state.ctx, &staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
