//! The app on a real socket, as behind a proxy, for requests that are incomplete or still being sent.

use std::net::SocketAddr;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use testing::http::{self, Call};
use tokio::net::TcpListener;
use web_api::connections::{self, Limits, Peer};

use super::app::{Answer, TestApp};

/// Listens on a free port until the test ends.
pub async fn listen(app: &mut TestApp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let (router, limits) = (app.router.clone(), Limits::of(1_024, Peer::Proxy));
    app.spawn(connections::serve(
        listener,
        router,
        limits,
        Peer::Proxy,
        std::future::pending(),
    ));
    address
}

/// Sends a request whose answer must arrive whole.
pub async fn send(address: SocketAddr, call: &Call) -> Answer {
    let answer = http::send(address, call).await.expect("the answer arrived whole");
    let headers: HeaderMap = answer
        .headers()
        .map(|(name, value)| {
            (
                HeaderName::try_from(name).expect("a name"),
                HeaderValue::try_from(value).expect("a value"),
            )
        })
        .collect();
    Answer::new(
        StatusCode::try_from(answer.status).expect("a status"),
        headers,
        Bytes::from(answer.text),
    )
}
