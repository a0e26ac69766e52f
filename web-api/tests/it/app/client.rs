//! An HTTP client that behaves like a browser.
//!
//! Invariant: every answer that a test sees has been compared with the documented contract.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::request::Builder;
use axum::http::{Request, StatusCode, header};
use futures::FutureExt as _;
use http_body_util::BodyExt as _;
use serde_json::Value;
use shared::ids::UserId;
use tower::ServiceExt as _;

use super::super::contract;
use super::answer::{Answer, Stream};
use super::jobs_left::JobsLeft;

/// The content type of a stream of server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// A browser with its cookies and its address.
#[derive(Clone)]
pub struct Client {
    /// The user, if the test signed one in.
    pub user: Option<UserId>,
    pub(super) router: Router,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) cookies: Arc<Mutex<BTreeMap<String, String>>>,
    pub(super) jobs_left: Arc<JobsLeft>,
}

impl Client {
    /// The same browser with one header added or replaced.
    pub fn sending(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.insert(name.to_owned(), value.to_owned());
        other
    }

    /// The same browser without a header.
    pub fn without(&self, name: &str) -> Self {
        let mut other = self.clone();
        other.headers.remove(name);
        other
    }

    /// Deletes all cookies, as a guest does to reset their count.
    pub fn clear_cookies(&self) {
        self.cookies.lock().expect("no test panicked").clear();
    }

    /// The value of a cookie that the server has set.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("no test panicked").get(name).cloned()
    }

    /// Sends this cookie from now on.
    pub fn keep_cookie(&self, name: &str, value: &str) {
        let mut cookies = self.cookies.lock().expect("no test panicked");
        cookies.insert(name.to_owned(), value.to_owned());
    }

    /// Names the kinds of jobs that a helper enqueues with this browser; the test may finish them.
    pub fn enqueues(&self, kinds: &[&'static str]) {
        self.jobs_left.name_by_helper(kinds);
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path), Body::empty()).await
    }

    pub async fn post(&self, path: &str, json: &Value) -> Answer {
        let request = self
            .request("POST", path)
            .header(header::CONTENT_TYPE, "application/json");
        self.send(request, Body::from(json.to_string())).await
    }

    /// Any other method, with JSON.
    pub async fn call(&self, method: &str, path: &str, json: &Value) -> Answer {
        let request = self
            .request(method, path)
            .header(header::CONTENT_TYPE, "application/json");
        self.send(request, Body::from(json.to_string())).await
    }

    /// Sends a form, as a page without JavaScript does.
    pub async fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = openidconnect::url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let request = self
            .request("POST", path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, Body::from(body)).await
    }

    /// Sends bytes with the content type of a form.
    pub async fn post_raw_form(&self, path: &str, body: &str) -> Answer {
        let request = self
            .request("POST", path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, Body::from(body.to_owned())).await
    }

    /// Sends files as a form does, in the field `files`.
    pub async fn upload(&self, files: &[(&str, &[u8])]) -> Answer {
        const BOUNDARY: &str = "between-two-files";
        let mut body = Vec::new();
        for (name, bytes) in files {
            let name = name.replace('"', "%22");
            body.extend_from_slice(
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n")
                    .as_bytes(),
            );
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.upload_form(BOUNDARY, Body::from(body)).await
    }

    /// Sends a form of files as it is.
    pub async fn upload_form(&self, boundary: &str, body: Body) -> Answer {
        let request = self.request("POST", "/api/admin/uploads").header(
            header::CONTENT_TYPE,
            format!("multipart/form-data; boundary={boundary}"),
        );
        self.send(request, body).await
    }

    /// Sends bytes with the content type of JSON.
    pub async fn post_bytes(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(
            self.request("POST", path)
                .header(header::CONTENT_TYPE, "application/json"),
            body.into(),
        )
        .await
    }

    /// The value of its `Cookie` header.
    pub fn cookie_header(&self) -> String {
        let cookies = self.cookies.lock().expect("no test panicked");
        let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    /// A request with the headers that this browser always sends.
    pub fn request(&self, method: &str, path: &str) -> Builder {
        let cookies = self.cookie_header();
        let request = Request::builder().method(method).uri(path);
        let request = if cookies.is_empty() {
            request
        } else {
            request.header(header::COOKIE, cookies)
        };
        self.headers
            .iter()
            .fold(request, |request, (name, value)| request.header(name, value))
    }

    /// Sends a request, keeps the cookies of the answer, and compares the answer with the contract.
    pub async fn send(&self, request: Builder, body: Body) -> Answer {
        let request = request.body(body).expect("a request");
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        // Boxed, because the router's future is large and tests hold dozens of them.
        let response = self
            .router
            .clone()
            .oneshot(request)
            .boxed()
            .await
            .expect("the router always answers");
        let (parts, body) = response.into_parts();
        let is_stream = parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind == EVENT_STREAM);
        // A stream of events has no end: `follow` reads it.
        let body = if is_stream {
            Bytes::new()
        } else {
            body.collect().await.expect("the whole body").to_bytes()
        };
        let answer = Answer::new(parts.status, parts.headers, body);
        self.keep_cookies(&answer);
        contract::check(&method, &path, &answer);
        answer
    }

    /// Opens a stream of events.
    pub async fn follow(&self, path: &str) -> Stream {
        let request = self.request("GET", path).body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).boxed().await.expect("answered");
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], EVENT_STREAM);
        Stream::new(response.into_body())
    }

    fn keep_cookies(&self, answer: &Answer) {
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            let (name, value) = cookie
                .split(';')
                .next()
                .and_then(|pair| pair.split_once('='))
                .expect("a name and a value");
            if cookie.contains("Max-Age=0") {
                self.cookies.lock().expect("no test panicked").remove(name);
            } else {
                self.keep_cookie(name, value);
            }
        }
    }
}
