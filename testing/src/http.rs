//! The HTTP client of the tests over sockets: requests as a browser on our own page sends them, and broken ones.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout for the expected data of a stream.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A request from our own page.
pub struct Call {
    /// The method, in capitals.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Headers added to the default ones, or replacing them.
    pub headers: BTreeMap<&'static str, String>,
    /// The bytes that are sent.
    pub body: Vec<u8>,
    /// The bytes that are announced and never sent: after the body the client hangs up.
    pub missing: usize,
}

impl Call {
    /// A request with this body, which is announced as JSON unless a header says otherwise.
    pub fn new(method: &str, path: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: BTreeMap::new(),
            body: body.into(),
            missing: 0,
        }
    }

    /// A request without a body.
    pub fn get(path: &str) -> Self {
        Self::new("GET", path, "")
    }

    /// A request that sends JSON.
    pub fn post(path: &str, body: &Value) -> Self {
        Self::new("POST", path, body.to_string())
    }

    /// The same call with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.to_owned());
        self
    }

    fn head(&self, server: SocketAddr) -> String {
        let json = "Content-Type";
        let json = (!self.headers.contains_key(json)).then(|| format!("{json}: application/json\r\n"));
        let lines = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers = lines.chain(json).collect::<Vec<_>>().concat();
        format!(
            "{} {} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\
             {headers}Content-Length: {}\r\n\r\n",
            self.method,
            self.path,
            self.body.len() + self.missing,
        )
    }
}

/// A response.
pub struct Answer {
    /// The status code.
    pub status: u16,
    head: String,
    /// The body.
    pub text: String,
}

impl Answer {
    /// Reads status, headers and body. Returns none if it is no response.
    pub fn parse(answer: &[u8]) -> Option<Self> {
        let answer = String::from_utf8_lossy(answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some(Self {
            status: head.split(' ').nth(1)?.parse().ok()?,
            head: head.to_owned(),
            text: body.to_owned(),
        })
    }

    /// The names and values of its headers.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.head.lines().filter_map(|line| line.split_once(": "))
    }

    /// The value of the first header of this name, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        let mut named = self.headers().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.next().map_or("", |(_, value)| value)
    }

    /// The names and values of the cookies that it sets.
    pub fn cookies(&self) -> impl Iterator<Item = (&str, &str)> {
        let set = self
            .headers()
            .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        set.filter_map(|(_, cookie)| cookie.split(';').next()?.split_once('='))
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// Status, headers and body, as they came.
    pub fn whole(&self) -> String {
        format!("{}\n\n{}", self.head, self.text)
    }
}

/// A server on this machine.
pub fn local(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Sends all of a request, then reads the answer, as a browser does. Returns none if there is no answer.
pub async fn send(server: SocketAddr, call: &Call) -> Option<Answer> {
    let mut stream = send_request(server, call).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    Answer::parse(&answer)
}

/// Reads an endless stream until it contains `until`, and closes it. Returns none if it ended before.
///
/// # Panics
/// If it takes longer than two minutes.
pub async fn read_stream_until(server: SocketAddr, call: &Call, until: &str) -> Option<Answer> {
    let mut stream = send_request(server, call).await?;
    let mut received = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&received).contains(until) {
            stream.read_buf(&mut received).await.ok().filter(|&length| length > 0)?;
        }
        Answer::parse(&received)
    };
    let answer = tokio::time::timeout(TIMEOUT, reading).await;
    answer.unwrap_or_else(|_| panic!("waited too long for {until} from {}", call.path))
}

async fn send_request(server: SocketAddr, call: &Call) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(server).await.ok()?;
    stream.write_all(call.head(server).as_bytes()).await.ok()?;
    stream.write_all(&call.body).await.ok()?;
    if call.missing > 0 {
        stream.shutdown().await.ok()?;
    }
    Some(stream)
}
