//! A push service for tests: HTTP on a free port, with every message kept in memory.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A message as it came.
#[derive(Debug, Clone)]
pub struct Pushed {
    /// The path, which names the browser.
    pub path: String,
    head: String,
    /// How many bytes came after the headers.
    pub body_len: usize,
}

impl Pushed {
    /// The value of a header, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        let named = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        named.map_or("", |(_, value)| value)
    }
}

/// What the service answers.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status, such as `201 Created`.
    pub status: &'static str,
    /// More headers, each with its line end.
    pub headers: String,
}

impl Default for Reply {
    fn default() -> Self {
        Self {
            status: "201 Created",
            headers: String::new(),
        }
    }
}

#[derive(Default)]
struct State {
    pushed: Vec<Pushed>,
    reply: Reply,
}

/// A push service that keeps every message.
pub struct PushService {
    /// Its port on this machine.
    pub port: u16,
    state: Arc<Mutex<State>>,
    _listening: JoinSet<()>,
}

impl PushService {
    /// Listens on a free port until it is dropped.
    ///
    /// # Panics
    /// If no port is free.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let state = Arc::<Mutex<State>>::default();
        let mut listening = JoinSet::new();
        listening.spawn({
            let state = state.clone();
            async move {
                let mut conversations = JoinSet::new();
                while let Ok((client, _)) = listener.accept().await {
                    conversations.spawn(answer(client, state.clone()));
                }
            }
        });
        Self {
            port,
            state,
            _listening: listening,
        }
    }

    /// The settings that make it the only push service.
    pub fn settings(&self) -> [(&'static str, String); 2] {
        [
            (
                "WEB_PUSH_PRIVATE_KEY",
                "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".to_owned(),
            ),
            ("WEB_PUSH_HOSTS", format!("127.0.0.1:{}", self.port)),
        ]
    }

    /// The address of a browser.
    pub fn endpoint(&self, browser: &str) -> String {
        format!("http://127.0.0.1:{}/{browser}", self.port)
    }

    /// Answers like this from now on.
    pub fn answer(&self, reply: Reply) {
        self.lock().reply = reply;
    }

    /// The messages so far.
    pub fn pushed(&self) -> Vec<Pushed> {
        self.lock().pushed.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes one message, and closes the connection.
async fn answer(mut client: TcpStream, state: Arc<Mutex<State>>) {
    let mut received = Vec::new();
    let head_len = loop {
        if let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break end + 4;
        }
        match client.read_buf(&mut received).await {
            Ok(length) if length > 0 => {}
            Ok(_) | Err(_) => return,
        }
    };
    let head = String::from_utf8_lossy(&received[..head_len]).into_owned();
    let path = head
        .split(' ')
        .nth(1)
        .unwrap_or_default()
        .trim_start_matches('/')
        .to_owned();
    let reply = {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.pushed.push(Pushed {
            path,
            head,
            body_len: received.len() - head_len,
        });
        state.reply.clone()
    };
    let Reply { status, headers } = reply;
    let text = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: 0\r\nConnection: close\r\n\r\n");
    client.write_all(text.as_bytes()).await.ok();
}
