//! Testimonies: submitted by authors, sealed, prepared by the worker, moderated by staff.
//!
//! Invariant: the original is sealed in the transaction that accepts it. Only preparation, its author and an audited
//! reveal by staff open it. Readers see the redacted text.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Fields, Result};
use crate::jobs::Mail;
use crate::jobs::{self, Job};
use crate::mail;
use crate::screening::Danger;
use crate::vault::{self, Place};

mod count;
mod own;
mod prayed;
mod prepare;
mod preview;
mod review_time;
mod store;
mod submission;

pub use count::Author;
pub(crate) use own::Opener;
pub use own::{AuthoredTestimony, own, withdraw};
pub use prayed::{Reader, pray, pray_as_staff};
pub(crate) use prayed::{forget_prayers_of, prayed_for_by};
pub use prepare::prepare;
pub(crate) use prepare::{original, publishable};
pub use preview::{FieldPreview, Hidden, Preview, preview};
pub use review_time::usual_review_time;
use store::{Row, Stored, store};
pub use submission::{
    Draft, MAX_FIELD_LEN, MAX_HIDDEN_LEN, MAX_HIDDEN_WORDS, MIN_FIELD_LEN, NewTestimony, Submission, TestimonyWords,
};

/// The status of a testimony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Status {
    /// Waits for redaction or for review.
    Pending,
    /// Published.
    Approved,
    /// Declined; the author sees why.
    Rejected,
    /// Reviewed with priority: screening or staff saw danger in it.
    Escalated,
}

impl Status {
    /// The name in the database and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Escalated => "escalated",
        }
    }

    const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Rejected, Self::Escalated];

    /// Parses a status from a query.
    ///
    /// # Errors
    /// `InvalidFields` for an unknown status.
    pub fn parse(word: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|status| status.as_str() == word);
        known.ok_or_else(|| {
            let message = "Please choose pending, approved, rejected or escalated.";
            Error::InvalidFields(Fields::one("status", message))
        })
    }
}

/// The risk that a redacted testimony still identifies its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Risk {
    /// Few details were found, all with certainty.
    Low,
    /// Several details were found, or an uncertain one.
    Medium,
    /// Identifying details were found, or many uncertain ones.
    High,
}

impl Risk {
    /// The name in the database, in answers and in the audit trail.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl From<care::redact::Risk> for Risk {
    fn from(risk: care::redact::Risk) -> Self {
        match risk {
            care::redact::Risk::Low => Self::Low,
            care::redact::Risk::Medium => Self::Medium,
            care::redact::Risk::High => Self::High,
        }
    }
}

/// The result of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Submitted {
    /// The id of the testimony.
    pub id: Uuid,
    /// Its status.
    pub status: Status,
}

/// Screens, seals and stores a testimony, and enqueues its preparation.
///
/// A repeated idempotency key returns the testimony that was stored first. With other words of danger it stores a
/// second one.
///
/// # Errors
/// `KeyReused` if the idempotency key comes with other words; `TooMany` at the daily limit of the author, `WorkNeeded` at
/// that of the network; `SignInRequired` if the account is gone.
pub async fn submit(
    ctx: &Ctx,
    author: impl Into<Author>,
    new: &NewTestimony,
    now: OffsetDateTime,
) -> Result<Submitted> {
    let author: Author = author.into();
    let owner = author.owner;
    let screened = ctx.care.screen(new.testimony.whole().reveal(), None);
    let danger = Danger::worst([screened, new.found].into_iter());
    let mut tx = database::begin(&ctx.db).await?;
    let keys = &ctx.config.key_ring;
    let row = Row {
        keys,
        owner,
        data_key: &vault::data_key(&mut tx, keys, owner).await?,
        new,
        danger,
        now,
    };
    let id = match store(&mut tx, &row).await? {
        Stored::Now(id) => id,
        Stored::Before(submitted) => {
            tx.commit().await?;
            return Ok(submitted);
        }
    };
    count::count(&mut tx, &ctx.config, author, now).await?;
    jobs::enqueue(&mut tx, &Job::PrepareTestimony { id }).await?;
    let status = status_for(danger);
    if status == Status::Escalated {
        mail::enqueue(&mut tx, Mail::TestimonyEscalated { testimony: id }).await?;
    }
    let entry = Entry::new(owner.into(), Action::TestimonySubmitted, Subject::Testimony(id));
    audit::record(
        &mut tx,
        &ctx.config.key_ring,
        &entry.with("status", Detail::Word(status.as_str())),
    )
    .await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story accepted");
    Ok(Submitted { id, status })
}

const fn status_for(danger: Danger) -> Status {
    if danger.is_crisis() {
        Status::Escalated
    } else {
        Status::Pending
    }
}

/// The column that holds a sealed testimony.
pub(crate) const fn place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "testimony",
        column: "sealed",
        row: id,
        owner,
    }
}
