//! Who subscribes, or asks about it: somebody who is signed in, or a visitor by the cookie of what they began.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use shared::subscription::{Asker, Buyer, CheckoutToken};

use crate::app::AppState;
use crate::cookies::Purpose;
use crate::error::ApiError;
use crate::person::{MaybeSignedIn, MaybeSignedInEvenBlocked, Refused};

/// As long as somebody may take from paying to signing in.
const KEEP: time::Duration = time::Duration::days(30);

/// Who subscribes, and the cookie by which a visitor is known again. Whoever is blocked is refused.
pub struct Subscriber {
    /// Who.
    pub buyer: Buyer,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

impl FromRequestParts<AppState> for Subscriber {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let MaybeSignedIn(user) = MaybeSignedIn::from_request_parts(parts, state).await?;
        if let Some(user) = user {
            return Ok(Self {
                buyer: Buyer::User(user.id),
                cookies: CookieJar::new(),
            });
        }
        let known = known_token(parts, state);
        let token = known.map_or_else(CheckoutToken::fresh, Ok).map_err(ApiError::from)?;
        let cookie = Purpose::Checkout.cookie(state.ctx.config.environment, token.to_cookie(), KEEP);
        Ok(Self {
            buyer: Buyer::Visitor(token),
            cookies: CookieJar::new().add(cookie),
        })
    }
}

/// Who asks how a subscription stands. Whoever is blocked may.
pub struct Asks(pub Asker);

impl FromRequestParts<AppState> for Asks {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let MaybeSignedInEvenBlocked(user) = MaybeSignedInEvenBlocked::from_request_parts(parts, state).await?;
        let as_visitor = || known_token(parts, state).map_or(Asker::Nobody, Asker::Visitor);
        Ok(Self(user.map_or_else(as_visitor, |user| Asker::User(Box::new(user)))))
    }
}

fn known_token(parts: &Parts, state: &AppState) -> Option<CheckoutToken> {
    let jar = CookieJar::from_headers(&parts.headers);
    CheckoutToken::from_cookie(Purpose::Checkout.value(state.ctx.config.environment, &jar)?)
}
