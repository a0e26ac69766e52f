//! Everything that can go wrong, as far as a caller must tell the cases apart.
//!
//! Invariant: a cause goes to the log and never to the person; only `web-api` knows status codes.

use std::collections::BTreeMap;
use std::time::Duration;

use time::OffsetDateTime;

/// The result of a rule.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a rule could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing, or it is not yours.
    #[error("not found")]
    NotFound,
    /// Only people who are signed in may do this.
    #[error("sign-in required")]
    SignInRequired,
    /// The thing is in a state in which this cannot be done.
    #[error("conflict: {0}")]
    Conflict(&'static str),
    /// A story cannot take this step from where it stands.
    #[error("a story that is {} cannot take this step", .0.status)]
    InvalidTransition(Moved),
    /// Only a document that failed can be tried again.
    #[error("the document did not fail")]
    DocumentNotFailed,
    /// A file that cannot be accepted.
    #[error("the file is refused: {problem:?}")]
    RefusedFile {
        /// What it is called; for the person alone, never for the log.
        name: String,
        /// What is wrong with it.
        problem: FileProblem,
    },
    /// Only people with premium may do this.
    #[error("premium required")]
    PremiumRequired,
    /// The user is blocked, which rules this out.
    #[error("the user is blocked")]
    UserBlocked,
    /// Not the password of staff, or not the code that belongs to it.
    #[error("wrong password")]
    WrongPassword,
    /// The password was right, and the code of the second factor is still missing.
    #[error("a code is needed as well")]
    CodeNeeded,
    /// Staff cannot sign in here: no password is set.
    #[error("staff sign-in is not set up")]
    StaffNotSetUp,
    /// Payments are not set up here, or not yet found to be in order.
    #[error("payments are not set up")]
    PaymentsNotSetUp,
    /// The payment provider does not answer; trying again later helps.
    #[error("payments are unavailable: {0:#}")]
    PaymentsUnavailable(anyhow::Error),
    /// They never paid anything.
    #[error("no billing")]
    NoBilling,
    /// They have a subscription that is paid, or may be again.
    #[error("already subscribed")]
    AlreadySubscribed,
    /// What came in the payment provider's name does not come from it.
    #[error("not genuine")]
    NotGenuine,
    /// The input is wrong, field by field.
    #[error("invalid fields: {}", .0.names())]
    InvalidFields(Fields),
    /// A limit is used up for now.
    #[error("too many: {limit:?}")]
    TooMany {
        /// Which limit.
        limit: Limit,
        /// When to try again.
        retry_after: Duration,
    },
    /// Something we depend on does not answer; trying again later helps.
    #[error("unavailable: {0:#}")]
    Unavailable(anyhow::Error),
    /// The storage of documents does not answer; trying again later helps.
    #[error("storage is unavailable: {0:#}")]
    StorageUnavailable(anyhow::Error),
    /// A fault of ours.
    #[error("internal: {0:#}")]
    Internal(anyhow::Error),
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileProblem {
    /// Its name or its first bytes say that it is no PDF.
    NotPdf,
    /// It is longer than a file may be.
    TooLarge,
    /// It has no bytes.
    Empty,
}

/// The limits that a caller can run into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The free requests of a day, of this person.
    Daily,
    /// The requests of an hour, of this person.
    Hourly,
    /// The stories of a day, of this author.
    Stories,
    /// The prayers of a day, of this author.
    Prayers,
    /// The reports of a day, of this reader.
    Reports,
    /// The guest requests, stories or reports of a day, of everybody at this address.
    Address,
    /// What must not be tried without end.
    Attempts,
}

/// Where a story stands that was moved in the meantime, and who moved it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Its status.
    pub status: &'static str,
    /// The display name of the member of staff who took the last step; none if it was screening, or nobody.
    pub by: Option<String>,
    /// When they took it.
    pub at: Option<OffsetDateTime>,
}

/// What is wrong with which field, in words for the person.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Fields(BTreeMap<&'static str, &'static str>);

impl Fields {
    /// One wrong field.
    #[must_use]
    pub fn one(name: &'static str, message: &'static str) -> Self {
        Self(BTreeMap::from([(name, message)]))
    }

    /// Notes a wrong field; the first message of a field stands.
    pub fn add(&mut self, name: &'static str, message: &'static str) {
        self.0.entry(name).or_insert(message);
    }

    /// Fails if any field is wrong.
    ///
    /// # Errors
    /// `InvalidFields` with every wrong field.
    pub fn into_result(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::InvalidFields(self))
        }
    }

    /// The fields and their messages.
    #[must_use]
    pub const fn messages(&self) -> &BTreeMap<&'static str, &'static str> {
        &self.0
    }

    fn names(&self) -> String {
        self.0.keys().copied().collect::<Vec<_>>().join(", ")
    }
}

impl Error {
    /// A fault of ours with its cause.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    /// Whether something we depend on does not answer.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Unavailable(_) | Self::PaymentsUnavailable(_) | Self::StorageUnavailable(_)
        )
    }

    /// Whether trying again later can help.
    #[must_use]
    pub const fn is_worth_retrying(&self) -> bool {
        self.is_outage() || matches!(self, Self::Internal(_))
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::RowNotFound) {
            return Self::NotFound;
        }
        // 08: connection exceptions, 53: out of resources, 57: cancelled or shutting down, 40: serialization and deadlock.
        let passing_class = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .is_some_and(|code| ["08", "53", "57", "40"].iter().any(|class| code.starts_with(class)));
        let passing = passing_class
            || matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
                    | sqlx::Error::Protocol(_)
            );
        if passing {
            Self::Unavailable(error.into())
        } else {
            Self::Internal(error.into())
        }
    }
}
