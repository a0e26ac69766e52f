//! The app under test: the real router with the real content and models, and clients that behave like browsers.
//!
//! Invariant: every answer that a test sees has been compared with the documented contract.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures::FutureExt as _;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use shared::config::Sessions;
use shared::ctx::Ctx;
use shared::mail::{Letter, Mailer, Message};
use shared::user::UserId;
use shared::{mail, search, session, testing};
use sqlx::PgPool;
use tokio::task::JoinSet;
use tower::ServiceExt as _;
use uuid::Uuid;
use web_api::app::{AppState, app};
use web_api::health::Health;
use web_api::upload_events::Uploads;

use super::contract;

/// Harmless words of so many characters, with some that are longer than a byte.
pub fn harmless(length: usize) -> String {
    let sentence = "I worry about my work and cannot find any rest in the café. ";
    sentence.chars().cycle().take(length - 1).chain(['.']).collect()
}

/// The kind of an answer that goes on for as long as somebody reads.
pub const EVENT_STREAM: &str = "text/event-stream";

/// Visitors come from the addresses after this one, which are set apart for tests.
const FIRST_ADDRESS: u32 = Ipv4Addr::new(198, 18, 0, 0).to_bits();

/// The web tier of one test.
pub struct TestApp {
    /// The router, as the server runs it.
    pub router: Router,
    /// The database of this test.
    pub db: PgPool,
    /// The product's surroundings; mail stays in memory.
    pub ctx: Ctx,
    /// What is known of the database.
    pub health: Arc<Health>,
    background: JoinSet<()>,
    guests: AtomicU32,
}

impl TestApp {
    /// The app over a database, with the usual settings.
    pub async fn new(db: PgPool) -> Self {
        Self::with(db, &[]).await
    }

    /// The app over a database, with some settings changed.
    pub async fn with(db: PgPool, changes: &[(&str, &str)]) -> Self {
        let app = Self::that_may_wait(db, changes);
        while !app.health.is_ready() {
            tokio::task::yield_now().await;
        }
        app
    }

    /// The app over a database that may not answer.
    pub fn that_may_wait(db: PgPool, changes: &[(&str, &str)]) -> Self {
        let ctx = testing::ctx_with(db.clone(), changes);
        let health = Arc::new(Health::default());
        let mut background = JoinSet::new();
        background.spawn(watch(health.clone(), ctx.clone()));
        background.spawn(listen(ctx.clone()));
        background.spawn(follow(ctx.clone()));
        let router = app(AppState {
            ctx: ctx.clone(),
            health: health.clone(),
            uploads: Uploads::default(),
        });
        Self {
            router,
            db,
            ctx,
            health,
            background,
            guests: AtomicU32::new(0),
        }
    }

    /// Ends all streams, as the server does when it is asked to stop.
    pub fn stop_streams(&self) {
        self.ctx.news.close();
    }

    /// A number for somebody new, for whom a byte must do.
    fn next_person(&self) -> u8 {
        let number = self.guests.fetch_add(1, Ordering::Relaxed) + 1;
        u8::try_from(number).expect("few people in one test")
    }

    /// A new visitor with a cookie jar and an address of their own.
    pub fn guest(&self) -> Client {
        let number = self.guests.fetch_add(1, Ordering::Relaxed) + 1;
        let usual = [
            (
                "x-forwarded-for",
                Ipv4Addr::from_bits(FIRST_ADDRESS + number).to_string(),
            ),
            ("sec-fetch-site", "same-origin".to_owned()),
            ("host", "stillwater.test".to_owned()),
        ];
        Client {
            router: self.router.clone(),
            headers: usual.map(|(name, value)| (name.to_owned(), value)).into(),
            cookies: Arc::default(),
            user: None,
        }
    }

    /// Somebody new with an account, signed in.
    pub async fn user(&self) -> Client {
        let user = testing::user(&self.db, self.next_person()).await;
        self.signed_in(user).await
    }

    /// A browser in which this person is signed in. Their other browsers stay signed in.
    pub async fn signed_in(&self, user: UserId) -> Client {
        let mut tx = self.db.begin().await.expect("connected");
        let token = session::begin(&mut tx, user, Sessions::Several)
            .await
            .expect("signed in");
        tx.commit().await.expect("committed");
        let client = self.guest();
        client.keep_cookie("session", &token.to_cookie());
        Client {
            user: Some(user),
            ..client
        }
    }

    /// A member of staff who signed in by the real call, with a display name of their own.
    pub async fn admin(&self) -> Client {
        self.admin_called("Ruth").await
    }

