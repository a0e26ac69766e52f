//! Where a call comes from, as far as limits need to know.
//!
//! Invariant: what a client wrote itself into `X-Forwarded-For` is never believed; addresses are kept as a keyed hash of
//! their prefix.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use shared::config::Config;

use crate::app::AppState;

/// The household that a call comes from, if its address is known.
pub struct Household(pub Option<[u8; 32]>);

impl FromRequestParts<AppState> for Household {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self(household(&state.ctx.config, &parts.headers, &parts.extensions)))
    }
}

/// The household that a call comes from, as a keyed hash of its address prefix.
#[must_use]
pub fn household(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<[u8; 32]> {
    let address = client_address(config, headers, extensions)?;
    Some(config.key_ring.digest("address", &prefix(address)))
}

/// The client's address as our own proxies saw it: the entry of `X-Forwarded-For` that the outermost of them wrote.
/// What stands further left was written by the client and proves nothing.
fn client_address(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(peer)| peer.ip());
    match config.trusted_proxy_hops.checked_sub(1) {
        None => peer,
        Some(skipped) => forwarded(headers, skipped).or(peer),
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
