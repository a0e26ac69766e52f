//! A mail server that stores every mail.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::super::stack::until;

type Kept = Arc<Mutex<Vec<String>>>;

/// A mail server that accepts every mail.
pub struct Catcher {
    pub url: String,
    kept: Kept,
    _listening: JoinSet<()>,
}

/// The content of a sign-in mail.
pub struct SignInMail {
    /// Six digits.
    pub code: String,
    /// The path of its link, with the token.
    pub link: String,
    pub token: String,
}

impl Catcher {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let url = format!("smtp://{}", listener.local_addr().expect("it has an address"));
        let kept = Kept::default();
        let mut listening = JoinSet::new();
        listening.spawn({
            let kept = kept.clone();
            async move {
                let mut conversations = JoinSet::new();
                while let Ok((client, _)) = listener.accept().await {
                    conversations.spawn(talk(client, kept.clone()));
                }
            }
        });
        Self {
            url,
            kept,
            _listening: listening,
        }
    }

    /// The mails to an address so far, with unfolded lines.
    pub fn letters(&self, to: &str) -> Vec<String> {
        let kept = self.kept.lock().expect("no test panicked");
        let theirs = kept.iter().filter(|letter| letter.contains(&format!("To: {to}\n")));
        theirs
            .map(|letter| letter.replace("=\n", "").replace("=3D", "="))
            .collect()
    }

    /// Waits for `number` mails to an address, and parses the last one as a sign-in mail.
    pub async fn sign_in_mail(&self, to: &str, number: usize) -> SignInMail {
        until("the mail is there", async || self.letters(to).len() >= number).await;
        let letters = self.letters(to);
        let letter = &letters[number - 1];
        let subject = letter.lines().find(|line| line.starts_with("Subject: "));
        let code = subject.expect("a subject").rsplit(' ').next().expect("a code");
        assert!(
            code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()),
            "{code}"
        );
        let mut words = letter.split_whitespace();
        let link = words.find(|word| word.contains("/api/login/link?")).expect("a link");
        let path = link.find("/api/").expect("a path of ours");
        SignInMail {
            code: code.to_owned(),
            link: link[path..].to_owned(),
            token: link.split_once("token=").expect("a token").1.to_owned(),
        }
    }
}

async fn talk(client: TcpStream, kept: Kept) {
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
                kept.lock().expect("no test panicked").push(std::mem::take(text));
                letter = None;
                "250 kept"
            }
            Some(text) => {
                text.push_str(&line);
                text.push('\n');
                ""
            }
            None => match line.split(' ').next().unwrap_or_default() {
                "DATA" => {
                    letter = Some(String::new());
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            },
        };
    }
}
