//! The audit trail: who did what, when, to what. Every change of the state of a story, a prayer, a user or a document has its
//! line here, written in the transaction of the change.
//!
//! Invariant: lines are only ever added, each chained to the one before by its hash; they hold ids, numbers and fixed
//! words, never anything that somebody confided or wrote.

mod action;
mod chain;
mod trail;

pub use action::Action;
pub use chain::{Verdict, verify};
pub use trail::{Asked, Filter, Line, Page, page, story_timeline};

use serde_json::{Map, Value};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::Result;
use crate::owner::{Owner, OwnerKind};
use crate::user::UserId;

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor<'a> {
    /// Somebody with an account.
    User(UserId),
    /// Somebody without one, by the id that is derived from their cookie.
    Guest(Uuid),
    /// A member of staff.
    Admin {
        /// Their sign-in.
        sign_in: Uuid,
        /// The display name they gave at sign-in.
        name: &'a str,
    },
    /// The product itself: a job, or something that came from a payment provider.
    System,
}

impl From<Owner> for Actor<'_> {
    fn from(owner: Owner) -> Self {
        match owner.kind {
            OwnerKind::User => Self::User(UserId(owner.id)),
            OwnerKind::Guest => Self::Guest(owner.id),
        }
    }
}

impl Actor<'_> {
    const fn kind(&self) -> &'static str {
        match self {
            Self::User(_) => "user",
            Self::Guest(_) => "guest",
            Self::Admin { .. } => "admin",
            Self::System => "system",
        }
    }

    const fn id(&self) -> Option<Uuid> {
        match self {
            Self::User(UserId(id)) | Self::Guest(id) | Self::Admin { sign_in: id, .. } => Some(*id),
            Self::System => None,
        }
    }

    const fn name(&self) -> Option<&str> {
        match self {
            Self::Admin { name, .. } => Some(name),
            Self::User(_) | Self::Guest(_) | Self::System => None,
        }
    }
}

/// What something was done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A story.
    Story(Uuid),
    /// A user.
    User(Uuid),
    /// A document of the teaching library.
    Document(Uuid),
    /// A prayer.
    Prayer(Uuid),
    /// A job.
    Job(Uuid),
    /// A sign-in of staff.
    SignIn(Uuid),
    /// A subscription that nobody has claimed yet; any other is spoken of with its user.
    Subscription(Uuid),
}

impl Subject {
    const fn kind(self) -> &'static str {
        match self {
            Self::Story(_) => "story",
            Self::User(_) => "user",
            Self::Document(_) => "document",
            Self::Prayer(_) => "prayer",
            Self::Job(_) => "job",
            Self::SignIn(_) => "sign_in",
            Self::Subscription(_) => "subscription",
        }
    }

    const fn id(self) -> Uuid {
        match self {
            Self::Story(id)
            | Self::User(id)
            | Self::Document(id)
            | Self::Prayer(id)
            | Self::Job(id)
            | Self::SignIn(id)
            | Self::Subscription(id) => id,
        }
    }
}

/// A small fact of an entry. There is no variant for what people write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The id of something else.
    Id(Uuid),
    /// A number.
    Number(i64),
    /// A word that stands in our source.
    Word(&'static str),
}

/// One line to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    actor: Actor<'a>,
    action: Action,
    subject: Subject,
    details: Vec<(&'static str, Detail)>,
}

impl<'a> Entry<'a> {
    /// Somebody did something to something.
    #[must_use]
    pub const fn new(actor: Actor<'a>, action: Action, subject: Subject) -> Self {
        Self {
            actor,
            action,
            subject,
            details: Vec::new(),
        }
    }

    /// The same with one fact more.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: Detail) -> Self {
        self.details.push((name, detail));
        self
    }

    fn details(&self) -> Value {
        let fact = |(name, detail): &(&str, Detail)| {
            let value = match detail {
                Detail::Id(id) => Value::from(id.to_string()),
                Detail::Number(number) => Value::from(*number),
                Detail::Word(word) => Value::from(*word),
            };
            ((*name).to_owned(), value)
        };
        Value::Object(self.details.iter().map(fact).collect::<Map<_, _>>())
    }
}

/// Adds a line in the caller's transaction and returns its place in the chain.
///
/// Call it after every other change of the transaction: whoever has added a line holds the end of the chain until the
/// transaction is over, and must not wait for anybody meanwhile.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn record(tx: &mut PgConnection, entry: &Entry<'_>) -> Result<i64> {
    // The trigger `audit_entry_chained` fills in the place, the time and the hash.
    let position = sqlx::query_scalar!(
        "insert into audit_entry (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details)
         values ($1, $2, $3, $4, $5, $6, $7) returning position",
        entry.actor.kind(),
        entry.actor.id(),
        entry.actor.name(),
        entry.action.as_str(),
        entry.subject.kind(),
        entry.subject.id(),
        entry.details()
    )
    .fetch_one(tx)
    .await?;
    Ok(position)
}
