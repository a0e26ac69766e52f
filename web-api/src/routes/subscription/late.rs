//! The link that leads to the page where a late payment is paid or confirmed. The banner and the mail carry it.

use axum::extract::State;
use axum::response::Redirect;
use shared::subscription::{self, Buyer, Caller};

use crate::extract::checkout::CheckoutCaller;
use crate::extract::person::Refused;
use crate::state::AppState;

const PROFILE: &str = "/profile";
const SIGN_IN: &str = "/api/login?returnTo=/profile";

/// Redirects to Stripe's page of the oldest open invoice, or to the profile, which says how things stand.
///
/// It changes nothing: anybody who opens it still has to pay there.
pub async fn pay(caller: Result<CheckoutCaller, Refused>, State(state): State<AppState>) -> Redirect {
    let Ok(CheckoutCaller(caller)) = caller else {
        return Redirect::to(PROFILE);
    };
    let buyer = match caller {
        Caller::User(user) => Buyer::User(user.id),
        Caller::Visitor(token) => Buyer::Visitor(token),
        Caller::Nobody => return Redirect::to(SIGN_IN),
    };
    let is_user = matches!(buyer, Buyer::User(_));
    match subscription::open_invoice(&state.ctx, &buyer).await {
        Ok(Some(page)) => Redirect::to(&page),
        Ok(None) if is_user => Redirect::to(PROFILE),
        // The cookie of an old checkout: the late subscription is a user's.
        Ok(None) => Redirect::to(SIGN_IN),
        Err(error) => {
            tracing::warn!(
                error = format!("{error:#}"),
                "the page of a late payment could not be found"
            );
            Redirect::to(PROFILE)
        }
    }
}
