//! Which URLs we may send requests to.

use std::net::IpAddr;

use openidconnect::url::{Host, Url};

use super::Environment;

/// Whether we may send requests to this URL: over TLS, or to localhost in development.
pub fn is_safe(url: &Url, environment: Environment) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback && environment == Environment::Development)
}
