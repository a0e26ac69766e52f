//! A double of a connection pooler: it does to connections what `PgBouncer` does, in front of the test's own Postgres.
//!
//! A double, because `PgBouncer` of Debian 12 is too old to run the product behind it; bin/containers runs it behind a real
//! one of Debian 13. The double keeps no prepared statements apart, as a `PgBouncer` before 1.21.

use std::io::{Error, ErrorKind, Result};
use std::sync::Arc;

use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::task::JoinSet;

/// How the double treats its clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// It refuses settings in the first message, and gives each client a session: `PgBouncer` as it comes.
    Strict,
    /// It drops them, and gives each client a session: `ignore_startup_parameters`, `pool_mode = session`.
    Lenient,
    /// It drops them, and all clients share one session, a transaction at a time: `pool_mode = transaction`.
    Sharing,
}

/// A running double.
pub struct Pooler {
    /// The address of the database behind it.
    pub url: String,
    _listening: JoinSet<()>,
}

/// The settings of the first message that every pooler passes on.
const PASSED_ON: [&str; 6] = [
    "user",
    "database",
    "DateStyle",
    "client_encoding",
    "TimeZone",
    "application_name",
];
const SSL_REQUEST: i32 = 80_877_103;
const PROTOCOL: i32 = 196_608;

impl Pooler {
    /// Starts one before the database of a pool. Its console tells this version.
    ///
    /// # Panics
    /// If no port is free.
    pub async fn start(db: &PgPool, manner: Manner, version: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let behind = Arc::new(Behind {
            options: (*db.connect_options()).clone(),
            manner,
            version,
            shared: Arc::default(),
        });
        let user = behind.options.get_username().to_owned();
        let database = behind.options.get_database().expect("a database").to_owned();
        let mut listening = JoinSet::new();
        listening.spawn(async move {
            let mut clients = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let behind = behind.clone();
                clients.spawn(async move { behind.serve(client).await });
            }
        });
        Self {
            url: format!("postgres://{user}@127.0.0.1:{port}/{database}"),
            _listening: listening,
        }
    }
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

type Session = Box<dyn Stream>;

struct Behind {
    options: PgConnectOptions,
    manner: Manner,
    version: &'static str,
    /// The one session of `Manner::Sharing`.
    shared: Arc<Mutex<Option<Session>>>,
}

impl Behind {
    async fn serve(&self, mut client: TcpStream) -> Result<()> {
        let settings = first_message(&mut client).await?;
        let value = |name: &str| {
            settings
                .iter()
                .find(|(found, _)| found == name)
                .map(|(_, value)| value.as_str())
        };
        if value("database") == Some("pgbouncer") {
            return self.console(client).await;
        }
        let refused = settings.iter().find(|(name, _)| !PASSED_ON.contains(&name.as_str()));
        if let (Manner::Strict, Some((name, _))) = (self.manner, refused) {
            return client.write_all(&refusal(name)).await;
        }
        if self.manner == Manner::Sharing {
            client.write_all(&welcome()).await?;
            return self.share(client).await;
        }
        let mut session = self.connect().await?;
        session.write_all(&startup(&settings)).await?;
        copy_bidirectional(&mut client, &mut session).await?;
        Ok(())
    }

    async fn connect(&self) -> Result<Session> {
        if let Some(folder) = self.options.get_socket() {
            let path = folder.join(format!(".s.PGSQL.{}", self.options.get_port()));
            return Ok(Box::new(UnixStream::connect(path).await?));
        }
        let address = (self.options.get_host(), self.options.get_port());
        Ok(Box::new(TcpStream::connect(address).await?))
    }

    /// Lends the session to a client from its first message until Postgres is idle again.
    async fn share(&self, mut client: TcpStream) -> Result<()> {
        let mut lent: Option<OwnedMutexGuard<Option<Session>>> = None;
        loop {
            let (kind, message) = match message(&mut client).await {
                Ok((kind, message)) if kind != b'X' => (kind, message),
                _ => {
                    // A session in the midst of a transaction is of no use to others.
                    if let Some(mut session) = lent {
                        *session = None;
                    }
                    return Ok(());
                }
            };
            let mut session = match lent.take() {
                Some(session) => session,
                None => self.shared.clone().lock_owned().await,
            };
            if session.is_none() {
                *session = Some(self.open().await?);
            }
            let Some(server) = session.as_mut() else { continue };
            server.write_all(&message).await?;
            let is_idle = matches!(kind, b'Q' | b'S') && pass_answer(server, &mut client).await? == b'I';
            if !is_idle {
                lent = Some(session);
            }
        }
    }

