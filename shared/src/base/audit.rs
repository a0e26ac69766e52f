//! The audit trail: who did what to what, and when. Each state change of a testimony, prayer, user or document adds an
//! entry, in the transaction of the change.
//!
//! Invariant: the trail is append-only, each entry is chained to its predecessor by a hash, and sealed by a key that the
//! database does not have. Entries hold ids, numbers and fixed words, never text that people wrote.

mod account;
mod action;
mod chain;
mod seal;
mod trail;

pub use account::user_lines;
pub use action::{Action, Group};
pub use chain::{Verdict, verify};
pub use seal::{Head, leads_to, seal_older};
pub use trail::{Filter, FilterParams, Line, Page, end, lines, matching, names, page, testimony_timeline};

use serde_json::{Map, Value};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::base::error::{Error, Result};
use crate::base::ids::{Owner, OwnerKind, UserId};
use crate::base::role::Role;
use crate::base::vault::KeyRing;

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor<'a> {
    /// A user.
    User(UserId),
    /// A guest, by the id derived from their cookie.
    Guest(Uuid),
    /// A member of staff.
    Admin {
        /// The id of their sign-in.
        sign_in: Uuid,
        /// Their name in `STAFF`, or the display name they gave at sign-in.
        name: &'a str,
        /// What they may do.
        role: Role,
    },
    /// The product itself: a job or an event of the payment provider.
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

    const fn role(&self) -> Option<&'static str> {
        match self {
            Self::Admin { role, .. } => Some(role.as_str()),
            Self::User(_) | Self::Guest(_) | Self::System => None,
        }
    }
}

/// What something was done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A testimony.
    Testimony(Uuid),
    /// A user.
    User(Uuid),
    /// A document of the teaching library.
    Document(Uuid),
    /// A prayer.
    Prayer(Uuid),
    /// A job.
    Job(Uuid),
    /// A staff sign-in.
    SignIn(Uuid),
    /// A subscription without a user. Changes of other subscriptions are recorded under their user.
    Subscription(Uuid),
    /// A gift.
    Gift(Uuid),
}

impl Subject {
    const fn kind(self) -> &'static str {
        match self {
            Self::Testimony(_) => "story",
            Self::User(_) => "user",
            Self::Document(_) => "document",
            Self::Prayer(_) => "prayer",
            Self::Job(_) => "job",
            Self::SignIn(_) => "sign_in",
            Self::Subscription(_) => "subscription",
            Self::Gift(_) => "gift",
        }
    }

    const fn id(self) -> Uuid {
        match self {
            Self::Testimony(id)
            | Self::User(id)
            | Self::Document(id)
            | Self::Prayer(id)
            | Self::Job(id)
            | Self::SignIn(id)
            | Self::Subscription(id)
            | Self::Gift(id) => id,
        }
    }
}

/// The value of a detail. There is no variant for free text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The id of something else.
    Id(Uuid),
    /// A number.
    Number(i64),
    /// A fixed word from our source.
    Word(&'static str),
}

/// An entry to record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    actor: Actor<'a>,
    action: Action,
    subject: Subject,
    details: Vec<(&'static str, Detail)>,
}

impl<'a> Entry<'a> {
    /// An entry without details.
    #[must_use]
    pub const fn new(actor: Actor<'a>, action: Action, subject: Subject) -> Self {
        Self {
            actor,
            action,
            subject,
            details: Vec::new(),
        }
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: Detail) -> Self {
        self.details.push((name, detail));
        self
    }

    fn details(&self) -> Value {
        let field = |(name, detail): &(&str, Detail)| {
            let value = match detail {
                Detail::Id(id) => Value::from(id.to_string()),
                Detail::Number(number) => Value::from(*number),
                Detail::Word(word) => Value::from(*word),
            };
            ((*name).to_owned(), value)
        };
        Value::Object(self.details.iter().map(field).collect::<Map<_, _>>())
    }
}

/// Adds an entry in the caller's transaction and returns its position in the chain.
///
/// Call it last in the transaction: it locks the head of the chain until the commit, and waiting for other locks
/// meanwhile could deadlock.
pub async fn record(tx: &mut PgConnection, keys: &KeyRing, entry: &Entry<'_>) -> Result<i64> {
    let positions = record_all(tx, keys, std::slice::from_ref(entry)).await?;
    positions
        .first()
        .copied()
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the audit trail took no entry")))
}

/// Adds entries in their order, as `record` does, and returns their positions.
pub async fn record_all(tx: &mut PgConnection, keys: &KeyRing, entries: &[Entry<'_>]) -> Result<Vec<i64>> {
    let column = |of: fn(&Entry<'_>) -> String| entries.iter().map(of).collect::<Vec<String>>();
    let actor_ids: Vec<Option<Uuid>> = entries.iter().map(|entry| entry.actor.id()).collect();
    let actor_names: Vec<Option<&str>> = entries.iter().map(|entry| entry.actor.name()).collect();
    let actor_roles: Vec<Option<&str>> = entries.iter().map(|entry| entry.actor.role()).collect();
    let subject_ids: Vec<Uuid> = entries.iter().map(|entry| entry.subject.id()).collect();
    let details: Vec<Value> = entries.iter().map(Entry::details).collect();
    // The trigger `audit_entry_chained` fills in the position, the time and the hash.
    let lines = sqlx::query!(
        "insert into audit_entry (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, actor_role)
         select actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, actor_role
         from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[], $8::text[])
             with ordinality as entry (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, actor_role, place)
         order by place
         returning position, hash",
        &column(|entry| entry.actor.kind().to_owned()),
        &actor_ids as &[Option<Uuid>],
        &actor_names as &[Option<&str>],
        &column(|entry| entry.action.as_str().to_owned()),
        &column(|entry| entry.subject.kind().to_owned()),
        &subject_ids,
        &details,
        &actor_roles as &[Option<&str>]
    )
    .fetch_all(&mut *tx)
    .await?;
    let (positions, hashes): (Vec<i64>, Vec<Vec<u8>>) =
        lines.into_iter().map(|line| (line.position, line.hash)).unzip();
    seal::seal(tx, keys, &positions, &hashes).await?;
    Ok(positions)
}
