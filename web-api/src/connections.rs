//! The connections of the web tier: who may hold one, and for how long.
//!
//! Invariant: nobody can hold all of them. A connection that sends no request is closed, and one that waits for its caller
//! gives way to a new one. Beyond all limits a reserve is left in which only crisis help is answered.

mod body;
mod registry;
mod stream;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use shared::config::Config;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::MissedTickBehavior;
use tower::ServiceExt as _;

use body::Sent;
use registry::{Held, Registry};
use stream::Watched;

/// How long the system waits before it asks a silent peer whether it is still there, and between two questions.
const KEEPALIVE: Duration = Duration::from_mins(1);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// What a process needs beside connections of callers: Postgres, Redis, files, other servers.
const OWN_DESCRIPTORS: usize = 128;
/// More would not fit into the memory of a small machine.
const MAX_CONNECTIONS: usize = 4_096;
/// How long accepting pauses when the system has no descriptor left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The limits on connections.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many may be open in all.
    pub in_all: usize,
    /// How many may be open from one IPv4 address or IPv6 /64, if callers are connected without a proxy.
    pub of_prefix: usize,
    /// How many more are answered with crisis help, and else refused.
    pub reserve: usize,
    /// For the head of a request to arrive.
    pub head: Duration,
    /// Between two requests.
    pub idle: Duration,
    /// For a caller to take what is sent.
    pub write: Duration,
}

impl Limits {
    /// The limits of a process that may have so many descriptors.
    #[must_use]
    pub fn of(descriptors: u64, peer: Peer) -> Self {
        let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
        let most = descriptors.saturating_sub(OWN_DESCRIPTORS).clamp(32, MAX_CONNECTIONS);
        let reserve = most / 8;
        Self {
            in_all: most - reserve,
            of_prefix: most / 4,
            reserve,
            head: Duration::from_secs(10),
            idle: match peer {
                Peer::Caller => Duration::from_secs(75),
                // Longer than any proxy keeps a connection, Google's with 10 minutes included: one that closes while the
                // proxy uses it becomes a 502 for somebody.
                Peer::Proxy => Duration::from_secs(650),
            },
            write: Duration::from_secs(30),
        }
    }
}

/// In the extensions of a request whose connection is one of the reserve.
#[derive(Debug, Clone, Copy)]
pub struct OfReserve;

/// Whose address a connection has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    /// The caller's.
    Caller,
    /// A proxy's: it stands for many callers, and watches over them itself.
    Proxy,
}

impl Peer {
    /// Whose addresses the connections of this installation have.
    #[must_use]
    pub const fn of(config: &Config) -> Self {
        match config.trusted_proxy_hops {
            0 => Self::Caller,
            _ => Self::Proxy,
        }
    }
}

/// Answers connections until told to stop, then lets open requests finish.
pub async fn serve(listener: TcpListener, app: Router, limits: Limits, peer: Peer, stopped: impl Future<Output = ()>) {
    let registry = Arc::new(Registry::new(limits));
    let graceful = GracefulShutdown::new();
    // Kept over the turns of the loop: many new connections must not put it off.
    let mut checks = tokio::time::interval(registry.check_interval());
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => break,
            _ = checks.tick() => registry.close_overdue(),
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    let prefix = (peer == Peer::Caller).then(|| prefix(address.ip()));
                    // A connection that is refused is closed at once.
                    if let Some(held) = registry.hold(prefix) {
                        spawn(answer(stream, address, app.clone(), held, limits, graceful.watcher()));
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
    drop(listener);
    let all_ended = graceful.shutdown();
    tokio::pin!(all_ended);
    loop {
        tokio::select! {
            () = &mut all_ended => return,
            // Half a request must not hold up the end.
            _ = checks.tick() => registry.close_overdue(),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "an answer ends with its connection, which is closed in order"
)]
fn spawn(answer: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(answer);
}

/// Answers the requests of one connection.
async fn answer(stream: TcpStream, address: SocketAddr, app: Router, held: Held, limits: Limits, watcher: Watcher) {
    let keepalive = TcpKeepalive::new()
        .with_time(KEEPALIVE)
        .with_interval(KEEPALIVE_INTERVAL);
    let socket = SockRef::from(&stream);
    if let Err(error) = socket.set_tcp_keepalive(&keepalive).and(stream.set_nodelay(true)) {
        tracing::debug!(%error, "a connection is gone");
        return;
    }
    let connection = held.connection.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let busy = connection.begin_request();
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        if held.is_of_reserve {
            request.extensions_mut().insert(OfReserve);
        }
        let response = app.clone().oneshot(request);
        async move {
            let response: Response = response.await?;
            Ok::<_, Infallible>(response.map(|body| Sent::new(body, busy)))
        }
    });
    let mut server = Builder::new(TokioExecutor::new());
    server
        .http1()
        .timer(TokioTimer::new())
        // From the end of a request to the end of the next one's head. The registry has a shorter limit from its first byte.
        .header_read_timeout(limits.idle + limits.head);
    let stream = TokioIo::new(Watched::new(stream, held.connection.clone()));
    let answered = server.serve_connection(stream, service);
    tokio::select! {
        result = watcher.watch(answered) => if let Err(error) = result {
            tracing::debug!(%error, "a connection ended early");
        },
        () = held.connection.told_to_close() => {}
    }
    drop(held);
}

/// What one caller's addresses have in common: an IPv4 address, or the first 64 bits of an IPv6 address.
fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_descriptors_that_the_system_allows() {
        let limits = |descriptors| {
            let limits = Limits::of(descriptors, Peer::Caller);
            (limits.in_all, limits.of_prefix, limits.reserve)
        };
        assert_eq!(limits(0), (28, 8, 4));
        assert_eq!(limits(256), (112, 32, 16));
        assert_eq!(limits(1_024), (784, 224, 112));
        assert_eq!(limits(u64::MAX), (3_584, 1_024, 512));
        let idle = |peer| Limits::of(1_024, peer).idle.as_secs();
        assert_eq!((idle(Peer::Caller), idle(Peer::Proxy)), (75, 650));
    }

    #[test]
    fn a_prefix_is_an_ipv4_address_or_64_bits_of_an_ipv6_address() {
        let of = |text: &str| prefix(text.parse().expect("an address")).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
