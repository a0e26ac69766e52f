//! People without an account, each known by a random cookie.

use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use shared::config::{Config, Environment, GuestAccess};
use shared::owner::{GuestToken, Owner};
use shared::usage::{AddressCeiling, Asker, Plan};

use crate::address::household;
use crate::app::AppState;
use crate::cookies::Purpose;
use crate::error::ApiError;
use crate::origin::is_same_origin;
use crate::whereabouts::time_zone;

/// Browsers keep no cookie longer than this.
const KEEP: time::Duration = time::Duration::days(400);

/// A person without an account, and the cookie to hand back so that the next request is known as theirs.
pub struct Guest {
    /// What guidance needs to know of them.
    pub asker: Asker,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

impl FromRequestParts<AppState> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let config = &state.ctx.config;
        if config.guest_access == GuestAccess::SignedIn {
            return Err(ApiError::sign_in_required());
        }
        let jar = CookieJar::from_headers(&parts.headers);
        let (token, cookies) = if let Some(token) = known_token(&jar, config.environment) {
            (token, jar)
        } else {
            let token = GuestToken::fresh().map_err(ApiError::from)?;
            let cookies = jar.add(cookie(config.environment, &token));
            (token, cookies)
        };
        let address = household(config, &parts.headers, &parts.extensions).map(|address_hash| AddressCeiling {
            address_hash,
            limit: config.guest_address_limit,
        });
        Ok(Self {
            asker: Asker {
                owner: token.owner(),
                plan: Plan::Free,
                time_zone: time_zone(&parts.headers),
                address,
            },
            cookies,
        })
    }
}

/// Makes a guest known before anything is waited for, so that a retry comes from the same one though the answer went
/// out early: adds the cookie to the request, and returns what sets it in the browser. Nothing is done for guests who
/// are known, and for calls that are refused.
#[must_use]
pub fn introduce(config: &Config, headers: &mut HeaderMap) -> Option<HeaderValue> {
    let is_refused =
        config.guest_access == GuestAccess::SignedIn || !is_same_origin(headers, config.public_url.as_deref());
    if is_refused || known_token(&CookieJar::from_headers(headers), config.environment).is_some() {
        return None;
    }
    let cookie = cookie(config.environment, &GuestToken::fresh().ok()?);
    headers.append(COOKIE, HeaderValue::try_from(cookie.stripped().to_string()).ok()?);
    HeaderValue::try_from(cookie.to_string()).ok()
}

/// The guest that a browser is known as.
#[must_use]
pub fn known(jar: &CookieJar, environment: Environment) -> Option<Owner> {
    known_token(jar, environment).map(|token| token.owner())
}

fn known_token(jar: &CookieJar, environment: Environment) -> Option<GuestToken> {
    GuestToken::from_cookie(Purpose::Guest.value(environment, jar)?)
}

fn cookie(environment: Environment, token: &GuestToken) -> Cookie<'static> {
    Purpose::Guest.cookie(environment, token.to_cookie(), KEEP)
}
