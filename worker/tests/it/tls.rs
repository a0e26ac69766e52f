//! TLS to Postgres and Redis, as the settings demand.

use std::net::IpAddr;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, SanType};
use sqlx::postgres::PgPoolOptions;
use tempfile::TempDir;

use super::cluster::Cluster;
use super::http;
use super::ledger::until_testimonies_are_redacted;
use super::stack::{KEYS, Port, Redis, Stack, until};

const TIMEOUT: Duration = Duration::from_mins(1);

/// A private certificate authority, and a server certificate for the loopback address.
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

    /// The root certificate that clients must trust.
    fn root(&self) -> String {
        self.file("root.pem")
    }

    /// The certificate and the key of the server.
    fn server(&self) -> [String; 2] {
        [self.file("server.pem"), self.file("key.pem")]
    }
}

/// A stack whose Postgres and Redis accept TLS only, and their certificate authority.
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
        assert!(migration.ended(TIMEOUT).await.success(), "{}", migration.log());
    }
}

#[tokio::test]
async fn a_testimony_is_processed_with_tls_only_postgres_and_redis() {
    let encrypted = Encrypted::start("faults-tls").await;
    encrypted.migrate().await;
    let stack = &encrypted.stack;
    let root = encrypted.authority.root();
    // `SSL_CERT_FILE` replaces the system's trusted authorities.
    let worker_settings = [("SSL_CERT_FILE", root.as_str())];
    let mut worker = stack.worker(&worker_settings);
    let mut web = stack.web().await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    http::submit_accepted_testimony(web.port).await;
    let db = PgPoolOptions::new()
        .max_connections(1)
        .connect(&stack.database_url)
        .await
        .expect("it answers");
    assert_eq!(until_testimonies_are_redacted(&db).await, 1);
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
async fn a_server_with_an_untrusted_certificate_is_refused() {
    let encrypted = Encrypted::start("faults-tls-strange").await;
    encrypted.migrate().await;
    let stack = &encrypted.stack;
    let strange = Authority::new();
    let wrong = stack.database_url.replace(&encrypted.authority.root(), &strange.root());
    let open = stack.database_url.replace("sslmode=verify-full", "sslmode=disable");
    for address in [&wrong, &open] {
        let mut doctor = stack.web_program("doctor", &[("DATABASE_URL", address)]);
        assert_eq!(doctor.ended(TIMEOUT).await.code(), Some(1), "{}", doctor.log());
        assert!(doctor.log().contains("wrong  database: "), "{}", doctor.log());
    }
    // The system does not trust the authority of this Redis.
    let mut worker = stack.worker(&[("SSL_CERT_FILE", &strange.root())]);
    until("the worker says why it does not talk to Redis", async || {
        let log = worker.log();
        log.contains("Redis does not answer yet") && log.contains("invalid peer certificate")
    })
    .await;
    assert!(worker.runs(), "it waits until that is mended");
    for (trusted, verdict) in [(&encrypted.authority, "good   Redis: "), (&strange, "wrong  Redis: ")] {
        let mut doctor = stack.web_program("doctor", &[("SSL_CERT_FILE", &trusted.root())]);
        doctor.ended(TIMEOUT).await;
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
