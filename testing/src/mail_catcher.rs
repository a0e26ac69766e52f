//! A mail server for tests: SMTP on a free port, with every mail kept in memory.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// How the server answers a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It takes the mail.
    Welcome,
    /// It refuses the recipient for good.
    NoSuchMailbox,
    /// It refuses the recipient for now.
    ComeBackLater,
}

type Caught = Arc<Mutex<Vec<String>>>;

/// A mail server that keeps every mail.
pub struct MailCatcher {
    /// Its address, for `SMTP_URL`.
    pub url: String,
    caught: Caught,
    _listening: JoinSet<()>,
}

impl MailCatcher {
    /// Listens on a free port until it is dropped.
    ///
    /// # Panics
    /// If no port is free.
    pub async fn start(reply: Reply) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let url = format!("smtp://{}", listener.local_addr().expect("it has an address"));
        let caught = Caught::default();
        let mut listening = JoinSet::new();
        listening.spawn({
            let caught = caught.clone();
            async move {
                let mut conversations = JoinSet::new();
                while let Ok((client, _)) = listener.accept().await {
                    conversations.spawn(talk(client, reply, caught.clone()));
                }
            }
        });
        Self {
            url,
            caught,
            _listening: listening,
        }
    }

    /// The mails so far, with their headers, as they came.
    pub fn caught(&self) -> Vec<String> {
        self.caught.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn talk(client: TcpStream, reply: Reply, caught: Caught) {
    let (from, mut to) = client.into_split();
    let mut lines = BufReader::new(from).lines();
    let mut answer = "220 catcher";
    let mut letter: Option<String> = None;
    loop {
        if !answer.is_empty() && to.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
        let Ok(Some(line)) = lines.next_line().await else {
            return;
        };
        answer = match &mut letter {
            Some(text) if line == "." => {
                let whole = std::mem::take(text);
                caught.lock().unwrap_or_else(PoisonError::into_inner).push(whole);
                letter = None;
                "250 kept"
            }
            Some(text) => {
                text.push_str(&line);
                text.push('\n');
                ""
            }
            None => match (line.split(' ').next().unwrap_or_default(), reply) {
                ("RCPT", Reply::NoSuchMailbox) => "550 no such mailbox here",
                ("RCPT", Reply::ComeBackLater) => "451 come back later",
                ("DATA", _) => {
                    letter = Some(String::new());
                    "354 go on"
                }
                ("QUIT", _) => "221 bye",
                _ => "250 fine",
            },
        };
    }
}
