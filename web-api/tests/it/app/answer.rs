//! Responses: a whole answer, or a stream of server-sent events.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;
use serde_json::Value;

/// An open stream of events.
pub struct Stream {
    body: Body,
    unread: String,
}

impl Stream {
    pub const fn new(body: Body) -> Self {
        Self {
            body,
            unread: String::new(),
        }
    }

    /// The next event and its name, or none once the stream has ended.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let rest = rest.to_owned();
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let told = field("event:").zip(field("data:"));
                let told = told.map(|(name, data)| (name.to_owned(), serde_json::from_str(data).expect("JSON")));
                self.unread = rest;
                if told.is_some() {
                    return told;
                }
                continue;
            }
            let frame = self.body.frame().await?.expect("readable");
            let data = frame.into_data().expect("data");
            self.unread.push_str(&String::from_utf8_lossy(&data));
        }
    }

    /// Reads events until one of this name satisfies the condition.
    pub async fn until(&mut self, name: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (told, value) = self.next().await.expect("the stream goes on");
            if told == name && is_so(&value) {
                return value;
            }
        }
    }
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The body as JSON; null if it is none.
    pub json: Value,
}

impl Answer {
    pub fn new(status: StatusCode, headers: HeaderMap, body: Bytes) -> Self {
        let json = serde_json::from_slice(&body).unwrap_or_default();
        Self {
            status,
            headers,
            body,
            json,
        }
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Fails the test unless the answer redirects to this path.
    pub fn expect_redirect_to(self, path: &str) -> Self {
        let answer = self.expect(303);
        assert_eq!(answer.header("location"), path);
        answer
    }

    /// A header as text; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Whether the answer deletes this cookie.
    pub fn forgets(&self, cookie: &str) -> bool {
        let empty = format!("{cookie}=;");
        let told = self.headers.get_all(header::SET_COOKIE);
        told.iter().any(|value| value.as_bytes().starts_with(empty.as_bytes()))
    }

    /// Fails the test, showing the answer, unless it has this status.
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }

    /// Fails the test unless this is an error with this status and code.
    pub fn expect_error(self, status: u16, code: &str) -> Self {
        let answer = self.expect(status);
        assert_eq!(answer.json["code"], code, "{}", answer.json);
        answer
    }

    /// Fails the test unless the answer has the crisis numbers of the United States.
    pub fn expect_numbers(self) -> Self {
        let resources = &self.json["resources"];
        assert_eq!(self.json["crisis"], true, "{} {}", self.status, self.json);
        assert_eq!(resources["emergency"]["contact"], "911", "{}", self.json);
        assert_eq!(resources["suicidePrevention"]["contact"], "988", "{}", self.json);
        assert_eq!(
            resources["crisisTextLine"]["contact"], "Text HOME to 741741",
            "{}",
            self.json
        );
        assert_eq!(
            resources["domesticViolence"]["contact"], "1-800-799-7233",
            "{}",
            self.json
        );
        assert!(resources["international"]["description"].is_string(), "{}", self.json);
        self
    }

    /// The names of the fields of an object, sorted.
    pub fn keys(value: &Value) -> Vec<&str> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect()
    }
}
