//! Guests: people without an account, each identified by a random cookie.

use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use shared::config::{Config, Environment, GuestAccess};
use shared::guest::GuestToken;
use shared::ids::Owner;
use shared::usage::{AddressLimit, Caller, Plan};

use crate::error::ApiError;
use crate::extract::body::idempotency_key;
use crate::extract::client_address::ip_prefix;
use crate::extract::client_hints::time_zone;
use crate::extract::cookies::Purpose;
use crate::extract::origin::is_same_origin;
use crate::state::AppState;

/// The longest lifetime that browsers grant a cookie.
const COOKIE_MAX_AGE: time::Duration = time::Duration::days(400);

/// A guest, and the cookie that identifies the next request as theirs.
pub struct Guest {
    /// What guidance needs to know of them.
    pub caller: Caller,
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
            let token = new_token(config, &parts.headers).map_err(ApiError::from)?;
            let cookies = jar.add(cookie(config.environment, &token));
            (token, cookies)
        };
        let address = ip_prefix(config, &parts.headers, &parts.extensions).map(|address_hash| AddressLimit {
            address_hash,
            limit: config.guest_address_limit,
        });
        Ok(Self {
            caller: Caller {
                owner: token.owner(),
                plan: Plan::Free,
                time_zone: time_zone(&parts.headers),
                address,
            },
            cookies,
        })
    }
}

/// Gives a new guest a cookie before the request is handled, so that a retry is the same guest even if the answer went
/// out early. It adds the cookie to the request and returns the `Set-Cookie` value. Known guests and refused calls get
/// none.
pub fn assign_cookie(config: &Config, headers: &mut HeaderMap) -> Option<HeaderValue> {
    let is_refused =
        config.guest_access == GuestAccess::SignedIn || !is_same_origin(headers, config.public_url.as_deref());
    if is_refused || known_token(&CookieJar::from_headers(headers), config.environment).is_some() {
        return None;
    }
    let cookie = cookie(config.environment, &new_token(config, headers).ok()?);
    headers.append(COOKIE, HeaderValue::try_from(cookie.stripped().to_string()).ok()?);
    HeaderValue::try_from(cookie.to_string()).ok()
}

/// The token of a guest without a cookie. It follows from the call's idempotency key, if there is one: if the answer is
/// lost with its cookie, the retry comes from the same guest.
fn new_token(config: &Config, headers: &HeaderMap) -> shared::error::Result<GuestToken> {
    let of_first_call = idempotency_key(headers).and_then(|key| GuestToken::of_first_call(&config.key_ring, key));
    of_first_call.map_or_else(GuestToken::fresh, Ok)
}

/// The guest whose cookie the browser sent.
pub fn known(jar: &CookieJar, environment: Environment) -> Option<Owner> {
    known_token(jar, environment).map(|token| token.owner())
}

fn known_token(jar: &CookieJar, environment: Environment) -> Option<GuestToken> {
    GuestToken::from_cookie(Purpose::Guest.value(environment, jar)?)
}

fn cookie(environment: Environment, token: &GuestToken) -> Cookie<'static> {
    Purpose::Guest.cookie(environment, token.to_cookie(), COOKIE_MAX_AGE)
}
