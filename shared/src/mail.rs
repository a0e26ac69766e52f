//! Mail: rendering and sending.
//!
//! Invariant: a mail is a job whose payload holds only ids. Its text is rendered from rows when it is sent, and a mail
//! that is no longer relevant is skipped.

mod address;

use std::sync::{Arc, Mutex};

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message as Envelope};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use sqlx::PgConnection;
use uuid::Uuid;

pub use self::address::{NoAddress, parse_address};
use crate::audit_head;
use crate::config::Config;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::gift;
use crate::jobs::{self, Job, Mail};
use crate::moderation;
use crate::sign_in::email;
use crate::subscription;

/// A rendered mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The local part of the Message-ID. All copies of a mail share it, so that duplicates can be recognised.
    pub id: String,
    /// The recipient.
    pub to: Address,
    /// The subject.
    pub subject: String,
    /// The body, as plain text.
    pub text: String,
}

/// The backends for sending mail.
#[derive(Clone)]
pub enum Mailer {
    /// A mail server.
    Smtp(Box<Smtp>),
    /// A list, for tests.
    Memory(Arc<Mutex<Vec<Letter>>>),
    /// No mail server is configured.
    None,
}

/// A mail server and our sender address.
#[derive(Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// The final answer of a mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delivery {
    Accepted,
    /// A permanent refusal of this address.
    Refused,
}

/// A mail to staff with a link to their pages; none if no address of staff is set.
pub fn to_staff(ctx: &Ctx, id: String, subject: &str, text: &str) -> Option<Letter> {
    let page = ctx.config.public_url.as_deref();
    let page = page.map(|origin| format!("\n\n{origin}/admin")).unwrap_or_default();
    Some(Letter {
        id,
        to: ctx.config.alert_email.clone()?,
        subject: format!("{}: {subject}", ctx.config.app_name),
        text: format!("{text}{page}\n"),
    })
}

/// Enqueues a mail in the caller's transaction. A worker sends it after the commit.
pub async fn enqueue(tx: &mut PgConnection, message: Mail) -> Result<Uuid> {
    jobs::enqueue(tx, &Job::SendMail { message }).await
}

/// Sends a mail: the work of `Job::SendMail`.
///
/// A mail is sent once, unless the worker dies after sending it and before recording that.
///
/// # Errors
/// `Unavailable` if the server does not accept it now; `Conflict` if no server is configured or `ALERT_EMAIL` is
/// refused.
pub async fn send(ctx: &Ctx, message: Mail) -> Result<()> {
    let letter = match message {
        Mail::SignIn { id } => email::letter(ctx, id).await?,
        Mail::TestimonyEscalated { testimony } => moderation::alert(ctx, testimony).await?,
        Mail::PaymentFailed { subscription } => subscription::failed_letter(ctx, subscription).await?,
        Mail::DuplicateSubscription { subscription } => subscription::duplicate_letter(ctx, subscription).await?,
        Mail::GiftPaid { gift } => gift::paid_letter(ctx, gift).await?,
        Mail::CardTesting { hour } => subscription::card_testing_letter(ctx, hour),
        Mail::PaymentIssue { id } => subscription::issue_letter(ctx, id).await?,
        Mail::AuditHead { day } => audit_head::letter(ctx, day).await?,
        Mail::Digest { day } => moderation::digest(ctx, day).await?,
    };
    let Some(letter) = letter else {
        tracing::info!(?message, "the mail is obsolete and was not sent");
        return Ok(());
    };
    if ctx.mailer.deliver(letter).await? == Delivery::Refused {
        match message {
            // A mistyped address: no retry can help.
            Mail::SignIn { id } => {
                tracing::warn!("the mail server refused the recipient of a mail");
                return email::note_refused(&ctx.db, id).await;
            }
            Mail::PaymentFailed { .. } | Mail::DuplicateSubscription { .. } | Mail::GiftPaid { .. } => {
                tracing::warn!("the mail server refused the recipient of a mail");
            }
            Mail::TestimonyEscalated { .. }
            | Mail::CardTesting { .. }
            | Mail::PaymentIssue { .. }
            | Mail::AuditHead { .. }
            | Mail::Digest { .. } => {
                return Err(Error::Conflict(
                    "The mail server refuses mail to ALERT_EMAIL from MAIL_FROM.",
                ));
            }
        }
    }
    match message {
        Mail::SignIn { id } => email::note_mailed(&ctx.db, id).await?,
        // A duplicate does no harm and has the same Message-ID.
        Mail::PaymentFailed { .. }
        | Mail::DuplicateSubscription { .. }
        | Mail::GiftPaid { .. }
        | Mail::TestimonyEscalated { .. }
        | Mail::CardTesting { .. }
        | Mail::PaymentIssue { .. }
        | Mail::AuditHead { .. }
        | Mail::Digest { .. } => {}
    }
    tracing::info!(?message, "mail sent");
    Ok(())
}

impl Mailer {
    /// The configured mailer.
    ///
    /// # Errors
    /// `Internal` if `SMTP_URL` is invalid.
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

    /// A list instead of a mail server, for tests.
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
                Ok(Delivery::Accepted)
            }
            Self::None => Err(Error::Conflict("No mail server is configured (SMTP_URL).")),
        }
    }
}

impl Smtp {
    /// Whether the server accepts our user name and password.
    pub(crate) async fn accepts_login(&self) -> bool {
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
            Ok(_) => Ok(Delivery::Accepted),
            Err(error) if error.status().is_some_and(|code| u16::from(code) / 10 == 55) => Ok(Delivery::Refused),
            // The server's message may quote the address, so it is dropped.
            Err(error) if error.is_timeout() => Err(unavailable("the mail server took too long")),
            Err(error) if error.status().is_some() => Err(unavailable("the mail server refused for now")),
            Err(_) => Err(unavailable("the mail server cannot be reached")),
        }
    }
}

fn unavailable(what: &'static str) -> Error {
    Error::Unavailable(anyhow::anyhow!(what))
}
