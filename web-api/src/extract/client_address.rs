//! The client's address, as far as rate limits need it.
//!
//! Invariant: entries that a client itself wrote into `X-Forwarded-For` are never trusted. Addresses are kept as a
//! keyed hash of their prefix.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use shared::config::Config;

use crate::state::AppState;

/// The `ip_prefix` that a call comes from, if its address is known.
pub struct IpPrefix(pub Option<[u8; 32]>);

impl FromRequestParts<AppState> for IpPrefix {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self(ip_prefix(&state.ctx.config, &parts.headers, &parts.extensions)))
    }
}

/// The `ip_prefix` that a call comes from, as a keyed hash of its address prefix.
pub fn ip_prefix(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<[u8; 32]> {
    let address = client_address(config, headers, extensions)?;
    Some(config.key_ring.digest("address", &prefix(address)))
}

/// The client's address as our own proxies saw it: the entry of `X-Forwarded-For` that the outermost of them wrote.
/// Entries further left come from the client and can be forged.
fn client_address(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(peer)| peer.ip());
    match config.trusted_proxy_hops.checked_sub(1) {
        None => peer,
        Some(skipped) => forwarded(headers, skipped).or(peer),
    }
}

/// The entry after `skipped` others, counted from the right. An unreadable entry counts too: otherwise an entry of the
/// client's would move into its place.
fn forwarded(headers: &HeaderMap, skipped: usize) -> Option<IpAddr> {
    let values = headers.get_all("x-forwarded-for").iter().rev();
    let mut entries = values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    let entry = entries.nth(skipped)?.trim();
    let with_port = || entry.parse::<SocketAddr>().map(|address| address.ip());
    entry.trim_matches(['[', ']']).parse().or_else(|_| with_port()).ok()
}

/// The prefix of an address: all of an IPv4 address, the first 56 bits of an IPv6 address.
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
    fn the_prefix_is_a_whole_ipv4_address_or_56_bits_of_an_ipv6_address() {
        let prefix_of = |text: &str| prefix(text.parse().expect("address"));
        assert_eq!(prefix_of("2001:db8:1:2ff::1"), prefix_of("2001:db8:1:200::2"));
        assert_ne!(prefix_of("2001:db8:1:2ff::1"), prefix_of("2001:db8:1:3ff::1"));
        assert_eq!(prefix_of("::ffff:192.0.2.1"), prefix_of("192.0.2.1"));
        assert_ne!(prefix_of("192.0.2.1"), prefix_of("192.0.2.2"));
    }

    #[test]
    fn entries_that_a_client_forged_are_skipped() {
        for (value, skipped, expected) in [
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
            assert_eq!(address.as_deref(), expected, "{headers:?} {skipped}");
        }
    }
}
