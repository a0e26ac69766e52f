//! The app on a real socket, as behind a proxy, for requests that are incomplete or still being sent.

use std::fmt::Write as _;
use std::net::SocketAddr;

use axum::body::Bytes;
use axum::http::request::Builder;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::app::{Answer, TestApp};

/// Listens on a free port until the test ends.
pub async fn listen(app: &mut TestApp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let service = app.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    app.spawn(async move { axum::serve(listener, service).await.expect("served") });
    address
}

/// How much of the announced body the client sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sends {
    /// The whole body.
    All,
    /// Only the given bytes of a longer announced body.
    APartAndHangsUp,
}

/// Posts bytes as JSON, as a guest's browser does.
pub async fn post(address: SocketAddr, path: &str, body: &[u8], sends: Sends) -> Answer {
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json");
    send(address, request, body, sends).await
}

/// Sends a request as a browser does: it reads no answer before it has sent everything.
pub async fn send(address: SocketAddr, request: Builder, body: &[u8], sends: Sends) -> Answer {
    let request = request.body(()).expect("a request");
    let announced = if sends == Sends::All {
        body.len()
    } else {
        body.len() + 1
    };
    let mut head = format!(
        "{} {} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {announced}\r\nconnection: close\r\n",
        request.method(),
        request.uri()
    );
    for (name, value) in request.headers() {
        let value = value.to_str().expect("letters");
        writeln!(head, "{name}: {value}\r").expect("a string takes everything");
    }
    head.push_str("\r\n");
    let mut stream = TcpStream::connect(address).await.expect("connected");
    stream.write_all(head.as_bytes()).await.expect("the head was taken");
    stream.write_all(body).await.expect("the body was taken");
    if sends == Sends::APartAndHangsUp {
        stream.shutdown().await.expect("one direction ends");
    }
    let mut received = Vec::new();
    stream
        .read_to_end(&mut received)
        .await
        .expect("the answer arrived whole");
    parse(&received)
}

fn parse(received: &[u8]) -> Answer {
    let end = received
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a head and a body");
    let head = std::str::from_utf8(&received[..end]).expect("text");
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .expect("a status line");
    let headers: HeaderMap = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| {
            (
                HeaderName::try_from(name).expect("a name"),
                HeaderValue::try_from(value).expect("a value"),
            )
        })
        .collect();
    Answer::new(
        StatusCode::try_from(status).expect("a status"),
        headers,
        Bytes::copy_from_slice(&received[end + 4..]),
    )
}
