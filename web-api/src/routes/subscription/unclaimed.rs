//! A subscription that a visitor has paid and nobody has claimed: correcting its address, its receipt, and the offer to
//! the user with that address.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shared::error::Error;
use shared::subscription::{self, Buyer, Caller, CheckoutForm};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{Changes, JsonBody, NotFound};
use crate::extract::body::Json;
use crate::extract::checkout::{BrowserCheckout, CheckoutCaller};
use crate::extract::person::SignedIn;
use crate::state::AppState;

/// The address that a payment is for.
#[derive(Deserialize, ToSchema)]
pub struct AddressRequest {
    /// The corrected address.
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// Corrects the address of what this browser has paid, as long as nobody has claimed it.
///
/// As long as nobody has claimed it. Later receipts go to the new address.
///
/// # Errors
/// 404 if this browser has paid nothing, or it was claimed; 422; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "correctSubscriptionAddress", path = "/subscription/address", tag = "subscription", request_body = AddressRequest,
    responses((status = 204, description = "done"), Changes, JsonBody, NotFound))]
pub async fn correct(
    BrowserCheckout(browser): BrowserCheckout,
    State(state): State<AppState>,
    Json(request): Json<AddressRequest>,
) -> Result<StatusCode, ApiError> {
    let form = CheckoutForm::parse(&request.email, None)?;
    let browser = browser.ok_or(Error::NotFound)?;
    subscription::correct_address(&state.ctx, &browser, &form).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where the receipt is.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptAnswer {
    /// Its address, at Stripe's.
    pub url: String,
}

/// Opens the newest receipt of the caller.
///
/// For users, blocked or not, and for the browser that paid as a visitor.
///
/// # Errors
/// 401 for everybody else; 404 `NO_BILLING` for somebody who never paid; 503 `PAYMENTS_NOT_SET_UP` or `PAYMENTS_UNAVAILABLE`.
#[utoipa::path(post, operation_id = "openReceipt", path = "/subscription/receipt", tag = "subscription", responses((status = 200, body = ReceiptAnswer), Changes, NotFound))]
pub async fn receipt(
    CheckoutCaller(caller): CheckoutCaller,
    State(state): State<AppState>,
) -> Result<axum::Json<ReceiptAnswer>, ApiError> {
    let buyer = match caller {
        Caller::User(user) => Buyer::User(user.id),
        Caller::Visitor(token) => Buyer::Visitor(token),
        Caller::Nobody => return Err(Error::SignInRequired.into()),
    };
    let url = subscription::receipt(&state.ctx, &buyer).await?;
    Ok(axum::Json(ReceiptAnswer { url }))
}

/// Accepts the paid subscriptions that wait for the signed-in user.
///
/// They were paid under a verified address of the user, or in this browser.
///
/// # Errors
/// 401; 403 `ACCOUNT_BLOCKED`; 404 if none waits.
#[utoipa::path(post, operation_id = "acceptSubscription", path = "/subscription/accept", tag = "subscription", responses((status = 204, description = "done"), Changes, NotFound))]
pub async fn accept(
    SignedIn(user): SignedIn,
    BrowserCheckout(browser): BrowserCheckout,
    State(state): State<AppState>,
) -> Result<StatusCode, ApiError> {
    subscription::accept(&state.ctx, user.id, browser.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that the signed-in user did not pay what is offered to them: somebody mistyped their address.
///
/// It is not offered again. Who paid can still correct the address.
///
/// # Errors
/// 401; 403 `ACCOUNT_BLOCKED`.
#[utoipa::path(post, operation_id = "declineSubscription", path = "/subscription/decline", tag = "subscription", responses((status = 204, description = "done"), Changes))]
pub async fn decline(SignedIn(user): SignedIn, State(state): State<AppState>) -> Result<StatusCode, ApiError> {
    subscription::decline(&state.ctx, user.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
