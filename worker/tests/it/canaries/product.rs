//! The whole product with every setting and the most verbose log level, and the collection of its output.

use std::path::Path;
use std::time::Duration;

use shared::jobs::{self, Job};
use sqlx::PgPool;
use tempfile::TempDir;
use testing::STAFF_PASSWORD_HASH;
use testing::push_service::PushService;

use super::super::http::{self, Call};
use super::super::ledger::until_no_job_is_open;
use super::super::library::pdfium;
use super::super::program::Program;
use super::super::stack::{Port, Recording, Stack, Web, until};
use super::catcher::Catcher;
use super::github::{self, GitHub};
use super::output::{Output, Place};

/// The token that opens the metrics.
pub const METRICS_TOKEN: &str = "a token of many letters";
/// The address of mails to staff.
const STAFF_ADDRESS: &str = "staff@example.org";
/// The last command in the recording of Redis.
const END_MARKER: &str = "nothing is said after this";
const GRACE: Duration = Duration::from_mins(2);

/// Whether payments are set up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Payments {
    None,
    StandIn,
}

/// The running programs and doubles.
pub struct Product {
    pub web: Web,
    pub mail: Catcher,
    /// The port of the Stripe stand-in, if it runs.
    pub stripe: Port,
    pub push: PushService,
    db: PgPool,
    stack: Stack,
    recording: Recording,
    worker: Program,
    worker_metrics: Port,
    _github: GitHub,
    _stripe: Option<Program>,
    _storage: TempDir,
}

impl Product {
    /// Starts everything and waits until it is ready.
    pub async fn start(db: &PgPool, payments: Payments) -> Self {
        let stack = Stack::new(db).await;
        let recording = stack.redis.record().await;
        let (mail, github, push) = (
            Catcher::start().await,
            GitHub::start().await,
            PushService::start().await,
        );
        let [push_key, push_hosts] = push.settings();
        let (stripe, worker_metrics) = (Port::free(), Port::free());
        let storage = tempfile::tempdir().expect("a folder");
        let (metrics_port, library) = (worker_metrics.number.to_string(), pdfium());
        let stripe_url = format!("http://127.0.0.1:{}", stripe.number);
        let mut settings = vec![
            ("RUST_LOG", "trace"),
            ("METRICS_TOKEN", METRICS_TOKEN),
            ("METRICS_PORT", &metrics_port),
            ("ADMIN_PASSWORD_HASH", STAFF_PASSWORD_HASH),
            ("SMTP_URL", mail.url()),
            ("MAIL_FROM", "Stillwater <hello@example.org>"),
            ("ALERT_EMAIL", STAFF_ADDRESS),
            ("GITHUB_CLIENT_ID", "stillwater"),
            ("GITHUB_CLIENT_SECRET", github::CLIENT_SECRET),
            ("GITHUB_URL", &github.url),
            ("GITHUB_API_URL", &github.url),
            (push_key.0, push_key.1.as_str()),
            (push_hosts.0, push_hosts.1.as_str()),
            ("STORAGE_URL", storage.path().to_str().expect("a path of letters")),
            ("PDFIUM_LIBRARY", library.to_str().expect("a path of letters")),
        ];
        if payments == Payments::StandIn {
            settings.extend([
                ("STRIPE", "standin"),
                ("STRIPE_URL", stripe_url.as_str()),
                ("STRIPE_SECRET_KEY", "sk_test_standin"),
                ("STRIPE_PUBLISHABLE_KEY", "pk_test_standin"),
                ("STRIPE_PRICE_ID", "price_premium_monthly"),
                ("STRIPE_PRICE_ID_YEARLY", "price_premium_yearly"),
                ("STRIPE_WEBHOOK_SECRETS", "whsec_standin"),
            ]);
        }
        let web = stack.web_with(&settings).await;
        let worker = stack.worker(&settings);
        let stand_in = (payments == Payments::StandIn).then(|| stand_in(&stripe, &web));
        until("everything is ready", async || {
            let stripe = payments == Payments::None || http::get(stripe.number, "/stripe.js").await == Some(200);
            stripe
                && http::get(web.port, "/readyz").await == Some(200)
                && http::get(worker_metrics.number, "/metrics").await == Some(200)
        })
        .await;
        Self {
            web,
            mail,
            stripe,
            push,
            db: db.clone(),
            stack,
            recording,
            worker,
            worker_metrics,
            _github: github,
            _stripe: stand_in,
            _storage: storage,
        }
    }

