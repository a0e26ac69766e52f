//! Deletion and export of an account.

pub mod export;
pub mod name;

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use serde::Serialize;
use shared::account::{self, Receipt, SubscriptionEnd};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::ApiError;
use crate::error::refusals::Changes;
use crate::extract::cookies::Purpose;
use crate::extract::person::SignedInEvenBlocked;
use crate::state::AppState;

/// What was deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletionReceipt {
    /// Names this deletion.
    pub receipt_id: Uuid,
    /// What became of the subscription.
    pub subscription: SubscriptionEnded,
    /// How many stories were deleted.
    pub stories_removed: u64,
    /// How many prayers were deleted.
    pub prayers_removed: u64,
}

/// What became of a subscription when its account was deleted.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionEnded {
    /// There was none.
    None,
    /// It is over.
    Cancelled,
    /// The payment provider is still being told.
    Cancelling,
}

impl From<SubscriptionEnd> for SubscriptionEnded {
    fn from(end: SubscriptionEnd) -> Self {
        match end {
            SubscriptionEnd::None => Self::None,
            SubscriptionEnd::Cancelled => Self::Cancelled,
            SubscriptionEnd::Cancelling => Self::Cancelling,
        }
    }
}

impl From<Receipt> for DeletionReceipt {
    fn from(receipt: Receipt) -> Self {
        Self {
            receipt_id: receipt.id,
            subscription: receipt.subscription.into(),
            stories_removed: receipt.testimonies_removed,
            prayers_removed: receipt.prayers_removed,
        }
    }
}

/// Deletes the account of the signed-in user, blocked or not, and all their data.
///
/// With everything that is held of them, at once and for good. Blocked people may, too.
///
/// # Errors
/// 401 for everybody else, and when the account is gone already; 503 without a database, and then nothing was deleted.
#[utoipa::path(delete, operation_id = "deleteAccount", path = "/user/account", tag = "account", responses((status = 200, body = DeletionReceipt), Changes))]
pub async fn delete(
    State(state): State<AppState>,
    SignedInEvenBlocked(user): SignedInEvenBlocked,
) -> Result<(CookieJar, Json<DeletionReceipt>), ApiError> {
    let receipt = account::delete(&state.ctx, user.id).await?;
    let environment = state.ctx.config.environment;
    let signed_out = CookieJar::new()
        .add(Purpose::Session.removal(environment))
        .add(Purpose::KnownBrowser.removal(environment))
        .add(Purpose::Checkout.removal(environment));
    Ok((signed_out, Json(receipt.into())))
}
