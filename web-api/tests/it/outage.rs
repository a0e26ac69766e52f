//! Postgres failures: absent, silent, frozen or stopped during work, and recovered.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use uuid::Uuid;

/// Longer than any test: a request that waits for such a pool hangs until the test fails.
const FOR_EVER: Duration = Duration::from_mins(10);

fn pool_of(options: PgConnectOptions, acquire_timeout: Duration) -> PgPool {
    PgPoolOptions::new()
        .max_connections(4)
        .acquire_timeout(acquire_timeout)
        .connect_lazy_with(options)
}

fn options_for(port: u16) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port)
        .username("nobody")
        .database("nothing")
}

/// A port that is never assigned and on which nothing listens.
const NOBODY_LISTENS: u16 = 1;

/// A pool whose database refuses connections.
pub fn stopped(acquire_timeout: Duration) -> PgPool {
    pool_of(options_for(NOBODY_LISTENS), acquire_timeout)
}

/// A database that accepts connections and never answers.
pub struct Silent {
    pub pool: PgPool,
    held: Arc<Mutex<Vec<TcpStream>>>,
    _accepting: JoinSet<()>,
}

impl Silent {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let pool = pool_of(options_for(listener.local_addr().expect("bound").port()), FOR_EVER);
        let held: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let holding = held.clone();
        let mut accepting = JoinSet::new();
        accepting.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                holding.lock().expect("nobody panics here").push(stream);
            }
        });
        Self {
            pool,
            held,
            _accepting: accepting,
        }
    }

    /// The number of connections that wait for an answer.
    pub fn held(&self) -> usize {
        self.held.lock().expect("nobody panics here").len()
    }
}

/// What a `Gate` does with the bytes between the app and Postgres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Frozen,
    Closed,
}

/// A proxy before the test's Postgres that can be frozen, closed and opened while the app runs.
pub struct Gate {
    pub pool: PgPool,
    state: watch::Sender<State>,
    folder: PathBuf,
    _passing: JoinSet<()>,
}

impl Gate {
    /// Puts a gate before the database of a pool. Its pool has this `acquire_timeout`.
    pub fn before(db: &PgPool, acquire_timeout: Duration) -> Self {
        let behind = (*db.connect_options()).clone();
        let folder = std::env::temp_dir().join(format!("gate-{}", Uuid::new_v4().simple()));
        std::fs::create_dir(&folder).expect("a folder for the socket");
        let listener = UnixListener::bind(socket_in(&folder, behind.get_port())).expect("a socket");
        let pool = pool_of(behind.clone().socket(&folder), acquire_timeout);
        let (state, watched) = watch::channel(State::Open);
        let mut passing = JoinSet::new();
        passing.spawn(let_through(listener, behind, watched));
        Self {
            pool,
            state,
            folder,
            _passing: passing,
        }
    }

    /// Lets nothing pass from now on and keeps the connections open.
    pub fn freeze(&self) {
        self.state.send_replace(State::Frozen);
    }

    /// Closes all connections and accepts no new ones.
    pub fn close(&self) {
        self.state.send_replace(State::Closed);
    }

    /// Lets everything pass again, including what waited.
    pub fn open(&self) {
        self.state.send_replace(State::Open);
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn socket_in(folder: &Path, port: u16) -> PathBuf {
    folder.join(format!(".s.PGSQL.{port}"))
}

async fn let_through(listener: UnixListener, behind: PgConnectOptions, state: watch::Receiver<State>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let (behind, state) = (behind.clone(), state.clone());
        connections.spawn(async move {
            if *state.borrow() == State::Closed {
                return;
            }
            let (from_client, to_client) = client.into_split();
            if let Some(socket) = behind.get_socket() {
                let path = socket_in(socket, behind.get_port());
                let (from, to) = UnixStream::connect(path).await.expect("the real Postgres").into_split();
                join(from_client, to_client, from, to, state).await;
            } else {
                let address = (behind.get_host(), behind.get_port());
                let (from, to) = TcpStream::connect(address)
                    .await
                    .expect("the real Postgres")
                    .into_split();
                join(from_client, to_client, from, to, state).await;
            }
        });
    }
}

/// Copies bytes both ways until one side ends or the gate is closed.
async fn join(
    from_client: impl AsyncRead + Unpin,
    to_client: impl AsyncWrite + Unpin,
    from_server: impl AsyncRead + Unpin,
    to_server: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) {
    let there = pass(from_client, to_server, state.clone());
    let back = pass(from_server, to_client, state.clone());
    tokio::select! {
        () = there => {}
        () = back => {}
        _ = state.wait_for(|state| *state == State::Closed) => {}
    }
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut state: watch::Receiver<State>) {
    let mut buffer = vec![0; 8192];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let opened = state.wait_for(|state| *state == State::Open).await.is_ok();
        if !opened || to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
