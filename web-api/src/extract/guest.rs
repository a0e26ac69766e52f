//! Guests: people without an account, each identified by a random cookie.

use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use shared::config::{Config, Environment, GuestAccess};
use shared::guest::{Browser, GuestToken};
use shared::ids::Owner;
use shared::network::Network;
use shared::usage::{AddressLimit, Caller, Plan};
use shared::work::Proof;
use time::OffsetDateTime;

use crate::error::ApiError;
use crate::extract::body::{idempotency_key, now};
use crate::extract::client_address::network;
use crate::extract::client_hints::{header, time_zone};
use crate::extract::cookies::Purpose;
use crate::extract::origin::is_same_origin;
use crate::state::AppState;

/// The longest lifetime that browsers grant a cookie.
pub const COOKIE_MAX_AGE: time::Duration = time::Duration::days(400);

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
        let now = now();
        let (token, cookies) = if let Some(token) = known_token(&jar, config.environment) {
            (token, jar)
        } else {
            let token = new_token(config, &parts.headers, now).map_err(ApiError::from)?;
            let cookies = jar.add(cookie(config.environment, &token));
            (token, cookies)
        };
        let network = network(config, &parts.headers, &parts.extensions);
        let address = network.map(|network| AddressLimit {
            browser: Browser {
                network,
                is_fresh: token.is_fresh(&config.key_ring, now),
                proof: proof(config, &network, &parts.headers, now),
            },
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
    let cookie = cookie(config.environment, &new_token(config, headers, now()).ok()?);
    headers.append(COOKIE, HeaderValue::try_from(cookie.stripped().to_string()).ok()?);
    HeaderValue::try_from(cookie.to_string()).ok()
}

/// The token of a guest without a cookie. It follows from the call's idempotency key, if there is one: if the answer is
/// lost with its cookie, the retry comes from the same guest.
fn new_token(config: &Config, headers: &HeaderMap, now: OffsetDateTime) -> shared::error::Result<GuestToken> {
    let keys = &config.key_ring;
    let of_first_call = idempotency_key(headers).and_then(|key| GuestToken::of_first_call(keys, key));
    of_first_call.map_or_else(|| GuestToken::issue(keys, now), Ok)
}

/// The proof of work that a call carries, if it is valid for its vicinity.
fn proof(config: &Config, network: &Network, headers: &HeaderMap, now: OffsetDateTime) -> Option<Proof> {
    let sent = header(headers, "x-proof-of-work")?;
    Proof::read(&config.key_ring, &network.vicinity, &sent, now)
}

/// Whether the browser has read nothing here yet: it holds no guest cookie, or has only just got it.
pub fn is_fresh(jar: &CookieJar, config: &Config, now: OffsetDateTime) -> bool {
    known_token(jar, config.environment).is_none_or(|token| token.is_fresh(&config.key_ring, now))
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
