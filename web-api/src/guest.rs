//! Who asks: for now a guest, known by a random cookie.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use shared::config::{Config, Environment, GuestAccess};
use shared::owner::{GuestToken, Owner};
use shared::usage::{AddressCeiling, Asker};

use crate::app::AppState;
use crate::error::ApiError;
use crate::origin::is_same_origin;
use crate::whereabouts::header;

/// Browsers keep no cookie longer than this.
const COOKIE_DAYS: i64 = 400;

/// A person without an account, and the cookie to hand back so that the next request is known as theirs.
pub struct Guest {
    /// What guidance needs to know of them.
    pub asker: Asker,
    /// The cookies of the answer.
    pub cookies: CookieJar,
}

impl Guest {
    /// Whose data this is.
    #[must_use]
    pub const fn owner(&self) -> Owner {
        self.asker.owner
    }
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
            let token = fresh_token()?;
            let cookies = jar.add(cookie(config.environment, &token));
            (token, cookies)
        };
        let address = client_address(config, parts).map(|address| AddressCeiling {
            address_hash: config.key_ring.digest("address", &prefix(address)),
            limit: config.guest_address_limit,
        });
        let time_zone = header(&parts.headers, "x-time-zone")
            .unwrap_or_default()
            .chars()
            .take(64)
            .collect();
        Ok(Self {
            asker: Asker {
                owner: token.owner(),
                time_zone,
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
    let cookie = cookie(config.environment, &fresh_token().ok()?);
    headers.append(COOKIE, HeaderValue::try_from(cookie.stripped().to_string()).ok()?);
    HeaderValue::try_from(cookie.to_string()).ok()
}

fn known_token(jar: &CookieJar, environment: Environment) -> Option<GuestToken> {
    GuestToken::from_cookie(jar.get(cookie_name(environment))?.value())
}

fn fresh_token() -> Result<GuestToken, ApiError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        ApiError::from(shared::error::Error::internal(anyhow::anyhow!(
            "no randomness: {error}"
        )))
    })?;
    Ok(GuestToken::from_random(bytes))
}

const fn cookie_name(environment: Environment) -> &'static str {
    match environment {
        Environment::Production => "__Host-guest",
        Environment::Development => "guest",
    }
}

fn cookie(environment: Environment, token: &GuestToken) -> Cookie<'static> {
    Cookie::build((cookie_name(environment), token.to_cookie()))
        .path("/")
        .http_only(true)
        .secure(environment == Environment::Production)
        .same_site(SameSite::Lax)
        .max_age(time::Duration::days(COOKIE_DAYS))
        .build()
}

/// The client's address as our own proxies saw it: the entry of `X-Forwarded-For` that the outermost of them wrote.
/// What stands further left was written by the client and proves nothing.
fn client_address(config: &Config, parts: &Parts) -> Option<IpAddr> {
    let peer = parts
        .extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(peer)| peer.ip());
    match config.trusted_proxy_hops.checked_sub(1) {
        None => peer,
        Some(skipped) => forwarded(&parts.headers, skipped).or(peer),
    }
}

/// The entry that stands so many places from the right. One that cannot be read counts as a place all the same: else a
/// client's own words would move into it.
fn forwarded(headers: &HeaderMap, skipped: usize) -> Option<IpAddr> {
    let values = headers.get_all("x-forwarded-for").iter().rev();
    let mut entries = values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    let entry = entries.nth(skipped)?.trim();
    let with_port = || entry.parse::<SocketAddr>().map(|address| address.ip());
    entry.trim_matches(['[', ']']).parse().or_else(|_| with_port()).ok()
}

/// The part of an address that one household shares: all of an IPv4 address, the first 56 bits of an IPv6 one.
fn prefix(address: IpAddr) -> Vec<u8> {
    match address.to_canonical() {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => Ipv6Addr::from(address.to_bits() & !0_u128 << 72).octets()[..7].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_household_is_one_prefix() {
        let of = |text: &str| prefix(text.parse().expect("address"));
        assert_eq!(of("2001:db8:1:2ff::1"), of("2001:db8:1:200::2"));
        assert_ne!(of("2001:db8:1:2ff::1"), of("2001:db8:1:3ff::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn addresses_that_a_client_made_up_stand_further_left() {
        for (value, skipped, seen) in [
            ("6.6.6.6, 192.0.2.1, 192.0.2.9", 0, Some("192.0.2.9")),
            ("6.6.6.6, 192.0.2.1, 192.0.2.9", 1, Some("192.0.2.1")),
            ("6.6.6.6, 192.0.2.1:5678", 0, Some("192.0.2.1")),
            ("6.6.6.6, [2001:db8::1]:5678", 0, Some("2001:db8::1")),
            ("6.6.6.6, 2001:db8::1", 0, Some("2001:db8::1")),
            ("6.6.6.6, unknown", 0, None),
            ("192.0.2.1", 1, None),
        ] {
            let value = axum::http::HeaderValue::from_static(value);
            let headers = HeaderMap::from_iter([(axum::http::HeaderName::from_static("x-forwarded-for"), value)]);
            let address = forwarded(&headers, skipped).map(|address| address.to_string());
            assert_eq!(address.as_deref(), seen, "{headers:?} {skipped}");
        }
    }
}
