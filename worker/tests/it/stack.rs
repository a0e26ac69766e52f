//! The whole product on one machine: the test's own database and Redis, and the real programs on free ports.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use redis::AsyncCommands as _;
use redis::aio::MultiplexedConnection;
use sqlx::{ConnectOptions as _, PgPool};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::program::Program;

/// The timeout for every awaited state. It is generous, because a cold machine is slow.
const TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// The operator's key of the tests: 32 zero bytes in base64.
pub const KEYS: &str = "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Waits until a condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    until_reached(what, 1, async || i64::from(holds().await)).await;
}

/// Waits until `done` reaches the goal. The timeout restarts with every progress.
pub async fn until_reached(what: &str, goal: i64, mut done: impl AsyncFnMut() -> i64) {
    let (mut before, mut deadline) = (i64::MIN, Instant::now() + TIMEOUT);
    loop {
        let now = done().await;
        if now >= goal {
            return;
        }
        if now != before {
            (before, deadline) = (now, Instant::now() + TIMEOUT);
        }
        assert!(Instant::now() < deadline, "waited too long until {what}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// A loopback port reserved for a program of the test.
pub struct Port {
    /// The port number.
    pub number: u16,
    _held: TcpSocket,
}

impl Port {
    /// Reserves a free port. It is bound without listening, so that only a program that names it gets it.
    pub fn free() -> Self {
        let held = TcpSocket::new_v4().expect("a socket");
        held.set_reuseaddr(true).expect("a setting");
        held.bind(([127, 0, 0, 1], 0).into()).expect("a port is free");
        Self {
            number: held.local_addr().expect("it has an address").port(),
            _held: held,
        }
    }
}

/// A Redis without persistence, always on the same port.
pub struct Redis {
    port: Port,
    /// Certificate and key, if it accepts TLS only.
    tls: Option<[String; 2]>,
    program: Option<Program>,
}

impl Redis {
    /// A Redis that is not started yet.
    pub fn absent() -> Self {
        Self {
            port: Port::free(),
            tls: None,
            program: None,
        }
    }

    /// A Redis that is not started yet and accepts TLS only, with this certificate and key.
    pub fn with_tls(certificate_and_key: [String; 2]) -> Self {
        Self {
            tls: Some(certificate_and_key),
            ..Self::absent()
        }
    }

    /// Starts it empty and waits until it answers.
    pub async fn start(&mut self) {
        let port = self.port.number.to_string();
        let mut arguments = vec!["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
        match &self.tls {
            None => arguments.extend(["--port", &port]),
            Some([certificate, key]) => arguments.extend([
                "--port",
                "0",
                "--tls-port",
                &port,
                "--tls-auth-clients",
                "no",
                "--tls-cert-file",
                certificate,
                "--tls-key-file",
                key,
            ]),
        }
        let program = which("redis-server");
        self.program = Some(Program::start("redis", Path::new(&program), &arguments, &[]));
        until("Redis answers", async || match &self.tls {
            None => self.connect().await.is_some(),
            Some(_) => TcpStream::connect(("127.0.0.1", self.port.number)).await.is_ok(),
        })
        .await;
    }

    /// Kills it and loses its data, as a crash would.
    pub fn kill(&mut self) {
        self.program.take().expect("it runs").kill();
    }

    /// A connection for the test itself.
    pub async fn connection(&self) -> MultiplexedConnection {
        self.connect().await.expect("Redis answers")
    }

    /// The number of wake-ups of a lane that all workers have fetched and not acknowledged.
    pub async fn fetched(&self, lane: &str) -> u64 {
        let mut connection = self.connection().await;
        let pattern = format!("stillwater:wake:{lane}:inflight:*");
        let keys: Vec<String> = connection.keys(pattern).await.expect("readable");
        let mut fetched = 0;
        for key in keys {
            fetched += connection.scard::<_, u64>(key).await.expect("readable");
        }
        fetched
    }

    /// Records every command from now on (`MONITOR`).
    pub async fn record(&self) -> Recording {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port.number))
            .await
            .expect("Redis listens");
        stream.write_all(b"MONITOR\r\n").await.expect("asked");
        let mut begun = [0; 5];
        stream.read_exact(&mut begun).await.expect("answered");
        assert_eq!(&begun, b"+OK\r\n");
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn({
            let bytes = bytes.clone();
            async move {
                let mut portion = vec![0; 65_536];
                while let Ok(length @ 1..) = stream.read(&mut portion).await {
                    bytes
                        .lock()
                        .expect("no test panicked")
                        .extend_from_slice(&portion[..length]);
                }
            }
        });
        Recording { bytes, _tasks: tasks }
    }

    async fn connect(&self) -> Option<MultiplexedConnection> {
        let client = redis::Client::open(self.url()).expect("a good address");
        client.get_multiplexed_async_connection().await.ok()
    }

    /// Its URL.
    pub fn url(&self) -> String {
        let scheme = if self.tls.is_some() { "rediss" } else { "redis" };
        format!("{scheme}://127.0.0.1:{}", self.port.number)
    }
}

/// A recording of the commands to Redis.
pub struct Recording {
    bytes: Arc<Mutex<Vec<u8>>>,
    _tasks: JoinSet<()>,
}

impl Recording {
    /// The commands so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes.lock().expect("no test panicked")).into_owned()
    }
}

/// The full path of a command, because the programs of a test have no `PATH`.
fn which(command: &str) -> String {
    let found = Command::new("sh")
        .args(["-c", "command -v \"$0\"", command])
        .output()
        .expect("sh runs");
    assert!(found.status.success(), "{command} is missing; bin/setup installs it");
    String::from_utf8_lossy(&found.stdout).trim().to_owned()
}

/// A web process and its port.
pub struct Web {
    /// The process.
    pub program: Program,
    /// Its port.
    pub port: u16,
    _held: Port,
}

/// The database and Redis on which a test's programs run.
pub struct Stack {
    /// The database.
    pub database_url: String,
    /// The Redis.
    pub redis: Redis,
    /// The default operator's keys of the programs.
    pub keys: String,
}

impl Stack {
    /// A stack over the database of a test, with a running Redis.
    pub async fn new(db: &PgPool) -> Self {
        let mut stack = Self::without_redis(db);
        stack.redis.start().await;
        stack
    }

    /// A stack over the database of a test, with a Redis that is not started yet.
    pub fn without_redis(db: &PgPool) -> Self {
        Self {
            database_url: db.connect_options().to_url_lossy().to_string(),
            redis: Redis::absent(),
            keys: KEYS.to_owned(),
        }
    }

    /// Starts a worker. It waits for absent dependencies by itself.
    pub fn worker(&self, changes: &[(&str, &str)]) -> Program {
        self.worker_program("run", changes)
    }

    /// Runs a command of the worker program with changed settings.
    pub fn worker_program(&self, command: &str, changes: &[(&str, &str)]) -> Program {
        Program::start(
            "worker",
            Path::new(env!("CARGO_BIN_EXE_worker")),
            &[command],
            &self.settings(changes),
        )
    }

    /// Starts a web process and waits until it listens.
    pub async fn web(&self) -> Web {
        self.web_with(&[]).await
    }

    /// Starts a web process with changed settings and waits until it listens.
    pub async fn web_with(&self, changes: &[(&str, &str)]) -> Web {
        let held = Port::free();
        let port = held.number;
        let text = port.to_string();
        let changes = [changes, &[("PORT", text.as_str())]].concat();
        let mut web = Web {
            program: self.web_program("serve", &changes),
            port,
            _held: held,
        };
        until("the web tier listens", async || {
            assert!(web.program.runs(), "the web tier ended");
            super::http::get(port, "/healthz").await == Some(200)
        })
        .await;
        web
    }

    /// Runs a command of the web program with changed settings.
    pub fn web_program(&self, command: &str, changes: &[(&str, &str)]) -> Program {
        let program = Path::new(env!("CARGO_BIN_EXE_worker")).with_file_name("web-api");
        assert!(
            program.exists(),
            "{} is missing: build it with `cargo build -p web-api`",
            program.display()
        );
        Program::start("web-api", &program, &[command], &self.settings(changes))
    }

    fn settings(&self, changes: &[(&str, &str)]) -> Vec<(String, String)> {
        let content = testing::built_content();
        let redis_url = self.redis.url();
        let mut settings = HashMap::from([
            ("APP_ENV", "development"),
            ("HOST", "127.0.0.1"),
            ("DATABASE_URL", self.database_url.as_str()),
            ("REDIS_URL", redis_url.as_str()),
            ("ENC_KEYS", self.keys.as_str()),
            ("STORY_LIMIT", "100000"),
            ("GUEST_STORY_ADDRESS_LIMIT", "100000"),
            ("ADDRESS_RATE_LIMIT", "1000000"),
            ("CONTENT_DIR", content.to_str().expect("a path of letters")),
            ("REHEARSALS", "on"),
            ("STORAGE_URL", concat!(env!("CARGO_TARGET_TMPDIR"), "/storage")),
        ]);
        settings.extend(changes.iter().copied());
        settings
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }
}
