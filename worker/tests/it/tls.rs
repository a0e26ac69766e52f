//! Postgres and Redis of a provider are reached over TLS: what the settings ask for is what goes over the wire.

use std::net::IpAddr;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, SanType};
use sqlx::postgres::PgPoolOptions;
use tempfile::TempDir;

use super::cluster::Cluster;
use super::http;
use super::ledger::until_stories_are_redacted;
use super::stack::{KEYS, Port, Redis, Stack, until};

const SOON: Duration = Duration::from_mins(1);

/// An authority that nobody else knows, and what it vouches for: a server on the loopback address.
struct Authority {
    folder: TempDir,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own_key = KeyPair::generate().expect("a key");
        let issuer = CertifiedIssuer::self_signed(params, own_key).expect("a certificate");
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::default();
        params.subject_alt_names = vec![SanType::IpAddress(IpAddr::from([127, 0, 0, 1]))];
        let server = params.signed_by(&key, &issuer).expect("a certificate");
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("root.pem", issuer.pem()),
            ("server.pem", server.pem()),
            ("key.pem", key.serialize_pem()),
        ] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        Self { folder }
    }

    fn file(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_str().expect("a path of letters").to_owned()
    }

    /// What others must trust to trust the server.
    fn root(&self) -> String {
        self.file("root.pem")
    }

    /// Certificate and key of the server.
    fn server(&self) -> [String; 2] {
        [self.file("server.pem"), self.file("key.pem")]
    }
}

/// A product whose Postgres and Redis take nothing but TLS, and who vouches for them.
struct Encrypted {
    authority: Authority,
    stack: Stack,
    _port: Port,
    _cluster: Cluster,
}

impl Encrypted {
    async fn start(name: &'static str) -> Self {
        let authority = Authority::new();
        let cluster = Cluster::start(name);
        let port = Port::free();
        cluster.restart_with_tls(port.number, &authority.server());
        let mut redis = Redis::with_tls(authority.server());
        redis.start().await;
        let stack = Stack {
            database_url: format!(
                "postgres://app@127.0.0.1:{}/stillwater?sslmode=verify-full&sslrootcert={}",
                port.number,
                authority.root()
            ),
            redis,
            keys: KEYS.to_owned(),
        };
        Self {
            authority,
            stack,
            _port: port,
            _cluster: cluster,
        }
    }

    async fn migrate(&self) {
        let mut migration = self.stack.web_program("migrate", &[]);
        assert!(migration.ended(SOON).await.success(), "{}", migration.log());
    }
}

#[tokio::test]
async fn a_story_goes_through_a_postgres_and_a_redis_that_take_nothing_but_tls() {
    let encrypted = Encrypted::start("faults-tls").await;
    encrypted.migrate().await;
    let stack = &encrypted.stack;
    let root = encrypted.authority.root();
    // Where systems keep the authorities that they trust, for whoever has one of their own.
    let worker_settings = [("SSL_CERT_FILE", root.as_str())];
    let mut worker = stack.worker(&worker_settings);
    let mut web = stack.web().await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::share_accepted_story(web.port).await;
    let db = PgPoolOptions::new()
        .max_connections(1)
        .connect(&stack.database_url)
        .await
        .expect("it answers");
    assert_eq!(until_stories_are_redacted(&db).await, 1);
    let (open, encrypted_ones): (i64, i64) = sqlx::query_as(
        "select count(*), count(*) filter (where ssl)
         from pg_stat_ssl join pg_stat_activity using (pid) where backend_type = 'client backend'",
    )
    .fetch_one(&db)
    .await
    .expect("told");
    assert!(open > 2 && open == encrypted_ones, "{encrypted_ones} of {open}");
    assert!(worker.runs() && web.program.runs());
}

#[tokio::test]
async fn a_server_that_nobody_we_trust_vouches_for_is_not_talked_to() {
    let encrypted = Encrypted::start("faults-tls-strange").await;
    encrypted.migrate().await;
    let stack = &encrypted.stack;
    let strange = Authority::new();
    let wrong = stack.database_url.replace(&encrypted.authority.root(), &strange.root());
    let open = stack.database_url.replace("sslmode=verify-full", "sslmode=disable");
    for address in [&wrong, &open] {
        let mut doctor = stack.web_program("doctor", &[("DATABASE_URL", address)]);
        assert_eq!(doctor.ended(SOON).await.code(), Some(1), "{}", doctor.log());
        assert!(doctor.log().contains("wrong  database: "), "{}", doctor.log());
    }
    // The authority of this Redis is none that the system knows.
    let mut worker = stack.worker(&[("SSL_CERT_FILE", &strange.root())]);
    until("the worker says why it does not talk to Redis", async || {
        let log = worker.log();
        log.contains("Redis does not answer yet") && log.contains("invalid peer certificate")
    })
    .await;
    assert!(worker.runs(), "it waits until that is mended");
    for (trusted, verdict) in [(&encrypted.authority, "good   Redis: "), (&strange, "wrong  Redis: ")] {
        let mut doctor = stack.web_program("doctor", &[("SSL_CERT_FILE", &trusted.root())]);
        doctor.ended(SOON).await;
        let said = doctor.log();
        assert!(said.contains("good   database: Postgres answers"), "{said}");
        assert!(said.contains(verdict), "{said}");
        assert_eq!(
            said.contains("invalid peer certificate"),
            verdict.starts_with("wrong"),
            "{said}"
        );
    }
}
