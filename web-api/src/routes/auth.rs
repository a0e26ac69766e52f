//! The signed-in user, and signing out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::Serialize;
use shared::user::{self, User};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::refusals::{Forbidden, Reads, Unavailable};
use crate::extract::appearance::Appearance;
use crate::extract::body::Now;
use crate::extract::cookies::Purpose;
use crate::extract::person::{Refused, SignedInEvenBlocked};
use crate::session::BrowserSession;
use crate::state::AppState;

/// The person who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserAnswer {
    /// Who.
    pub id: Uuid,
    /// The first name, if it is known.
    #[schema(required)]
    pub first_name: Option<String>,
    /// The last name, if it is known.
    #[schema(required)]
    pub last_name: Option<String>,
    /// The address, if it is known.
    #[schema(required)]
    pub email: Option<String>,
    /// Where their picture is, if they have one: a path of ours.
    #[schema(required)]
    pub profile_image_url: Option<String>,
    /// Whether they have premium now.
    pub is_premium: bool,
    /// The state of their subscription, in the payment provider's word.
    #[schema(required)]
    pub subscription_status: Option<String>,
    /// Their customer id at the payment provider.
    #[schema(required)]
    pub stripe_customer_id: Option<String>,
    /// Whether staff blocked them.
    pub blocked: bool,
    /// Until when staff gave them premium.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub manual_premium_until: Option<OffsetDateTime>,
    /// When they signed in for the first time.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl UserAnswer {
    /// The answer for a user.
    #[must_use]
    pub fn of(user: User, now: OffsetDateTime) -> Self {
        Self {
            id: user.id.0,
            is_premium: user.is_premium(now),
            blocked: user.blocked_at.is_some(),
            first_name: user.first_name,
            last_name: user.last_name,
            email: user.email,
            profile_image_url: user.picture.map(|version| format!("/api/user/avatar?v={version}")),
            subscription_status: user.subscription_status,
            stripe_customer_id: user.stripe_customer_id,
            manual_premium_until: user.manual_premium_until,
            created_at: user.created_at,
        }
    }
}

/// The person who is signed in. Somebody who is blocked is told so by `blocked`.
///
/// Somebody who is blocked is told so by `blocked`. From now on mails to them are in the language in which they read the app.
#[utoipa::path(get, operation_id = "currentUser", path = "/auth/user", tag = "account", responses((status = 200, body = UserAnswer), Reads))]
pub async fn current_user(
    SignedInEvenBlocked(user): SignedInEvenBlocked,
    State(state): State<AppState>,
    appearance: Appearance,
    Now(now): Now,
) -> Json<UserAnswer> {
    // The app works in any language, also while nothing can be written.
    if let Err(error) = user::keep_language(&state.ctx.db, &user, appearance.locale).await {
        tracing::warn!(error = format!("{error:#}"), "the language of a user was not kept");
    }
    Json(UserAnswer::of(user, now))
}

/// Signs out, here and in our records. Somebody who is signed out already stays so.
///
/// Somebody who is signed out already stays so.
///
/// # Errors
/// 503 without a database; the browser forgets the session all the same.
#[utoipa::path(post, operation_id = "signOut", path = "/logout", tag = "account", responses((status = 204, description = "signed out"), Forbidden, Unavailable))]
pub async fn sign_out(
    session: BrowserSession,
    State(state): State<AppState>,
) -> Result<(StatusCode, CookieJar), Refused> {
    let environment = state.ctx.config.environment;
    let forget = CookieJar::new()
        .add(Purpose::Session.removal(environment))
        .add(Purpose::Checkout.removal(environment));
    match session.end().await {
        Ok(()) => Ok((StatusCode::NO_CONTENT, forget)),
        Err(error) => Err(Refused::with(forget, error.into())),
    }
}