    /// Opens the shared session. Tests trust every user, so Postgres asks for no password.
    async fn open(&self) -> Result<Session> {
        let mut session = self.connect().await?;
        let settings = [
            ("user".to_owned(), self.options.get_username().to_owned()),
            (
                "database".to_owned(),
                self.options.get_database().unwrap_or_default().to_owned(),
            ),
        ];
        session.write_all(&startup(&settings)).await?;
        while message(&mut session).await?.0 != b'Z' {}
        Ok(session)
    }

    /// The database called `pgbouncer`, which answers `show version`.
    async fn console(&self, mut client: TcpStream) -> Result<()> {
        client.write_all(&welcome()).await?;
        loop {
            match message(&mut client).await?.0 {
                b'X' => return Ok(()),
                b'Q' => client.write_all(&self.told_version()).await?,
                _ => {}
            }
        }
    }

    fn told_version(&self) -> Vec<u8> {
        let mut column = vec![0, 1];
        column.extend_from_slice(b"version\0");
        // No table, type text of any length, as text.
        column.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]);
        let length = u8::try_from(self.version.len()).expect("a short version");
        let row = [&[0, 1, 0, 0, 0, length], self.version.as_bytes()].concat();
        [
            framed(b'T', &column),
            framed(b'D', &row),
            framed(b'C', b"SHOW\0"),
            framed(b'Z', b"I"),
        ]
        .concat()
    }
}

/// The settings of a client's first message, after a refusal of TLS if it asked for that.
async fn first_message(client: &mut TcpStream) -> Result<Vec<(String, String)>> {
    loop {
        let length = client.read_i32().await?;
        let code = client.read_i32().await?;
        let mut rest = vec![0; usize::try_from(length - 8).map_err(Error::other)?];
        client.read_exact(&mut rest).await?;
        if code == SSL_REQUEST {
            client.write_all(b"N").await?;
            continue;
        }
        let words: Vec<String> = rest
            .split(|byte| *byte == 0)
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .take_while(|word| !word.is_empty())
            .collect();
        let pairs = words.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        return Ok(pairs.collect());
    }
}

/// A first message with those settings that a pooler passes on.
fn startup(settings: &[(String, String)]) -> Vec<u8> {
    let mut body = PROTOCOL.to_be_bytes().to_vec();
    for (name, value) in settings.iter().filter(|(name, _)| PASSED_ON.contains(&name.as_str())) {
        body.extend_from_slice(format!("{name}\0{value}\0").as_bytes());
    }
    body.push(0);
    [length_of(&body).to_vec(), body].concat()
}

fn length_of(body: &[u8]) -> [u8; 4] {
    i32::try_from(body.len() + 4).expect("a short message").to_be_bytes()
}

fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind], length_of(body).as_slice(), body].concat()
}

/// One message with its frame, and its kind.
async fn message(stream: &mut (impl AsyncRead + Unpin + ?Sized)) -> Result<(u8, Vec<u8>)> {
    let kind = stream.read_u8().await?;
    let length = stream.read_i32().await?;
    let rest = usize::try_from(length - 4).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    let mut whole = [&[kind], length.to_be_bytes().as_slice()].concat();
    whole.resize(5 + rest, 0);
    stream.read_exact(&mut whole[5..]).await?;
    Ok((kind, whole))
}

/// Passes on what Postgres says until it is ready, and returns whether a transaction is open then.
async fn pass_answer(server: &mut Session, client: &mut TcpStream) -> Result<u8> {
    loop {
        let (kind, whole) = message(server).await?;
        client.write_all(&whole).await?;
        if kind == b'Z' {
            return Ok(whole[5]);
        }
    }
}

/// The sign-in is accepted, and the session idle.
fn welcome() -> Vec<u8> {
    let key = [1, 2, 3, 4, 5, 6, 7, 8];
    let version = framed(b'S', b"server_version\x0017.0\0");
    [
        framed(b'R', &[0, 0, 0, 0]),
        version,
        framed(b'K', &key),
        framed(b'Z', b"I"),
    ]
    .concat()
}

/// What a `PgBouncer` answers to a setting that it does not know.
fn refusal(name: &str) -> Vec<u8> {
    let text = format!("SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: {name}\0\0");
    framed(b'E', text.as_bytes())
}
