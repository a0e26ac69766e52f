//! A browser that keeps its cookies and sends the canary in its headers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use uuid::Uuid;

use super::super::http::{self, Answer, Call};
use super::super::stack::until;
use super::WORDS;

/// A person's browser.
pub struct Browser {
    port: u16,
    cookies: BTreeMap<String, String>,
    /// Every value that its cookies ever had.
    pub secrets: BTreeSet<String>,
}

impl Browser {
    /// A browser without cookies.
    pub fn new(port: u16) -> Self {
        Self {
            port,
            cookies: BTreeMap::new(),
            secrets: BTreeSet::new(),
        }
    }

    /// The value of its `Cookie` header.
    pub fn cookies(&self) -> String {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        cookies.join("; ")
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.call("GET", path, "").await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, &body.to_string()).await
    }

    /// Posts until the words are stored, as the app does: words of danger may be answered before they are stored, and
    /// are sent again with the same idempotency key. `id` is the JSON pointer of the stored id in the answer.
    pub async fn post_until_kept(&mut self, path: &str, body: &Value, id: &str) -> Answer {
        let key = Uuid::new_v4().to_string();
        let call = self.new_call("POST", path, &body.to_string());
        let call = call.with("Idempotency-Key", &key);
        let mut kept = None;
        until("the words are kept", async || {
            let answer = self.send(&call).await;
            assert_accepted(path, &answer);
            let is_kept = answer.json().pointer(id).is_some_and(Value::is_string);
            kept = Some(answer);
            is_kept
        })
        .await;
        kept.expect("answered")
    }

    pub async fn put(&mut self, path: &str, body: &Value) -> Answer {
        self.call("PUT", path, &body.to_string()).await
    }

    pub async fn patch(&mut self, path: &str, body: &Value) -> Answer {
        self.call("PATCH", path, &body.to_string()).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.call("DELETE", path, "").await
    }

    /// Submits a form, as a page without JavaScript does.
    pub async fn submit_form(&mut self, path: &str, fields: &str) -> Answer {
        let answer = self.try_form(path, fields).await;
        assert_accepted(path, &answer);
        answer
    }

    /// Submits a form and accepts any status.
    pub async fn try_form(&mut self, path: &str, fields: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let mut call = self.new_call("POST", path, fields);
        call.headers.insert("Content-Type", kind.to_owned());
        self.send(&call).await
    }

    /// Uploads a file.
    pub async fn upload(&mut self, path: &str, name: &str, file: &[u8]) -> Answer {
        let file = str::from_utf8(file).expect("a file of letters");
        let body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: application/pdf\r\n\r\n{file}\r\n--edge--\r\n"
        );
        let mut call = self.new_call("POST", path, &body);
        let kind = "multipart/form-data; boundary=edge".to_owned();
        call.headers.insert("Content-Type", kind);
        let answer = self.send(&call).await;
        assert_accepted(path, &answer);
        answer
    }

    /// Reads a stream until its first event.
    pub async fn read_first_event(&mut self, path: &str) {
        let call = self.new_call("GET", path, "");
        let answer = http::read_stream_until(self.port, &call, "event:")
            .await
            .expect("it says something");
        assert_accepted(path, &answer);
    }

    async fn call(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let call = self.new_call(method, path, body);
        let answer = self.send(&call).await;
        assert_accepted(&format!("{method} {path}"), &answer);
        answer
    }

    fn new_call(&self, method: &str, path: &str, body: &str) -> Call {
        with_words_in_headers(Call::new(method, path, body)).with("Cookie", &self.cookies())
    }

    async fn send(&mut self, call: &Call) -> Answer {
        let answer = http::send(self.port, call).await.expect("answered");
        for (name, value) in answer.cookies() {
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
                self.secrets.insert(value.to_owned());
            }
        }
        answer
    }
}

/// The same call with the canary in every header that the product may read.
pub fn with_words_in_headers(mut call: Call) -> Call {
    for name in [
        "User-Agent",
        "Referer",
        "X-Time-Zone",
        "X-Country",
        "Accept-Language",
        "X-Request-Id",
    ] {
        call.headers.insert(name, WORDS.to_owned());
    }
    call
}

fn assert_accepted(what: &str, answer: &Answer) {
    assert!(answer.status < 400, "{what} was refused: {}", answer.whole());
}
