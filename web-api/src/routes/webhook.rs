//! Webhooks: signed events from other servers.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use shared::subscription;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::error::refusals::{BadRequest, TooLarge, Unavailable};
use crate::extract::body::{Now, Raw};
use crate::extract::client_hints::header;
use crate::state::AppState;

/// The largest body of an event.
pub const MAX_EVENT_SIZE: usize = 512 * 1024;

/// An event was taken in.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAnswer {
    /// Always true: Stripe need not send it again.
    pub received: bool,
}

/// Takes in an event of Stripe's.
///
/// Stripe alone calls this: the body is its, signed in `Stripe-Signature`.
///
/// # Errors
/// 400 if Stripe did not sign it lately, 413, 503 without a database or where payments are not set up.
#[utoipa::path(post, operation_id = "stripeEvent", path = "/webhooks/stripe", tag = "subscription", request_body(content = String, content_type = "application/json"), responses((status = 200, body = EventAnswer), BadRequest, TooLarge, Unavailable))]
pub async fn stripe(
    State(state): State<AppState>,
    Now(now): Now,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Result<axum::Json<EventAnswer>, ApiError> {
    let signature = header(&headers, "stripe-signature").unwrap_or_default();
    let received = subscription::receive(&state.ctx, &signature, &body, now).await?;
    tracing::info!(?received, "received a Stripe event");
    Ok(axum::Json(EventAnswer { received: true }))
}
