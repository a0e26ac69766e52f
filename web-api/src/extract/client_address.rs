//! The client's address, as far as rate limits need it.
//!
//! Invariant: entries that a client itself wrote into `X-Forwarded-For` are never trusted. Addresses are kept as a
//! keyed hash of their prefix.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use shared::config::Config;
use shared::metrics;
use shared::network::Network;

use crate::state::AppState;

/// The widest prefix of the caller's address that one customer may have, if the address is known: an IPv4 address or a
/// /48 of IPv6.
pub struct IpPrefix(pub Option<[u8; 32]>);

/// The caller's network, if its address is known.
pub struct CallerNetwork(pub Option<Network>);

impl FromRequestParts<AppState> for IpPrefix {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        let network = network(&state.ctx.config, &parts.headers, &parts.extensions);
        Ok(Self(network.map(|network| network.widest())))
    }
}

impl FromRequestParts<AppState> for CallerNetwork {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self(network(&state.ctx.config, &parts.headers, &parts.extensions)))
    }
}

/// The network that a call comes from.
pub fn network(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<Network> {
    let address = client_address(config, headers, extensions)?;
    Some(Network::of(&config.key_ring, address))
}

/// The client's address as our own proxies saw it: the entry of `X-Forwarded-For` that the outermost of them wrote.
/// Entries further left come from the client and can be forged. Without that entry it is the address of the proxy itself.
fn client_address(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(peer)| peer.ip());
    match config.trusted_proxy_hops.checked_sub(1) {
        None => peer,
        Some(skipped) => forwarded(headers, skipped).or_else(|| {
            tell_of_missing_address(config.trusted_proxy_hops);
            peer
        }),
    }
}

/// Counts the request, and warns once in a process: behind such a proxy everybody counts as one network, and shares its
/// limits.
fn tell_of_missing_address(hops: usize) {
    static WARNED: Once = Once::new();
    metrics::address_missing();
    WARNED.call_once(|| {
        tracing::warn!(
            hops,
            "the proxies forward fewer addresses than TRUSTED_PROXY_HOPS says: all their callers count as one network"
        );
    });
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const READER: &str = "198.51.100.7";
    const PEER: [u8; 4] = [10, 1, 2, 3];

    /// The client's address behind this many hops, with this header.
    fn found(hops: &str, forwarded: &str) -> Option<String> {
        let config = testing::config(&[("TRUSTED_PROXY_HOPS", hops)]);
        let headers = HeaderMap::from_iter([(
            axum::http::HeaderName::from_static("x-forwarded-for"),
            HeaderValue::from_str(forwarded).expect("a header"),
        )]);
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from((PEER, 4711))));
        client_address(&config, &headers, &extensions).map(|address| address.to_string())
    }

    /// The table of docs/proxies.md: what each platform writes after the entries that a client may forge.
    #[test]
    fn each_platform_names_the_reader_at_its_number_of_hops() {
        for (platform, hops, written) in [
            ("Heroku: its router appends the caller", "1", "{reader}"),
            (
                "Render: Cloudflare appends the caller, Render's proxy appends Cloudflare",
                "2",
                "{reader}, 104.22.17.40",
            ),
            (
                "Fly: its proxy appends the caller, and then the app's own address",
                "2",
                "{reader}, 66.241.124.9",
            ),
            ("nginx or HAProxy on one machine", "1", "{reader}"),
            (
                "Cloudflare in front of a server that anybody can reach",
                "1",
                "{reader}",
            ),
            ("Cloudflare, then nginx", "2", "{reader}, 172.70.1.2"),
            ("Cloudflare, then Heroku", "2", "{reader}, 172.70.1.2"),
            ("Cloudflare, then Fly", "3", "{reader}, 172.70.1.2, 66.241.124.9"),
        ] {
            let written = written.replace("{reader}", READER);
            assert_eq!(found(hops, &written).as_deref(), Some(READER), "{platform}");
            let forged = format!("6.6.6.6, 7.7.7.7, {written}");
            assert_eq!(
                found(hops, &forged).as_deref(),
                Some(READER),
                "{platform}: a forged entry is skipped"
            );
        }
    }

    #[test]
    fn a_number_of_hops_that_is_too_high_takes_the_address_of_the_proxy() {
        assert_eq!(found("2", READER).as_deref(), Some("10.1.2.3"));
        assert_eq!(found("0", READER).as_deref(), Some("10.1.2.3"));
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
