//! A browser that keeps its cookies, and is chatty in its headers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use uuid::Uuid;

use super::super::http::{self, Answer, Call};
use super::super::stack::until;
use super::WORDS;

/// One browser of one person.
pub struct Browser {
    port: u16,
    cookies: BTreeMap<String, String>,
    /// Every value that a cookie of it ever had.
    pub secrets: BTreeSet<String>,
}

impl Browser {
    /// A fresh one.
    pub fn new(port: u16) -> Self {
        Self {
            port,
            cookies: BTreeMap::new(),
            secrets: BTreeSet::new(),
        }
    }

    /// The cookies that it sends.
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

    /// Hands words in until they are kept, as the app does: words of danger are answered before that if it takes long,
    /// and are sent again with the same key. Where the answer names what is kept, its id stands at `id`.
    pub async fn post_until_kept(&mut self, path: &str, body: &Value, id: &str) -> Answer {
        let key = Uuid::new_v4().to_string();
        let call = self.prepared("POST", path, &body.to_string());
        let call = call.with("Idempotency-Key", &key);
        let mut kept = None;
        until("the words are kept", async || {
            let answer = self.send(&call).await;
            good(path, &answer);
            let is_kept = answer.json().pointer(id).is_some_and(Value::is_string);
            kept = Some(answer);
            is_kept
        })
        .await;
        kept.expect("answered")
    }

    pub async fn patch(&mut self, path: &str, body: &Value) -> Answer {
        self.call("PATCH", path, &body.to_string()).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.call("DELETE", path, "").await
    }

    /// Hands a form in, as a page without JavaScript does.
    pub async fn hand_in(&mut self, path: &str, fields: &str) -> Answer {
        let answer = self.form(path, fields).await;
        good(path, &answer);
        answer
    }

    /// The same, whatever is answered.
    pub async fn form(&mut self, path: &str, fields: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let mut call = self.prepared("POST", path, fields);
        call.headers.insert("Content-Type", kind.to_owned());
        self.send(&call).await
    }

    /// Hands a file in.
    pub async fn upload(&mut self, path: &str, name: &str, file: &[u8]) -> Answer {
        let file = str::from_utf8(file).expect("a file of letters");
        let body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: application/pdf\r\n\r\n{file}\r\n--edge--\r\n"
        );
        let mut call = self.prepared("POST", path, &body);
        let kind = "multipart/form-data; boundary=edge".to_owned();
        call.headers.insert("Content-Type", kind);
        let answer = self.send(&call).await;
        good(path, &answer);
        answer
    }

    /// Listens to a stream until its first event.
    pub async fn listen(&mut self, path: &str) {
        let call = self.prepared("GET", path, "");
        let answer = http::hear(self.port, &call, "event:").await.expect("it says something");
        good(path, &answer);
    }

    async fn call(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let call = self.prepared(method, path, body);
        let answer = self.send(&call).await;
        good(&format!("{method} {path}"), &answer);
        answer
    }

    fn prepared(&self, method: &str, path: &str, body: &str) -> Call {
        Call {
            method: method.to_owned(),
            body: body.to_owned(),
            ..chatty(Call::get(path)).with("Cookie", &self.cookies())
        }
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

/// The same call with words in every header that somebody may read.
pub fn chatty(mut call: Call) -> Call {
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

fn good(what: &str, answer: &Answer) {
    assert!(answer.status < 400, "{what} was refused: {}", answer.whole());
}
