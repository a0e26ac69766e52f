//! Mail: what is sent, and by which way.
//!
//! Invariant: a mail is a job. Its payload holds ids; what it says is rendered from rows when it is sent, and what is
//! not worth saying any more is not sent.

use std::sync::{Arc, Mutex};

use lettre::address::AddressError;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message as Envelope};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::config::Config;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::moderation;
use crate::sign_in::email;

/// Everything that we mail. A retired variant stays until no job has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Message {
    /// The link and the code for signing in.
    SignIn {
        /// The sign-in that was asked for.
        id: Uuid,
    },
    /// To staff: a story cannot wait.
    StoryEscalated {
        /// The story.
        testimony: Uuid,
    },
    /// To staff: how much waits.
    Digest {
        /// The day, counted from 1970.
        day: u64,
    },
}

/// A mail as it is handed to the server.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The same for every copy of one mail, so that one sent twice can be known.
    pub id: String,
    /// To whom.
    pub to: Address,
    /// What it is about.
    pub subject: String,
    /// What it says, as plain text.
    pub text: String,
}

/// The ways by which mail leaves.
#[derive(Clone)]
pub enum Mailer {
    /// A mail server.
    Smtp(Box<Smtp>),
    /// A list, for tests.
    Memory(Arc<Mutex<Vec<Letter>>>),
    /// None is configured: nothing can be mailed.
    None,
}

/// A mail server, and who we are to it.
#[derive(Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// What a mail server says in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delivery {
    Taken,
    /// It never will take mail from us to this address.
    Refused,
}

/// Reads an address that mail can be sent to.
///
/// # Errors
/// If it is none.
pub fn parse_address(text: &str) -> Result<Address, AddressError> {
    text.parse()
}

/// Writes a mail into the caller's transaction; a worker sends it soon after that commits.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn enqueue(tx: &mut PgConnection, message: Message) -> Result<Uuid> {
    jobs::enqueue(tx, &Job::SendMail { message }).await
}

/// Sends a mail: the work of `Job::SendMail`.
///
/// A mail that was sent is not sent again, unless the worker dies between sending and noting it.
///
/// # Errors
/// `Unavailable` if the server does not take it now; `Conflict` if no server is configured.
pub async fn send(ctx: &Ctx, message: Message) -> Result<()> {
    let letter = match message {
        Message::SignIn { id } => email::letter(ctx, id).await?,
        Message::StoryEscalated { testimony } => moderation::alert(ctx, testimony).await?,
        Message::Digest { day } => moderation::digest(ctx, day).await?,
    };
    let Some(letter) = letter else {
        tracing::info!(?message, "not worth sending any more");
        return Ok(());
    };
    if ctx.mailer.deliver(letter).await? == Delivery::Refused {
        match message {
            // Somebody mistyped their address: nobody on our side can help it.
            Message::SignIn { .. } => tracing::warn!("the mail server refused the address of a mail"),
            Message::StoryEscalated { .. } | Message::Digest { .. } => {
                return Err(Error::Conflict(
                    "The mail server refuses mail to ALERT_EMAIL from MAIL_FROM.",
                ));
            }
        }
    }
    match message {
        Message::SignIn { id } => email::note_mailed(&ctx.db, id).await?,
        // A copy says nothing new, and carries the same Message-ID.
        Message::StoryEscalated { .. } | Message::Digest { .. } => {}
    }
    tracing::info!(?message, "mailed");
    Ok(())
}

impl Mailer {
    /// The way that the settings name.
    ///
    /// # Errors
    /// `Internal` if the server's address cannot be read.
    pub fn open(config: &Config) -> Result<Self> {
        let Some(mail) = &config.sign_in.mail else {
            return Ok(Self::None);
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&mail.smtp_url)
            .map_err(Error::internal)?
            .timeout(Some(std::time::Duration::from_secs(20)))
            .build();
        Ok(Self::Smtp(Box::new(Smtp {
            transport,
            from: mail.from.clone(),
        })))
    }

    /// A list instead of a server, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    async fn deliver(&self, letter: Letter) -> Result<Delivery> {
        match self {
            Self::Smtp(smtp) => smtp.deliver(letter).await,
            Self::Memory(letters) => {
                let mut letters = letters.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                letters.push(letter);
                Ok(Delivery::Taken)
            }
            Self::None => Err(Error::Conflict("No mail server is configured (SMTP_URL).")),
        }
    }
}

impl Smtp {
    /// Whether the server takes our name and password.
    pub(crate) async fn greets(&self) -> bool {
        matches!(self.transport.test_connection().await, Ok(true))
    }

    async fn deliver(&self, letter: Letter) -> Result<Delivery> {
        let envelope = Envelope::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, letter.to))
            .subject(letter.subject)
            .message_id(Some(format!("<{}@{}>", letter.id, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text)
            .map_err(Error::internal)?;
        match self.transport.send(envelope).await {
            Ok(_) => Ok(Delivery::Taken),
            Err(error) if error.status().is_some_and(|code| u16::from(code) / 10 == 55) => Ok(Delivery::Refused),
            // What a server says may quote the address.
            Err(error) if error.is_timeout() => Err(unavailable("the mail server took too long")),
            Err(error) if error.status().is_some() => Err(unavailable("the mail server refused for now")),
            Err(_) => Err(unavailable("the mail server cannot be reached")),
        }
    }
}

fn unavailable(what: &'static str) -> Error {
    Error::Unavailable(anyhow::anyhow!(what))
}