    /// Makes the sign-ins by email older than the time after which a mail may be sent again.
    pub async fn make_sign_ins_older(&self) {
        sqlx::query("update email_sign_in set created_at = created_at - interval '31 seconds'")
            .execute(&self.db)
            .await
            .expect("written");
    }

    /// Has the worker look for what the owner of an address pays twice, as at their next sign-in.
    pub async fn look_for_duplicates(&self, address: &str) {
        let mut tx = self.db.begin().await.expect("begun");
        let user = sqlx::query_scalar("select id from app_user where lower(email) = lower($1)")
            .bind(address)
            .fetch_one(&mut *tx)
            .await
            .expect("known");
        jobs::enqueue(&mut tx, &Job::FindDuplicates { user })
            .await
            .expect("enqueued");
        tx.commit().await.expect("committed");
    }

    /// Waits until no job is open, stops both programs, and returns their output.
    pub async fn stop(mut self) -> Output {
        until_no_job_is_open(&self.db).await;
        let token = format!("Bearer {METRICS_TOKEN}");
        let of_web = Call::get("/metrics").with("Authorization", &token);
        let of_web = http::send(self.web.port, &of_web).await.expect("answered");
        let of_worker = http::send(self.worker_metrics.number, &Call::get("/metrics")).await;
        let of_worker = of_worker.expect("answered");
        assert_eq!((of_web.status, of_worker.status), (200, 200));
        for program in [&mut self.web.program, &mut self.worker] {
            program.terminate();
            assert!(program.ended(GRACE).await.success(), "it ends in good order");
        }
        let mut connection = self.stack.redis.connection().await;
        let echoed: String = redis::cmd("ECHO")
            .arg(END_MARKER)
            .query_async(&mut connection)
            .await
            .expect("said");
        until("everything that Redis was told is written down", async || {
            self.recording.text().contains(&echoed)
        })
        .await;
        let letters = self.mail.letters(STAFF_ADDRESS).join("\n");
        Output {
            metrics: of_web.text.clone(),
            worker_metrics: of_worker.text.clone(),
            places: vec![
                (Place::WebLog, self.web.program.log()),
                (Place::WorkerLog, self.worker.log()),
                (Place::Redis, self.recording.text()),
                (Place::Metrics, of_web.text + &of_worker.text),
                (Place::Jobs, rows(&self.db, "job").await),
                (Place::Audit, rows(&self.db, "audit_entry").await),
                (Place::StaffMail, letters),
            ],
        }
    }
}

/// Starts the Stripe stand-in, a program of this workspace.
fn stand_in(port: &Port, web: &Web) -> Program {
    let program = Path::new(env!("CARGO_BIN_EXE_worker")).with_file_name("stripe-standin");
    assert!(
        program.exists(),
        "{} is missing: build it with `cargo build -p stripe-standin`",
        program.display()
    );
    let port = port.number.to_string();
    let events = format!("http://127.0.0.1:{}/api/webhooks/stripe", web.port);
    Program::start("stripe-standin", &program, &[&port, &events], &[])
}

/// All rows of a table, as text.
async fn rows(db: &PgPool, table: &str) -> String {
    let statement = match table {
        "job" => "select coalesce(string_agg(to_jsonb(job)::text, E'\\n'), '') from job",
        _ => "select coalesce(string_agg(to_jsonb(audit_entry)::text, E'\\n'), '') from audit_entry",
    };
    sqlx::query_scalar(statement).fetch_one(db).await.expect("readable")
}
