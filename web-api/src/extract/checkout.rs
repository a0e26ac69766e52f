//! Extractors for checkout: a signed-in user, or a visitor recognised by the checkout cookie.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use shared::config::Environment;
use shared::error::Error;
use shared::subscription::{Buyer, Caller, CheckoutToken};

use crate::error::ApiError;
use crate::extract::cookies::Purpose;
use crate::extract::person::{MaybeSignedIn, MaybeSignedInEvenBlocked, Refused};
use crate::state::AppState;

/// How long a visitor may take from paying to signing in.
const COOKIE_MAX_AGE: time::Duration = time::Duration::days(30);

/// The buyer of a subscription, with the cookie that recognises a visitor. Blocked users are refused.
pub struct CheckoutBuyer {
    /// The user or the visitor.
    pub buyer: Buyer,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

impl FromRequestParts<AppState> for CheckoutBuyer {
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
        let cookie = Purpose::Checkout.cookie(state.ctx.config.environment, token.to_cookie(), COOKIE_MAX_AGE);
        Ok(Self {
            buyer: Buyer::Visitor(token),
            cookies: CookieJar::new().add(cookie),
        })
    }
}

/// The caller who reads the status of a subscription. Blocked users are allowed.
pub struct CheckoutCaller(pub Caller);

impl FromRequestParts<AppState> for CheckoutCaller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let MaybeSignedInEvenBlocked(user) = MaybeSignedInEvenBlocked::from_request_parts(parts, state).await?;
        let as_visitor = || known_token(parts, state).map_or(Caller::Nobody, Caller::Visitor);
        Ok(Self(user.map_or_else(as_visitor, |user| Caller::User(Box::new(user)))))
    }
}

/// A buyer who has begun: a user, or a visitor with the cookie of a checkout. Blocked users and others are refused.
pub struct KnownBuyer(pub Buyer);

impl FromRequestParts<AppState> for KnownBuyer {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refused> {
        let MaybeSignedIn(user) = MaybeSignedIn::from_request_parts(parts, state).await?;
        let as_visitor = || known_token(parts, state).map(Buyer::Visitor);
        let buyer = user.map(|user| Buyer::User(user.id)).or_else(as_visitor);
        buyer
            .map(Self)
            .ok_or_else(|| ApiError::from(Error::SignInRequired).into())
    }
}

/// The checkout that this browser began as a visitor, even if somebody is signed in now.
pub struct BrowserCheckout(pub Option<CheckoutToken>);

impl FromRequestParts<AppState> for BrowserCheckout {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(known_token(parts, state)))
    }
}

fn known_token(parts: &Parts, state: &AppState) -> Option<CheckoutToken> {
    known(&CookieJar::from_headers(&parts.headers), state.ctx.config.environment)
}

/// The checkout that this browser began as a visitor.
pub fn known(jar: &CookieJar, environment: Environment) -> Option<CheckoutToken> {
    CheckoutToken::from_cookie(Purpose::Checkout.value(environment, jar)?)
}
