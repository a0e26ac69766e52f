//! The error type of the crate: one variant for each case that callers must tell apart.
//!
//! Invariant: causes are logged and never returned to clients. Only `web-api` knows status codes.

use std::collections::BTreeMap;
use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::base::database;

/// A result with our error type.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It does not exist, or belongs to another owner.
    #[error("not found")]
    NotFound,
    /// Only users may do this.
    #[error("sign-in required")]
    SignInRequired,
    /// The current state rules this out.
    #[error("conflict: {0}")]
    Conflict(&'static str),
    /// An idempotency key was used again with other words.
    #[error("the idempotency key belongs to {id}")]
    KeyReused {
        /// What was stored with the key.
        id: Uuid,
    },
    /// The status of the testimony does not allow this transition.
    #[error("a story that is {} cannot take this step", .0.status)]
    InvalidTransition(Moved),
    /// Only a failed document can be retried.
    #[error("the document did not fail")]
    DocumentNotFailed,
    /// An uploaded file is invalid.
    #[error("the file is refused: {problem:?}")]
    RefusedFile {
        /// The file's name. It may be returned to the client, but is never logged.
        name: String,
        /// The reason.
        problem: FileProblem,
    },
    /// Only subscribers may do this.
    #[error("premium required")]
    PremiumRequired,
    /// The user is blocked.
    #[error("the user is blocked")]
    UserBlocked,
    /// The staff password or the code of the second factor is wrong.
    #[error("wrong password")]
    WrongPassword,
    /// The staff password is right, but the code of the second factor is missing.
    #[error("a code is needed as well")]
    CodeNeeded,
    /// The code of the second factor is right, but was used, or a later one was.
    #[error("the code was used")]
    CodeUsed,
    /// No staff password is set.
    #[error("staff sign-in is not set up")]
    StaffNotSetUp,
    /// Payments are not set up, or the price is not verified.
    #[error("payments are not set up")]
    PaymentsNotSetUp,
    /// The payment provider does not answer. A retry can help.
    #[error("payments are unavailable: {0:#}")]
    PaymentsUnavailable(anyhow::Error),
    /// The user is no customer of the payment provider.
    #[error("no billing")]
    NoBilling,
    /// The user has a subscription that is active or can become active again.
    #[error("already subscribed")]
    AlreadySubscribed,
    /// Many visitors have begun to pay with this address. Only its proven owner may go on.
    #[error("the address must be proven first")]
    AddressNotProven,
    /// A webhook was not signed by the payment provider.
    #[error("not genuine")]
    NotGenuine,
    /// Fields of the input are invalid.
    #[error("invalid fields: {}", .0.names())]
    InvalidFields(Fields),
    /// A rate limit is reached.
    #[error("too many: {limit:?}")]
    TooMany {
        /// Which limit.
        limit: Limit,
        /// How long to wait before a retry.
        retry_after: Duration,
    },
    /// The network of a guest is over its limit. A proof of work lets this call pass.
    #[error("a proof of work is needed")]
    WorkNeeded {
        /// Where the proof must come from: the vicinity of the caller's network.
        vicinity: [u8; 32],
        /// How many times over its limit the network is.
        load: i32,
        /// How long to wait before a retry without a proof.
        retry_after: Duration,
    },
    /// A dependency does not answer. A retry can help.
    #[error("unavailable: {0:#}")]
    Unavailable(anyhow::Error),
    /// Another server asks to wait this long. A retry helps after that.
    #[error("another server asks to wait for {0:?}")]
    AskedToWait(Duration),
    /// Object storage does not answer. A retry can help.
    #[error("storage is unavailable: {0:#}")]
    StorageUnavailable(anyhow::Error),
    /// A fault of ours.
    #[error("internal: {0:#}")]
    Internal(anyhow::Error),
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileProblem {
    /// Its name or its first bytes are not those of a PDF.
    NotPdf,
    /// It exceeds the size limit.
    TooLarge,
    /// It has no bytes.
    Empty,
}

/// The limits that a caller can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Free guidance requests per day and owner.
    Daily,
    /// Guidance requests per hour and owner.
    Hourly,
    /// Testimonies per day and author.
    Testimonies,
    /// Prayers per day and author.
    Prayers,
    /// Reports per day and reader.
    Reports,
    /// Testimonies that a reader prayed for per day.
    PrayedFor,
    /// Guidance requests, testimonies, reports or prayers for testimonies of guests per day and `ip_prefix`.
    Address,
    /// Sign-in mails, sign-in codes and staff sign-ins.
    Attempts,
}

/// The current status of a testimony that was changed meanwhile, and who changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The current status.
    pub status: &'static str,
    /// The display name of the member of staff who changed it last; `None` if no member of staff did.
    pub by: Option<String>,
    /// When they changed it.
    pub at: Option<OffsetDateTime>,
}

/// The invalid fields, each with a message for people.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Fields(BTreeMap<&'static str, &'static str>);

impl Fields {
    /// One invalid field.
    #[must_use]
    pub fn one(name: &'static str, message: &'static str) -> Self {
        Self(BTreeMap::from([(name, message)]))
    }

    /// Adds an invalid field; a second message for a field is ignored.
    pub fn add(&mut self, name: &'static str, message: &'static str) {
        self.0.entry(name).or_insert(message);
    }

    /// Fails with `InvalidFields` if any field is invalid.
    ///
    /// # Errors
    /// `InvalidFields` with all invalid fields.
    pub fn into_result(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::InvalidFields(self))
        }
    }

    /// The fields and their messages.
    pub const fn messages(&self) -> &BTreeMap<&'static str, &'static str> {
        &self.0
    }

    fn names(&self) -> String {
        self.0.keys().copied().collect::<Vec<_>>().join(", ")
    }
}

/// The result of work that must end within a time, or `Unavailable`.
pub async fn within<T>(limit: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    let ended = tokio::time::timeout(limit, work).await;
    ended.unwrap_or_else(|_| Err(Error::timed_out()))
}

impl Error {
    /// The error of a server that did not answer in time.
    pub fn timed_out() -> Self {
        Self::Unavailable(anyhow::anyhow!("no answer"))
    }

    /// An internal error with its cause.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    /// Whether a dependency does not answer.
    pub const fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Unavailable(_) | Self::PaymentsUnavailable(_) | Self::StorageUnavailable(_) | Self::AskedToWait(_)
        )
    }

    /// Whether a retry can help.
    pub const fn is_worth_retrying(&self) -> bool {
        self.is_outage() || matches!(self, Self::Internal(_))
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::RowNotFound) {
            return Self::NotFound;
        }
        // 08: connection exceptions, 53: out of resources, 57: cancelled or shutting down, 40: serialization and
        // deadlock, 55P03: waited too long for a lock, 25006: a server that became read-only.
        let has_transient_code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .is_some_and(|code| {
                ["08", "53", "57", "40", "55P03", "25006"]
                    .iter()
                    .any(|class| code.starts_with(class))
            });
        database::note_read_only(&error);
        if database::pooler::refuses_settings(&error) {
            let why = "a connection pooler stands before Postgres: name Postgres itself in DATABASE_DIRECT_URL (docs/poolers.md)";
            return Self::Unavailable(anyhow::Error::new(error).context(why));
        }
        let is_transient = has_transient_code
            || matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
                    | sqlx::Error::Protocol(_)
            );
        if is_transient {
            Self::Unavailable(error.into())
        } else {
            Self::Internal(error.into())
        }
    }
}
