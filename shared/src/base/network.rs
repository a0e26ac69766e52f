//! The network of a caller, as far as limits need it.
//!
//! Invariant: it holds keyed hashes that reveal no address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::base::vault::KeyRing;

/// The network of a caller, as keyed hashes of its address prefixes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Network {
    /// The `ip_prefix`: an IPv4 address, or the first 64 bits of an IPv6 address, which one network shares.
    pub ip_prefix: [u8; 32],
    /// The first 48 bits of an IPv6 address: at most that much belongs to one customer (RFC 6177). None for IPv4.
    pub wide_prefix: Option<[u8; 32]>,
    /// Where a proof of work holds: the first 24 bits of an IPv4 address, 48 of an IPv6 address. Carriers may give a phone
    /// another address for each request.
    pub vicinity: [u8; 32],
}

impl Network {
    /// The network of an address.
    #[must_use]
    pub fn of(keys: &KeyRing, address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::of_ipv4(keys, address),
            IpAddr::V6(address) => match behind_nat64(address) {
                Some(address) => Self::of_ipv4(keys, address),
                None => Self {
                    ip_prefix: keys.digest("address", &address.octets()[..8]),
                    wide_prefix: Some(keys.digest("address", &address.octets()[..6])),
                    vicinity: keys.digest("vicinity", &address.octets()[..6]),
                },
            },
        }
    }

    fn of_ipv4(keys: &KeyRing, address: Ipv4Addr) -> Self {
        Self {
            ip_prefix: keys.digest("address", &address.octets()),
            wide_prefix: None,
            vicinity: keys.digest("vicinity", &address.octets()[..3]),
        }
    }

    /// The widest prefix that one customer may have.
    #[must_use]
    pub fn widest(&self) -> [u8; 32] {
        self.wide_prefix.unwrap_or(self.ip_prefix)
    }

    /// What a wide prefix may do where one `ip_prefix` may do `limit`: half as much again.
    #[must_use]
    pub const fn wide_limit(limit: i32) -> i32 {
        limit.saturating_add(limit / 2)
    }
}

/// The IPv4 address in one of the well-known prefix `64:ff9b::/96` (RFC 6052). All of them share their first 64 bits.
fn behind_nat64(address: Ipv6Addr) -> Option<Ipv4Addr> {
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_an_ipv4_address_or_64_and_48_bits_of_an_ipv6_address() {
        let keys = KeyRing::parse("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").expect("a good ring");
        let of = |text: &str| Network::of(&keys, text.parse().expect("address"));
        let (one, other) = (of("2001:db8:1:2ff::1"), of("2001:db8:1:2ff:ffff::2"));
        assert_eq!(one, other);
        let neighbour = of("2001:db8:1:300::1");
        assert_ne!(one.ip_prefix, neighbour.ip_prefix);
        assert_eq!(one.widest(), neighbour.widest());
        assert_ne!(one.widest(), of("2001:db8:2:2ff::1").widest());
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("192.0.2.1").widest(), of("192.0.2.1").ip_prefix);
        assert_eq!(
            of("64:ff9b::192.0.2.1"),
            of("192.0.2.1"),
            "each IPv4 address behind a NAT64 by itself"
        );
        assert_ne!(of("64:ff9b:1::192.0.2.1"), of("192.0.2.1"));
    }

    #[test]
    fn work_holds_in_the_vicinity() {
        let keys = KeyRing::parse("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").expect("a good ring");
        let of = |text: &str| Network::of(&keys, text.parse().expect("address")).vicinity;
        assert_eq!(
            of("192.0.2.1"),
            of("192.0.2.250"),
            "carriers change the address of a phone"
        );
        assert_ne!(of("192.0.2.1"), of("192.0.3.1"));
        assert_eq!(of("2001:db8:1:a::1"), of("2001:db8:1:b::1"));
        assert_ne!(of("2001:db8:1::1"), of("2001:db8:2::1"));
    }

    #[test]
    fn a_wide_prefix_may_do_half_as_much_again() {
        assert_eq!(
            [0, 1, 10, 600, i32::MAX].map(Network::wide_limit),
            [0, 1, 15, 900, i32::MAX]
        );
    }
}