    /// A member of staff who signed in with this display name.
    pub async fn admin_called(&self, name: &str) -> Client {
        let client = self.guest();
        let body = json!({ "password": testing::STAFF_PASSWORD, "displayName": name });
        client.post("/api/admin/login", &body).await.expect(200);
        client
    }

    /// A redacted story of low risk that waits for review.
    pub async fn prepared_story(&self, what_happened: &str) -> Uuid {
        let author = testing::guest(self.next_person());
        testing::prepared_story(&self.ctx, author, what_happened).await
    }

    /// Sends the mails that wait, as a worker would, and returns what was sent since the test began.
    pub async fn mails(&self) -> Vec<Letter> {
        let waiting: Vec<sqlx::types::Json<Message>> = sqlx::query_scalar(
            "update job set finished_at = now() where kind = 'send_mail' and finished_at is null returning payload -> 'message'",
        )
        .fetch_all(&self.db)
        .await
        .expect("readable");
        for sqlx::types::Json(message) in waiting {
            mail::send(&self.ctx, message).await.expect("sent");
        }
        let Mailer::Memory(letters) = &self.ctx.mailer else {
            panic!("tests send no mail");
        };
        letters.lock().expect("no test panicked").clone()
    }

    /// Does something beside the test, until the test ends.
    pub fn spawn(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.background.spawn(work);
    }

    /// How many rows a query counts.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.db).await.expect("countable")
    }
}

async fn watch(health: Arc<Health>, ctx: Ctx) {
    health.watch(&ctx).await.expect("the keys are right");
}

async fn listen(ctx: Ctx) {
    match ctx.news.listen(&ctx.db).await {}
}

async fn follow(ctx: Ctx) {
    match search::follow(&ctx).await {}
}

/// A visitor's browser.
#[derive(Clone)]
pub struct Client {
    /// Who is signed in, if the test signed them in.
    pub user: Option<UserId>,
    router: Router,
    headers: BTreeMap<String, String>,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Client {
    /// The same browser, sending one header more or another value of it.
    pub fn sending(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.insert(name.to_owned(), value.to_owned());
        other
    }

    /// The same browser, not sending a header.
    pub fn without(&self, name: &str) -> Self {
        let mut other = self.clone();
        other.headers.remove(name);
        other
    }

    /// Forgets all cookies, as somebody does who hopes for another day.
    pub fn clear_cookies(&self) {
        self.cookies.lock().expect("no test panicked").clear();
    }

    /// A cookie that the server has set.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("no test panicked").get(name).cloned()
    }

    /// Sends this cookie from now on.
    pub fn keep_cookie(&self, name: &str, value: &str) {
        let mut cookies = self.cookies.lock().expect("no test panicked");
        cookies.insert(name.to_owned(), value.to_owned());
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

    /// Sends bytes as if they were JSON.
    pub async fn post_bytes(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(
            self.request("POST", path)
                .header(header::CONTENT_TYPE, "application/json"),
            body.into(),
        )
        .await
    }

    /// A request with everything that this browser sends by itself.
    pub fn request(&self, method: &str, path: &str) -> Builder {
        let cookies = self.cookies.lock().expect("no test panicked");
        let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = Request::builder().method(method).uri(path);
        let request = if cookies.is_empty() {
            request
        } else {
            request.header(header::COOKIE, cookies.join("; "))
        };
        self.headers
            .iter()
            .fold(request, |request, (name, value)| request.header(name, value))
    }

    /// Sends a request, keeps the cookies of the answer, and compares the answer with the contract.
    pub async fn send(&self, request: Builder, body: Body) -> Answer {
        let request = request.body(body).expect("a request");
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        // Boxed: the future of the whole router is large, and tests hold dozens of them.
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
        Stream {
            body: response.into_body(),
            unread: String::new(),
        }
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

/// A stream of events that is open.
pub struct Stream {
    body: Body,
    unread: String,
}

impl Stream {
    /// The next event, by its name; none when the stream has ended.
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

    /// Reads on until an event is so.
    pub async fn until(&mut self, name: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (told, value) = self.next().await.expect("the stream goes on");
            if told == name && is_so(&value) {
                return value;
            }
        }
    }
}

/// What came back.
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

    /// Fails the test unless the answer leads there.
    pub fn expect_way_to(self, path: &str) -> Self {
        let answer = self.expect(303);
        assert_eq!(answer.header("location"), path);
        answer
    }

    /// A header as text; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Whether the browser is told to forget this cookie.
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

    /// Fails the test unless the numbers for the United States stand in the answer.
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
