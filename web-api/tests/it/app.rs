//! The app under test: the real router, content and models, and clients that behave like browsers.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use serde_json::json;
use shared::config::Sessions;
use shared::ctx::Ctx;
use shared::ids::UserId;
use shared::jobs::Mail;
use shared::mail::{Letter, Mailer};
use shared::notifications::Channel;
use shared::{mail, search, session};
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;
use web_api::app::app;
use web_api::connections::{Limits, Peer};
use web_api::health::Health;
use web_api::routes::admin::queue;
use web_api::state::State;

mod answer;
mod client;
mod jobs_left;
mod log;

pub use answer::{Answer, Stream};
pub use client::{Client, EVENT_STREAM};
pub use log::Log;

use self::jobs_left::JobsLeft;
use super::outage::Gate;

/// Harmless words of `length` characters, some of which are longer than a byte.
pub fn harmless(length: usize) -> String {
    let sentence = "I worry about my work and cannot find any rest in the café. ";
    sentence.chars().cycle().take(length - 1).chain(['.']).collect()
}

/// Clients have addresses from this one on, a range reserved for tests.
const FIRST_ADDRESS: u32 = Ipv4Addr::new(198, 18, 0, 0).to_bits();

/// The web tier of one test.
pub struct TestApp {
    /// The router, as the server runs it.
    pub router: Router,
    /// What the process holds.
    pub state: Arc<State>,
    /// The database of this test.
    pub db: PgPool,
    /// The context of the rules. Mail stays in memory.
    pub ctx: Ctx,
    /// The health of the database as last measured.
    pub health: Arc<Health>,
    background: JoinSet<()>,
    guests: AtomicU32,
    jobs_left: Arc<JobsLeft>,
}

impl TestApp {
    /// The app over a database, with the default settings.
    pub async fn new(db: PgPool) -> Self {
        Self::with(db, &[]).await
    }

    /// The app over a database, with changed settings.
    pub async fn with(db: PgPool, changes: &[(&str, &str)]) -> Self {
        Self::from_ctx(testing::ctx_with(db, changes)).await
    }

    /// The app with the test's own context.
    pub async fn from_ctx(ctx: Ctx) -> Self {
        let app = Self::starting(ctx);
        while !app.health.is_ready() {
            tokio::task::yield_now().await;
        }
        app
    }

    /// The app over a database that may not answer: it does not wait for readiness.
    pub fn over_unreliable_db(db: PgPool, changes: &[(&str, &str)]) -> Self {
        Self::over_unreliable_ctx(testing::ctx_with(db, changes))
    }

    /// The app with a context whose database may not answer.
    pub fn over_unreliable_ctx(ctx: Ctx) -> Self {
        let app = Self::starting(ctx);
        app.jobs_left.ignore();
        app
    }

    /// The app over a database behind a gate. Its jobs are not checked: nothing passes the gate when the test ends.
    pub async fn behind(gate: &Gate, changes: &[(&str, &str)]) -> Self {
        let app = Self::with(gate.pool.clone(), changes).await;
        app.jobs_left.ignore();
        app
    }

    /// Names the kinds of jobs that this test leaves for a worker; it fails if it leaves others.
    pub fn leaving(self, kinds: &[&'static str]) -> Self {
        self.jobs_left.name(kinds);
        self
    }

    fn starting(ctx: Ctx) -> Self {
        let health = Arc::new(Health::default());
        let mut background = JoinSet::new();
        background.spawn(watch(health.clone(), ctx.clone()));
        background.spawn(listen(ctx.clone()));
        background.spawn(follow(ctx.clone()));
        let limits = Limits::of(1_024, Peer::Proxy);
        let state = Arc::new(State::new(Arc::new(ctx.clone()), health.clone(), &limits));
        background.spawn(hear(state.clone()));
        Self {
            router: app(state.clone()),
            state,
            jobs_left: Arc::new(JobsLeft::none(&ctx.db)),
            db: ctx.db.clone(),
            ctx,
            health,
            background,
            guests: AtomicU32::new(0),
        }
    }

    /// Ends all streams, as the server does when it is asked to stop.
    pub fn stop_streams(&self) {
        self.ctx.notifications.close();
    }

    /// The next number for a new user or guest.
    fn next_person(&self) -> u8 {
        let number = self.guests.fetch_add(1, Ordering::Relaxed) + 1;
        u8::try_from(number).expect("few people in one test")
    }

    /// A new guest with their own cookie jar and address.
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
            jobs_left: self.jobs_left.clone(),
            user: None,
        }
    }

    /// A new user, signed in.
    pub async fn user(&self) -> Client {
        let user = testing::user(&self.db, self.next_person()).await;
        self.signed_in(user).await
    }

    /// A browser in which this user is signed in. Their other sessions stay open.
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

    /// A member of staff who signed in over HTTP, with a unique display name.
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

    /// A published testimony, and as many copies of it as asked for.
    pub async fn with_copies(&self, first: Uuid, copies: i32) -> Vec<Uuid> {
        sqlx::query(
            "insert into testimony (id, owner_id, status, sealed, consent_at, crisis_severity, redacted_at, redacted_text,
                 pii_risk_level, moderated_at, idempotency_key)
             select gen_random_uuid(), owner_id, status, sealed, consent_at, 0, now(), 'A story.', 'low', now(), gen_random_uuid()
             from testimony, generate_series(1, $2) where id = $1",
        )
        .bind(first)
        .bind(copies)
        .execute(&self.db)
        .await
        .expect("published");
        sqlx::query_scalar("select id from testimony order by id = $1 desc")
            .bind(first)
            .fetch_all(&self.db)
            .await
            .expect("readable")
    }

    /// A redacted testimony of low risk that waits for review.
    pub async fn prepared_testimony(&self, what_happened: &str) -> Uuid {
        self.jobs_left.name_by_helper(&["prepare_testimony"]);
        let author = testing::guest(self.next_person());
        testing::prepared_testimony(&self.ctx, author, what_happened).await
    }

    /// Sends the pending mails, the oldest first, and returns all mails since the test began.
    pub async fn mails(&self) -> Vec<Letter> {
        let waiting: Vec<sqlx::types::Json<Mail>> = sqlx::query_scalar(
            "with sent as (
                 update job set finished_at = now() where kind = 'send_mail' and finished_at is null
                 returning payload -> 'message' as message, created_at
             )
             select message from sent order by created_at",
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

    /// Runs a task in the background until the test ends.
    pub fn spawn(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.background.spawn(work);
    }

    /// The result of a `count(*)` query.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.db).await.expect("countable")
    }
}

async fn watch(health: Arc<Health>, ctx: Ctx) {
    health.watch(&ctx).await.expect("the keys are right");
}

async fn listen(ctx: Ctx) {
    match ctx.notifications.listen(&ctx.db, Channel::Changes).await {}
}

async fn hear(state: Arc<State>) {
    match queue::keep_hearing(&state).await {}
}

async fn follow(ctx: Ctx) {
    match search::follow(&ctx).await {}
}
