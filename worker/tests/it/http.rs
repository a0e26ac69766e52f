//! A small HTTP client that sends requests as a browser on our own page would.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout for the first data of a stream.
const TIMEOUT: Duration = Duration::from_mins(2);
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// The status of an answer, or none if there is no answer.
pub async fn get(port: u16, path: &str) -> Option<u16> {
    let (status, _) = exchange(port, "GET", path, "").await?;
    Some(status)
}

/// Submits a harmless testimony that contains these words.
pub async fn submit_testimony(port: u16, words: &str) -> (u16, Value) {
    let testimony = json!({
        "whatHappened": format!("I lost my work in spring and did not know how to pay the rent. {words}"),
        "whatHelped": "A neighbour cooked for us every week.",
        "whatChanged": "I can breathe again and I look forward.",
        "consent": true,
    });
    exchange(port, "POST", "/api/testimonies", &testimony.to_string())
        .await
        .expect("the web tier answers")
}

/// Submits a testimony that must be accepted.
pub async fn submit_accepted_testimony(port: u16) {
    let (status, answer) = submit_testimony(port, "").await;
    assert_eq!((status, &answer["saved"]), (201, &json!(true)), "{answer}");
}

async fn exchange(port: u16, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
    let call = Call {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: BTreeMap::new(),
        body: body.to_owned(),
    };
    let answer = send(port, &call).await?;
    Some((answer.status, serde_json::from_str(&answer.text).unwrap_or_default()))
}

/// A request from our own page.
pub struct Call {
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Headers added to the default ones, or replacing them.
    pub headers: BTreeMap<&'static str, String>,
    pub body: String,
}

impl Call {
    pub fn get(path: &str) -> Self {
        Self {
            method: "GET".to_owned(),
            path: path.to_owned(),
            headers: BTreeMap::new(),
            body: String::new(),
        }
    }

    pub fn post(path: &str, body: &Value) -> Self {
        Self {
            method: "POST".to_owned(),
            body: body.to_string(),
            ..Self::get(path)
        }
    }

    /// The same call with one more header.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.to_owned());
        self
    }
}

/// A response.
pub struct Answer {
    pub status: u16,
    head: String,
    /// The body.
    pub text: String,
}

impl Answer {
    /// Reads status, headers and body.
    pub fn parse(answer: &[u8]) -> Option<Self> {
        let answer = String::from_utf8_lossy(answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some(Self {
            status: head.split(' ').nth(1)?.parse().ok()?,
            head: head.to_owned(),
            text: body.to_owned(),
        })
    }

    /// The value of the first header of this name, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
            .next()
            .unwrap_or_default()
    }

    /// The names and values of the cookies that it sets.
    pub fn cookies(&self) -> impl Iterator<Item = (&str, &str)> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let set = lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
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

/// Sends a request and returns the answer, or none if there is no answer.
pub async fn send(port: u16, call: &Call) -> Option<Answer> {
    let mut stream = send_request(port, call).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    Answer::parse(&answer)
}

/// Reads an endless stream until it contains `until`, and closes it. Returns none if it ended before.
pub async fn read_stream_until(port: u16, call: &Call, until: &str) -> Option<Answer> {
    let mut stream = send_request(port, call).await?;
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

async fn send_request(port: u16, call: &Call) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let json = (!call.headers.contains_key(JSON.0)).then(|| format!("{}: {}\r\n", JSON.0, JSON.1));
    let lines = call.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
    let headers = lines.chain(json).collect::<Vec<_>>().concat();
    let request = format!(
        "{} {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\
         {headers}Content-Length: {}\r\n\r\n{}",
        call.method,
        call.path,
        call.body.len(),
        call.body
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    Some(stream)
}
